// Layer 1. pack: a matrix copied into the order in which the product reads it.
//
// The product walks along k and takes a few neighbouring rows of A, or columns of B, at each step.
// Those are copied into panels, in which the numbers of one k lie side by side and those of the
// next k follow: the hot loop then reads straight on, whatever the matrix looked like.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>

#include "kernels/gemm.hpp"
#include "kernels/vec.hpp"

namespace heed::kernels {

// The N × N numbers at `from`, rows `row` apart, transposed to `to`, rows `step` apart. Each of the
// log N rounds shuffles like a deck of cards: row i of the upper half with row i of the lower one.
template <class V, std::size_t... lane>
void transpose_block(const Real* from, std::size_t row, Real* to, std::size_t step,
                     std::index_sequence<lane...>) {
  constexpr std::size_t N = sizeof...(lane);
  V x[N], y[N];
#pragma GCC unroll 16
  for (std::size_t i = 0; i < N; ++i) x[i] = load<V>(from + i * row);
#pragma GCC unroll 4
  for (std::size_t round = 1; round < N; round *= 2) {
#pragma GCC unroll 8
    for (std::size_t i = 0; i < N / 2; ++i) {
      const V &a = x[i], &b = x[i + N / 2];
      y[2 * i] = __builtin_shufflevector(a, b, (lane / 2 + lane % 2 * N)...);
      y[2 * i + 1] = __builtin_shufflevector(a, b, (N / 2 + lane / 2 + lane % 2 * N)...);
    }
#pragma GCC unroll 16
    for (std::size_t i = 0; i < N; ++i) x[i] = y[i];
  }
#pragma GCC unroll 16
  for (std::size_t i = 0; i < N; ++i) store(to + i * step, x[i]);
}

// Copy `lines` lines of k numbers into panels of `width` lines. x.row leads from line to line,
// x.column along k. The last panel is filled up with zeros, at least to a multiple of N, the lanes of
// V. Along k as many numbers as a cache line holds are taken at a time: read in two halves, lines a
// power of two apart would push each other out of the cache in between.
template <std::size_t width, class V>
void pack(std::size_t lines, std::size_t k, MatrixView x, Real* out) {
  constexpr std::size_t N = sizeof(V) / sizeof(Real), kRun = 64 / sizeof(Real);
  const std::size_t step = x.row == 1 ? width : N;
  for (std::size_t k0 = 0; k0 < k; k0 += kRun) {
    const std::size_t depth = std::min(kRun, k - k0);
    for (std::size_t l0 = 0; l0 < lines; l0 += step) {
      const std::size_t count = std::min(step, lines - l0);
      const Real* from = x.at(l0, k0);
      Real* to = out + l0 / width * width * k + k0 * width + l0 % width;
      std::size_t p = 0;
      if (count == width && x.row == 1) {
        for (; p < depth; ++p, from += x.column, to += width) {
          for (std::size_t l = 0; l < width; l += kRun) {
            __builtin_prefetch(from + kRun * x.column + l);
          }
          std::memcpy(to, from, width * sizeof(Real));
        }
      } else if (count == N && x.column == 1) {
        for (; p + N <= depth; p += N, from += N, to += N * width) {
          transpose_block<V>(from, x.row, to, width, std::make_index_sequence<N>());
        }
      }
      for (; p < depth; ++p, from += x.column, to += width) {
        for (std::size_t l = 0; l < step; ++l) to[l] = l < count ? from[l * x.row] : Real{0};
      }
    }
  }
}

}  // namespace heed::kernels
