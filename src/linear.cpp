#include "heed/linear.hpp"

#include "heed/init.hpp"

namespace heed {

Linear::Linear(std::size_t in, std::size_t out, Random& random)
    : weight(Tensor::parameter(xavier(in, out, random))), bias(Tensor::parameter(zeros({out}))) {}

}  // namespace heed
