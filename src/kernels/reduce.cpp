#include "kernels/reduce.hpp"

#include <algorithm>
#include <limits>

#include "heed/parallel.hpp"
#include "kernels/vec.hpp"

namespace heed::kernels {
namespace {

constexpr std::size_t kRun = 1024;  // numbers added in Real before double takes over

Real sum_row(std::size_t n, const Real* x) {
  double total = 0;
  for (std::size_t begin = 0; begin < n; begin += kRun) {
    Sums sums;
    sums.add(std::min(kRun, n - begin), [from = x + begin](std::size_t i) { return from[i]; });
    total += static_cast<double>(sums.total());
  }
  return static_cast<Real>(total);
}

// Columns of one [size, inner] matrix, inner > 1: 64 rows at a time in Real, those in double.
void sum_columns(std::size_t size, std::size_t inner, const Real* x, Real* out) {
  constexpr std::size_t kRowsAtOnce = 64, kWidth = 64;
  for (std::size_t j = 0; j < inner; j += kWidth) {
    const std::size_t width = std::min(kWidth, inner - j);
    double total[kWidth] = {};
    for (std::size_t begin = 0; begin < size; begin += kRowsAtOnce) {
      Real sum[kWidth] = {};
      for (std::size_t i = begin; i < std::min(size, begin + kRowsAtOnce); ++i) {
        const Real* row = x + i * inner + j;
        for (std::size_t c = 0; c < width; ++c) sum[c] += row[c];
      }
      for (std::size_t c = 0; c < width; ++c) total[c] += static_cast<double>(sum[c]);
    }
    for (std::size_t c = 0; c < width; ++c) out[j + c] = static_cast<Real>(total[c]);
  }
}

}  // namespace

void sum_middle(std::size_t outer, std::size_t size, std::size_t inner, const Real* x, Real* out) {
  for (std::size_t i = 0; i < outer; ++i) {
    if (inner == 1) {
      out[i] = sum_row(size, x + i * size);
    } else {
      sum_columns(size, inner, x + i * size * inner, out + i * inner);
    }
  }
}

void max_middle(std::size_t outer, std::size_t size, std::size_t inner, const Real* x, Real* out) {
  std::fill_n(out, outer * inner, -std::numeric_limits<Real>::infinity());
  for (std::size_t i = 0; i < outer; ++i) {
    Real* best = out + i * inner;
    for (std::size_t j = 0; j < size; ++j, x += inner) {
      for (std::size_t c = 0; c < inner; ++c) {
        // The comparison is written so that a NaN in either place stays.
        if (!(x[c] <= best[c]) && best[c] == best[c]) best[c] = x[c];
      }
    }
  }
}

}  // namespace heed::kernels
