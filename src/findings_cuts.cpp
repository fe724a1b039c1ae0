// What the answers need: cuts and ablations; and several trainings that differ by their seed.
#include <algorithm>
#include <cmath>
#include <limits>

#include "heed/error.hpp"
#include "heed/findings.hpp"
#include "heed/table.hpp"
#include "heed/utf8.hpp"

namespace heed {
namespace {

using Row = std::vector<std::string>;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// What choosing a candidate at random gets right.
double chance(const Questions& questions) {
  double sum = 0;
  for (const Example& example : questions.examples) {
    sum += 1 / static_cast<double>(example.candidates.size());
  }
  return sum / static_cast<double>(questions.examples.size());
}

// The share of right answers to the main split's contrastive sentences, or plain ones.
double right_after(const Resolver& model, const Corpus& corpus, const Cut& cut) {
  const Questions& questions = corpus.main_split().questions;
  const Score s = score(model, corpus.vocabulary, questions, cut);
  return questions.contrastive.empty() ? s.plain : s.contrastive;
}

}  // namespace

Cuts measure_cuts(const Resolver& model, const Corpus& corpus) {
  const Questions& questions = corpus.main_split().questions;
  if (questions.hard().empty()) return {kNaN, kNaN, kNaN, kNaN, kNaN, kNaN, kNaN};
  const auto after = [&](const Cut& cut) { return right_after(model, corpus, cut); };
  return {after(nullptr),
          after(cut_pronoun_to_clues()),
          after(cut_candidates_to_clues()),
          after(cut_both()),
          after(cut_random(1)),
          after(cut_pronoun_to_antecedent()),
          after(cut_pronoun_to_others()),
          chance(questions)};
}

std::vector<Ablation> measure_ablations(const Resolver& model, const Corpus& corpus) {
  std::vector<Ablation> all;
  if (corpus.main_split().questions.hard().empty()) return all;
  const EncoderConfig& encoder = model.config().encoder;
  for (std::size_t layer = 0; layer < encoder.layers; ++layer) {
    all.push_back({concat("L", layer + 1), right_after(model, corpus, cut_layer(layer))});
    for (std::size_t head = 0; encoder.layers * encoder.heads <= 64 && head < encoder.heads;
         ++head) {
      all.push_back({concat("L", layer + 1, " H", head + 1),
                     right_after(model, corpus, cut_head(layer, head, encoder.heads))});
    }
  }
  return all;
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
                    questions.hard().empty() ? kNaN : 0, measure_cuts(model, corpus)};
  for (const HeadMeasures& head : measure_heads(model, corpus)) {
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
