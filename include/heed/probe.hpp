// Layer 6. probe: what a trained resolver's attention is worth.
//
// Accuracy proves nothing about a heat map: in one layer the ratio a(it→animal) / a(it→street)
// cannot depend on "tired" or "wide", and the answers can be right all the same. So beside every
// accuracy stand the same question for every pair of twins, measures of each head, and cuts: the
// answers when edges of the attention are removed.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "heed/coreference.hpp"
#include "heed/overview.hpp"
#include "heed/resolver.hpp"

namespace heed {

// Sentences to be asked about, with what is known of them. Twins here are labelled, and differ in
// their antecedents.
struct Questions {
  explicit Questions(std::vector<Example> examples);

  std::vector<Example> examples;
  std::vector<Twins> plain, contrastive;  // twins whose words differ; the same words reordered
  std::vector<std::vector<std::size_t>>
      clues;  // of each example: the words it does not share with its twin

  // Contrastive twins where there are some: plain ones can be answered without looking at order.
  const std::vector<Twins>& hard() const { return contrastive.empty() ? plain : contrastive; }
};

// ---- answers ------------------------------------------------------------------------------------

// What removing edges does to a batch's masks. Makes no cut by default.
using Cut = std::function<void(const Questions&, std::size_t first, const Batch&, Masks&)>;

// The probability of every candidate of every example, the model's masks changed by `cut`.
std::vector<std::vector<double>> ask(const Resolver& model, const Vocabulary& vocabulary,
                                     const Questions& questions, const Cut& cut = nullptr);

// 1 where the most probable candidate is an antecedent, else 0; a draw counts its share.
std::vector<double> right(const Questions& questions,
                          const std::vector<std::vector<double>>& answers);

// Shares of right answers, and of pairs with both answers right. An example without a contrastive
// twin is a plain one, with a plain twin or without any. NaN where there are none.
struct Score {
  double plain = 0, plain_twins = 0;
  double contrastive = 0, contrastive_twins = 0;
  double all = 0;
};
Score score(const Questions& questions, const std::vector<double>& right);
Score score(const Resolver& model, const Vocabulary& vocabulary, const Questions& questions,
            const Cut& cut = nullptr);

// The mean of ln(probability of the best antecedent) − ln(that of the best other candidate).
double logit_difference(const Questions& questions,
                        const std::vector<std::vector<double>>& answers);

// ---- cuts ---------------------------------------------------------------------------------------

// Edges of the first layer, for every head: from the pronoun to the clues, from the candidates to
// the clues, or both. In a model of one layer, without any of them neither the word that asks nor
// those that are asked about can know the clues.
Cut cut_pronoun_to_clues();
Cut cut_candidates_to_clues();
Cut cut_both();
// As many edges of the first layer as cut_both() takes, from the same words, but to words that are
// no clues; of the same lengths, or as near to them as the sentence has any.
Cut cut_random(std::uint64_t seed);
// From the pronoun to its antecedent where the answer is read: in the pointer, else the last layer.
Cut cut_pronoun_to_antecedent();
Cut cut_pronoun_to_others();  // and to the other candidates
// All edges of one head of a layer, so that it adds nothing; all of a layer.
Cut cut_head(std::size_t layer, std::size_t head, std::size_t heads);
Cut cut_layer(std::size_t layer);

// ---- heads --------------------------------------------------------------------------------------

// How one head's attention from the pronoun behaves, over twins. `candidates` is what Clark et al.
// 2019 ask of heads, restricted to the candidates; no single number of these says what a head does.
struct HeadMeasures {
  std::string name;       // "L1 H2" for head 2 of layer 1; "pointer"
  double mass = 0;        // mean weight on the antecedents' words
  double candidates = 0;  // share of examples where an antecedent gets more than the others
  double twins = 0;       // share of twins where both do
  double flip = 0;  // mean over twins of the lesser of the two masses: high only if it switches
};
std::vector<HeadMeasures> measure_heads(const Resolver& model, const Vocabulary& vocabulary,
                                        const Questions& questions,
                                        const std::vector<Twins>& twins);

// The largest relative change of a(pronoun→first candidate) / a(pronoun→second) between a sentence
// and its twin (the greater ratio over the lesser, − 1), over all twins and heads: of each layer.
// In the first it is rounding alone: the vectors that ask and are asked are the same in both, and
// softmax divides both weights by one sum.
std::vector<double> ratio_changes(const Resolver& model, const Vocabulary& vocabulary,
                                  const Questions& questions);

// The share of words that look at themselves more than at any other word, over all heads of the
// layers: how much of a diagonal the maps show. NaN without layers.
double diagonal_share(const Resolver& model, const Vocabulary& vocabulary,
                      const Questions& questions);

// The best that looking a fixed number of words away could do: the offset from the pronoun that
// most often hits an antecedent in `train`, and how often it does in `test`.
struct FixedOffset {
  int offset = 0;
  double hits = 0;
};
FixedOffset fixed_offset(const std::vector<Example>& train, const std::vector<Example>& test);

// The attention from the pronoun of one sentence: a row for each head of each layer, then the
// pointer's where there is one; a column for each word.
HeatMap pronoun_map(const Resolver& model, const Vocabulary& vocabulary, const Example& example);

// The attention of every word of one sentence: a map for each head of each layer.
std::vector<NamedMap> head_maps(const Resolver& model, const Vocabulary& vocabulary,
                                const Example& example);

}  // namespace heed
