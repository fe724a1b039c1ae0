// What 02_it_animal.cpp measures of a model: its answers, its heads, and what its maps show.
#pragma once

#include <cmath>
#include <vector>

#include "heed/findings.hpp"
#include "heed/page.hpp"

namespace heed {

inline bool article(const std::string& word) { return word == "the" || word == "The"; }

// All edges from an article to its noun, the next word.
inline void cut_article_to_noun(const Questions&, std::size_t, const Batch& batch, Masks& masks) {
  const std::size_t length = batch.longest();
  for (Array& mask : masks.layers) {
    mask = expand(mask, {batch.size(), 1, length, length});
    for (std::size_t b = 0; b < batch.size(); ++b) {
      const std::vector<std::string>& words = batch.examples[b].words;
      for (std::size_t t = 0; t + 1 < words.size(); ++t) {
        if (article(words[t])) mask[(b * length + t) * length + t + 1] = 0;
      }
    }
  }
}

// Weights from a word to the next one, the mean over the sentences: from an article to its noun, of
// the head where it is largest; of that head, from all other words; and what the article would give
// its noun if it looked at all words alike. NaN where there is no article or no head.
struct NextWord {
  double noun = std::nan(""), other = noun, uniform = noun;
};

inline NextWord next_word(const Resolver& model, const Corpus& corpus) {
  const NoGrad no_grad;
  const Batch batch(corpus.main_split().questions.examples, corpus.vocabulary);
  NextWord best;
  for (const Tensor& layer : model(batch, whole(batch, model.config())).weights) {
    for (std::size_t head = 0; head < layer.shape()[1]; ++head) {
      NextWord sum{0, 0, 0};
      double articles = 0, others = 0;
      for (std::size_t b = 0; b < batch.size(); ++b) {
        const std::vector<std::string>& words = batch.examples[b].words;
        for (std::size_t t = 0; t + 1 < words.size(); ++t) {
          const bool at_article = article(words[t]);
          const auto weight = static_cast<double>(layer.value().at({b, head, t, t + 1}));
          (at_article ? sum.noun : sum.other) += weight;
          (at_article ? articles : others) += 1;
          if (at_article) sum.uniform += 1 / static_cast<double>(words.size());
        }
      }
      if (articles == 0) return {};
      if (std::isnan(best.noun) || sum.noun / articles > best.noun)
        best = {sum.noun / articles, sum.other / others, sum.uniform / articles};
    }
  }
  return best;
}

inline Values measure(const Resolver& model, const Corpus& corpus) {
  const Questions& asked = corpus.main_split().questions;
  const Vocabulary& words = corpus.vocabulary;
  const Score answers = score(model, words, asked);
  double twins = std::nan(""), flip = twins;  // of the best head
  for (const HeadMeasures& head : measure_heads(model, words, asked, asked.contrastive)) {
    if (head.name == "pointer") continue;
    twins = std::fmax(twins, head.twins), flip = std::fmax(flip, head.flip);
  }
  std::vector<double> changes = ratio_changes(model, words, asked);
  changes.resize(2, std::nan(""));
  const NextWord next = next_word(model, corpus);
  return {{"all", answers.all},
          {"contrastive", answers.contrastive},
          {"twins", answers.contrastive_twins},
          {"twins by a head", twins},
          {"flip", flip},
          {"cut it→right", score(model, words, asked, cut_pronoun_to_antecedent()).contrastive},
          {"cut it→other", score(model, words, asked, cut_pronoun_to_others()).contrastive},
          {"diagonal", diagonal_share(model, words, asked)},
          {"the→noun", next.noun},
          {"the→noun cut", std::isnan(next.noun)
                               ? next.noun
                               : score(model, words, asked, cut_article_to_noun).contrastive},
          {"other→next", next.other},
          {"uniform", next.uniform},
          {"ratio, layer 1", changes[0]},
          {"ratio, layer 2", changes[1]}};
}

}  // namespace heed
