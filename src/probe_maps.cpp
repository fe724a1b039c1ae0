// Maps: what the whole attention of the layers shows, over twins.
#include <algorithm>
#include <cmath>
#include <limits>

#include "heed/probe.hpp"

namespace heed {
namespace {

// f(layer, weights [2, H, T, T], batch) for each layer, twins after twins.
template <class F>
void read_twins(const Resolver& model, const Vocabulary& vocabulary, const Questions& questions,
                F f) {
  const NoGrad no_grad;
  for (const std::vector<Twins>* list : {&questions.plain, &questions.contrastive}) {
    for (const Twins& pair : *list) {
      const Batch batch(questions.examples, {pair.first, pair.second}, vocabulary);
      const Reading reading = model(batch, whole(batch, model.config()));
      for (std::size_t layer = 0; layer < reading.weights.size(); ++layer) {
        f(layer, reading.weights[layer].value(), batch);
      }
    }
  }
}

// a(pronoun→first candidate) / a(pronoun→second) of one head in sentence b, by their first words.
double ratio(const Array& weights, const Batch& batch, std::size_t b, std::size_t head) {
  const Example& example = batch.examples[b];
  const auto to = [&](std::size_t candidate) {
    const std::size_t word = example.candidates[candidate].first;
    // Where softmax gave nothing, the smallest number stands for it.
    return std::max(static_cast<double>(weights.at({b, head, example.pronoun, word})),
                    static_cast<double>(std::numeric_limits<float>::min()));
  };
  return to(0) / to(1);
}

}  // namespace

std::vector<double> ratio_changes(const Resolver& model, const Vocabulary& vocabulary,
                                  const Questions& questions) {
  std::vector<double> most(model.encoder.blocks.size());
  read_twins(model, vocabulary, questions,
             [&](std::size_t layer, const Array& weights, const Batch& batch) {
               for (std::size_t head = 0; head < weights.shape()[1]; ++head) {
                 const double change =
                     ratio(weights, batch, 1, head) / ratio(weights, batch, 0, head);
                 most[layer] = std::max({most[layer], change - 1, 1 / change - 1});
               }
             });
  return most;
}

double diagonal_share(const Resolver& model, const Vocabulary& vocabulary,
                      const Questions& questions) {
  double diagonal = 0, rows = 0;
  read_twins(model, vocabulary, questions,
             [&](std::size_t, const Array& weights, const Batch& batch) {
               const std::size_t heads = weights.shape()[1], length = batch.longest();
               const Indices brightest = argmax(weights);
               for (std::size_t row = 0; row < batch.size() * heads * length; ++row) {
                 const std::size_t word = row % length;
                 if (word >= batch.examples[row / (heads * length)].words.size()) continue;
                 diagonal += brightest.values[row] == static_cast<int>(word);
                 ++rows;
               }
             });
  return rows > 0 ? diagonal / rows : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace heed
