// Layer 0. exp, log, tanh and their kin from + − × ÷ and sqrt alone.
//
// The C library's versions call through a pointer, cannot be vectorised, and round differently from
// machine to machine. These are straight-line code: a loop over them becomes vector instructions on
// g++ and clang, with the same bits. Measured against long double, in units of the last place: exp
// and log within 1.1, tanh and sigmoid within 2. The first two and sigmoid never fall while x grows
// (over all floats); tanh may between neighbours, by one unit.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace heed::kernels {

// a·b + c with one rounding where the machine has the instruction. Written out, because the build
// forbids the compiler to contract on its own (-ffp-contract=off): only so do all builds agree.
template <class T>
inline T fma(T a, T b, T c) {
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA)
  if constexpr (std::is_same_v<T, float>) return __builtin_fmaf(a, b, c);
  if constexpr (std::is_same_v<T, double>) return __builtin_fma(a, b, c);
#endif
  return a * b + c;
}

// What the algorithms need to know of a floating-point format.
template <class T>
struct Format;
template <>
struct Format<float> {
  using Bits = std::int32_t;
  static constexpr int kMantissa = 23, kBias = 127;
  static constexpr float kRound =
      12582912.f;  // 1.5·2²³: adding it leaves the integer in the low bits
  static constexpr float kLn2High = 0.693145752f, kLn2Low = 1.42860677e-6f;
  static constexpr float kExpMin = -104.f, kExpMax = 89.f;  // beyond: 0 and ∞
  static constexpr float kTanhMax = 10.f;                   // beyond: 1
  static constexpr int kExpTerms = 7, kLogTerms = 5;
};
template <>
struct Format<double> {
  using Bits = std::int64_t;
  static constexpr int kMantissa = 52, kBias = 1023;
  static constexpr double kRound = 6755399441055744.;  // 1.5·2⁵²
  static constexpr double kLn2High = 6.93147180369123816490e-01,
                          kLn2Low = 1.90821492927058770002e-10;
  static constexpr double kExpMin = -746., kExpMax = 710.;
  static constexpr double kTanhMax = 20.;
  static constexpr int kExpTerms = 13, kLogTerms = 10;
};

// 2ⁿ for a normal result: n goes into the exponent bits.
template <class T>
inline T power_of_two(typename Format<T>::Bits n) {
  return std::bit_cast<T>((n + Format<T>::kBias) << Format<T>::kMantissa);
}

// x = n ln 2 + r with |r| ≤ ln 2 / 2, and eʳ − 1 from its Taylor series: Σ rᵏ/k!, k = 1 … terms.
// The first term left out is below a quarter of the last place. Even and odd powers are summed apart:
// two short chains of multiply-adds run side by side where one long one would wait for itself.
template <class T>
struct ExpParts {
  typename Format<T>::Bits n;
  T rest;  // eʳ − 1
};
template <class T>
inline ExpParts<T> exp_parts(T x) {
  using F = Format<T>;
  const T shifted = fma(x, T(1.44269504088896340736), F::kRound);
  const T n = shifted - F::kRound;
  const T r = fma(n, -F::kLn2Low, fma(n, -F::kLn2High, x)), square = r * r;
  constexpr double kFactorial[] = {1,    1,     2,      6,       24,       120,       720,
                                   5040, 40320, 362880, 3628800, 39916800, 479001600, 6227020800.};
  static_assert(F::kExpTerms % 2 == 1);
  T even = T(1 / kFactorial[F::kExpTerms - 1]), odd = T(1 / kFactorial[F::kExpTerms]);
#pragma GCC unroll 16
  for (int k = F::kExpTerms - 3; k >= 2; k -= 2) {
    even = fma(even, square, T(1 / kFactorial[k]));
    odd = fma(odd, square, T(1 / kFactorial[k + 1]));
  }
  using Wrapping = std::make_unsigned_t<typename F::Bits>;  // beyond the range of exp, n is nothing
  const Wrapping bits = std::bit_cast<Wrapping>(shifted) - std::bit_cast<Wrapping>(F::kRound);
  return {static_cast<typename F::Bits>(bits), fma(fma(odd, r, even), square, r)};
}

