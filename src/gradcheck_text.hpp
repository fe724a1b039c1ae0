// Layer 3. gradcheck_text: what a gradient check says about its tensors.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "heed/shape.hpp"

namespace heed {

// One tensor's gradient: as the backward pass and as the quotients have it, and how far apart.
struct Comparison {
  Comparison(std::string name_, const Shape& shape_) : name(std::move(name_)), shape(shape_) {}

  void add_error(double e) {
    error.push_back(e);
    if (!(e <= error[worst]) && error[worst] == error[worst])
      worst = error.size() - 1;  // NaN stays
  }
  double worst_error() const { return error.empty() ? 0 : error[worst]; }
  bool ok(double tolerance) const { return worst_error() <= tolerance; }

  std::string name;
  Shape shape;
  std::vector<double> analytic, numeric, error;
  double largest = 0;       // max|g|, of either kind
  std::size_t nonzero = 0;  // gradients that stand out of the rounding
  std::size_t worst = 0;    // where the error is largest, or not a number
};

// A line for each tensor, and under those that fail a guess at the reason.
std::string comparison_table(const std::vector<Comparison>& tensors, double tolerance);

}  // namespace heed
