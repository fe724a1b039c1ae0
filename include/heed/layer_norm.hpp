// Layer 4. LayerNorm: each vector shifted to mean 0 and stretched to variance 1, then to taste.
#pragma once

#include "heed/ops.hpp"
#include "heed/parameters.hpp"

namespace heed {

//   y = gain ⊙ (x − mean) / √(variance + 1e-5) + bias over the last axis.  x, y [..., D].
// gain starts as ones, bias as zeros.  Ba, Kiros & Hinton 2016, eq. (4)
struct LayerNorm {
  explicit LayerNorm(std::size_t width)
      : gain(Tensor::parameter(ones({width}))), bias(Tensor::parameter(zeros({width}))) {}

  Tensor gain, bias;
  Tensor operator()(const Tensor& x) const { return layer_norm(x, gain, bias); }
  Parameters parameters() const { return Parameters().add("gain", gain).add("bias", bias); }
};

}  // namespace heed
