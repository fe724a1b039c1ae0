#include "heed/init.hpp"

#include <cmath>

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

}  // namespace heed
