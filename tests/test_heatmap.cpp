#include <doctest/doctest.h>

#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include "heed/error.hpp"
#include "heed/heatmap.hpp"
#include "heed/utf8.hpp"

using namespace heed;
using Words = std::vector<std::string>;

namespace {

const HeatMap kSmall{{"A", "B"}, {"x", "y", "z"}, {.9, .1, 0, .2, .3, .5}};

Words lines_of(const std::string& text) {
  Words lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

Words split(const std::string& sentence) {
  Words words;
  std::istringstream stream(sentence);
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

HeatMap uniform(const Words& rows, const Words& columns) {
  const double share = 1 / static_cast<double>(columns.size());
  return {rows, columns, std::vector<double>(rows.size() * columns.size(), share)};
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t times = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++times;
  return times;
}

// The text as it would look: without the escape sequences that set colours.
std::string without_colors(const std::string& text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\x1b') {
      i = text.find('m', i);
    } else {
      plain += text[i];
    }
  }
  return plain;
}

const Words kEnglish = split("The animal did n't cross the street because it was too tired .");
const Words kChinese = split("动物 没有 过 马路 ， 因为 它 太 累 了 。");

}  // namespace

// ---- the map -----------------------------------------------------------------------------------
TEST_CASE("heatmap: rows ask, columns are looked at, each row with its numbers and its sum") {
  CHECK(heatmap(kSmall, {Color::kNone, 80}) ==
        "rows ask, columns are looked at   0 [ .:-=+*#%@] 1\n"
        "      x    y    z     sum\n"
        "  A  .90@ .10. .00   1.00\n"
        "  B  .20: .30- .50+  1.00\n");
}

TEST_CASE("heatmap: a row that does not sum to 1 shows what it sums to") {
  const HeatMap map{{"A"}, {"x", "y"}, {.25, .5}};
  CHECK(lines_of(heatmap(map, {Color::kNone, 80})).at(2) == "  A  .25: .50+   .75");
}

TEST_CASE("heatmap: a repeated word keeps its own row and its own column") {
  const Words words = split("the cat saw the dog");
  const Words lines = lines_of(heatmap(uniform(words, words), {Color::kNone, 80}));
  REQUIRE(lines.size() == 7);
  CHECK(split(lines[1]) == split("the cat saw the dog sum"));
  for (std::size_t row = 0; row < 5; ++row) CHECK(split(lines[2 + row]).at(0) == words[row]);
}

TEST_CASE("heatmap: the scale is fixed, so a uniform row looks alike whatever else is there") {
  for (const Color color : {Color::kNone, Color::kPalette, Color::kFull}) {
    const HeatMap alone{{"q"}, split("a b c d"), {.25, .25, .25, .25}};
    const HeatMap beside{{"q", "r"}, split("a b c d"), {.25, .25, .25, .25, 1, 0, 0, 0}};
    CHECK(lines_of(heatmap(alone, {color, 80})).at(2) ==
          lines_of(heatmap(beside, {color, 80})).at(2));
  }
}

TEST_CASE("heatmap: a value that is not there has no colour and says nan") {
  const HeatMap map{{"q"}, {"a", "b"}, {std::nan(""), 1}};
  CHECK(lines_of(heatmap(map, {Color::kNone, 80})).at(2) == "  q  nan 1.00@   nan");
  for (const Color color : {Color::kPalette, Color::kFull}) {
    const std::string row = lines_of(heatmap(map, {color, 80})).at(2);
    CHECK(row.starts_with("  q  nan \x1b[48;"));
    CHECK(count(row, "\x1b[48;") == 1);
  }
}

