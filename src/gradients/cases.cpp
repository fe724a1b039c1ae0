#include "gradients/cases.hpp"

#include <algorithm>

#include "heed/error.hpp"

namespace heed {

void GradientGroup::add(const std::string& what, const TensorFunction& f,
                        const std::vector<Array>& inputs) {
  GradientCase added{what, {}, {}};
  std::vector<Tensor> arguments;
  for (const Array& input : inputs) {
    arguments.push_back(Tensor::parameter(input));
    added.inputs.emplace_back(concat("x", added.inputs.size()), arguments.back());
    if (input.size() == 0) added.at_least = 0;
  }
  added.f = [f, arguments] { return f(arguments); };
  if (added.f().shape().elements() == 0) added.at_least = 0;
  cases.push_back(std::move(added));
}

void GradientGroup::add(const std::string& what, const TensorFunction& f,
                        const std::vector<Array>& inputs, const Parameters& parameters) {
  add(what, f, inputs);
  Random random(cases.size(), parameters.count());
  for (const Parameter& parameter : parameters) {
    Tensor tensor = parameter.tensor;
    for (Real& x : tensor.mutable_value()) x = static_cast<Real>(random.uniform(-0.8, 0.8));
    cases.back().inputs.emplace_back(parameter.name, tensor);
  }
}

GradientTable gradient_table() {
  GradientTable table;
  for (const auto& part :
       {elementwise_cases, binary_cases, reduction_cases, matrix_cases, layout_cases, softmax_cases,
        layer_cases, attention_cases, recurrent_cases}) {
    for (GradientGroup& group : part()) table.push_back(std::move(group));
  }
  return table;
}

namespace {

// `count` numbers in equal steps from low to high, in random order.
std::vector<double> shuffled(std::size_t count, double low, double high, Random& random) {
  std::vector<double> out;
  for (std::size_t i = 0; i < count; ++i) {
    out.push_back(low + (high - low) * (static_cast<double>(i) + 0.5) / static_cast<double>(count));
  }
  random.shuffle(out);
  return out;
}

}  // namespace

Array numbers(const Shape& shape, std::uint64_t stream) {
  Random random(shape.elements(), stream);
  std::vector<double> out = shuffled(shape.elements(), 0.1, 1.5, random);
  for (double& x : out) x = random.below(2) == 0 ? x : -x;
  return Array(shape, out);
}

Array positive_numbers(const Shape& shape, std::uint64_t stream) {
  Random random(shape.elements(), stream);
  return Array(shape, shuffled(shape.elements(), 0.6, 2, random));
}

Array varied_rows(const Shape& shape, std::uint64_t stream) {
  Array out = numbers(shape, stream);
  const std::size_t width = shape.last();
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = static_cast<Real>(0.1) * out[i] + static_cast<Real>((i + i / width) % width);
  }
  return out;
}

Tensor beside_sum(const Tensor& y, const std::vector<Tensor>& inputs) {
  Tensor total = y;
  for (const Tensor& input : inputs) total = total + 0.5 * sum(input);
  return total;
}

std::string text(const std::vector<Shape>& shapes) {
  std::string out;
  for (const Shape& shape : shapes) out += (out.empty() ? "" : " and ") + to_string(shape);
  return out;
}

}  // namespace heed
