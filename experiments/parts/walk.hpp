// Layer 6. walk: one head of attention on one sentence, number by number.
#pragma once

#include <string>
#include <vector>

#include "heed/array.hpp"

namespace heed {

// X, Q, K, V, Q Kᵀ, Q Kᵀ / √d_k, its softmax and softmax · V, each a table with its words and its
// shape; of each product the cell of the second row (the last word's column, or the first) is
// spelled out.
//   x [T, D], at least two words; w_q, w_k [D, d_k], w_v [D, d_v].
// Throws ShapeError unless x has a row for each word, and two or more.
std::string walk(const std::vector<std::string>& words, const Array& x, const Array& w_q,
                 const Array& w_k, const Array& w_v);

// One cell of the product a b, as a line: "name = 0.61·1.20 + 0.25·(-0.30) = 0.66". The factors are
// rounded, the sum is not of the rounded ones.   a [M, K], b [K, N].
std::string spell_cell(const std::string& name, const Array& a, std::size_t row, const Array& b,
                       std::size_t column);

}  // namespace heed
