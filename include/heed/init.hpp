// Layer 4. init: the numbers that parameters start from.
#pragma once

#include "heed/array.hpp"
#include "heed/random.hpp"

namespace heed {

Array normal(const Shape& shape, double deviation, Random& random);  // N(0, deviation²)
// Each number from low to high; rounded to a Real, it may be high itself.
Array uniform(const Shape& shape, double low, double high, Random& random);
// Uniform in ±√(6 / (in + out)), for a matrix [in, out]: keeps the variance of a signal about the
// same through the layer, forward and backward.  Glorot & Bengio 2010, eq. (16)
Array xavier(std::size_t in, std::size_t out, Random& random);
// Q [size, size] with QᵀQ = I, all such Q equally likely: keeps the length of a vector, however often
// it is multiplied.  Saxe, McClelland & Ganguli 2014, §3
Array orthogonal(std::size_t size, Random& random);

}  // namespace heed
