// Layer 0. Vec: one vector register of numbers, with the compilers' vector extensions.
//
// + − × ÷ on a Vec work lane by lane, and a number stretches over the lanes, so the code reads like
// mathematics. The width follows the instruction set; sums use 16 lanes of float (8 of double) on
// every machine, so that the order of additions, and with it every bit, stays the same.
#pragma once

#include <cstddef>
#include <cstring>
#include <utility>

#include "heed/real.hpp"
#include "kernels/math.hpp"

namespace heed::kernels {

#if defined(__AVX512F__)
inline constexpr std::size_t kVecBytes = 64;
#elif defined(__AVX__)
inline constexpr std::size_t kVecBytes = 32;
#else
inline constexpr std::size_t kVecBytes = 16;
#endif

template <std::size_t bytes>
struct VecOf {
  typedef Real type __attribute__((vector_size(bytes)));
  static constexpr std::size_t kLanes = bytes / sizeof(Real);
};
using Vec = VecOf<kVecBytes>::type;
inline constexpr std::size_t kLanes = VecOf<kVecBytes>::kLanes;

// memcpy is the portable unaligned access; it compiles to one instruction.
template <class V = Vec>
inline V load(const Real* from) {
  V v;
  std::memcpy(&v, from, sizeof v);
  return v;
}
template <class V>
inline void store(Real* to, const V& v) {
  std::memcpy(to, &v, sizeof v);
}

// x in every lane. x − 0 is x and costs nothing; x + 0 would turn −0 into 0, and so costs an
// addition.
template <class V = Vec>
inline V broadcast(Real x) {
  return x - V{};
}

// a·b + c in every lane, with one rounding.
template <class V>
inline V fma_lanes(const V& a, const V& b, const V& c) {
  V result;
#pragma GCC unroll 16
  for (std::size_t lane = 0; lane < sizeof(V) / sizeof(Real); ++lane) {
    result[lane] = fma(a[lane], b[lane], c[lane]);
  }
  return result;
}

template <std::size_t from, class V, std::size_t... lane>
inline auto lanes_from(const V& v, std::index_sequence<lane...>) {
  return __builtin_shufflevector(v, v, (from + lane)...);
}

// The lanes of v joined as a balanced tree: first half with second half, until one is left.
template <class V, class Join>
inline Real fold(const V& v, Join join) {
  constexpr std::size_t half = sizeof(V) / sizeof(Real) / 2;
  if constexpr (half == 1) {
    return join(v[0], v[1]);
  } else {
    constexpr auto lanes = std::make_index_sequence<half>();
    return fold(join(lanes_from<0>(v, lanes), lanes_from<half>(v, lanes)), join);
  }
}
// The same for a run of numbers, whatever the register width.
template <std::size_t n, class Join>
inline Real fold(const Real (&x)[n], Join join) {
  if constexpr (n == kLanes) {
    return fold(load(x), join);
  } else {
    Real half[n / 2];
    for (std::size_t l = 0; l < n / 2; l += kLanes) {
      store(half + l, join(load(x + l), load(x + n / 2 + l)));
    }
    return fold(half, join);
  }
}

// 64 bytes of running sums, whatever the register width: the fixed lanes that reductions add into.
struct Sums {
  static constexpr std::size_t kCount = 64 / sizeof(Real);
  alignas(64) Real lane[kCount] = {};

  // f(i) for i = 0 … n − 1, the i-th into lane i mod kCount.
  template <class F>
  void add(std::size_t n, F f) {
    std::size_t i = 0;
    for (; i + kCount <= n; i += kCount) {
      for (std::size_t l = 0; l < kCount; ++l) lane[l] += f(i + l);
    }
    for (std::size_t l = 0; i < n; ++i, ++l) lane[l] += f(i);
  }
  // kCount numbers, one into each lane.
  void add_run(const Real* x) {
    for (std::size_t l = 0; l < kCount; l += kLanes) store(lane + l, load(lane + l) + load(x + l));
  }
  Real total() const {
    return fold(lane, [](const auto& a, const auto& b) { return a + b; });
  }
};

}  // namespace heed::kernels
