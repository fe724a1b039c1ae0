#include "heed/init.hpp"

#include <cmath>
#include <numeric>
#include <vector>

namespace heed {

Array normal(const Shape& shape, double deviation, Random& random) {
  Array out(shape);
  for (Real& x : out) x = static_cast<Real>(deviation * random.normal());
  return out;
}

Array uniform(const Shape& shape, double low, double high, Random& random) {
  Array out(shape);
  for (Real& x : out) x = static_cast<Real>(random.uniform(low, high));
  return out;
}

Array xavier(std::size_t in, std::size_t out, Random& random) {
  const double bound = std::sqrt(6.0 / static_cast<double>(in + out));
  return uniform({in, out}, -bound, bound, random);
}

// Gram–Schmidt: each row of normal numbers loses its part along the rows before it, then gets the
// length 1. In double, so that nothing but the last rounding is left of its errors.
Array orthogonal(std::size_t size, Random& random) {
  std::vector<double> q(size * size);
  for (double& x : q) x = random.normal();
  const auto dot = [&](const double* a, const double* b) {
    return std::inner_product(a, a + size, b, 0.0);
  };
  for (std::size_t i = 0; i < size; ++i) {
    double* row = q.data() + i * size;
    for (const double* other = q.data(); other != row; other += size) {
      const double along = dot(row, other);
      for (std::size_t j = 0; j < size; ++j) row[j] -= along * other[j];
    }
    const double length = std::sqrt(dot(row, row));
    for (std::size_t j = 0; j < size; ++j) row[j] /= length;
  }
  return Array({size, size}, q);
}

}  // namespace heed
