// The table of gradient checks: every operation and layer, with inputs of many shapes. The program
// gradcheck prints it and the tests run it; `make tests` fails where one has no group here.
#pragma once

#include <string>
#include <vector>

#include "heed/gradcheck.hpp"
#include "heed/parameters.hpp"

namespace heed {

struct GradientCase {
  std::string what;  // "[2, 3] and [3]"
  TensorClosure f;
  NamedTensors inputs;
  std::size_t at_least = 1;
};

// The cases of one operation, named as in its header.
struct GradientGroup {
  explicit GradientGroup(std::string name_) : name(std::move(name_)) {}

  // A function of inputs that are given as numbers. Where these or the result are empty, nothing
  // need be compared.
  void add(const std::string& what, const TensorFunction& f, const std::vector<Array>& inputs);
  // The same for a layer: its parameters are checked, too, with new numbers in all of them (a bias
  // that starts as zeros would hide what multiplies it).
  void add(const std::string& what, const TensorFunction& f, const std::vector<Array>& inputs,
           const Parameters& parameters);

  std::string name;
  std::vector<GradientCase> cases;
};
using GradientTable = std::vector<GradientGroup>;

GradientTable gradient_table();  // all of those below

GradientTable elementwise_cases();
GradientTable binary_cases();
GradientTable reduction_cases();
GradientTable matrix_cases();
GradientTable layout_cases();
GradientTable softmax_cases();
GradientTable layer_cases();
GradientTable attention_cases();
GradientTable recurrent_cases();

// Numbers between 0.1 and 1.5, of either sign, in random order. They keep a distance from each
// other and from 0, so that no kink is near. Another stream gives other numbers.
Array numbers(const Shape& shape, std::uint64_t stream = 0);
Array positive_numbers(const Shape& shape, std::uint64_t stream = 0);  // between 0.6 and 2
// Rows whose numbers lie wide apart: of a nearly constant row layer norm has huge derivatives.
Array varied_rows(const Shape& shape, std::uint64_t stream = 0);

// y, with half the sum of the inputs added to each of its numbers. Where the gradient of y alone
// is 0 (relu below 0, what a mask hides), this one has something to compare.
Tensor beside_sum(const Tensor& y, const std::vector<Tensor>& inputs);

// "[2, 3] and [3]"
std::string text(const std::vector<Shape>& shapes);

}  // namespace heed
