// Layer 1. update: one step of an optimizer over many numbers at once.
//
// Four arrays that never overlap are read and written in step; saying so (__restrict) lets every
// compiler work on whole registers. Square root and division round correctly, so the bits are those
// of the plain loop.
#pragma once

#include <cmath>
#include <cstddef>

#include "heed/real.hpp"

namespace heed::kernels {

struct AdamStep {
  Real beta1, rest1, beta2, rest2;  // rest = 1 − beta, narrowed once
  Real pace, root, eps;             // rate / (1 − β₁ᵗ), 1 / √(1 − β₂ᵗ)
  Real keep;                        // 1 − rate·decay
};

// m ← β₁ m + (1 − β₁) g,   v ← β₂ v + (1 − β₂) g²,   θ ← keep·θ − pace·m / (√v·root + eps)
inline void adam(std::size_t n, const AdamStep& s, const Real* __restrict g, Real* __restrict m,
                 Real* __restrict v, Real* __restrict theta) {
  const AdamStep c = s;
  for (std::size_t i = 0; i < n; ++i) {
    m[i] = c.beta1 * m[i] + c.rest1 * g[i];
    v[i] = c.beta2 * v[i] + c.rest2 * g[i] * g[i];
    theta[i] = c.keep * theta[i] - c.pace * m[i] / (std::sqrt(v[i]) * c.root + c.eps);
  }
}

// v ← μ v + g,   θ ← θ − rate·v
inline void momentum(std::size_t n, Real mu, Real rate, const Real* __restrict g,
                     Real* __restrict v, Real* __restrict theta) {
  for (std::size_t i = 0; i < n; ++i) {
    v[i] = mu * v[i] + g[i];
    theta[i] -= rate * v[i];
  }
}

}  // namespace heed::kernels