TEST_CASE("heatmap: in colour every cell has its background, its text and its digits") {
  const std::string full = heatmap(kSmall, {Color::kFull, 80});
  CHECK(count(full, "\x1b[48;2;0;34;78;38;2;255;255;255m .00 \x1b[0m") == 1);
  CHECK(count(full, "m .90 \x1b[0m") == 1);
  const std::string palette = heatmap(kSmall, {Color::kPalette, 80});
  CHECK(count(palette, "\x1b[48;5;17;38;5;231m .00 \x1b[0m") == 1);
  CHECK(count(palette, "\x1b[48;5;227;38;5;16m .90 \x1b[0m") == 1);
  CHECK(heatmap(kSmall, {Color::kNone, 80}).find('\x1b') == std::string::npos);
}

TEST_CASE("heatmap: values that do not fit the words, or lie outside 0 … 1, are refused") {
  CHECK_THROWS_WITH_AS(heatmap({{"A", "B"}, {"x", "y"}, {1, 0, 1}}, {}),
                       "heatmap: 3 values for 2 rows x 2 columns", ValueError);
  CHECK_THROWS_WITH_AS(heatmap({{"A", "B"}, {"x", "y"}, {1, 0, 1, 1.5}}, {}),
                       "heatmap: 1.5 in row 1, column 1 is not between 0 and 1", ValueError);
  CHECK_THROWS_AS(heatmap({{"A"}, {"x"}, {-INFINITY}}, {}), ValueError);
  CHECK_NOTHROW(heatmap({{"A"}, {"x"}, {1.000001}}, {Color::kFull, 80}));
  CHECK_NOTHROW(heatmap({}, {Color::kFull, 0}));
}

// ---- the width ---------------------------------------------------------------------------------
TEST_CASE("heatmap: no line is wider than the terminal, in any language, colour or width") {
  const Words odd =
      split("antidisestablishmentarianism 超过十六列宽的很长的词语 a\x1b[31m \xFF e\xCC\x81");
  for (const Words& words : {kEnglish, kChinese, odd}) {
    for (const Color color : {Color::kNone, Color::kPalette, Color::kFull}) {
      for (std::size_t width = 34; width <= 160; ++width) {
        const HeatMap map = uniform(words, words);
        for (const std::string& text :
             {heatmap(map, {color, width}), strips(map, map, "", {color, width})}) {
          std::size_t widest = 0;
          for (const std::string& line : lines_of(without_colors(text))) {
            if (line.find("looked at") == line.npos) widest = std::max(widest, display_width(line));
          }
          CHECK(widest <= width);
        }
      }
    }
  }
}

TEST_CASE("heatmap: at 80 columns thirteen English words stand in full on two lines") {
  const Words lines = lines_of(heatmap(uniform(kEnglish, kEnglish), {Color::kNone, 80}));
  REQUIRE(lines.size() == 3 + 13);
  CHECK(split(lines[1]) == split("The did cross street it too ."));
  CHECK(split(lines[2]) == split("animal n't the because was tired sum"));
}

TEST_CASE("heatmap: \"sum\" stands over the sums, however long the word before it") {
  const Words words = split("a b c antidisestablishmentarianism");
  for (std::size_t width = 40; width <= 80; ++width) {
    const Words lines = lines_of(heatmap(uniform({"q"}, words), {Color::kNone, width}));
    const std::string& header = lines.at(lines.size() - 2);
    CHECK(header.ends_with(" sum"));
    CHECK(display_width(header) == display_width(lines.back()));
  }
}

TEST_CASE("heatmap: the middle of a wide word stands over the digits of its column") {
  const Words lines = lines_of(heatmap(uniform({"它"}, kChinese), {Color::kNone, 80}));
  CHECK(lines.at(1) == "    动物 没有  过  马路  ，  因为  它   太   累   了   。     sum");
  CHECK(lines.at(2) == " 它  .09  .09  .09  .09  .09  .09  .09  .09  .09  .09  .09   1.00");
}

TEST_CASE("heatmap: a sentence too long for the width goes on in blocks, the sum in the last") {
  const Words lines = lines_of(heatmap(kSmall, {Color::kNone, 20}));
  CHECK(lines == Words{"rows ask, columns are looked at", "0 [ .:-=+*#%@] 1", "      x    y",
                       "  A  .90@ .10.", "  B  .20: .30-", "", "      z     sum", "  A  .00   1.00",
                       "  B  .50+  1.00"});
}

