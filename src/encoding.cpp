#include "heed/encoding.hpp"

#include <algorithm>

namespace heed {

// A float has 8 bits of exponent (bias 127) and 23 of fraction, a half 5 (bias 15) and 10. Adding
// to the magnitude's bits lets a carry out of the fraction raise the exponent, up to infinity.
std::uint16_t half_bits(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t sign = bits >> 16 & 0x8000, magnitude = bits & 0x7FFFFFFF;
  constexpr std::uint32_t kInfinity = 0x7F800000;
  if (magnitude > kInfinity) return static_cast<std::uint16_t>(sign | 0x7E00);
  constexpr std::uint32_t kLeastNormal = (127 - 14) << 23;  // 2⁻¹⁴
  std::uint32_t half = 0;
  if (magnitude >= kLeastNormal) {
    const std::uint32_t rebiased = magnitude - ((127 - 15) << 23);
    half = std::min<std::uint32_t>((rebiased + 0xFFF + (rebiased >> 13 & 1)) >> 13, 0x7C00);
  } else {
    // A subnormal half counts steps of 2⁻²⁴. Beside 0.5, whose floats are 2⁻²⁴ apart, the adder
    // rounds to them.
    const float shifted = std::bit_cast<float>(magnitude) + 0.5f;
    half = std::bit_cast<std::uint32_t>(shifted) - std::bit_cast<std::uint32_t>(0.5f);
  }
  return static_cast<std::uint16_t>(sign | half);
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(bytes.size() - i, 3);
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      group = group << 8 | (j < count ? static_cast<unsigned char>(bytes[i + j]) : 0);
    }
    for (std::size_t j = 0; j < 4; ++j) {
      text += j <= count ? kDigits[group >> (18 - 6 * j) & 63] : '=';
    }
  }
  return text;
}

}  // namespace heed
