// Layer 1. reduce: sums and maxima along an axis, always in the same order.
//
// An array cut by an axis is [outer, size, inner]; these reduce the middle. Naive addition of a
// million floats loses three digits: here runs of at most 1024 numbers are added in Real, in fixed
// lanes, and the runs in double.
#pragma once

#include <cstddef>

#include "heed/real.hpp"

namespace heed::kernels {

void sum_middle(std::size_t outer, std::size_t size, std::size_t inner, const Real* x, Real* out);
// −∞ over nothing. A NaN wins over every number.
void max_middle(std::size_t outer, std::size_t size, std::size_t inner, const Real* x, Real* out);

}  // namespace heed::kernels
