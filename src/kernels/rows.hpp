// Layer 1. rows: softmax and layer norm, one row of numbers at a time.
#pragma once

#include <cstddef>

#include "heed/real.hpp"

namespace heed::kernels {

// x becomes softmax(x) = exp(x − shift) · factor. −∞ gets weight 0; a row of nothing but −∞ becomes
// all zeros. A NaN, or a +∞, makes the row NaN.
struct Softmax {
  Real shift, factor;
};
Softmax softmax_row(std::size_t n, Real* x);
// x becomes exp(x − shift) alone; the factor is left to the caller.
Softmax exp_row(std::size_t n, Real* x);
// The same weights once more, to the bit, from the scores and what softmax_row returned.
void softmax_row_again(std::size_t n, Softmax softmax, Real* x);
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

// The backward pass of y = g ⊙ h + b, h = (x − mean) scale, for some rows of n numbers: sets dx,
// and the sums over these rows of what dy gives to g and b.
void layer_norm_backward(std::size_t rows, std::size_t n, const Real* dy, const Real* h,
                         const Real* scales, const Real* gain, Real* dx, Real* dgain, Real* dbias);

}  // namespace heed::kernels
