#include "heed/findings.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "heed/baselines.hpp"
#include "heed/error.hpp"
#include "heed/format.hpp"
#include "heed/table.hpp"
#include "heed/utf8.hpp"

namespace heed {
namespace {

std::string sentence(const Example& example) {
  std::string text;
  for (std::size_t i = 0; i < example.words.size(); ++i) {
    const bool pronoun = i == example.pronoun;
    text += concat(i == 0 ? "" : " ", pronoun ? "[" : "", printable(example.words[i]),
                   pronoun ? "]" : "");
  }
  return text;
}

using Row = std::vector<std::string>;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

}  // namespace

std::string answers_text(const Resolver& model, const Corpus& corpus) {
  const Questions questions(corpus.shown);
  const auto answers = ask(model, corpus.vocabulary, questions);
  std::string text;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const Example& example = questions.examples[i];
    const auto best = std::max_element(answers[i].begin(), answers[i].end()) - answers[i].begin();
    text += concat("  ", sentence(example), "\n    ");
    for (std::size_t c = 0; c < answers[i].size(); ++c) {
      text += concat(c == 0 ? "" : "   ", printable(words_of(example, example.candidates[c])), " ",
                     percent(answers[i][c]), " %");
    }
    text +=
        example.candidates[static_cast<std::size_t>(best)].antecedent ? "   right\n" : "   wrong\n";
  }
  return text;
}

std::string maps_text(const Resolver& model, const Corpus& corpus, const Style& style) {
  std::vector<HeatMap> maps;
  for (const Example& example : corpus.shown) {
    maps.push_back(pronoun_map(model, corpus.vocabulary, example));
  }
  const std::string& word = corpus.shown.front().words[corpus.shown.front().pronoun];
  if (maps.front().rows.empty()) return "  (no attention: 0 layers and no pointer)\n";
  if (maps.size() == 1) return strip(maps[0], word, style);
  return strips(maps[0], maps[1], word, style) + "  change: of the last row, second − first\n";
}

// ---- answers, beside controls and baselines -----------------------------------------------------

Rival judge(const std::string& name, const Resolver& model, const Corpus& corpus) {
  Rival rival{name, {}};
  for (const Split& split : corpus.splits) {
    rival.scores.push_back(score(model, corpus.vocabulary, split.questions));
  }
  return rival;
}

namespace {

std::vector<Rival> judge_baselines(const Corpus& corpus) {
  std::vector<Rival> rivals;
  for (const Split& split : corpus.splits) {
    const auto all = baselines(corpus.train, split.questions.examples);
    rivals.resize(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      rivals[i].name = all[i].name;
      rivals[i].scores.push_back(score(split.questions, all[i].right));
    }
  }
  return rivals;
}

// One table: plain and contrastive of every split, by two members of Score.
std::string scores_of(const Corpus& corpus, const std::vector<Rival>& rivals, double Score::*plain,
                      double Score::*contrastive) {
  Row split_row = {""}, kind_row = {""};
  for (const Split& split : corpus.splits) {
    split_row.insert(split_row.end(), {split.name, ""});
    kind_row.insert(kind_row.end(), {"plain", "contr."});
  }
  std::vector<Row> rows = {split_row, kind_row};
  for (const Rival& rival : rivals) {
    Row row = {rival.name};
    for (const Score& score : rival.scores) {
      row.insert(row.end(), {percent(score.*plain), percent(score.*contrastive)});
    }
    rows.push_back(row);
  }
  return table(rows);
}

}  // namespace

std::string score_table(const Corpus& corpus, const std::vector<Rival>& models) {
  std::vector<Rival> rivals = models;
  for (Rival& baseline : judge_baselines(corpus)) rivals.push_back(std::move(baseline));
  return concat(
      "Right answers, %\n", scores_of(corpus, rivals, &Score::plain, &Score::contrastive),
      "\nTwins with both answers right, %\n",
      scores_of(corpus, rivals, &Score::plain_twins, &Score::contrastive_twins),
      "  plain: the words alone, in any order, tell the answer; plain twins differ by a word.\n"
      "  contr.: contrastive twins hold the same words; only their order tells the answer.\n"
      "  uniform attention: in the layers every word takes the mean of all, each with its place;\n"
      "  only the pointer still chooses. What that gets right needs no map of the layers.\n");
}

// ---- heads --------------------------------------------------------------------------------------

namespace {

// Contrastive twins where there are some: plain ones can be answered without looking at order.
const std::vector<Twins>& hard_twins(const Questions& questions) {
  return questions.contrastive.empty() ? questions.plain : questions.contrastive;
}

std::vector<Example> twins_only(const Questions& questions, const std::vector<Twins>& twins) {
  std::vector<Example> examples;
  for (const Twins& pair : twins) {
    examples.push_back(questions.examples[pair.first]);
    examples.push_back(questions.examples[pair.second]);
  }
  return examples;
}

}  // namespace

std::string head_table(const Resolver& model, const Corpus& corpus) {
  const Split& split = corpus.main_split();
  const Questions& questions = split.questions;
  if (hard_twins(questions).empty()) {
    return concat(
        "Heads and cuts are measured on twins, and ", printable(split.name),
        " has none: give two sentences\nthat differ by their clues the ids 1.0 and 1.1.\n");
  }
  std::vector<Row> rows = {{"", "mass", "candidate", "twins", "flip"}};
  for (const HeadMeasures& head :
       measure_heads(model, corpus.vocabulary, questions, hard_twins(questions))) {
    rows.push_back({head.name, percent(head.mass), percent(head.candidates), percent(head.twins),
                    percent(head.flip)});
  }
  const Questions hard(twins_only(questions, hard_twins(questions)));
  const FixedOffset offset = fixed_offset(corpus.train, hard.examples);
  rows.push_back({concat("word ", offset.offset, " from the pronoun"), "", percent(offset.hits)});
  const auto answers = ask(model, corpus.vocabulary, hard);
  return concat(
      "What the pronoun looks at (", printable(split.name),
      questions.contrastive.empty() ? "" : ", contrastive twins", "), %\n", table(rows),
      "  mass: attention on the antecedent.  candidate: the antecedent gets more than the\n"
      "  others.  twins: in both twins.  flip: mass in the twin where it is less; high only\n"
      "  for a head that switches. A first layer cannot: its pronoun sees no clue yet.\n"
      "  ln p(antecedent) − ln p(other), mean: ",
      fixed(logit_difference(hard, answers), 1), "\n");
}

