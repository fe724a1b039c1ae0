// Question    "Mary went to the office. Then she went to the garden. Where is Mary?" (bAbI, task 11;
//             "Mary and John … they …" in 13): which head looks from the pronoun to the sentence
//             that says who is meant, and what does it cost to cut it?
// Claim       C1, C15 and C18: attention finds the antecedent, the map shows it, one head does it.
// Model       A sentence is a slot, the sum of its word vectors. In layer 1 every sentence looks at
//             those before it, in layer 2 the question does; a learned number for each head and
//             distance is all they know of order. The answer is the word whose vector fits best.
// Control     Rules beside it; the edges to the sentence before the previous one cut instead; and
//             what the head does from sentences that name somebody, where nothing is to be found.
// Choice      About one start in five stays at the errors of the rule "last place". So a seed may start
//             three times; the fewest errors in validation decide. (MemN2N took the best of ten.)
// Prediction  With 1,000 questions and renaming, or 10,000 without: a median of at most 0.5 % errors
//             over the seeds, and at most 1.5 % on the worst. All heads' edges to the sentence
//             before cut: at least 15 % in task 11, 10 % in 13; those to the one before that: at
//             most 3 %. The head that looks back from the pronoun does so from names too, with a
//             weight of at least 0.4.
// Run         build/bin/08_babi --data DIR      DIR holds en/ and en-10k/ of the bAbI tasks
#include <iostream>

#include "08_errors.hpp"
#include "heed/optimizer.hpp"
#include "heed/resolver.hpp"
#include "heed/schedule.hpp"
#include "parts/story_model.hpp"

