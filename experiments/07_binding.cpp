// Question    "the dog was red , the cat was old , the cow was wet , it was old .": nothing but the
//             sentence says what "it" is. Does the map show how the model finds it, and must it?
// Claim       C1: attention lets "it" find its noun. C15: the map shows bright pairs of words.
// Model       two layers of attention, a learned bias for each distance; "it" names its noun among
//             all words. Asked with nouns and adjectives that training never showed together.
// Prediction  99 % of the nouns are right. Every seed builds an induction pair: in layer 1 a noun
//             looks at its adjective, in layer 2 "it" at the noun whose adjective was said again.
//             Without that edge the median seed is near chance, without those to other nouns
//             nothing is lost. A layer 2 that averages all words learns to answer, too.
// Control     such a layer 2; one layer alone
// Run         build/bin/07_binding      also --language zh, --full
#include <algorithm>
#include <iostream>

#include "../datasets/binding/grammar.hpp"
#include "heed/format.hpp"
#include "heed/optimizer.hpp"
#include "heed/page.hpp"
#include "heed/probe.hpp"
#include "heed/relative_bias.hpp"
#include "heed/table.hpp"

namespace {

using namespace heed;

struct Row {
  std::string name;
  std::size_t facts, layers;
  bool uniform = false;  // layer 2 averages all words
};
const std::vector<Row> kRows = {{"two facts", 2, 2},
                                {"three facts", 3, 2},
                                {"three, uniform", 3, 2, true},
                                {"three, one layer", 3, 1}};
constexpr std::size_t kHeads = 4, kWords = 32, kMostSteps = 3000, kTwins = 32, kTestTwins = 500;

struct Model {
  Resolver resolver;
  std::vector<RelativeBias> biases;  // of each layer

