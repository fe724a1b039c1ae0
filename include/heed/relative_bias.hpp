// Layer 4. RelativeBias: what a head adds to a score for how far away the other word stands.
#pragma once

#include "heed/ops.hpp"
#include "heed/parameters.hpp"

namespace heed {

// One learned number for each head and offset, whatever the two words are: it enters the scores as
// AttentionOptions::bias, and makes "look at the word before" a single number.
//   out[h, i, j] = table[clip(j − i) + R, h],  clip to −R … R;  table [2R + 1, H], zeros at first.
// So j − i < 0 is a word before the one that asks, and all words farther than R count as R away.
// dtable[r, h] = Σ dout[h, i, j] over the pairs with that offset.
// Shaw, Uszkoreit & Vaswani 2018, §3.2, with the one number a head of Raffel et al. 2020, §2.1
struct RelativeBias {
  RelativeBias(std::size_t heads, std::size_t reach)
      : table(Tensor::parameter(zeros({2 * reach + 1, heads}))) {}

  Tensor table;
  Tensor operator()(std::size_t words) const;  // [H, words, words]
  // The number of a head and an offset in −R … R, to read it or to start it from another one.
  // Throws ValueError: "RelativeBias: offset -3 is outside a reach of 2".
  Real& at(std::size_t head, int offset);
  Parameters parameters() const { return Parameters().add("table", table); }
};

}  // namespace heed
