#include "heed/table.hpp"

#include <algorithm>
#include <cmath>

#include "heed/format.hpp"
#include "heed/utf8.hpp"

namespace heed {

std::string table(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t c = 0; c < row.size(); ++c) {
      widths[c] = std::max(widths[c], display_width(printable(row[c])));
    }
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line = "  ";
    for (std::size_t c = 0; c < row.size(); ++c) {
      const std::string cell = printable(row[c]);
      const std::string space(widths[c] - display_width(cell), ' ');
      line += c == 0 ? cell + space : "  " + space + cell;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string percent(double share) { return std::isnan(share) ? "–" : fixed(100 * share, 1); }

}  // namespace heed
