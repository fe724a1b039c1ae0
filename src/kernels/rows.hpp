// Layer 1. rows: softmax and layer norm, one row of numbers at a time.
#pragma once

#include <cstddef>

#include "heed/real.hpp"

namespace heed::kernels {

// x becomes softmax(x). −∞ gets weight 0; a row of nothing but −∞ becomes all zeros. A NaN, or a
// +∞, makes the row NaN.
void softmax_row(std::size_t n, Real* x);
// dx = y ⊙ (dy − (dy·y)); where y is 0 so is dx, whatever dy holds.
void softmax_row_backward(std::size_t n, const Real* y, const Real* dy, Real* dx);
// ln Σ eˣ of a row is top + rest, top its largest number (0 when all is −∞, and rest −∞). In two
// parts, since x − top − rest keeps digits that x − (top + rest) loses when top is large.
struct LogSum {
  Real top, rest;
};
LogSum logsumexp_row(std::size_t n, const Real* x);

struct Moments {
  Real mean, scale;  // scale = 1 / √(variance + eps)
};
Moments moments_row(std::size_t n, const Real* x, Real eps);

struct Means {
  Real first, product;  // mean(a), mean(a ⊙ b)
};
Means means_row(std::size_t n, const Real* a, const Real* b);

}  // namespace heed::kernels
