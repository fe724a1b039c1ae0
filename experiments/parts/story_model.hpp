// Layer 6. story_model: two layers of attention that answer a question about a story.
//
// A sentence is a slot, the sum of its word vectors. In layer 1 every slot looks at the statements
// before it; in layer 2 the question does. A learned number for each head and distance is all that
// tells them the order. The answer is the word whose own vector fits best.
#pragma once

#include "heed/attention.hpp"
#include "heed/embedding.hpp"
#include "heed/layer_norm.hpp"
#include "heed/relative_bias.hpp"
#include "parts/babi.hpp"

namespace heed {

//   attention(norm(x)) with the distances as its bias.   x [B, S, D]
struct StoryLayer {
  StoryLayer(std::size_t width, std::size_t heads, std::size_t reach, Random& random);

  LayerNorm norm;
  MultiHeadAttention attention;
  RelativeBias distance;

  // The slots from `first` on look at all slots, as far as the mask [B, 1 or H, S, S] allows.
  // output [B, S − first, D], weights [B, H, S − first, S].
  Attention operator()(const Tensor& x, std::size_t first, const Array& mask) const;
  Parameters parameters() const;
};

struct StoryModel {
  StoryModel(std::size_t vocabulary, std::size_t width, std::size_t heads, std::size_t statements,
             Random& random);

  Embedding words;
  StoryLayer look_back, ask;
  LayerNorm norm;
  Tensor prior;  // [V], of each word as an answer

  struct Reading {
    Tensor answers;  // [B, V], logits
    Tensor weights;  // of layer 1, [B, H, S, S]
  };
  // The mask is that of layer 1, as batch.earlier is or cut_back makes it.
  Reading operator()(const StoryBatch& batch, const Array& mask) const;
  Parameters parameters() const;
};

}  // namespace heed
