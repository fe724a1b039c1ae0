// Layer 6. baselines: the simple rules that stand beside every model's accuracy.
//
// A test that such a rule passes does not measure what it seems to. The rules see: nothing
// (random); one thing about each candidate (majority, first, last, noun prior, position,
// neighbours); the clue without the candidates (clue alone); all words without their order (bag of
// words).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "heed/coreference.hpp"

namespace heed {

struct Baseline {
  std::string name;
  std::vector<double> right;  // the probability that example i is answered rightly; ties are drawn
};

// Learns from `train` and answers `test`, in this order:
//   random         any candidate
//   majority       the candidate that is most often the antecedent in train
//   first, last    of the candidates
//   noun prior     P(antecedent | the candidate's words)
//   position       P(antecedent | the candidate's place and the pronoun's)
//   neighbours     P(antecedent | the words beside the candidate): finds an unmodified noun
//   clue alone     log-linear in (place among the candidates, word from the pronoun on)
//   bag of words   log-linear in (candidate's words, word of the sentence)
// P is a share of train's candidates, 0.5 for what is not there. Deterministic; a fifth of a second
// for 4,000 sentences. Examples without an antecedent teach nothing, and no answer to them is
// right.
std::vector<Baseline> baselines(const std::vector<Example>& train,
                                const std::vector<Example>& test);

// The mean of `right` over these examples, given by their indices. Throws ValueError for none.
double accuracy(const Baseline& baseline, const std::vector<std::size_t>& examples);

// The mean over twins of the probability that both are answered rightly, ties drawn for each alone.
// Throws ValueError for none.
double twin_accuracy(const Baseline& baseline, const std::vector<Twins>& twins);

}  // namespace heed