// eˣ. NaN stays NaN; too large gives ∞; too small fades through the denormals to 0. The scaling by
// 2ⁿ is done in two halves, so that neither leaves the range of normal numbers. What is sure to be 0
// or ∞ is put right at the end: asked first, it would keep every result waiting (a third more time).
// −∞, every masked score, is NaN until then, and so does not underflow on its way, which would cost
// Intel's processors 150 cycles.
template <class T>
inline T exp(T x) {
  using F = Format<T>;
  const ExpParts<T> parts = exp_parts(x);
  const auto half = parts.n >> 1;
  const T scale = power_of_two<T>(half);
  const T value = fma(parts.rest, scale, scale) * power_of_two<T>(parts.n - half);
  const T bounded = x < F::kExpMin ? T(0) : value;
  return x > F::kExpMax ? std::numeric_limits<T>::infinity() : bounded;
}

// ln x. With x = 2ᵏ(1 + f), 1 + f in [√½, √2), and s = f / (2 + f):
//   ln(1 + f) = 2 artanh s = f − f²/2 + s(f²/2 + R),   R = Σ 2 s²ⁱ/(2i + 1), i ≥ 1.
// ln 0 = −∞, ln of a negative number is NaN.
template <class T>
inline T log(T x) {
  using F = Format<T>;
  using Bits = typename F::Bits;
  const T size = std::abs(x);  // the bits of a negative number would overflow below
  const bool tiny = size < std::numeric_limits<T>::min();
  const Bits bits = std::bit_cast<Bits>(tiny ? size * power_of_two<T>(F::kMantissa) : size);
  const Bits root_half = std::bit_cast<Bits>(T(0.70710678118654752440));
  const Bits k = (bits - root_half) >> F::kMantissa;
  const T f = std::bit_cast<T>(bits - (k << F::kMantissa)) - 1;
  const T exponent = T(k - (tiny ? F::kMantissa : 0));
  const T s = f / (2 + f);
  const T z = s * s;
  T series = T(2.0 / (2 * F::kLogTerms + 1));
#pragma GCC unroll 16
  for (int i = F::kLogTerms - 1; i >= 1; --i) series = fma(series, z, T(2.0 / (2 * i + 1)));
  const T half_square = f * f / 2;
  const T low = fma(s, half_square + series * z, exponent * F::kLn2Low);
  const T value = fma(exponent, F::kLn2High, f - (half_square - low));
  const T infinity = std::numeric_limits<T>::infinity();
  const T positive = x == infinity ? infinity : value;
  const T outside = x == 0 ? -infinity : std::numeric_limits<T>::quiet_NaN();
  return x > 0 ? positive : outside;
}

// num / (1 + t) for 0 ≤ t. A Newton step takes out what the rounding of 1 + t and of the quotient did:
// q + (num − q − q t) / (1 + t), where num − q is exact or nearly so.
template <class T>
inline T over_one_plus(T num, T t) {
  const T inverse = 1 / (1 + t);
  const T q = num * inverse;
  return fma(fma(-q, t, num - q), inverse, q);
}

// tanh x with h = (e²ˣ − 1) / 2 for x ≥ 0, mirrored for x < 0: h / (1 + h) while h is small, built on
// eʳ − 1, which keeps its precision near 0; 1 − 1 / (1 + h) where it nears 1.
template <class T>
inline T tanh(T x) {
  using F = Format<T>;
  const T size = std::abs(x);
  const T clamped = size > F::kTanhMax ? F::kTanhMax : size;
  const ExpParts<T> parts = exp_parts(2 * clamped);
  const T scale = power_of_two<T>(parts.n - 1);
  const T h = fma(scale, parts.rest, scale - T(0.5));
  const bool large = h > T(0.5);
  const T q = over_one_plus(large ? T(-1) : h, h);
  return std::copysign(large ? 1 + q : q, x);
}

// 1 / (1 + e⁻ˣ) from t = e^−|x|, which cannot overflow: t / (1 + t) for x < 0, else 1 / (1 + t).
template <class T>
inline T sigmoid(T x) {
  const T t = exp(-std::abs(x));
  return over_one_plus(x < 0 ? t : T(1), t);
}

}  // namespace heed::kernels
