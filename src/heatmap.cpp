#include "heed/heatmap.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "heed/cividis.hpp"
#include "heed/error.hpp"
#include "heed/utf8.hpp"

namespace heed {

// Rounding may carry a probability a little past 1; anything further is a mistake.
void check(const HeatMap& map) {
  if (map.values.size() != map.rows.size() * map.columns.size()) {
    fail<ValueError>("heatmap: ", map.values.size(), " values for ", map.rows.size(), " rows x ",
                     map.columns.size(), " columns");
  }
  for (std::size_t i = 0; i < map.values.size(); ++i) {
    const double value = map.values[i];
    if (value < -1e-3 || value > 1 + 1e-3) {
      fail<ValueError>("heatmap: ", value, " in row ", i / map.columns.size(), ", column ",
                       i % map.columns.size(), " is not between 0 and 1");
    }
  }
}

std::string hundredths(double value) {
  if (std::isnan(value)) return "nan";
  const long whole = std::lround(std::abs(value) * 100);
  const std::string before = whole < 100 ? "" : concat(whole / 100);
  return concat(before, ".", whole / 10 % 10, whole % 10);
}

namespace {

constexpr std::string_view kAxes = "rows ask, columns are looked at";
constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();

// "+.45", "-1.0"; "0" where nothing that shows has changed.
std::string signed_hundredths(double change) {
  if (std::isnan(change)) return "nan";
  if (std::lround(change * 100) == 0) return "0";
  return concat(change < 0 ? '-' : '+', hundredths(change).substr(0, 3));
}

std::size_t tenth(double value) { return static_cast<std::size_t>(std::clamp(value * 10, 0., 9.)); }

}  // namespace

std::string ink(double value, Color color) {
  if (color == Color::kNone || std::isnan(value)) return "";
  if (color == Color::kPalette) {
    // The nearest of the 256 whose luminance grows at every step.
    constexpr std::array<int, 10> kPalette = {17, 18, 24, 60, 66, 102, 143, 179, 185, 227};
    const std::size_t level = tenth(value);
    return concat("\x1b[48;5;", kPalette[level], ";38;5;", level < 4 ? 231 : 16, "m");
  }
  const Rgb back = cividis(value);
  const std::string text = takes_black(back) ? "0;0;0" : "255;255;255";
  return concat("\x1b[48;2;", back.red, ";", back.green, ";", back.blue, ";38;2;", text, "m");
}

namespace {

// ---- tables of cells ---------------------------------------------------------------------------

struct Cell {
  std::string text;
  double value;  // NaN: not coloured
};
struct Line {
  std::string label;
  std::vector<Cell> cells;
  std::string sum;
};
struct Table {
  std::vector<std::string> columns;
  std::vector<Line> lines;
};

// A line of output and the columns it takes, which colours do not.
struct Output {
  std::string text;
  std::size_t columns = 0;

  void put(std::string_view words) {
    text += words;
    columns += display_width(words);
  }
  void pad_to(std::size_t column) {
    if (columns < column) put(std::string(column - columns, ' '));
  }
  void paint(const std::string& colors, std::string_view words) {
    text += colors;
    put(words);
    if (!colors.empty()) text += "\x1b[0m";
  }
};

constexpr std::size_t kCell = 5;  // four for the digits, one for the ramp or a blank
constexpr std::size_t kSum = 6;   // the sum and the blanks before it
constexpr std::size_t kGap = 4;   // between two tables

std::string shortened(const std::string& word, std::size_t columns) {
  const std::string safe = printable(word);
  return display_width(safe) <= columns ? safe : fit(safe, columns - 1) + "…";
}

std::size_t widest(const std::vector<std::string>& words) {
  std::size_t columns = 0;
  for (const std::string& word : words) columns = std::max(columns, display_width(printable(word)));
  return columns;
}

Table table_of(const HeatMap& map) {
  check(map);
  Table table{map.columns, {}};
  for (std::size_t row = 0; row < map.rows.size(); ++row) {
    Line line{map.rows[row], {}, ""};
    double sum = 0;
    for (std::size_t column = 0; column < map.columns.size(); ++column) {
      const double value = map.values[row * map.columns.size() + column];
      line.cells.push_back({hundredths(value), value});
      sum += value;
    }
    line.sum = hundredths(sum);
    table.lines.push_back(std::move(line));
  }
  return table;
}

// Where everything stands. A cell as wide as the longest word lets each word stand over its column;
// where that is too wide, the words stand on two lines in turn, each reaching over its neighbours.
struct Layout {
  std::size_t label = 0;  // columns of the row labels, a blank behind them included
  std::size_t cell = kCell;
  std::size_t block = 1;  // table columns a block
  bool staggered = false;

