#include <doctest/doctest.h>

#include <limits>

#include "heed/table.hpp"

using namespace heed;

TEST_CASE("table: the first column is set left, the others right, each as wide as its widest") {
  CHECK(table({{"", "mass", "flip"}, {"L1 H1", "50.0", "3.1"}, {"p", "100.0", "99.8"}}) ==
        "          mass  flip\n"
        "  L1 H1   50.0   3.1\n"
        "  p      100.0  99.8\n");
}

TEST_CASE("table: rows may be shorter than the first, or longer, and leave no blanks behind") {
  CHECK(table({{"a", "bb", "c"}, {"aaa"}, {"", "b", "c", "d"}}) ==
        "  a    bb  c\n"
        "  aaa\n"
        "        b  c  d\n");
  CHECK(table({{"a", ""}, {"", ""}}) == "  a\n\n");
  CHECK(table({}) == "");
}

TEST_CASE("table: a Chinese character takes two columns") {
  CHECK(table({{"动物", "1"}, {"a", "22"}}) ==
        "  动物   1\n"
        "  a     22\n");
}

TEST_CASE("table: control characters are shown, and counted as they are shown") {
  CHECK(table({{"\x1b[2J", "1"}, {"12345678", "2"}}) ==
        "  \\x1b[2J   1\n"
        "  12345678  2\n");
}

TEST_CASE("percent: one digit behind the point, and a dash where nothing was measured") {
  CHECK(percent(0.9984) == "99.8");
  CHECK(percent(0) == "0.0");
  CHECK(percent(1) == "100.0");
  CHECK(percent(std::numeric_limits<double>::quiet_NaN()) == "–");
}
