// Layer 6. findings: what an experiment with a resolver prints, as text.
//
// Every table says what it measures and what it cannot show; numbers are percent unless said.
#pragma once

#include <string>
#include <vector>

#include "heed/corpus.hpp"
#include "heed/heatmap.hpp"
#include "heed/resolver.hpp"

namespace heed {

// The sentences that are shown, each with its answer and the probability of every candidate.
std::string answers_text(const Resolver& model, const Corpus& corpus);

// What the pronoun of the shown sentences looks at: a row for each head and the pointer.
std::string maps_text(const Resolver& model, const Corpus& corpus, const Style& style);

// Every head of every layer at a glance, on the first of the shown sentences; nothing where there
// are none, or more than 64.
std::string heads_text(const Resolver& model, const Corpus& corpus, const Style& style);

// Something the model is compared with: its name, and its scores, one a split.
struct Rival {
  std::string name;
  std::vector<Score> scores;
};
Rival judge(const std::string& name, const Resolver& model, const Corpus& corpus);

// The models, and behind them the baselines.
std::vector<Rival> with_baselines(std::vector<Rival> models, const Corpus& corpus);

// Right answers and right twins of every split, plain and contrastive sentences apart.
std::string score_table(const Corpus& corpus, const std::vector<Rival>& rivals);

// On the main split's contrastive twins, or its plain ones; nothing where it has no twins.
std::vector<HeadMeasures> measure_heads(const Resolver& model, const Corpus& corpus);

// Measures of each head on the main split, and what no table of accuracies can show. Where there
// are no twins, says that they are needed.
std::string head_table(const Resolver& model, const Corpus& corpus);

// What cutting edges does to the answers of the main split's contrastive sentences; of the plain
// ones where there are no others. NaN where there are no twins.
struct Cuts {
  double whole = 0, pronoun = 0, candidates = 0, both = 0, random = 0;  // shares of right answers
  double antecedent = 0, others = 0;  // cut where the answer is read
  double chance = 0.5;                // what a random candidate would get
};
Cuts measure_cuts(const Resolver& model, const Corpus& corpus);
std::string cut_table(const Cuts& cuts);  // empty where nothing was measured

// The same questions answered without one part of the model.
struct Ablation {
  std::string part;  // "L1 H2", "L1"
  double right = 0;  // share of right answers
};
// Without each layer's attention, and without each head where there are at most 64; nothing where
// there are no twins.
std::vector<Ablation> measure_ablations(const Resolver& model, const Corpus& corpus);

// One of several trainings that differ by their seed alone.
struct SeedResult {
  std::uint64_t seed = 0;
  Score score;      // of the main split
  double flip = 0;  // the best head of a layer
  Cuts cuts;
};
SeedResult measure_seed(const Resolver& model, const Corpus& corpus, std::uint64_t seed);
// A row for each, then the median, the worst, and how many reached 99 %.
std::string seed_table(const std::vector<SeedResult>& results, const Corpus& corpus);

}  // namespace heed
