#include "heed/overview.hpp"

#include <algorithm>
#include <cmath>

#include "heed/error.hpp"
#include "heed/utf8.hpp"

namespace heed {
namespace {

constexpr std::size_t kMostCells = 20;  // of a side
constexpr std::size_t kGap = 2;         // columns between two maps

// Where part i of `parts` begins in `size` items.
std::size_t begin_of(std::size_t i, std::size_t parts, std::size_t size) {
  return i * size / parts;
}

// The largest value of the block of cells that stands for (row, column) of rows × columns.
double largest(const HeatMap& map, std::size_t row, std::size_t rows, std::size_t column,
               std::size_t columns) {
  const std::size_t high = map.rows.size(), wide = map.columns.size();
  double value = std::nan("");
  for (std::size_t i = begin_of(row, rows, high); i < begin_of(row + 1, rows, high); ++i) {
    for (std::size_t j = begin_of(column, columns, wide); j < begin_of(column + 1, columns, wide);
         ++j) {
      value = std::fmax(value, map.values[i * wide + j]);
    }
  }
  return value;
}

std::string cell(double value, Color color) {
  constexpr std::string_view kRamp = " .:-=+*#%@";
  if (std::isnan(value)) return " ";
  if (color != Color::kNone) return concat(ink(value, color), " \x1b[0m");
  return std::string(1, kRamp[static_cast<std::size_t>(std::clamp(value * 10, 0., 9.))]);
}

std::string line(const HeatMap& map, std::size_t row, Color color) {
  const std::size_t rows = std::min(map.rows.size(), kMostCells);
  const std::size_t columns = std::min(map.columns.size(), kMostCells);
  std::string text;
  for (std::size_t i = 0; i < columns; ++i) {
    text += row < rows ? cell(largest(map, row, rows, i, columns), color) : " ";
  }
  return text;
}

}  // namespace

std::string overview(const std::vector<NamedMap>& maps, const Style& style) {
  std::string text;
  std::size_t wide = 0, high = 0;
  for (const NamedMap& named : maps) {
    check(named.map);
    wide = std::max({wide, std::min(named.map.columns.size(), kMostCells),
                     display_width(printable(named.name))});
    high = std::max(high, std::min(named.map.rows.size(), kMostCells));
  }
  const std::size_t beside = std::max<std::size_t>(1, (style.width + kGap) / (wide + kGap));
  for (std::size_t first = 0; first < maps.size(); first += beside) {
    const std::size_t end = std::min(first + beside, maps.size());
    if (first > 0) text += '\n';
    for (std::size_t row = 0; row <= high; ++row) {  // the first line has the names
      for (std::size_t i = first; i < end; ++i) {
        const HeatMap& map = maps[i].map;
        const std::size_t cells = std::min(map.columns.size(), kMostCells);
        text += row == 0 ? fit(printable(maps[i].name), wide)
                         : line(map, row - 1, style.color) + std::string(wide - cells, ' ');
        if (i + 1 < end) text += std::string(kGap, ' ');
      }
      text.erase(text.find_last_not_of(' ') + 1);
      text += '\n';
    }
  }
  return text;
}

}  // namespace heed
