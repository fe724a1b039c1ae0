// What the tests of layers share: questions to a list of parameters.
#pragma once

#include <string>

#include "heed/parameters.hpp"
#include "support.hpp"

// "weight bias": the names, in order.
inline std::string names(const heed::Parameters& parameters) {
  std::string list;
  for (const heed::Parameter& p : parameters) list += (list.empty() ? "" : " ") + p.name;
  return list;
}

// The names of those that get no gradient from `out`, backward through a random cotangent.
inline std::string without_gradient(const heed::Parameters& parameters, const heed::Tensor& out) {
  parameters.zero_grad();
  out.backward(random_array(out.shape(), 99));
  std::string list;
  for (const heed::Parameter& p : parameters) {
    const heed::Array& g = p.tensor.grad();
    if (std::all_of(g.begin(), g.end(), [](heed::Real x) { return x == 0; })) list += p.name + " ";
  }
  return list;
}

// The same names and the same numbers, to the last bit.
inline bool identical(const heed::Parameters& a, const heed::Parameters& b) {
  bool equal = names(a) == names(b);
  for (std::size_t i = 0; equal && i < a.size(); ++i) {
    equal = identical(a[i].tensor.value(), b[i].tensor.value());
  }
  return equal;
}

// Every parameter as N(0, ½²) of its own: what a model may be after training, biases included.
inline void randomise(const heed::Parameters& parameters, std::uint64_t seed) {
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    heed::Tensor tensor = parameters[i].tensor;
    tensor.mutable_value() = heed::scale(random_array(tensor.shape(), seed * 1000 + i), 0.5);
  }
}