namespace {

using namespace heed;

constexpr std::size_t kStatements = 10, kWidth = 32, kHeads = 4;
constexpr std::uint64_t kStarts = 3;

// The share of wrong answers, and the loss: for the better of two models, the lesser pair.
std::pair<double, double> score(const StoryModel& model, const StoryBatch& batch,
                                const Array& mask) {
  const NoGrad no_grad;
  const Tensor logits = model(batch, mask).answers;
  return {share_wrong(logits.value(), batch),
          static_cast<double>(cross_entropy(logits, batch.answers).item())};
}

// Trains, and goes back to where validation had the fewest errors, of those the least loss: that
// score.
std::pair<double, double> train(const StoryModel& model, const StoryTask& task, bool renamed,
                                std::int64_t steps, Random random, const RunFolder& folder) {
  const Schedule schedule{.most = 2e-3, .least = 4e-5, .warm_up = 100, .total = steps};
  const Parameters all = model.parameters();
  Adam adam(all.without("distance"), {.decay = 0.01});
  Adam fast(Parameters().add("look_back", model.look_back.distance).add("ask", model.ask.distance));
  DataOrder order(task.train.size(), 32, random.bits());
  std::vector<Array> best;
  std::pair<double, double> least = {2, 0};
  for (std::int64_t step = 0; step < steps; ++step) {
    folder.stop_if_interrupted();
    StoryBatch batch = task.train.batch(order(step));
    if (renamed) task.renaming(batch, random);
    const Tensor loss = cross_entropy(model(batch, batch.earlier).answers, batch.answers);
    check_loss(static_cast<double>(loss.item()), step + 1, all);
    all.zero_grad();
    loss.backward();
    clip_gradients(all, 1, step + 1);
    adam.step(schedule.rate(step));
    fast.step(10 * schedule.rate(step));
    if ((step + 1) % 100 != 0) continue;
    const auto now = score(model, task.validation, task.validation.earlier);
    if (now >= least) continue;
    least = now;
    best = snapshot(all);
  }
  restore(all, best);
  return least;
}

struct Chosen {
  StoryModel model;
  std::uint64_t starts;
};

// The best of the starts in validation; one without an error there is the last.
Chosen choose(const StoryTask& task, bool renamed, std::int64_t steps, std::uint64_t seed,
              const RunFolder& folder) {
  const auto start = [&](std::uint64_t number) {
    Random random(seed, number);
    return StoryModel(task.vocabulary.size(), kWidth, kHeads, kStatements, random);
  };
  StoryModel best = start(0);
  auto least = train(best, task, renamed, steps, Random(seed, kStarts), folder);
  std::uint64_t starts = 1;
  for (; starts < kStarts && least.first > 0; ++starts) {
    const StoryModel other = start(starts);
    const auto now = train(other, task, renamed, steps, Random(seed, kStarts + starts), folder);
    if (now >= least) continue;
    least = now;
    best = other;
  }
  return {best, starts};
}

Values measure(const StoryTask& task, bool renamed, std::int64_t steps, std::uint64_t seed,
               const RunFolder& folder) {
  const Chosen chosen = choose(task, renamed, steps, seed, folder);
  const StoryModel& model = chosen.model;
  const auto look = [&](const StoryBatch& batch, std::size_t head, bool pronoun) {
    const NoGrad no_grad;
    return weight_before(model(batch, batch.earlier).weights.value(), batch, head, pronoun);
  };
  std::size_t head = 0;  // which one looks from the pronoun to the sentence before it
  for (std::size_t h = 1; h < kHeads; ++h) {
    if (look(task.validation, h, true) > look(task.validation, head, true)) head = h;
  }
  const StoryBatch& test = task.test;
  const auto errors = [&](const Array& mask) { return 100 * score(model, test, mask).first; };
  return {{"errors", errors(test.earlier)},
          {"head cut", errors(cut_back(test, kHeads, head, head + 1, 1))},
          {"all heads cut", errors(cut_back(test, kHeads, 0, kHeads, 1))},
          {"2 before cut", errors(cut_back(test, kHeads, 0, kHeads, 2))},
          {"weight pronoun→before", look(test, head, true)},
          {"weight name→before", look(test, head, false)},
          {"starts", static_cast<double>(chosen.starts)}};
}

// Every row but those of 1,000 questions without renaming is to be solved.
int verdict(const Results& results, const std::vector<std::string>& rows, bool quick) {
  Verdict verdict;
  for (const std::string& row : rows) {
    if (!row.ends_with("renamed") && !row.ends_with("10k")) continue;
    const auto median = [&](const char* measure) { return results.median(row, measure); };
    verdict.predict(row + ": errors in %", median("errors"), 0, quick ? 2 : 0.5);
    if (quick) continue;
    verdict.predict(row + ": errors of the worst seed", results.most(row, "errors"), 0, 1.5);
    if (row.starts_with("1,")) continue;
    verdict.predict(row + ": all heads cut", median("all heads cut"), row[1] == '1' ? 15 : 10);
    verdict.predict(row + ": 2 before cut", median("2 before cut"), 0, 3);
    verdict.predict(row + ": weight name→before", median("weight name→before"), 0.4);
  }
  if (quick) return verdict.exit_code();
  verdict.claim("C1", "holds if",
                "the cut is shown: the look back is needed, yet it finds a place, not a name");
  verdict.claim("C15", "holds if",
                "a bright pair may mean a place: every sentence looks at the one before it");
  verdict.claim("C18", "does not hold",
                "the head looks back from names as from pronouns, and other heads help it");
  return verdict.exit_code();
}

int run(const PageSetting& page, const std::string& data, const Invocation& asked) {
  std::vector<StoryTask> tasks;
  for (const auto& [name, file] : kTasks) {
    if (page.quick && !tasks.empty()) break;
    tasks.emplace_back(concat(data, "/", file), kStatements);
  }
  const RunFolder folder("08_babi", page.run.out, page.run.existing(), asked);
  Results results(folder / "metrics.jsonl");
  std::vector<std::string> all;
  for (std::size_t t = 0; t < tasks.size(); ++t) {
    const std::string& name = kTasks[t].first;
    std::vector<std::string> rows = {name};
    if (name.ends_with(" 1k") || page.full) rows.push_back(name + ", renamed");
    all.insert(all.end(), rows.begin(), rows.end());
    results.measure(rows, page.seeds_or(page.pick(1U, 5U, 10U)), page.run, folder,
                    [&](std::size_t row, std::uint64_t seed) {
                      return measure(tasks[t], row == 1, page.pick(1500, 4000, 4000), seed, folder);
                    });
  }
  std::cout << error_table(tasks, results)
            << "\nLayer 1: errors in % with edges cut, and where a head looks\n"
            << results.text() << "\nPrediction\n";
  return verdict(results, all, page.quick);
}

}  // namespace

int main(int argc, char** argv) {
  return run_program("08_babi", [&] {
    PageSetting page;
    std::string data;
    Options options("08_babi", "Which head looks from a pronoun to the sentence before it?");
    options.example("08_babi --data tasks_1-20_v1-2", "the folder that holds en/ and en-10k/");
    options.text("data", data, "DIR", "the bAbI tasks, which are not part of heed");
    page.declare(options);
    if (!options.parse(argc, argv)) return 0;
    page.size();  // refuses --quick with --full
    page.run.apply();
    if (!data.empty()) return run(page, data, page.run.asked(options));
    std::cout
        << "skipped, for want of texts: get the bAbI tasks v1.2 (tasks_1-20_v1-2.tar.gz, CC BY "
           "3.0), unpack\nthem, and say where they are: --data tasks_1-20_v1-2\n";
    return 0;
  });
}
