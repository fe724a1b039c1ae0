#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "heed/error.hpp"
#include "heed/svg.hpp"

using namespace heed;
using Words = std::vector<std::string>;

namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t times = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++times;
  return times;
}

bool has(const std::string& text, const std::string& part) { return count(text, part) > 0; }

const HeatMap kSmall{{"A", "B"}, {"x", "y", "z"}, {.9, .1, 0, .2, .3, .5}};

// Words that would be markup, were they not escaped.
const Words kHostile = {"<script>alert(1)</script>",   "a\"b", "'", "x&y", "</script>", "]]>",
                        "<img src=x onerror=alert(1)>"};

}  // namespace

TEST_CASE("svg: rows ask, columns are looked at, and each cell says whose it is") {
  const std::string picture = svg(kSmall, "t", "d");
  CHECK(has(picture, "rows ask, columns are looked at"));
  for (const std::string cell :
       {"A (1) → x (1): .90", "A (1) → y (2): .10", "A (1) → z (3): .00", "B (2) → x (1): .20",
        "B (2) → y (2): .30", "B (2) → z (3): .50"}) {
    CHECK(has(picture, "<title>" + cell + "</title>"));
  }
  CHECK(count(picture, ">1.00</text>") == 2);  // the sums of the rows
}

TEST_CASE("svg: rows run down and columns run to the right") {
  const std::string picture = svg(kSmall, "t", "d");
  const auto place = [&](const std::string& cell, const std::string& axis) {
    const std::size_t at = picture.find("<rect", picture.find(cell));
    return std::stoi(picture.substr(picture.find(axis + "=\"", at) + axis.size() + 2));
  };
  CHECK(place("A (1) → x (1)", " x") < place("A (1) → y (2)", " x"));
  CHECK(place("A (1) → x (1)", " y") == place("A (1) → y (2)", " y"));
  CHECK(place("A (1) → x (1)", " y") < place("B (2) → x (1)", " y"));
}

TEST_CASE("svg: a repeated word keeps its own place") {
  const std::string picture = svg({{"the", "the"}, {"the", "the"}, {.5, .5, 0, 1}}, "t", "d");
  CHECK(has(picture, "the (1) → the (2): .50"));
  CHECK(has(picture, "the (2) → the (1): .00"));
  CHECK(count(picture, ">the</text>") == 4);
}

TEST_CASE("svg: the scale is fixed at 0 … 1, and a missing value has no colour of it") {
  const std::string picture = svg({{"q"}, {"a", "b", "c"}, {1, 0, std::nan("")}}, "t", "d");
  CHECK(count(picture, "height=\"26\" fill=\"#fee838\"") == 1);
  CHECK(count(picture, "height=\"26\" fill=\"#00224e\"") == 1);
  CHECK(count(picture, "height=\"26\" fill=\"#fff\" stroke=\"#888\" stroke-dasharray=\"3 3\"") ==
        1);
  CHECK(has(picture, "q (1) → c (3): nan"));
}

TEST_CASE("svg: title and description stand where a screen reader looks") {
  CHECK(has(svg(kSmall, "Head 1", "Who looks at whom"),
            "role=\"img\" font-family=\"sans-serif\" font-size=\"13\">\n<title>Head 1</title>\n"
            "<desc>Who looks at whom</desc>"));
}

TEST_CASE("svg: hostile words add no element and no attribute, and are shown as they are") {
  const HeatMap plain{Words(7, "w"), Words(7, "w"), std::vector<double>(49, 1. / 7)};
  const HeatMap hostile{kHostile, kHostile, plain.values};
  for (const std::string& word : kHostile) {
    const std::string picture = svg(hostile, word, word);
    CHECK(count(picture, "<") == count(svg(plain, "w", "w"), "<"));
    CHECK(count(picture, ">") == count(svg(plain, "w", "w"), ">"));
    CHECK(count(picture, "\"") == count(svg(plain, "w", "w"), "\""));
    CHECK(has(picture, "<title>" + escape_markup(word) + "</title>"));
    CHECK(has(picture, ">" + escape_markup(word) + "</text>"));
  }
}

TEST_CASE("svg: markup is escaped for text and for attributes alike") {
  const Words escaped = {"&lt;script&gt;alert(1)&lt;/script&gt;",
                         "a&quot;b",
                         "&#39;",
                         "x&amp;y",
                         "&lt;/script&gt;",
                         "]]&gt;",
                         "&lt;img src=x onerror=alert(1)&gt;"};
  for (std::size_t i = 0; i < escaped.size(); ++i) CHECK(escape_markup(kHostile[i]) == escaped[i]);
  CHECK(escape_markup("动物") == "动物");
}

TEST_CASE("svg: characters that XML does not admit are spelled out") {
  CHECK(escape_markup(std::string("a\0b\x1b[0m\n\xFF", 9)) == "a\\x00b\\x1b[0m\\x0a\\xff");
  CHECK(escape_markup("\xEF\xBF\xBE\xEF\xBF\xBF\xEF\xBF\xBD") == "\\ufffe\\uffff\xEF\xBF\xBD");
}

TEST_CASE("svg: values that do not fit are refused") {
  CHECK_THROWS_AS(svg({{"A"}, {"x"}, {2}}, "t", "d"), ValueError);
}
