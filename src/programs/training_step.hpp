// What `benchmark step` trains: the encoder that its peers in other frameworks train too.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "heed/embedding.hpp"
#include "heed/encoder.hpp"
#include "heed/optimizer.hpp"
#include "heed/pointer.hpp"

namespace heed {

struct Model {
  std::string name;
  std::size_t words, batch, length, width, heads, layers;

  // Multiplications and additions of all matrix products, forward once and backward twice.
  double flops() const {
    const auto B = static_cast<double>(batch), T = static_cast<double>(length),
               D = static_cast<double>(width), L = static_cast<double>(layers);
    return 3 * (B * T * L * (24 * D * D + 4 * T * D) + B * (2 * D * D + 2 * T * D));
  }
};

inline const std::vector<Model> kModels = {{"micro", 64, 1, 12, 32, 4, 1},
                                           {"toy", 64, 32, 16, 64, 4, 2},
                                           {"small", 256, 64, 32, 128, 8, 2},
                                           {"medium", 1000, 8, 256, 256, 8, 4},
                                           {"long", 64, 1, 2048, 64, 4, 1}};

inline Indices random_indices(const Shape& shape, std::size_t bound, Random& random) {
  Indices ids{shape, std::vector<int>(shape.elements())};
  for (int& id : ids.values) id = static_cast<int>(random.below(bound));
  return ids;
}

// Token and position embeddings, pre-norm blocks with a ReLU network of 4D, a last norm; a pointer
// from one word of each example over all of them; cross-entropy; Adam.
struct Trainer {
  Trainer(const Model& m, Random& random)
      : table(m.words, m.width, 1, random),
        encoder({.width = m.width,
                 .layers = m.layers,
                 .heads = m.heads,
                 .hidden = 4 * m.width,
                 .longest = m.length},
                random),
        pointer(m.width, random) {
    for (int i = 0; i < 8; ++i) {
      batches.push_back({random_indices({m.batch, m.length}, m.words, random),
                         random_indices({m.batch}, m.length, random),
                         random_indices({m.batch}, m.length, random)});
    }
  }

  void step() {
    const Batch& batch = batches[count++ % batches.size()];
    const Tensor words = encoder(table(batch.ids), {Array()}, {.weights = false}).output;
    const Tensor scores = pointer(pick_words(words, batch.askers), words);
    const Tensor loss = cross_entropy(scores, batch.answers);
    parameters.zero_grad();
    loss.backward();
    adam.step(1e-3);
    last_loss = static_cast<double>(loss.item());
  }

  struct Batch {
    Indices ids, askers, answers;
  };
  Embedding table;
  Encoder encoder;
  Pointer pointer;
  Parameters parameters =
      Parameters().add("table", table).add("encoder", encoder).add("pointer", pointer);
  Adam adam{parameters};
  std::vector<Batch> batches;
  std::size_t count = 0;
  double last_loss = 0;
};

}  // namespace heed
