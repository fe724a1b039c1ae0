#include "heed/curve.hpp"

#include <algorithm>
#include <cmath>

#include "heed/error.hpp"
#include "heed/format.hpp"

namespace heed {
namespace {

constexpr std::size_t kHigh = 8;
constexpr std::size_t kLabel = 9;  // columns of the numbers on the left, the axis included

// The mean of each of so many equal parts; NaN where a part has no value above zero.
std::vector<double> means(const std::vector<double>& values, std::size_t parts) {
  std::vector<double> result;
  for (std::size_t i = 0; i < parts; ++i) {
    double sum = 0, count = 0;
    for (std::size_t at = i * values.size() / parts; at < (i + 1) * values.size() / parts; ++at) {
      if (std::isfinite(values[at]) && values[at] > 0) sum += values[at], ++count;
    }
    result.push_back(sum / count);
  }
  return result;
}

std::string label(std::size_t row, double most, double least) {
  if (row != 0 && row + 1 != kHigh) return std::string(kLabel - 1, ' ') + "|";
  const std::string number = general(row == 0 ? most : least, 2);
  return std::string(kLabel - 2 - std::min(number.size(), kLabel - 2), ' ') + number + " |";
}

}  // namespace

std::string loss_curve(const std::vector<double>& losses, std::size_t steps, std::size_t columns) {
  const std::size_t room = columns > kLabel + 1 ? columns - kLabel : 1;
  const std::vector<double> points = means(losses, std::min(room, losses.size()));
  double most = 0, least = INFINITY;
  for (const double point : points) {
    if (!std::isnan(point)) most = std::max(most, point), least = std::min(least, point);
  }
  if (most == 0) return "";
  std::vector<std::string> rows(kHigh, std::string(points.size(), ' '));
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (std::isnan(points[i])) continue;
    const double depth = most > least ? std::log(most / points[i]) / std::log(most / least) : 0;
    rows[static_cast<std::size_t>(std::lround(depth * (kHigh - 1)))][i] = '*';
  }
  std::string text;
  for (std::size_t row = 0; row < kHigh; ++row) {
    const std::string& marks = rows[row];
    text += concat(label(row, most, least), marks.substr(0, marks.find_last_not_of(' ') + 1), "\n");
  }
  const std::string last = concat(steps);
  const std::size_t gap = points.size() > last.size() ? points.size() - last.size() : 1;
  return concat(text, std::string(kLabel, ' '), "1", std::string(gap > 1 ? gap - 1 : 1, ' '), last,
                "\n");
}

}  // namespace heed
