// Layer 4. FeedForward: the same small network applied to every position on its own.
#pragma once

#include "heed/linear.hpp"

namespace heed {

//   y = relu(x W₁ + b₁) W₂ + b₂.   x, y [..., D];  W₁ [D, hidden], W₂ [hidden, D].
// Vaswani et al. 2017, eq. (2), where hidden = 4D.
struct FeedForward {
  FeedForward(std::size_t width, std::size_t hidden, Random& random)
      : up(width, hidden, random), down(hidden, width, random) {}

  Linear up, down;
  Tensor operator()(const Tensor& x) const { return down(affine_relu(x, up.weight, up.bias)); }
  Parameters parameters() const { return Parameters().add("up", up).add("down", down); }
};

}  // namespace heed
