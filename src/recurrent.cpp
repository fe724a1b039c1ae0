#include "heed/recurrent.hpp"

#include <cmath>

#include "heed/init.hpp"

namespace heed {
namespace {

// Uniform in ±1/√H, H being the width of the state.
Tensor start(const Shape& shape, std::size_t width, Random& random) {
  const double bound = 1 / std::sqrt(static_cast<double>(width));
  return Tensor::parameter(uniform(shape, -bound, bound, random));
}

Recurrence with_last(const Tensor& states) {
  return {states, select(states, 1, states.shape()[1] - 1)};
}

}  // namespace

RNN::RNN(std::size_t in, std::size_t width, Random& random, Start from)
    : input(start({in, width}, width, random)),
      recurrent(from == Start::kUniform ? start({width, width}, width, random)
                                        : Tensor::parameter(orthogonal(width, random))),
      bias(start({width}, width, random)) {}

Recurrence RNN::operator()(const Tensor& x, const Lengths& lengths) const {
  return with_last(rnn_scan(affine(x, input, bias), recurrent, lengths));
}

Parameters RNN::parameters() const {
  return Parameters().add("input", input).add("recurrent", recurrent).add("bias", bias);
}

GRU::GRU(std::size_t in, std::size_t width, Random& random)
    : input(start({in, 3 * width}, width, random)),
      recurrent(start({width, 3 * width}, width, random)),
      bias(start({3 * width}, width, random)),
      recurrent_bias(start({width}, width, random)) {}

Recurrence GRU::operator()(const Tensor& x, const Lengths& lengths) const {
  return with_last(gru_scan(affine(x, input, bias), recurrent, recurrent_bias, lengths));
}

Parameters GRU::parameters() const {
  return Parameters()
      .add("input", input)
      .add("recurrent", recurrent)
      .add("bias", bias)
      .add("recurrent_bias", recurrent_bias);
}

LSTM::LSTM(std::size_t in, std::size_t width, Random& random, double forget_bias)
    : input(start({in, 4 * width}, width, random)),
      recurrent(start({width, 4 * width}, width, random)),
      bias(start({4 * width}, width, random)) {
  std::fill_n(bias.mutable_value().data() + width, width, static_cast<Real>(forget_bias));
}

Recurrence LSTM::operator()(const Tensor& x, const Lengths& lengths) const {
  return with_last(lstm_scan(affine(x, input, bias), recurrent, lengths));
}

Parameters LSTM::parameters() const {
  return Parameters().add("input", input).add("recurrent", recurrent).add("bias", bias);
}

}  // namespace heed
