// Layer 5. optimizer: how parameters move along their gradients.
#pragma once

#include <cstdint>
#include <vector>

#include "heed/parameters.hpp"

namespace heed {

// Stochastic gradient descent with momentum μ:   v ← μ v + g,   θ ← θ − rate·v.
class Sgd {
 public:
  explicit Sgd(const Parameters& parameters, double momentum = 0);
  void step(double rate);

 private:
  Parameters parameters_;
  double momentum_;
  std::vector<Array> velocity_;
};

struct AdamConfig {
  double beta1 = 0.9;    // how long the mean of the gradient remembers
  double beta2 = 0.999;  // how long the mean of its square remembers
  double eps = 1e-8;
  double decay = 0;  // of matrices only: gains, biases and other vectors stay as they are
};

// Adam (Kingma & Ba 2015, algorithm 1), with decoupled weight decay (Loshchilov & Hutter 2019) when
// decay > 0, which is AdamW.  At step t:
//   m ← β₁ m + (1 − β₁) g,   v ← β₂ v + (1 − β₂) g²,
//   m̂ = m / (1 − β₁ᵗ),   v̂ = v / (1 − β₂ᵗ),
//   θ ← θ − rate·decay·θ,   θ ← θ − rate · m̂ / (√v̂ + eps).
class Adam {
 public:
  explicit Adam(const Parameters& parameters, const AdamConfig& config = {});
  void step(double rate);

  // What it remembers from step to step: m and v of each parameter, and t.
  struct Memory {
    std::vector<Array> mean, square;
    std::int64_t steps = 0;
  };
  const Memory& memory() const { return memory_; }
  // Throws as check_fit does; nothing has changed then.
  void restore(Memory memory);

 private:
  Parameters parameters_;
  AdamConfig config_;
  Memory memory_;
};

// Scales all gradients by one factor, so that their common Euclidean norm is at most `most`;
// smaller ones stay. Returns the norm before. Throws NonFiniteError, naming the step and the
// parameter, and changes nothing, when the norm is not finite.
double clip_gradients(const Parameters& parameters, double most, std::int64_t step);

// Throws NonFiniteError "step 12: loss is nan" unless the loss is finite, and names the first
// parameter that is not: to be called before backward(), so that no weight is spoilt.
void check_loss(double loss, std::int64_t step, const Parameters& parameters);

// Throws NonFiniteError "parameter up.weight holds nan at [0, 3] of [4, 8] after step 12" unless all
// parameters are finite.
void check_parameters(const Parameters& parameters, std::int64_t step);

}  // namespace heed
