#include "parts/walk.hpp"

#include <cmath>

#include "heed/error.hpp"
#include "heed/format.hpp"
#include "heed/ops.hpp"
#include "heed/table.hpp"

namespace heed {
namespace {

using Words = std::vector<std::string>;

double number(const Array& x, std::size_t row, std::size_t column) {
  return static_cast<double>(x.at({row, column}));
}

Words numbered(std::size_t count) {
  Words names;
  for (std::size_t i = 1; i <= count; ++i) names.push_back(concat(i));
  return names;
}

std::string matrix(const std::string& name, const Words& words, const Words& columns,
                   const Array& x) {
  std::vector<Words> cells = {{concat(name, " ", x.shape())}};
  cells[0].insert(cells[0].end(), columns.begin(), columns.end());
  for (std::size_t i = 0; i < words.size(); ++i) {
    cells.push_back({words[i]});
    for (std::size_t j = 0; j < columns.size(); ++j)
      cells[i + 1].push_back(fixed(number(x, i, j), 2));
  }
  return table(cells) + "\n";
}

}  // namespace

std::string spell_cell(const std::string& name, const Array& a, std::size_t row, const Array& b,
                       std::size_t column) {
  const auto factor = [](double x) {
    const std::string text = fixed(x, 2);
    return text[0] == '-' ? "(" + text + ")" : text;
  };
  std::string text;
  double sum = 0;
  for (std::size_t i = 0; i < a.shape()[1]; ++i) {
    const double x = number(a, row, i), y = number(b, i, column);
    text += concat(i > 0 ? " + " : "", factor(x), "·", factor(y));
    sum += x * y;
  }
  return concat("  ", name, " = ", text, " = ", fixed(sum, 2), "\n");
}

std::string walk(const Words& words, const Array& x, const Array& w_q, const Array& w_k,
                 const Array& w_v) {
  const std::size_t count = words.size(), last = count - 1;
  if (x.shape().rank() != 2 || x.shape()[0] != count || count < 2) {
    fail<ShapeError>("walk: x ", x.shape(), " for ", count,
                     " words: it needs a row a word, two or more");
  }
  const double d_k = static_cast<double>(w_k.shape().last());
  const Array q = matmul(x, w_q), k = matmul(x, w_k), v = matmul(x, w_v), keys = transpose(k);
  const Array scores = matmul(q, keys), scaled = scale(scores, 1 / std::sqrt(d_k));
  const Array weights = softmax(Tensor(scaled)).value();
  double total = 0;
  for (std::size_t j = 0; j < count; ++j) total += std::exp(number(scaled, 1, j));
  const std::string cell = concat("[", words[1], ", ", words[last], "]");
  return matrix("X", words, numbered(x.shape()[1]), x) +
         matrix("Q = X W_Q", words, numbered(q.shape()[1]), q) +
         matrix("K = X W_K", words, numbered(k.shape()[1]), k) +
         matrix("V = X W_V", words, numbered(v.shape()[1]), v) +
         spell_cell(concat("Q[", words[1], ", 1]"), x, 1, w_q, 0) + "\n" +
         matrix("Q Kᵀ", words, words, scores) + spell_cell("score" + cell, q, 1, keys, last) +
         "\n" + matrix(concat("Q Kᵀ / √", w_k.shape().last()), words, words, scaled) +
         matrix("softmax", words, words, weights) +
         concat("  weight", cell, " = exp(", fixed(number(scaled, 1, last), 2), ") / ",
                fixed(total, 2), " = ", fixed(number(weights, 1, last), 2), "\n\n") +
         matrix("softmax V", words, numbered(v.shape()[1]), matmul(weights, v)) +
         spell_cell(concat("output[", words[1], ", 1]"), weights, 1, v, 0);
}

}  // namespace heed
