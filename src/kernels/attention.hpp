// Layer 1. attention: softmax(Q Kᵀ / √d_k) V of one head, without keeping the weights.
//
// Long texts have more weights than memory likes: T² of them a head. Here a block of rows is taken
// at a time: its scores, its softmax, its share of the output, and nothing of it stays but two
// numbers a row. The backward pass computes the weights of the block once more from those, to the
// bit, which costs one product more and touches memory of the order of rows × S instead of T × S.
// The keys and values are copied for the products once, not for every block. Keys that no row of a
// block may look at are left out: under a causal mask that is half of the work.
#pragma once

#include <cstddef>

#include "heed/real.hpp"
#include "kernels/rows.hpp"

namespace heed::kernels {

// One head of one example. Rows of query, key, value, and of their gradients, lie `stride` apart,
// so a head is read where it is, as columns of [T, D].
struct AttentionHead {
  std::size_t queries, keys, width;  // T, S, d_k
  std::size_t stride;
  const Real *query, *key, *value;
  Real scale;
  // mask[i·mask_row + j·mask_column] is 0 where row i may not look at key j; null allows all. Row i
  // looks at nothing from key reach[i·reach_row] on.
  const Real* mask = nullptr;
  std::size_t mask_row = 0, mask_column = 0;
  const std::size_t* reach = nullptr;
  std::size_t reach_row = 0;
};

// How many rows are a block: it depends on the number of keys alone.
std::size_t attention_rows(std::size_t keys);

// The rows from `begin` to `end` of the output, block by block; and, for each row of the head, what
// the backward pass needs to know of its softmax.
void attend(const AttentionHead& head, std::size_t begin, std::size_t end, Real* out,
            Softmax* kept);

// Sets the gradients of a whole head.
void attend_backward(const AttentionHead& head, const Softmax* kept, const Real* out,
                     const Real* dout, Real* dquery, Real* dkey, Real* dvalue);

}  // namespace heed::kernels
