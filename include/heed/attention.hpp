// Layer 4. attention: every word asks all words, and takes from each as much as it fits.
//
//   Attention(Q, K, V) = softmax(Q Kᵀ / √d_k) V                     Vaswani et al. 2017, eq. (1)
//
// Letters: B examples, H heads, T words that ask, S words that are looked at, D width, d_k = D / H.
// A mask stretches to [B, H, T, S]; 1 = may look at, 0 = may not. A word that may look at nothing
// gets zeros, and zero gradients.
#pragma once

#include "heed/dropout.hpp"
#include "heed/ops.hpp"
#include "heed/parameters.hpp"

namespace heed {

struct Attention {
  Tensor output;   // [B, T, D]; of one function call on split heads, [B, H, T, d_k]
  Tensor weights;  // [B, H, T, S], each head's own, rows sum to 1; none if pass.weights is false
};

// What may be changed about eq. (1). The defaults are the equation.
struct AttentionOptions {
  bool scaled = true;  // divide by √d_k
  Tensor bias;         // [H, T, S], added to the scores: relative positions, where there are any
  Dropout dropout;     // of the weights
};

// Eq. (1) for each head.   query [B, H, T, d_k], key and value [B, H, S, d_k].
// An empty mask (Array()) allows everything.
Attention scaled_dot_product_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                                       const Array& mask, const AttentionOptions& options = {},
                                       const Pass& pass = {});

// [B, T, D] → [B, H, T, D/H]: head h gets the columns h·D/H … of every word. And back.
Tensor split_heads(const Tensor& x, std::size_t heads);
Tensor merge_heads(const Tensor& x);

// Which keys are words: [B, 1, 1, S], 1 before each example's length, 0 on its padding.
Array padding_mask(const std::vector<std::size_t>& lengths, std::size_t longest);
// No word sees later ones: [T, T], 1 on and below the diagonal.
Array causal_mask(std::size_t length);

// Several attentions side by side, each in its own D/H columns, mixed by a last linear map.
// No projection has a bias: a key bias would add one number to a whole row of scores, which softmax
// ignores; its gradient is exactly zero.
struct MultiHeadAttention {
  // Throws ValueError unless heads divides width.
  MultiHeadAttention(std::size_t width, std::size_t heads, Random& random);

  std::size_t heads;
  Tensor query, key, value, output;  // [D, D], xavier
  AttentionOptions options;

  // The control of every map: from now on each word looks at all that it may see alike. Queries of
  // zeros score them so, and as constants they stay what they are in training.
  void make_uniform() { query = Tensor(zeros(query.shape())); }

  // Eq. (1) as it is written; or, where nobody asks for the weights and nothing changes them on the
  // way (a bias, dropout), the fused operation, whose output is the same within rounding.
  // The words of x look at one another.   x [B, T, D]
  Attention operator()(const Tensor& x, const Array& mask, const Pass& pass = {}) const;
  // The words of `from` [B, T, D] look at those of `at` [B, S, D].
  Attention operator()(const Tensor& from, const Tensor& at, const Array& mask,
                       const Pass& pass = {}) const;
  // And what they take are those of `taken` [B, S, D].
  Attention operator()(const Tensor& from, const Tensor& at, const Tensor& taken, const Array& mask,
                       const Pass& pass = {}) const;
  Parameters parameters() const;
};

}  // namespace heed
