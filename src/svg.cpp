#include "heed/svg.hpp"

#include <algorithm>
#include <cmath>

#include "heed/cividis.hpp"
#include "heed/error.hpp"
#include "heed/utf8.hpp"

namespace heed {
namespace {

constexpr int kWide = 44, kHigh = 28;  // of a cell, in pixels

std::string hex(const Rgb& color) {
  std::string text = "#";
  for (int part : {color.red, color.green, color.blue}) {
    text += "0123456789abcdef"[part / 16];
    text += "0123456789abcdef"[part % 16];
  }
  return text;
}

// Room for the longest of the words; a character of 13 pixels' height is at most 9 wide.
int room_for(const std::vector<std::string>& words) {
  std::size_t columns = 3;
  for (const std::string& word : words) columns = std::max(columns, display_width(printable(word)));
  return static_cast<int>(columns) * 9 + 10;
}

std::string text_at(int x, int y, std::string_view attributes, std::string_view text) {
  return concat("<text x=\"", x, "\" y=\"", y, "\" ", attributes, ">", escape_markup(text),
                "</text>\n");
}

std::string rectangle(int x, int y, int width, int height, std::string_view attributes) {
  return concat("<rect x=\"", x, "\" y=\"", y, "\" width=\"", width, "\" height=\"", height, "\" ",
                attributes, "/>");
}

// One cell: what pointing at it says, its colour, its number.
std::string cell(int x, int y, std::string_view meaning, double value) {
  const bool empty = std::isnan(value);
  const Rgb back = cividis(empty ? 0 : value);
  const std::string fill = empty ? "fill=\"#fff\" stroke=\"#888\" stroke-dasharray=\"3 3\""
                                 : "fill=\"" + hex(back) + "\"";
  const std::string_view ink = empty || takes_black(back) ? "#000" : "#fff";
  return concat("<g><title>", escape_markup(meaning), "</title>",
                rectangle(x + 1, y + 1, kWide - 2, kHigh - 2, fill),
                text_at(x + kWide / 2, y + 19, concat("text-anchor=\"middle\" fill=\"", ink, "\""),
                        hundredths(value)),
                "</g>\n");
}

// The words over the columns, slanted so that each has the room it needs.
std::string column_words(const HeatMap& map, int left, int top) {
  std::string text;
  for (std::size_t i = 0; i < map.columns.size(); ++i) {
    const int x = left + static_cast<int>(i) * kWide + kWide / 2;
    const std::string turn = concat("transform=\"rotate(-45 ", x, " ", top - 6, ")\"");
    text += text_at(x, top - 6, turn, map.columns[i]);
  }
  return text +
         text_at(left + static_cast<int>(map.columns.size()) * kWide + 8, top - 6, "", "sum");
}

std::string row(const HeatMap& map, std::size_t index, int left, int y) {
  std::string text = text_at(left - 8, y + 19, "text-anchor=\"end\"", map.rows[index]);
  double sum = 0;
  int x = left;
  for (std::size_t i = 0; i < map.columns.size(); ++i, x += kWide) {
    const double value = map.values[index * map.columns.size() + i];
    const std::string meaning = concat(map.rows[index], " (", index + 1, ") → ", map.columns[i],
                                       " (", i + 1, "): ", hundredths(value));
    text += cell(x, y, meaning, value);
    sum += value;
  }
  return text + text_at(x + 8, y + 19, "", hundredths(sum));
}

std::string scale(int x, int y) {
  std::string text = text_at(x, y + 12, "", "0");
  for (int i = 0; i <= 20; ++i) {
    const std::string fill = "fill=\"" + hex(cividis(i / 20.)) + "\"";
    text += rectangle(x + 14 + 5 * i, y, 5, 16, fill);
  }
  return text + "\n" + text_at(x + 125, y + 12, "", "1");
}

}  // namespace

std::string svg(const HeatMap& map, std::string_view title, std::string_view description) {
  check(map);
  const int left = room_for(map.rows), slant = room_for(map.columns) * 3 / 4 + 6, top = slant + 24;
  const int right = left + static_cast<int>(map.columns.size()) * kWide;
  const int bottom = top + static_cast<int>(map.rows.size()) * kHigh;
  const int width = std::max({right + std::max(slant, 60), room_for({std::string(title)}), 420});
  const int height = bottom + 40;

  std::string text = concat("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", width,
                            "\" height=\"", height, "\" viewBox=\"0 0 ", width, " ", height,
                            "\" role=\"img\" font-family=\"sans-serif\" font-size=\"13\">\n");
  text += concat("<title>", escape_markup(title), "</title>\n<desc>", escape_markup(description),
                 "</desc>\n", rectangle(0, 0, width, height, "fill=\"#fff\""), "\n");
  text += text_at(10, 18, "font-weight=\"bold\"", title);
  text += column_words(map, left, top);
  for (std::size_t i = 0; i < map.rows.size(); ++i) {
    text += row(map, i, left, top + static_cast<int>(i) * kHigh);
  }
  text += text_at(10, bottom + 26, "", "rows ask, columns are looked at");
  return text + scale(240, bottom + 14) + "</svg>\n";
}

std::string escape_markup(std::string_view text) {
  const std::string shown = printable(text);
  std::string safe;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const std::string_view rest = std::string_view(shown).substr(i);
    if (rest.starts_with("\xEF\xBF\xBE") || rest.starts_with("\xEF\xBF\xBF")) {
      safe += rest[2] == '\xBE' ? "\\ufffe" : "\\uffff";  // which XML does not admit
      i += 2;
      continue;
    }
    switch (shown[i]) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      case '\'':
        safe += "&#39;";
        break;
      default:
        safe += shown[i];
    }
  }
  return safe;
}

}  // namespace heed
