// Layer 4. Dropout: in training, numbers left out by chance; in evaluation, nothing.
#pragma once

#include "heed/ops.hpp"

namespace heed {

// What a forward pass is for. With a generator it is training, and dropout draws from it; without,
// it is evaluation: the result is exact and no generator moves.
struct Pass {
  Random* dropout = nullptr;
  // Whether attention is to return its weights. Without them it is faster, and needs far less
  // memory for long texts.
  bool weights = true;
};

struct Dropout {
  double rate = 0;
  Tensor operator()(const Tensor& x, const Pass& pass) const {
    return pass.dropout == nullptr || rate == 0 ? x : dropout(x, rate, *pass.dropout);
  }
};

}  // namespace heed
