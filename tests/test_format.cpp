#include <doctest/doctest.h>

#include <clocale>
#include <limits>
#include <string>

#include "heed/format.hpp"

using namespace heed;

TEST_CASE("format: fixed has so many digits behind the point, rounded to the nearest") {
  CHECK(fixed(2.034, 2) == "2.03");
  CHECK(fixed(2.036, 2) == "2.04");
  CHECK(fixed(1e9, 0) == "1000000000");
  CHECK(fixed(-0.5, 1) == "-0.5");
  CHECK(fixed(99.95, 1) == "100.0");  // the double nearest to 99.95 lies above it
}

TEST_CASE("format: scientific has one digit before the point, general so many in all") {
  CHECK(scientific(0.0184, 1) == "1.8e-02");
  CHECK(scientific(123456, 3) == "1.235e+05");
  CHECK(general(2.034, 2) == "2");
  CHECK(general(2.034, 3) == "2.03");
  CHECK(general(1e9, 3) == "1e+09");
}

TEST_CASE("format: what rounds to zero has no sign") {
  CHECK(fixed(-0.04, 1) == "0.0");
  CHECK(fixed(-0.06, 1) == "-0.1");
  CHECK(general(-0.0, 2) == "0");
  CHECK(fixed(-std::numeric_limits<double>::infinity(), 1) == "-inf");
}

TEST_CASE("format: the largest numbers fit, and those that are none have names") {
  CHECK(fixed(std::numeric_limits<double>::max(), 2).size() == 309 + 3);
  CHECK(fixed(std::numeric_limits<double>::infinity(), 1) == "inf");
  CHECK(fixed(std::numeric_limits<double>::quiet_NaN(), 1) == "nan");
}

TEST_CASE("format: a decimal comma of the locale changes nothing") {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  for (const char* german : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8"}) {
    if (std::setlocale(LC_ALL, german) != nullptr) break;
  }
  CHECK(fixed(1234.5, 1) == "1234.5");
  CHECK(scientific(1.5, 1) == "1.5e+00");
  CHECK(general(1.5, 2) == "1.5");
  std::setlocale(LC_ALL, before.c_str());
}