// ---- cuts ---------------------------------------------------------------------------------------

namespace {

// What choosing a candidate at random gets right.
double chance(const Questions& questions) {
  double sum = 0;
  for (const Example& example : questions.examples) {
    sum += 1 / static_cast<double>(example.candidates.size());
  }
  return sum / static_cast<double>(questions.examples.size());
}

}  // namespace

Cuts measure_cuts(const Resolver& model, const Corpus& corpus) {
  const Questions& questions = corpus.main_split().questions;
  const bool contrastive = !questions.contrastive.empty();
  if (hard_twins(questions).empty()) return {kNaN, kNaN, kNaN, kNaN, kNaN, kNaN, kNaN};
  const auto after = [&](const Cut& cut) {
    const Score s = score(model, corpus.vocabulary, questions, cut);
    return contrastive ? s.contrastive : s.plain;
  };
  return {after(nullptr),
          after(cut_pronoun_to_clues()),
          after(cut_candidates_to_clues()),
          after(cut_both()),
          after(cut_random(1)),
          after(cut_pronoun_to_antecedent()),
          after(cut_pronoun_to_others()),
          chance(questions)};
}

namespace {

// Who fetches the clue: cut an edge that is needed, and the answers fall towards chance.
const char* circuit(const Cuts& cuts) {
  const double half = (cuts.whole + cuts.chance) / 2;
  if (std::isnan(cuts.whole)) return "–";
  if (cuts.whole < 0.9) return "not learned";
  if (cuts.both > half) return "other words";  // with more layers, clues take other roads
  if (cuts.pronoun < half) return cuts.candidates < half ? "both are needed" : "the pronoun";
  return cuts.candidates < half ? "the candidates" : "either will do";
}

}  // namespace

std::string cut_table(const Cuts& cuts) {
  if (std::isnan(cuts.whole)) return "";
  const std::vector<Row> rows = {{"nothing", percent(cuts.whole)},
                                 {"layer 1, pronoun → clues", percent(cuts.pronoun)},
                                 {"layer 1, candidates → clues", percent(cuts.candidates)},
                                 {"layer 1, both", percent(cuts.both)},
                                 {"layer 1, as many random edges", percent(cuts.random)},
                                 {"read-out, pronoun → antecedent", percent(cuts.antecedent)},
                                 {"read-out, pronoun → other candidates", percent(cuts.others)}};
  return concat("Right answers when edges are cut, %\n", table(rows),
                "  clues: the words in which twins differ. Who fetches them here: ", circuit(cuts),
                ".\n"
                "  random: as many other edges from the same words, as long where there are such.\n"
                "  A pointer's attention is the answer: there the read-out cut must change it.\n");
}

// ---- seeds --------------------------------------------------------------------------------------

SeedResult measure_seed(const Resolver& model, const Corpus& corpus, std::uint64_t seed) {
  const Questions& questions = corpus.main_split().questions;
  SeedResult result{seed, score(model, corpus.vocabulary, questions),
                    hard_twins(questions).empty() ? kNaN : 0, measure_cuts(model, corpus)};
  for (const HeadMeasures& head :
       measure_heads(model, corpus.vocabulary, questions, hard_twins(questions))) {
    if (head.name != "pointer") result.flip = std::max(result.flip, head.flip);
  }
  return result;
}

namespace {

// Of the contrastive twins where there are some.
double twins_of(const Score& score) {
  return std::isnan(score.contrastive_twins) ? score.plain_twins : score.contrastive_twins;
}

}  // namespace

std::string seed_table(const std::vector<SeedResult>& results, const Corpus& corpus) {
  std::vector<Row> rows = {
      {"seed", "plain", "contr.", "twins", "flip", "p→c", "n→c", "both", "random", "fetched by"}};
  std::vector<double> all, twins;
  std::size_t reached = 0;
  for (const SeedResult& r : results) {
    const Cuts& c = r.cuts;
    rows.push_back({concat(r.seed), percent(r.score.plain), percent(r.score.contrastive),
                    percent(twins_of(r.score)), percent(r.flip), percent(c.pronoun),
                    percent(c.candidates), percent(c.both), percent(c.random), circuit(c)});
    all.push_back(r.score.all);
    twins.push_back(twins_of(r.score));
    reached += all.back() >= 0.99;
  }
  std::sort(all.begin(), all.end());
  std::sort(twins.begin(), twins.end());
  const auto median = [](const std::vector<double>& sorted) {
    const std::size_t n = sorted.size();
    return (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
  };
  return concat(
      "Split ", printable(corpus.main_split().name), ", %\n", table(rows),
      "  flip: of the best head of a layer.  p→c, n→c, both, random: right answers when layer 1\n"
      "  loses pronoun → clues, candidates → clues, both, or random edges instead.\n\n",
      "all sentences   median ", percent(median(all)), "  worst ", percent(all.front()),
      "  at 99 % or more ", reached, " of ", results.size(), "\n", "twins           median ",
      percent(median(twins)), "  worst ", percent(twins.front()), "\n");
}

}  // namespace heed
