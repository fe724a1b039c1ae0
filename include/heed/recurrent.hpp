// Layer 4. recurrent: networks that read one word after the other, and remember in a state.
//
// Letters: B sequences, T steps, D width of the input, H width of the state; σ the sigmoid, ⊙ the
// product element by element. h starts as zeros. Each network is a matrix product for the inputs of
// all steps at once, x W + b, and a scan (ops.hpp) that takes the state from step to step.
// Where the numbers start from is PyTorch's choice: uniform in ±1/√H, biases included.
#pragma once

#include "heed/ops.hpp"
#include "heed/parameters.hpp"

namespace heed {

// What a sequence has been read into. Past its length a state no longer changes, so the last one is
// that at the length: padding cannot change it. A sequence of length 0 has zeros.
struct Recurrence {
  Tensor states;  // [B, T, H], after every step
  Tensor last;    // [B, H], after the last one
};

// The simple recurrent network.                                   Elman 1990
//   hₜ = tanh(xₜ W + hₜ₋₁ U + b)
// x [B, T, D], W [D, H], U [H, H], b [H]. Back through time dhₜ₋₁ = (dhₜ ⊙ (1 − hₜ²)) Uᵀ: a gradient
// that is multiplied by Uᵀ at each step fades or grows with its powers.
struct RNN {
  // What U starts from: uniform like all others, or orthogonal, which keeps lengths (init.hpp).
  enum class Start { kUniform, kOrthogonal };
  RNN(std::size_t in, std::size_t width, Random& random, Start start = Start::kUniform);

  Tensor input, recurrent, bias;  // W, U, b
  Recurrence operator()(const Tensor& x, const Lengths& lengths = {}) const;
  Parameters parameters() const;
};

// The gated recurrent unit.                                       Cho et al. 2014, as PyTorch has it
//   r = σ(xₜ W_r + hₜ₋₁ U_r + b_r)                   reset
//   z = σ(xₜ W_z + hₜ₋₁ U_z + b_z)                   update
//   n = tanh(xₜ W_n + b_n + r ⊙ (hₜ₋₁ U_n + c_n))    new
//   hₜ = (1 − z) ⊙ n + z ⊙ hₜ₋₁
// The reset comes after the product with U_n, so n has a recurrent bias c_n of its own. Cho et al.
// put it before (r ⊙ hₜ₋₁) U_n, which gives other numbers.
// x [B, T, D], W [D, 3H], U [H, 3H], b [3H], each r, z, n side by side; c_n [H].
struct GRU {
  GRU(std::size_t in, std::size_t width, Random& random);

  Tensor input, recurrent, bias, recurrent_bias;  // W, U, b, c_n
  Recurrence operator()(const Tensor& x, const Lengths& lengths = {}) const;
  Parameters parameters() const;
};

// Long short-term memory: a sum c that gates write, keep and read.   Hochreiter & Schmidhuber 1997;
//   i = σ(xₜ W_i + hₜ₋₁ U_i + b_i)       input             the forget gate: Gers et al. 2000
//   f = σ(xₜ W_f + hₜ₋₁ U_f + b_f)       forget
//   g = tanh(xₜ W_g + hₜ₋₁ U_g + b_g)    what is written
//   o = σ(xₜ W_o + hₜ₋₁ U_o + b_o)       output
//   cₜ = f ⊙ cₜ₋₁ + i ⊙ g,   hₜ = o ⊙ tanh(cₜ)
// Along c the gradient is multiplied by f alone. x [B, T, D], W [D, 4H], U [H, 4H], b [4H], each
// i, f, g, o side by side. b_f starts as `forget_bias`: with 1 the memory is kept from the start.
struct LSTM {
  LSTM(std::size_t in, std::size_t width, Random& random, double forget_bias = 1);

  Tensor input, recurrent, bias;  // W, U, b
  Recurrence operator()(const Tensor& x, const Lengths& lengths = {}) const;
  Parameters parameters() const;
};

}  // namespace heed
