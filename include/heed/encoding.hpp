// Layer 0. encoding: numbers as bytes, and bytes as text.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace heed {

// The half-precision number nearest to `value`, as its 16 bits (IEEE 754 binary16: sign, 5 bits of
// exponent, 10 of fraction). Of two equally near ones, the even one; beyond 65504 by half a step,
// infinity; below 2⁻²⁵, zero. NaN stays NaN.
std::uint16_t half_bits(float value);

// Appends the bytes of a whole number, the least significant first, whatever the machine's order.
template <std::unsigned_integral Bits>
void append_little_endian(std::string& bytes, Bits bits) {
  for (std::size_t i = 0; i < sizeof bits; ++i) bytes += static_cast<char>(bits >> (8 * i));
}

// Bytes as letters, digits, + and /, three bytes in four characters; = fills up.  RFC 4648, §4
std::string base64(std::string_view bytes);

}  // namespace heed
