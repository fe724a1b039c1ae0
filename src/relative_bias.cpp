#include "heed/relative_bias.hpp"

#include <algorithm>

#include "heed/error.hpp"

namespace heed {

namespace {

int reach(const RelativeBias& bias) { return static_cast<int>(bias.table.shape()[0] / 2); }

}  // namespace

Tensor RelativeBias::operator()(std::size_t words) const {
  const int most = reach(*this), count = static_cast<int>(words);
  Indices offsets{{words, words}, {}};
  for (int i = 0; i < count; ++i) {
    for (int j = 0; j < count; ++j) {
      offsets.values.push_back(std::clamp(j - i, -most, most) + most);
    }
  }
  return permute(embedding(table, offsets), {2, 0, 1});
}

Real& RelativeBias::at(std::size_t head, int offset) {
  const int most = reach(*this);
  if (offset < -most || offset > most) {
    fail<ValueError>("RelativeBias: offset ", offset, " is outside a reach of ", most);
  }
  return table.mutable_value()[static_cast<std::size_t>(offset + most) * table.shape()[1] + head];
}

}  // namespace heed
