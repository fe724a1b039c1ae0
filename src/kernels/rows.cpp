#include "kernels/rows.hpp"

#include <cmath>
#include <limits>

#include "kernels/vec.hpp"

namespace heed::kernels {
namespace {

constexpr Real kInfinity = std::numeric_limits<Real>::infinity();

// The largest number of a row, in fixed lanes. A NaN is passed over: the exponentials meet it
// again.
Real max_row(std::size_t n, const Real* x) {
  constexpr std::size_t kCount = Sums::kCount;
  Real lane[kCount];
  for (Real& l : lane) l = -kInfinity;
  std::size_t i = 0;
  for (; i + kCount <= n; i += kCount) {
    for (std::size_t l = 0; l < kCount; ++l) lane[l] = x[i + l] > lane[l] ? x[i + l] : lane[l];
  }
  for (; i < n; ++i) lane[0] = x[i] > lane[0] ? x[i] : lane[0];
  Real top = lane[0];
  for (const Real l : lane) top = l > top ? l : top;
  return top;
}

}  // namespace

void softmax_row(std::size_t n, Real* x) {
  const Real top = max_row(n, x);
  // Subtracting the maximum leaves the quotient unchanged and keeps exp() from overflowing.
  const Real shift = top == -kInfinity ? Real{0} : top;
  for (std::size_t i = 0; i < n; ++i) x[i] = exp(x[i] - shift);
  Sums sums;
  sums.add(n, [x](std::size_t i) { return x[i]; });
  const Real total = sums.total();
  const Real factor = total == 0 ? Real{0} : 1 / total;
  for (std::size_t i = 0; i < n; ++i) x[i] *= factor;
}

void softmax_row_backward(std::size_t n, const Real* y, const Real* dy, Real* dx) {
  Sums sums;
  sums.add(n, [y, dy](std::size_t i) { return y[i] == 0 ? Real{0} : y[i] * dy[i]; });
  const Real dot = sums.total();
  for (std::size_t i = 0; i < n; ++i) dx[i] = y[i] == 0 ? Real{0} : y[i] * (dy[i] - dot);
}

LogSum logsumexp_row(std::size_t n, const Real* x) {
  const Real top = max_row(n, x);
  const Real shift = top == -kInfinity ? Real{0} : top;
  Sums sums;
  sums.add(n, [x, shift](std::size_t i) { return exp(x[i] - shift); });
  return {shift, log(sums.total())};
}

Moments moments_row(std::size_t n, const Real* x, Real eps) {
  Sums sum, squares;
  sum.add(n, [x](std::size_t i) { return x[i]; });
  const Real mean = sum.total() / static_cast<Real>(n);
  squares.add(n, [x, mean](std::size_t i) { return (x[i] - mean) * (x[i] - mean); });
  return {mean, 1 / std::sqrt(squares.total() / static_cast<Real>(n) + eps)};
}

Means means_row(std::size_t n, const Real* a, const Real* b) {
  Sums sum, product;
  sum.add(n, [a](std::size_t i) { return a[i]; });
  product.add(n, [a, b](std::size_t i) { return a[i] * b[i]; });
  const Real count = static_cast<Real>(n);
  return {sum.total() / count, product.total() / count};
}

}  // namespace heed::kernels
