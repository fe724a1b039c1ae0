#include <doctest/doctest.h>

#include <limits>

#include "heed/error.hpp"
#include "heed/shape.hpp"

using namespace heed;

TEST_CASE("concat: text, numbers, truth values and shapes become one string") {
  CHECK(concat("a ", std::string("b "), std::string_view("c "), 'd', ' ', 42, ' ', -7) ==
        "a b c d 42 -7");
  CHECK(concat(true, '/', false) == "true/false");
  CHECK(concat("of shape ", Shape{2, 3}) == "of shape [2, 3]");
}

TEST_CASE("concat: a number is written with as many digits as it takes to read it back") {
  CHECK(concat(0.1) == "0.1");
  CHECK(concat(0.1f) == "0.1");
  CHECK(concat(1.5) == "1.5");
  CHECK(concat(0.1 + 0.2) == "0.30000000000000004");
  CHECK(concat(1e300) == "1e+300");
  CHECK(concat(std::numeric_limits<std::size_t>::max()) == "18446744073709551615");
}

TEST_CASE("fail: throws the error asked for, with its parts as the message") {
  CHECK_THROWS_WITH_AS(fail<ShapeError>("op: ", 3, " is not ", 4), "op: 3 is not 4", ShapeError);
  CHECK_THROWS_WITH_AS(fail<ValueError>("rate ", 1.5), "rate 1.5", ValueError);
  CHECK_THROWS_WITH_AS(fail<InputError>("f.txt:3:14: no"), "f.txt:3:14: no", InputError);
}

TEST_CASE("errors: a caller's mistake is an invalid_argument, the world's a runtime_error") {
  CHECK_THROWS_AS(fail<ShapeError>(""), std::invalid_argument);
  CHECK_THROWS_AS(fail<ValueError>(""), std::invalid_argument);
  CHECK_THROWS_AS(fail<UsageError>(""), std::invalid_argument);
  CHECK_THROWS_AS(fail<InputError>(""), std::runtime_error);
  CHECK_THROWS_AS(fail<OutputError>(""), std::runtime_error);
  CHECK_THROWS_AS(fail<NonFiniteError>(""), std::runtime_error);
}
