#include "gradcheck_text.hpp"

#include <algorithm>
#include <cmath>

#include "heed/error.hpp"
#include "heed/format.hpp"

namespace heed {
namespace {

// Where element i of a shape lies: "[2, 4]".
std::string place(const Shape& shape, std::size_t i) {
  std::vector<std::size_t> index(shape.rank());
  for (std::size_t axis = shape.rank(); axis-- > 0; i /= shape[axis]) index[axis] = i % shape[axis];
  std::string text = "[";
  for (std::size_t axis = 0; axis < index.size(); ++axis) {
    text += concat(axis == 0 ? "" : ", ", index[axis]);
  }
  return text + "]";
}

using Row = std::vector<std::string>;

Row row(const Comparison& t, double tolerance) {
  Row cells = {t.name, to_string(t.shape), concat(t.error.size())};
  if (t.error.empty()) {
    cells.insert(cells.end(), {"", "", "", "", ""});
  } else {
    const double a = t.analytic[t.worst], n = t.numeric[t.worst];
    cells.insert(cells.end(), {scientific(t.worst_error(), 1), place(t.shape, t.worst),
                               scientific(a, 4), scientific(n, 4), n == 0 ? "" : fixed(a / n, 3)});
  }
  cells.push_back(t.ok(tolerance) ? "ok" : "FAIL");
  return cells;
}

// ---- the guess ---------------------------------------------------------------------------------

// analytic / numeric, for the gradients that are not small.
std::vector<double> ratios(const Comparison& t) {
  std::vector<double> out;
  for (std::size_t i = 0; i < t.numeric.size(); ++i) {
    if (std::abs(t.numeric[i]) >= 1e-2 * t.largest) out.push_back(t.analytic[i] / t.numeric[i]);
  }
  return out;
}

bool near(double a, double b) { return std::abs(a - b) <= 1e-6 * std::abs(b); }

// The whole number that x is, 2 or more; 0 if it is none.
std::size_t whole(double x) {
  const double rounded = std::round(x);
  return rounded >= 2 && rounded <= 1e9 && near(x, rounded) ? static_cast<std::size_t>(rounded) : 0;
}

// "; 4 is the size of axis 1 of x0", for the first tensor with such an axis or as many elements.
std::string meaning(std::size_t n, const std::vector<Comparison>& tensors) {
  for (const Comparison& t : tensors) {
    for (std::size_t axis = t.shape.rank(); axis-- > 0;) {
      if (t.shape[axis] == n) return concat("; ", n, " is the size of axis ", axis, " of ", t.name);
    }
    if (t.shape.elements() == n) return concat("; ", t.name, " has ", n, " elements");
  }
  return "";
}

// r = √d_k? Where r is itself a whole number, as √16 is, a tensor must have d_k columns.
std::size_t squared_width(double r, const std::vector<Comparison>& tensors) {
  const std::size_t d_k = whole(r * r);
  const auto as_wide = [d_k](const Comparison& t) {
    return t.shape.rank() > 0 && t.shape.last() == d_k;
  };
  const bool sure = whole(r) == 0 || std::any_of(tensors.begin(), tensors.end(), as_wide);
  return r > 0 && sure ? d_k : 0;
}

// What makes every element r times the right one.
std::string reason(double r, const std::vector<Comparison>& tensors) {
  if (near(r, -1)) return ": the sign?";
  if (const std::size_t d_k = squared_width(r, tensors); d_k != 0) {
    return concat(" = √d_k (d_k = ", d_k, "): is the 1/√d_k of the scores missing in backward?");
  }
  if (const std::size_t d_k = squared_width(1 / r, tensors); d_k != 0) {
    return concat(" = 1/√d_k (d_k = ", d_k, "): is the 1/√d_k of the scores taken twice?");
  }
  if (near(r, 2) || near(r, 0.5)) return ": the 2 of a square, or something added twice?";
  if (const std::size_t n = whole(r); n != 0) {
    return concat(": a mean taken for a sum, 1/", n, " missing?", meaning(n, tensors));
  }
  if (const std::size_t n = whole(1 / r); n != 0) {
    return concat(" = 1/", n, ": a sum taken for a mean?", meaning(n, tensors));
  }
  return "";
}

// Does each matrix hold the right gradient, transposed?
bool transposed(const Comparison& t) {
  if (t.shape.rank() < 2 || t.shape.last() != t.shape.last(1)) return false;
  const std::size_t n = t.shape.last();
  for (std::size_t i = 0; i < t.numeric.size(); ++i) {
    const std::size_t row = i / n % n, column = i % n;
    const double other = t.numeric[i - row * n - column + column * n + row];
    if (!(std::abs(t.analytic[i] - other) <= 1e-6 * t.largest)) return false;
  }
  return true;
}

std::string guess(const Comparison& t, const std::vector<Comparison>& tensors, double tolerance) {
  const auto wrong = static_cast<std::size_t>(
      std::count_if(t.error.begin(), t.error.end(), [=](double e) { return !(e <= tolerance); }));
  if (t.worst_error() != t.worst_error()) return "f is not finite near this input";
  if (std::all_of(t.analytic.begin(), t.analytic.end(), [](double a) { return a == 0; })) {
    return "no gradient reaches it";
  }
  const std::vector<double> r = ratios(t);
  if (t.error.size() > 1 && wrong == 1) {
    return concat("one of ", t.error.size(), " elements is wrong, the others are right: an index?");
  }
  if (t.worst_error() < 1e-6) return "all but right: a float, or a short constant, among doubles?";
  if (transposed(t)) return "this is the right gradient, transposed";
  if (!r.empty() && std::all_of(r.begin(), r.end(), [&](double x) { return near(x, r[0]); })) {
    return concat("every element is ", fixed(r[0], 3), " times the right one",
                  reason(r[0], tensors));
  }
  if (wrong < t.error.size()) {
    return concat(wrong, " of ", t.error.size(),
                  " elements are wrong: an index, or a gradient overwritten instead of added?");
  }
  return "every element is wrong, none like the other: a term of the formula is missing?";
}

}  // namespace

std::string comparison_table(const std::vector<Comparison>& tensors, double tolerance) {
  std::vector<Row> rows = {{"tensor", "shape", "checked", "max rel err", "worst at", "analytic",
                            "numeric", "ratio", ""}};
  for (const Comparison& t : tensors) rows.push_back(row(t, tolerance));
  std::vector<std::size_t> widths(rows[0].size());
  for (const Row& cells : rows) {
    for (std::size_t i = 0; i < cells.size(); ++i) widths[i] = std::max(widths[i], cells[i].size());
  }
  std::string text;
  for (std::size_t line = 0; line < rows.size(); ++line) {
    for (std::size_t i = 0; i + 1 < widths.size(); ++i) {
      text += rows[line][i] + std::string(widths[i] - rows[line][i].size() + 2, ' ');
    }
    text += rows[line].back() + "\n";
    if (line == 0 || tensors[line - 1].ok(tolerance)) continue;
    text += "   " + guess(tensors[line - 1], tensors, tolerance) + "\n";
  }
  return text;
}

}  // namespace heed