TEST_CASE("heatmap: a word cannot drive the terminal") {
  const HeatMap map{{"\x1b[31mred\x07"}, {"a\nb"}, {1}};
  const std::string text = heatmap(map, {Color::kNone, 80});
  CHECK(text.find('\x1b') == std::string::npos);
  CHECK(text.find('\x07') == std::string::npos);
  CHECK(lines_of(text).size() == 3);
  CHECK(count(text, "\\x1b[31mred\\x07") == 1);
  CHECK(count(text, "a\\x0ab") == 1);
}

// ---- one asking word ---------------------------------------------------------------------------
TEST_CASE("heatmap: a strip names the asking word and has one row for each head") {
  const HeatMap heads{{"head 1", "head 2"}, {"x", "it"}, {1, 0, .5, .5}};
  CHECK(strip(heads, "it", {Color::kNone, 80}) ==
        "\"it\" asks, each row a head; columns are looked at   0 [ .:-=+*#%@] 1\n"
        "         x   it     sum\n"
        "head 1 1.00@ .00   1.00\n"
        "head 2  .50+ .50+  1.00\n");
}

const HeatMap kTired{{"head 1", "head 2"}, {"x", "tired"}, {1, 0, .5, .5}};
const HeatMap kWide{{"head 1", "head 2"}, {"x", "wide"}, {.5, .5, .5, .5}};

TEST_CASE("heatmap: twins stand one above the other, and the last line says what moved") {
  CHECK(strips(kTired, kWide, "it", {Color::kNone, 40}) ==
        "\"it\" asks, each row a head; columns are looked at\n"
        "0 [ .:-=+*#%@] 1\n"
        "          x   tired   sum\n"
        "head 1  1.00@  .00   1.00\n"
        "head 2   .50+  .50+  1.00\n"
        "\n"
        "         x  wide    sum\n"
        "head 1  .50+ .50+  1.00\n"
        "head 2  .50+ .50+  1.00\n"
        "change    0    0\n");
}

TEST_CASE("heatmap: where the width allows, twins stand beside each other") {
  const Words lines = lines_of(strips(kTired, kWide, "it", {Color::kFull, 100}));
  REQUIRE(lines.size() == 5);
  CHECK(split(lines[1]) == split("x tired sum x wide sum"));
  CHECK(split(without_colors(lines[2])) == split("head 1 1.00 .00 1.00 head 1 .50 .50 1.00"));
  CHECK(split(lines[4]) == split("change 0 0"));
}

TEST_CASE("heatmap: beside each other the rows share lines, though one has its words on two") {
  CHECK(strips(kTired, kWide, "it", {Color::kNone, 50}) ==
        "\"it\" asks, each row a head; columns are looked at\n"
        "0 [ .:-=+*#%@] 1\n"
        "         x\n"
        "            tired   sum             x  wide    sum\n"
        "head 1 1.00@ .00   1.00    head 1  .50+ .50+  1.00\n"
        "head 2  .50+ .50+  1.00    head 2  .50+ .50+  1.00\n"
        "                           change    0    0\n");
}

TEST_CASE("heatmap: sentences of different lengths have no difference word by word") {
  const HeatMap longer{{"head 1"}, {"x", "y", "z"}, {1, 0, 0}};
  CHECK(strips(kTired, longer, "it", {Color::kNone, 80}).find("change") == std::string::npos);
}

TEST_CASE("heatmap: a whole change, and one too small to show, keep to their cells") {
  const HeatMap a{{"head 1"}, {"x", "y", "z"}, {1, 0, 0}};
  const HeatMap b{{"head 1"}, {"x", "y", "z"}, {0, .997, .003}};
  const Words lines = lines_of(strips(a, b, "it", {Color::kNone, 40}));
  CHECK(split(lines.back()) == split("change -1.0 +1.0 0"));
}
