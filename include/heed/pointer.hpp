// Layer 4. Pointer: an attention whose weights are the answer.
//
// One vector asks, all words are looked at, and the softmax over them says which word is meant
// (Vinyals, Fortunato & Jaitly 2015). There is no value: where the weight goes is the result, so
// the map of these weights cannot tell another story than the answer.
#pragma once

#include "heed/ops.hpp"
#include "heed/parameters.hpp"

namespace heed {

struct Pointer {
  Pointer(std::size_t width, Random& random);

  Tensor query;  // [D, D], xavier

  // Scores before the softmax, q Kᵀ / √D with q = asker W.
  //   asker [B, D], words [B, T, D], out [B, T]
  Tensor operator()(const Tensor& asker, const Tensor& words) const;
  Parameters parameters() const { return Parameters().add("query", query); }
};

// The row positions[b] of each example: x [B, T, D], positions [B], out [B, D].
Tensor pick_words(const Tensor& x, const Indices& positions);

// The mean over examples of −ln(total weight on the right places): cross-entropy where several
// answers may be right.   log_weights [B, N] from log_softmax, right [B, N] of 0 and 1.
Tensor pointer_loss(const Tensor& log_weights, const Array& right);

}  // namespace heed
