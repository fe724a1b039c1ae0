#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>

#include "heed/encoding.hpp"

using namespace heed;

namespace {

// The value of a half's bits, straight from the definition of the format.
double value_of(unsigned bits) {
  const int exponent = static_cast<int>(bits >> 10 & 31);
  const double fraction = (bits & 1023) / 1024.0;
  const double sign = bits & 0x8000 ? -1 : 1;
  if (exponent == 31) return fraction == 0 ? sign * INFINITY : NAN;
  return sign *
         (exponent == 0 ? std::ldexp(fraction, -14) : std::ldexp(1 + fraction, exponent - 15));
}

}  // namespace

TEST_CASE("half: values that are worked out by hand") {
  CHECK(half_bits(0.0f) == 0x0000);
  CHECK(half_bits(-0.0f) == 0x8000);
  CHECK(half_bits(1.0f) == 0x3C00);
  CHECK(half_bits(-2.0f) == 0xC000);
  CHECK(half_bits(0.1f) == 0x2E66);  // 0.0999756
  CHECK(half_bits(65504.0f) == 0x7BFF);
  CHECK(half_bits(std::ldexp(1.0f, -14)) == 0x0400);  // the least normal number
}

TEST_CASE("half: of two equally near numbers the even one") {
  CHECK(half_bits(1.0f + std::ldexp(1.0f, -11)) == 0x3C00);      // between 0x3C00 and 0x3C01
  CHECK(half_bits(1.0f + 3 * std::ldexp(1.0f, -11)) == 0x3C02);  // between 0x3C01 and 0x3C02
  CHECK(half_bits(1.0f + std::ldexp(1.0f, -11) + std::ldexp(1.0f, -20)) == 0x3C01);
  CHECK(half_bits(std::ldexp(4095.0f, -11)) == 0x4000);  // the fraction's carry raises the exponent
}

TEST_CASE("half: subnormal numbers are steps of 2^-24") {
  CHECK(half_bits(std::ldexp(1.0f, -24)) == 0x0001);
  CHECK(half_bits(std::ldexp(-1023.0f, -24)) == 0x83FF);
  CHECK(half_bits(std::ldexp(2047.0f, -25)) == 0x0400);  // rounds up to the least normal one
  CHECK(half_bits(std::ldexp(1.0f, -25)) == 0x0000);     // half a step, and zero is even
  CHECK(half_bits(std::ldexp(3.0f, -25)) == 0x0002);     // one and a half
  CHECK(half_bits(std::ldexp(1.0f, -40)) == 0x0000);
  CHECK(half_bits(std::numeric_limits<float>::denorm_min()) == 0x0000);
}

TEST_CASE("half: what is too large becomes infinity; NaN stays NaN") {
  CHECK(half_bits(65519.0f) == 0x7BFF);
  CHECK(half_bits(65520.0f) == 0x7C00);  // half a step beyond the largest
  CHECK(half_bits(std::numeric_limits<float>::max()) == 0x7C00);
  CHECK(half_bits(-INFINITY) == 0xFC00);
  CHECK(std::isnan(value_of(half_bits(NAN))));
}

TEST_CASE("half: every half comes back from the float of its value") {
  unsigned wrong = 0;
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const double value = value_of(bits);
    wrong += !std::isnan(value) && half_bits(static_cast<float>(value)) != bits;
  }
  CHECK(wrong == 0);
}

TEST_CASE("little-endian: the least significant byte comes first") {
  std::string bytes;
  append_little_endian(bytes, std::uint32_t{0x01020304});
  append_little_endian(bytes, std::uint16_t{0xFFFE});
  CHECK(bytes == "\x04\x03\x02\x01\xFE\xFF");
}

TEST_CASE("base64: the examples of RFC 4648, and bytes beyond ASCII") {
  CHECK(base64("") == "");
  CHECK(base64("f") == "Zg==");
  CHECK(base64("fo") == "Zm8=");
  CHECK(base64("foo") == "Zm9v");
  CHECK(base64("foob") == "Zm9vYg==");
  CHECK(base64("fooba") == "Zm9vYmE=");
  CHECK(base64("foobar") == "Zm9vYmFy");
  CHECK(base64(std::string("\xFF\xEF\x00", 3)) == "/+8A");
}
