#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "heed/curve.hpp"

using namespace heed;

namespace {

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> result;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) result.push_back(line);
  return result;
}

}  // namespace

TEST_CASE("loss curve: equal ratios are equal distances") {
  // Eight losses, each a tenth of the one before: one on every line.
  const auto rows = lines(loss_curve({1e4, 1e3, 100, 10, 1, .1, .01, 1e-3}, 8, 80));
  REQUIRE(rows.size() == 9);
  for (std::size_t i = 0; i < 8; ++i) CHECK(rows[i].find('*') == 9 + i);
  CHECK(rows[0].substr(0, 9) == "  1e+04 |");
  CHECK(rows[7].substr(0, 9) == "  0.001 |");
  CHECK(rows[8] == "         1      8");
}

TEST_CASE("loss curve: is as wide as asked, a column the mean of its steps") {
  std::vector<double> losses(1000, 2);
  losses[999] = 38;  // the last ten have the mean 5.6
  const std::string text = loss_curve(losses, 1000, 109);
  for (const std::string& row : lines(text)) CHECK(row.size() <= 109);
  CHECK(lines(text)[0].substr(0, 9) == "    5.6 |");
  CHECK(lines(text)[0].find('*') == 108);
  CHECK(std::count(text.begin(), text.end(), '*') == 100);
}

TEST_CASE("loss curve: zeros and what is not finite leave gaps; nothing gives nothing") {
  CHECK(lines(loss_curve({4, 0, NAN, INFINITY, 4}, 5, 80))[0] == "      4 |*   *");
  CHECK(loss_curve({}, 0, 80) == "");
  CHECK(loss_curve({0, 0}, 2, 80) == "");
}
