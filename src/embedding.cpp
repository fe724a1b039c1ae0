#include "heed/embedding.hpp"

#include "heed/error.hpp"
#include "heed/init.hpp"

namespace heed {

Embedding::Embedding(std::size_t words, std::size_t width, double deviation, Random& random,
                     int padding_)
    : padding(padding_) {
  Array start = normal({words, width}, deviation, random);
  if (padding >= 0) {
    const auto row = static_cast<std::size_t>(padding);
    if (row >= words)
      fail<ValueError>("Embedding: the padding id ", row, " is not among ", words, " rows");
    std::fill_n(start.data() + row * width, width, Real{0});
  }
  table = Tensor::parameter(std::move(start));
}

}  // namespace heed