  void set_biases(std::size_t words) {
    for (std::size_t i = 0; i < biases.size(); ++i) {
      resolver.encoder.blocks[i].attention.options.bias = biases[i](words);
    }
  }
  Parameters parameters() const {
    return resolver.parameters().add("near", biases.front()).add("last", biases.back());
  }
};

Model untrained(const Row& row, const Vocabulary& vocabulary, std::uint64_t seed) {
  Random random(seed);
  const EncoderConfig encoder{.width = 64, .layers = row.layers, .heads = kHeads, .longest = 32};
  Model model{Resolver({encoder, Readout::kName}, vocabulary.size(), random), {}};
  // Words weigh more than their places, which would drown them at first.
  Tensor& words = model.resolver.embedding.table;
  words.mutable_value() = scale(words.value(), 25);
  for (std::size_t i = 0; i < row.layers; ++i) model.biases.emplace_back(kHeads, 20);
  // In layer 1 each head starts out looking at one neighbour: half of the pair to be built.
  const std::vector<int> neighbours = {-2, 2, -1, 1};
  for (std::size_t h = 0; h < kHeads; ++h) model.biases[0].at(h, neighbours[h]) = 3;
  if (row.uniform) {  // without a bias for distances, too
    model.resolver.encoder.blocks[1].attention.make_uniform();
    model.biases[1].table = Tensor(zeros(model.biases[1].table.shape()));
  }
  return model;
}

// From few words to all: twice as many whenever those are bound. Returns the number of steps.
std::size_t train(Model& model, const Row& row, const binding::Language& language,
                  const Vocabulary& vocabulary, std::uint64_t seed, const RunFolder& folder) {
  const Parameters parameters = model.parameters();
  Adam adam(parameters, {.beta2 = 0.98, .decay = 0.01});
  Random random(seed, 1);
  double recent = 3;                                     // a running mean of the loss
  std::size_t words = row.facts == 2 ? 4 : 8, step = 0;  // as few as the split allows
  while (step < kMostSteps && (words < kWords || recent > 0.01)) {
    folder.stop_if_interrupted();
    const Batch batch(binding::sentences(language, row.facts, words, false, kTwins, random),
                      vocabulary);
    model.set_biases(batch.longest());
    const Masks masks = whole(batch, model.resolver.config());
    const Tensor loss = model.resolver.loss(batch, model.resolver(batch, masks));
    check_loss(static_cast<double>(loss.item()), static_cast<std::int64_t>(++step), parameters);
    parameters.zero_grad();
    loss.backward();
    clip_gradients(parameters, 1, static_cast<std::int64_t>(step));
    adam.step(2e-3 * std::min(1.0, static_cast<double>(step) / 100));
    recent += (static_cast<double>(loss.item()) - recent) / 30;
    if (words < kWords && recent < 0.05) words *= 2, recent = 3;
  }
  return step;
}

// A head's mean weight from nouns to their adjectives, two words on.
double noun_to_adjective(const Tensor& weights, std::size_t head, const Batch& batch) {
  double total = 0;
  for (std::size_t b = 0; b < batch.size(); ++b) {
    for (const Mention& noun : batch.examples[b].candidates) {
      total += static_cast<double>(weights.value().at({b, head, noun.first, noun.first + 2}));
    }
  }
  return total / static_cast<double>(batch.size() * batch.examples[0].candidates.size());
}

// What the answers are, and what becomes of them without edges of layer 2. `shown` gets the heads.
Values measure(Model& model, const Vocabulary& vocabulary, const Batch& batch, std::string& shown) {
  const NoGrad no_grad;
  const Questions questions(batch.examples);
  model.set_biases(batch.longest());
  const Resolver& resolver = model.resolver;
  const auto right = [&](const Cut& cut) {
    return score(resolver, vocabulary, questions, cut).all;
  };
  const Reading reading = resolver(batch, whole(batch, resolver.config()));
  std::vector<std::vector<std::string>> rows = {{"head", "noun→adjective", "it→noun flip"}};
  double pairs = 0, flip = 0;
  const auto heads = measure_heads(resolver, vocabulary, questions, questions.plain);
  for (std::size_t i = 0; i < heads.size(); ++i) {
    const double near = noun_to_adjective(reading.weights[i / kHeads], i % kHeads, batch);
    double& best = i < kHeads ? pairs : flip;
    best = std::max(best, i < kHeads ? near : heads[i].flip);
    rows.push_back({heads[i].name, fixed(near, 2), fixed(heads[i].flip, 2)});
  }
  shown = table(rows);
  return {{"right", right(nullptr)},
          {"noun→adjective", pairs},
          {"it→noun flip", flip},
          {"it→noun cut", right(cut_pronoun_to_antecedent())},
          {"it→others cut", right(cut_pronoun_to_others())}};
}

int verdict(const Results& results, bool quick) {
  Verdict verdict;
  std::cout << "\nPrediction, of the worst seed\n";
  for (const std::string row : {"two facts", "three facts"}) {
    verdict.predict(row + ", right", results.least(row, "right"), 0.99);
    verdict.predict(row + ", noun→adjective", results.least(row, "noun→adjective"), 0.6);
    verdict.predict(row + ", it→noun flip", results.least(row, "it→noun flip"), 0.75);
    verdict.predict(row + ", others cut", results.least(row, "it→others cut"), 0.95);
  }
  if (quick) return verdict.exit_code();
  verdict.predict("noun cut (median)", results.median("three facts", "it→noun cut"), 0, 0.6);
  verdict.predict("trained uniform (median)", results.median("three, uniform", "right"), 0.9);
  verdict.predict("one layer", results.most("three, one layer", "right"), 0, 0.45);
  verdict.claim("C1", "holds if",
                "there are two layers; trained with a uniform second one, it answers too");
  verdict.claim("C15", "holds", "nouns look at their adjectives, near which the heads started");
  return verdict.exit_code();
}

int run(const binding::Language& language, const PageSetting& setting, const RunFolder& folder) {
  const Vocabulary vocabulary(binding::all_words(language));
  std::vector<std::string> names = names_of(kRows);
  if (setting.quick) names.resize(2);  // no controls
  std::string heads;                   // of the first seed with three facts
  Results results(folder / "metrics.jsonl");
  const auto one = [&](std::size_t i, std::uint64_t seed) {
    Model model = untrained(kRows[i], vocabulary, seed);
    const std::size_t steps = train(model, kRows[i], language, vocabulary, seed, folder);
    Random random(0, 2);  // every model is asked the same
    const Batch asked(
        binding::sentences(language, kRows[i].facts, kWords, true, kTestTwins, random), vocabulary);
    std::string others;
    Values values =
        measure(model, vocabulary, asked, i == 1 && seed == setting.seed ? heads : others);
    values.emplace_back("steps", static_cast<double>(steps));
    return values;
  };
  results.measure(names, setting.seeds_or(setting.pick(1U, 5U, 20U)), setting.run, folder, one);
  if (heads.empty()) one(1, setting.seed);  // a resumed run had it already
  std::cout << results.text() << "\nThree facts, the first seed\n" << heads;
  return verdict(results, setting.quick);
}

}  // namespace

int main(int argc, char** argv) {
  std::string language = "en";
  PageSetting setting;
  Options options("07_binding", "Bind nouns to adjectives in a sentence, and ask for one.");
  options.choice("language", language, {"en", "zh"}, "of the sentences");
  return run_page(options, setting, argc, argv, [&](const RunFolder& folder) {
    return run(language == "en" ? binding::english() : binding::chinese(), setting, folder);
  });
}
