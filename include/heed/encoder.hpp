// Layer 4. encoder: blocks of attention and feed-forward, one on the other.
#pragma once

#include <optional>
#include <vector>

#include "heed/attention.hpp"
#include "heed/feed_forward.hpp"
#include "heed/layer_norm.hpp"

namespace heed {

// How a word's place enters: not at all, by waves of fixed lengths, or by a learned vector a place.
enum class Positions { kNone, kSinusoidal, kLearned };

// sin and cos of position / 10000^(2i/D):  [length, D].   Vaswani et al. 2017, §3.5
Array sinusoidal_positions(std::size_t length, std::size_t width);

struct EncoderConfig {
  std::size_t width = 32;  // D
  std::size_t layers = 1;  // 0: the vectors, positions added, and a layer norm
  std::size_t heads = 4;   // they divide the width
  std::size_t hidden = 0;  // of the feed-forward network; 0 leaves it out
  Positions positions = Positions::kLearned;
  std::size_t longest = 128;  // rows of the learned table
  bool scaled = true;         // divide scores by √d_k
  double dropout = 0;         // of what attention and feed-forward add
  // What may be different about the last block:
  std::size_t last_heads = 0;  // its heads; 0: as many as the others have
  bool last_residual = true;   // false: it passes on what its attention heard, and no x beside it
  bool last_bare = false;      // from each word it takes that word's vector from before all blocks
};

// Pre-norm:  x + attention(norm(x)),  then  x + feed_forward(norm(x)).   x [B, T, D]
// Without a residual the first is attention(norm(x)). Where `bare` [B, T, D] is given, words are
// compared by x, but what is taken from them is norm(bare). Both together: a word's output is made
// of the bare vectors of those words that it looks at, and of nothing else.
struct EncoderBlock {
  EncoderBlock(const EncoderConfig& config, Random& random);

  LayerNorm attention_norm;
  MultiHeadAttention attention;
  LayerNorm feed_forward_norm;
  std::optional<FeedForward> feed_forward;
  Dropout dropout;
  bool residual = true;  // of the attention

  Attention operator()(const Tensor& x, const Array& mask, const Pass& pass = {},
                       const Tensor& bare = Tensor()) const;
  Parameters parameters() const;
};

struct Encoded {
  Tensor output;                // [B, T, D], after the last layer norm
  std::vector<Tensor> weights;  // of each block, [B, H, T, T]; none if pass.weights is false
};

struct Encoder {
  Encoder(const EncoderConfig& config, Random& random);

  Positions positions;
  Tensor position_table;  // [longest, D], where positions are learned
  std::vector<EncoderBlock> blocks;
  LayerNorm norm;
  bool last_bare;

  // Word vectors x [B, T, D]; masks: one for all blocks, or one for each (attention.hpp says what
  // they mean). Padding never influences a word that may not look at it.
  // Throws ShapeError when the sentences are empty or longer than the learned positions.
  Encoded operator()(const Tensor& x, const std::vector<Array>& masks, const Pass& pass = {}) const;
  Parameters parameters() const;
};

}  // namespace heed
