// Layer 4. Linear: y = x W + b, the learned linear map.
#pragma once

#include "heed/ops.hpp"
#include "heed/parameters.hpp"

namespace heed {

//   x [..., N, in], W [in, out], b [out], y [..., N, out].  W starts as xavier, b as zeros.
struct Linear {
  Linear(std::size_t in, std::size_t out, Random& random);

  Tensor weight, bias;
  Tensor operator()(const Tensor& x) const { return affine(x, weight, bias); }
  Parameters parameters() const { return Parameters().add("weight", weight).add("bias", bias); }
};

}  // namespace heed
