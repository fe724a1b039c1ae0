// Layer 4. Embedding: a vector for every word, looked up by its id.
#pragma once

#include "heed/ops.hpp"
#include "heed/parameters.hpp"

namespace heed {

//   ids [...], table [V, D], out [..., D].  The table starts as N(0, deviation²).
// The row `padding`, where there is one, is zero and stays zero: it collects no gradient.
struct Embedding {
  Embedding(std::size_t words, std::size_t width, double deviation, Random& random,
            int padding = -1);

  Tensor table;
  int padding;
  Tensor operator()(const Indices& ids) const { return embedding(table, ids, padding); }
  Parameters parameters() const { return Parameters().add("table", table); }
};

}  // namespace heed
