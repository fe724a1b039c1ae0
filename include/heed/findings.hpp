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

// Something the model is compared with: its name, and its scores, one a split.
struct Rival {
  std::string name;
  std::vector<Score> scores;
};
Rival judge(const std::string& name, const Resolver& model, const Corpus& corpus);

// Right answers and right twins of every split, plain and contrastive sentences apart: the model,
// its controls and the baselines.
std::string score_table(const Corpus& corpus, const std::vector<Rival>& models);

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
