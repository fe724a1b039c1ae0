#include "heed/pointer.hpp"

#include <cmath>
#include <limits>

#include "heed/error.hpp"
#include "heed/init.hpp"

namespace heed {

Pointer::Pointer(std::size_t width, Random& random)
    : query(Tensor::parameter(xavier(width, width, random))) {}

Tensor Pointer::operator()(const Tensor& asker, const Tensor& words) const {
  const std::size_t batch = words.shape()[0], length = words.shape()[1], width = words.shape()[2];
  const Tensor q = reshape(matmul(asker, query), {batch, 1, width});
  const Tensor scores = matmul_transposed(q, words) / std::sqrt(static_cast<double>(width));
  return reshape(scores, {batch, length});
}

Tensor pick_words(const Tensor& x, const Indices& positions) {
  const std::size_t batch = x.shape()[0], length = x.shape()[1], width = x.shape()[2];
  if (positions.shape != Shape{batch}) {
    fail<ShapeError>("pick_words: x ", x.shape(), " and positions ", positions.shape);
  }
  Indices rows{{batch}, {}};
  for (std::size_t b = 0; b < batch; ++b) {
    const int at = positions.values[b];
    if (at < 0 || static_cast<std::size_t>(at) >= length) {
      fail<ValueError>("pick_words: position ", at, " of example ", b, " is outside ", length,
                       " words");
    }
    rows.values.push_back(static_cast<int>(b * length) + at);
  }
  return embedding(reshape(x, {batch * length, width}), rows);
}

Tensor pointer_loss(const Tensor& log_weights, const Array& right) {
  const Tensor wrong(full({}, -std::numeric_limits<double>::infinity()));
  return -mean(logsumexp(where(right, log_weights, wrong), {-1}));
}

}  // namespace heed
