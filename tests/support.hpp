// What many tests need: numbers to try, and a comparison that knows the precision.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "heed/error.hpp"
#include "heed/ops.hpp"
#include "heed/random.hpp"

inline constexpr double kEpsilon = std::numeric_limits<heed::Real>::epsilon();
inline constexpr double kInf = std::numeric_limits<double>::infinity();
inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// Of which sanitizer is this build? g++ says it with a macro, clang++ with a feature.
#if defined(__has_feature)
inline constexpr bool kAddressSanitizer = __has_feature(address_sanitizer);
inline constexpr bool kThreadSanitizer = __has_feature(thread_sanitizer);
#else
#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool kAddressSanitizer = true;
#else
inline constexpr bool kAddressSanitizer = false;
#endif
#if defined(__SANITIZE_THREAD__)
inline constexpr bool kThreadSanitizer = true;
#else
inline constexpr bool kThreadSanitizer = false;
#endif
#endif

// Equal up to rounding: relative 84 epsilon (1e-5 in float), absolute 8.4 epsilon (1e-6 in float),
// and `slack` for expected values that are printed with a few decimals only. NaN is close to NaN.
inline bool close(double a, double b, double slack = 0) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  if (std::isinf(a) || std::isinf(b)) return a == b;
  return std::abs(a - b) <= kEpsilon * (8.4 + 84 * std::max(std::abs(a), std::abs(b))) + slack;
}

inline bool all_close(const heed::Array& a, const heed::Array& b, double slack) {
  bool equal = a.shape() == b.shape();
  for (std::size_t i = 0; equal && i < a.size(); ++i) {
    equal = close(static_cast<double>(a[i]), static_cast<double>(b[i]), slack);
  }
  if (!equal) {
    MESSAGE(heed::concat(a.shape(), " ", heed::to_string(a, 9), " against ", b.shape(), " ",
                         heed::to_string(b, 9)));
  }
  return equal;
}
// The same shape, and every number close. Takes arrays as well: an Array is a constant Tensor.
inline bool close(const heed::Tensor& a, const heed::Tensor& b, double slack = 0) {
  return all_close(a.value(), b.value(), slack);
}

// The same shape and the same numbers, to the last bit.
inline bool identical(const heed::Array& a, const heed::Array& b) {
  return a.shape() == b.shape() && std::equal(a.begin(), a.end(), b.begin());
}

inline heed::Array row(std::initializer_list<double> values) {
  return heed::Array(heed::Shape{values.size()}, values);
}

// What the InputError that f throws says.
template <class F>
std::string input_error(F f) {
  try {
    f();
  } catch (const heed::InputError& error) {
    return error.what();
  }
  return "no error";
}

// Standard normal numbers.
inline heed::Array random_array(const heed::Shape& shape, std::uint64_t seed = 1) {
  heed::Random random(seed);
  heed::Array x(shape);
  for (heed::Real& v : x) v = static_cast<heed::Real>(random.normal());
  return x;
}

// The gradients of sum(cotangent ⊙ f(inputs)) with respect to each input.
template <class F>
std::vector<heed::Array> gradients(F f, const std::vector<heed::Array>& inputs,
                                   const heed::Array& cotangent) {
  std::vector<heed::Tensor> leaves;
  for (const heed::Array& input : inputs) leaves.push_back(heed::Tensor::parameter(input));
  f(leaves).backward(cotangent);
  std::vector<heed::Array> found;
  for (const heed::Tensor& leaf : leaves) found.push_back(leaf.grad());
  return found;
}

// The same for one input.
template <class F>
heed::Array gradient(F f, const heed::Array& input, const heed::Array& cotangent) {
  return gradients([&](const std::vector<heed::Tensor>& in) { return f(in[0]); }, {input},
                   cotangent)[0];
}