  Layout(const Table& table, std::size_t width) {
    std::vector<std::string> labels;
    for (const Line& line : table.lines) labels.push_back(line.label);
    label = std::clamp<std::size_t>(widest(labels), 3, 16) + 1;
    const std::size_t full = std::clamp<std::size_t>(widest(table.columns) + 1, kCell, 16);
    const std::size_t columns = std::max<std::size_t>(table.columns.size(), 1);
    const std::size_t room = width > label + kSum ? width - label - kSum : 0;
    cell = std::clamp(room / columns, kCell, full);
    staggered = cell < full;
    const std::size_t blocks = (columns * cell + std::max(room, cell) - 1) / std::max(room, cell);
    block = (columns + blocks - 1) / blocks;
  }
};

// The words over the columns begin … end, each centred, on one line or two.
std::vector<Output> header(const Table& table, const Layout& at, std::size_t begin,
                           std::size_t end) {
  const std::size_t lines = at.staggered ? 2 : 1;
  std::vector<Output> header(lines);
  for (std::size_t i = begin; i < end; ++i) {
    Output& line = header[(i - begin) % lines];
    // Behind the last one stands the word "sum"
    const std::size_t room = std::min(lines * at.cell - 1, at.cell + (i + 1 < end ? at.cell : 3));
    const std::string word = shortened(table.columns[i], room);
    const std::size_t middle = at.label + (i - begin) * at.cell + at.cell / 2;
    const std::size_t half = display_width(word) / 2;
    line.pad_to(
        std::max(middle - std::min(middle, half), line.columns == 0 ? 0 : line.columns + 1));
    line.put(word);
  }
  return header;
}

Output body(const Line& line, const Layout& at, std::size_t begin, std::size_t end, Color color) {
  constexpr std::string_view kRamp = " .:-=+*#%@";
  const std::string label = shortened(line.label, at.label - 1);
  Output out;
  out.pad_to(at.label - 1 - display_width(label));
  out.put(label + " ");
  for (std::size_t i = begin; i < end; ++i) {
    const Cell& cell = line.cells[i];
    const bool ramp = color == Color::kNone && !std::isnan(cell.value);
    std::string text((at.cell - kCell + 1) / 2 + 4 - cell.text.size(), ' ');
    text += cell.text + (ramp ? kRamp[tenth(cell.value)] : ' ');
    out.paint(ink(cell.value, color), fit(text, at.cell));
  }
  return out;
}

std::vector<Output> render(const Table& table, const Style& style) {
  const Layout at(table, style.width);
  const std::size_t columns = table.columns.size();
  std::vector<Output> lines;
  for (std::size_t begin = 0; begin < std::max<std::size_t>(columns, 1); begin += at.block) {
    const std::size_t end = std::min(begin + at.block, columns);
    const std::size_t right = at.label + (end - begin) * at.cell + kSum;
    if (begin > 0) lines.emplace_back();
    for (Output& line : header(table, at, begin, end)) lines.push_back(std::move(line));
    if (end == columns) {
      lines.back().pad_to(right - 3);
      lines.back().put("sum");
    }
    for (const Line& line : table.lines) {
      lines.push_back(body(line, at, begin, end, style.color));
      if (end < columns) continue;
      lines.back().pad_to(right - line.sum.size());
      lines.back().put(line.sum);
    }
  }
  return lines;
}

std::string joined(const std::vector<Output>& lines) {
  std::string text;
  for (const Output& line : lines) {
    text += line.text.substr(0, line.text.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

// What the picture shows and the scale of its colours, on one line or two.
std::string caption(const std::string& what, const Style& style) {
  std::string scale;
  for (int i = 0; i <= 20; ++i) {
    const std::string colors = ink(i / 20., style.color);
    if (!colors.empty()) scale += colors + " \x1b[0m";
  }
  if (scale.empty()) scale = "[ .:-=+*#%@]";
  const bool one_line = display_width(what) + 28 <= style.width;
  return what + (one_line ? "   " : "\n") + "0 " + scale + " 1\n";
}

std::string asking(std::string_view word) {
  return concat("\"", printable(word), "\" asks, each row a head; columns are looked at");
}

// How much larger each number of the last row is in the second map.
Line change(const HeatMap& first, const HeatMap& second) {
  Line line{"change", {}, ""};
  for (std::size_t left = first.columns.size(); left > 0; --left) {
    const double by =
        second.values[second.values.size() - left] - first.values[first.values.size() - left];
    line.cells.push_back({signed_hundredths(by), kNoValue});
  }
  return line;
}

// The two beside each other, the rows of one on the lines of the other's.
std::vector<Output> beside(const Table& left, const Table& right, const Style& half) {
  std::vector<Output> lines = render(left, half), others = render(right, half);
  const bool two_lines = Layout(left, half.width).staggered;
  if (two_lines != Layout(right, half.width).staggered) {
    std::vector<Output>& lower = two_lines ? others : lines;
    lower.insert(lower.begin(), Output());
  }
  lines.resize(std::max(lines.size(), others.size()));
  for (std::size_t i = 0; i < others.size(); ++i) {
    lines[i].pad_to(half.width + kGap);
    lines[i].text += others[i].text;
  }
  return lines;
}

}  // namespace

// ---- the terminal ------------------------------------------------------------------------------

std::string heatmap(const HeatMap& map, const Style& style) {
  return caption(std::string(kAxes), style) + joined(render(table_of(map), style));
}

std::string strip(const HeatMap& map, std::string_view word, const Style& style) {
  return caption(asking(word), style) + joined(render(table_of(map), style));
}

std::string strips(const HeatMap& first, const HeatMap& second, std::string_view word,
                   const Style& style) {
  const Table left = table_of(first);
  Table right = table_of(second);
  if (first.columns.size() == second.columns.size()) right.lines.push_back(change(first, second));

  const Style half{style.color, (std::max(style.width, kGap) - kGap) / 2};
  const bool fit = Layout(left, half.width).block >= first.columns.size() &&
                   Layout(right, half.width).block >= second.columns.size();
  return caption(asking(word), style) +
         (fit ? joined(beside(left, right, half))
              : joined(render(left, style)) + "\n" + joined(render(right, style)));
}

}  // namespace heed
