#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "heed/error.hpp"
#include "heed/overview.hpp"

using namespace heed;
using Words = std::vector<std::string>;

namespace {

const HeatMap kMap{{"a", "b"}, {"a", "b", "c"}, {1, 0, .55, .15, .25, NAN}};
constexpr Style kPlain{Color::kNone, 80};

}  // namespace

TEST_CASE(
    "overview: maps stand beside each other, a character a cell, rows down and columns right") {
  CHECK(overview({{"L1 H1", kMap}, {"L1 H2", kMap}}, kPlain) ==
        "L1 H1  L1 H2\n"
        "@ +    @ +\n"
        ".:     .:\n");
}

TEST_CASE("overview: goes on below where the width is used up") {
  CHECK(overview({{"one", kMap}, {"two", kMap}}, {Color::kNone, 5}) ==
        "one\n@ +\n.:\n\ntwo\n@ +\n.:\n");
}

TEST_CASE("overview: of a long sentence a cell shows the largest of several values") {
  HeatMap map{Words(40, "w"), Words(40, "w"), std::vector<double>(1600)};
  map.values[39 * 40 + 38] = 1;
  const std::string text = overview({{"h", map}}, kPlain);
  CHECK(std::count(text.begin(), text.end(), '\n') == 21);
  CHECK(text.find('@') == 2 + 19 + 19);  // the name's line, 19 empty lines, 19 columns
  CHECK(std::count(text.begin(), text.end(), '@') == 1);
}

TEST_CASE("overview: names are shown, not obeyed; values that are none are refused") {
  CHECK(overview({{"\x1b[2J", kMap}}, kPlain).find('\x1b') == std::string::npos);
  CHECK_THROWS_AS(overview({{"h", {{"a"}, {"b"}, {2}}}}, kPlain), ValueError);
}

TEST_CASE("overview: colours are those of the heat map") {
  const std::string text = overview({{"h", kMap}}, {Color::kFull, 80});
  CHECK(text.find(ink(1, Color::kFull) + " \x1b[0m") != std::string::npos);
}
