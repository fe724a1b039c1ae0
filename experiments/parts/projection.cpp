#include "parts/projection.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "heed/error.hpp"
#include "heed/utf8.hpp"

namespace heed {
namespace {

// A symmetric matrix, and the product of the rotations that were applied to it.
struct Symmetric {
  explicit Symmetric(std::size_t size_) : size(size_), values(size * size), vectors(size * size) {
    for (std::size_t i = 0; i < size; ++i) vectors[i * size + i] = 1;
  }
  double& at(std::size_t i, std::size_t j) { return values[i * size + j]; }

  // Turns axes p and q so that at(p, q) becomes 0.   Golub & Van Loan, §8.5.2
  void rotate(std::size_t p, std::size_t q) {
    if (at(p, q) == 0) return;
    const double tau = (at(q, q) - at(p, p)) / (2 * at(p, q));
    const double tangent = (tau < 0 ? -1 : 1) / (std::abs(tau) + std::sqrt(1 + tau * tau));
    const double c = 1 / std::sqrt(1 + tangent * tangent), s = tangent * c;
    const auto turn = [&](double& a, double& b) {
      const double before = a;
      a = c * a - s * b;
      b = s * before + c * b;
    };
    for (std::size_t i = 0; i < size; ++i) turn(at(i, p), at(i, q));
    for (std::size_t i = 0; i < size; ++i) turn(at(p, i), at(q, i));
    for (std::size_t i = 0; i < size; ++i) turn(vectors[p * size + i], vectors[q * size + i]);
  }

  std::size_t size;
  std::vector<double> values, vectors;  // row i of `vectors` belongs to at(i, i)
};

Symmetric covariance(const Array& points, const std::vector<double>& mean) {
  const std::size_t count = points.shape()[0], width = points.shape()[1];
  Symmetric matrix(width);
  for (std::size_t n = 0; n < count; ++n) {
    const Real* row = points.data() + n * width;
    for (std::size_t i = 0; i < width; ++i) {
      const double x = static_cast<double>(row[i]) - mean[i];
      for (std::size_t j = 0; j < width; ++j) {
        matrix.at(i, j) += x * (static_cast<double>(row[j]) - mean[j]) / static_cast<double>(count);
      }
    }
  }
  return matrix;
}

// Makes the matrix diagonal; the order of what is then on the diagonal, the largest first. Each sweep
// makes the rest smaller, in the end quadratically: ten are plenty.
std::vector<std::size_t> widest_first(Symmetric& matrix) {
  for (int sweep = 0; sweep < 10; ++sweep) {
    for (std::size_t p = 0; p < matrix.size; ++p) {
      for (std::size_t q = p + 1; q < matrix.size; ++q) matrix.rotate(p, q);
    }
  }
  std::vector<std::size_t> order(matrix.size);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return matrix.at(a, a) > matrix.at(b, b); });
  return order;
}

double dot(const Array& rows, std::size_t a, std::size_t b) {
  const std::size_t width = rows.shape()[1];
  double sum = 0;
  for (std::size_t i = 0; i < width; ++i) {
    sum += static_cast<double>(rows[a * width + i]) * static_cast<double>(rows[b * width + i]);
  }
  return sum;
}

}  // namespace

Components principal_components(const Array& points, std::size_t count) {
  const Shape& shape = points.shape();
  if (shape.rank() != 2 || shape[0] == 0 || count == 0 || count > shape[1]) {
    fail<ShapeError>("principal_components: ", count, " of points ", shape);
  }
  const std::size_t width = shape[1];
  std::vector<double> mean(width);
  for (std::size_t i = 0; i < points.size(); ++i) {
    mean[i % width] += static_cast<double>(points[i]) / static_cast<double>(shape[0]);
  }
  Symmetric matrix = covariance(points, mean);
  const std::vector<std::size_t> order = widest_first(matrix);
  Components components{Array({width}, mean), Array({count, width}), {}, 0};
  for (std::size_t i = 0; i < width; ++i) components.total += matrix.at(i, i);
  for (std::size_t c = 0; c < count; ++c) {
    const double* from = matrix.vectors.data() + order[c] * width;
    const auto smaller = [](double a, double b) { return std::abs(a) < std::abs(b); };
    const double sign = *std::max_element(from, from + width, smaller) < 0 ? -1 : 1;
    for (std::size_t i = 0; i < width; ++i) {
      components.directions[c * width + i] = static_cast<Real>(sign * from[i]);
    }
    components.variance.push_back(matrix.at(order[c], order[c]));
  }
  return components;
}

Array project(const Array& points, const Components& components) {
  return matmul(sub(points, components.mean), components.directions, Side::kPlain,
                Side::kTransposed);
}

double cosine(const Array& rows, std::size_t a, std::size_t b) {
  const double lengths = std::sqrt(dot(rows, a, a) * dot(rows, b, b));
  return lengths > 0 ? dot(rows, a, b) / lengths : 0;
}

std::vector<std::size_t> nearest(const Array& rows, std::size_t of, std::size_t k) {
  std::vector<std::pair<double, std::size_t>> others;
  for (std::size_t i = 0; i < rows.shape()[0]; ++i) {
    if (i != of) others.emplace_back(-cosine(rows, of, i), i);
  }
  std::sort(others.begin(), others.end());
  std::vector<std::size_t> list;
  for (std::size_t i = 0; i < std::min(k, others.size()); ++i) list.push_back(others[i].second);
  return list;
}

namespace {

// Writes a name into a line of a map, unless something stands there or beside it. A wide character
// takes two places; the second one holds a 0.
void write(std::u32string& line, std::size_t begin, const std::string& name) {
  const std::size_t before = begin > 0 ? begin - 1 : 0;
  const std::size_t behind = begin + display_width(name) + 1;
  if (line.substr(before, behind - before).find_first_not_of(U' ') != line.npos) return;
  for (const char32_t c : decode_utf8(name)) {
    const std::size_t width = display_width(c);
    if (width == 0) continue;
    line[begin] = c;
    if (width == 2) line[begin + 1] = U'\0';
    begin += width;
  }
}

}  // namespace

std::string scatter(const Array& points, const std::vector<std::string>& names, std::size_t columns,
                    std::size_t lines) {
  const Array low = scale(max_over(scale(points, -1), {0}), -1), high = max_over(points, {0});
  const auto place = [&](std::size_t i, std::size_t axis, std::size_t last) {
    const auto least = static_cast<double>(low[axis]), most = static_cast<double>(high[axis]);
    const double share = (static_cast<double>(points[2 * i + axis]) - least) / (most - least);
    return most > least ? static_cast<std::size_t>(std::lround(share * static_cast<double>(last)))
                        : last / 2;
  };
  std::vector<std::u32string> map(lines, std::u32string(columns, U' '));
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string name = printable(names[i]);
    if (display_width(name) > columns) continue;
    write(map[lines - 1 - place(i, 1, lines - 1)], place(i, 0, columns - display_width(name)),
          name);
  }
  std::string text;
  for (const std::u32string& line : map) {
    std::string row = "  ";
    for (const char32_t c : line) row += c == U'\0' ? "" : encode_utf8(c);
    row.erase(row.find_last_not_of(' ') + 1);
    text += row + '\n';
  }
  return text;
}

}  // namespace heed
