#include "kernels/rows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "kernels/vec.hpp"

namespace heed::kernels {
namespace {

constexpr Real kInfinity = std::numeric_limits<Real>::infinity();

constexpr std::size_t kCount = Sums::kCount;

// top[l] becomes the largest of top[l], x[l], x[l + lanes], …: n numbers in all.
template <std::size_t lanes>
void raise(Real (&top)[lanes], std::size_t n, const Real* x) {
  std::size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    for (std::size_t l = 0; l < lanes; ++l) top[l] = x[i + l] > top[l] ? x[i + l] : top[l];
  }
  for (std::size_t l = 0; l < lanes && i < n; ++i, ++l) top[l] = x[i] > top[l] ? x[i] : top[l];
}

// The largest number of a row. A NaN is passed over: the exponentials meet it again. Long rows take
// four registers of running maxima, since one would wait for itself at every step.
Real max_row(std::size_t n, const Real* x) {
  Real top[kCount];
  std::fill_n(top, kCount, -kInfinity);
  if (n < 8 * kCount) {
    raise(top, n, x);
  } else {
    Real wide[4 * kCount];
    std::fill_n(wide, 4 * kCount, -kInfinity);
    raise(wide, n, x);
    raise(top, 4 * kCount, wide);
  }
  return fold(top, [](const auto& a, const auto& b) { return b > a ? b : a; });
}

// What is subtracted from a row before exp(): its largest number, which leaves every quotient
// unchanged and keeps exp() from overflowing; 0 where all is −∞, since ∞ − ∞ is NaN.
Real shift_row(std::size_t n, const Real* x) {
  const Real top = max_row(n, x);
  return top == -kInfinity ? Real{0} : top;
}

// y = f(x), kCount numbers: a loop of a fixed length becomes whole registers. Left alone, clang
// would unroll it before it looks for vectors, and find none.
template <class F>
inline void map_run(const Real* x, Real* y, F f) {
#if defined(__clang__)
#pragma clang loop vectorize(enable) interleave_count(1) unroll(disable)
#endif
  for (std::size_t l = 0; l < kCount; ++l) y[l] = f(x[l]);
}

struct Run {
  alignas(64) Real lane[kCount];
};
// n ≤ kCount numbers, filled up with −∞, whose exponential adds nothing.
Run filled_run(std::size_t n, const Real* x) {
  Run run;
  std::fill_n(std::copy_n(x, n, run.lane), kCount - n, -kInfinity);
  return run;
}

// f(run) for every run of kCount numbers of x, the last one filled up. Of numbers that may change, f
// can change them.
template <class Number, class F>
void for_runs(std::size_t n, Number* x, F f) {
  std::size_t i = 0;
  for (; i + kCount <= n; i += kCount) f(x + i);
  if (i == n) return;
  Run rest = filled_run(n - i, x + i);
  f(rest.lane);
  if constexpr (!std::is_const_v<Number>) std::copy_n(rest.lane, n - i, x + i);
}

}  // namespace

Softmax exp_row(std::size_t n, Real* x) {
  const Real shift = shift_row(n, x);
  Sums sums;
  for_runs(n, x, [&sums, shift](Real* run) {
    map_run(run, run, [shift](Real score) { return exp(score - shift); });
    sums.add_run(run);
  });
  const Real total = sums.total();
  const Real factor = total == 0 ? Real{0} : 1 / total;
  return {shift, factor};
}

Softmax softmax_row(std::size_t n, Real* x) {
  const Softmax softmax = exp_row(n, x);
  for (std::size_t i = 0; i < n; ++i) x[i] *= softmax.factor;
  return softmax;
}

void softmax_row_again(std::size_t n, Softmax softmax, Real* x) {
  for_runs(n, x, [softmax](Real* run) {
    map_run(run, run,
            [softmax](Real score) { return exp(score - softmax.shift) * softmax.factor; });
  });
}

void softmax_row_backward(std::size_t n, const Real* y, const Real* dy, Real* dx) {
  Sums sums;
  sums.add(n, [y, dy](std::size_t i) { return y[i] == 0 ? Real{0} : y[i] * dy[i]; });
  const Real dot = sums.total();
  for (std::size_t i = 0; i < n; ++i) dx[i] = y[i] == 0 ? Real{0} : y[i] * (dy[i] - dot);
}

LogSum logsumexp_row(std::size_t n, const Real* x) {
  const Real shift = shift_row(n, x);
  Sums sums;
  for_runs(n, x, [&sums, shift](const Real* run) {
    Run y;
    map_run(run, y.lane, [shift](Real score) { return exp(score - shift); });
    sums.add_run(y.lane);
  });
  return {shift, log(sums.total())};
}

Moments moments_row(std::size_t n, const Real* x, Real eps) {
  Sums sum, squares;
  sum.add(n, [x](std::size_t i) { return x[i]; });
  const Real mean = sum.total() / static_cast<Real>(n);
  squares.add(n, [x, mean](std::size_t i) { return (x[i] - mean) * (x[i] - mean); });
  return {mean, 1 / std::sqrt(squares.total() / static_cast<Real>(n) + eps)};
}

// With e = dy ⊙ g the rule of the chain through mean and scale gives
//   dx = scale (e − mean(e) − h mean(e ⊙ h)):
// the parts of e that shifting or stretching x would undo again are taken out.
void layer_norm_backward(std::size_t rows, std::size_t n, const Real* __restrict dy,
                         const Real* __restrict h, const Real* scales, const Real* __restrict gain,
                         Real* __restrict dx, Real* __restrict dgain, Real* __restrict dbias) {
  std::fill_n(dgain, n, Real{0});
  std::fill_n(dbias, n, Real{0});
  for (std::size_t row = 0; row < rows; ++row, dy += n, h += n, dx += n) {
    Sums sum, product;
    sum.add(n, [=](std::size_t i) { return dy[i] * gain[i]; });
    product.add(n, [=](std::size_t i) { return dy[i] * gain[i] * h[i]; });
    const Real count = static_cast<Real>(n), scale = scales[row];
    const Real mean = sum.total() / count, along = product.total() / count;
    for (std::size_t i = 0; i < n; ++i) {
      dx[i] = scale * (dy[i] * gain[i] - mean - h[i] * along);
      dgain[i] += dy[i] * h[i];
      dbias[i] += dy[i];
    }
  }
}

}  // namespace heed::kernels
