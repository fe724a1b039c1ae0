#include "parts/story_model.hpp"

#include <cmath>
#include <numeric>

#include "heed/init.hpp"

namespace heed {

StoryLayer::StoryLayer(std::size_t width, std::size_t heads, std::size_t reach, Random& random)
    : norm(width), attention(width, heads, random), distance(heads, reach) {
  // Small values and large queries: a slot begins as little more than its own words, and the heads
  // choose early. With xavier in all four, training stays at the rule "last place" on most seeds.
  const double side = 1 / std::sqrt(static_cast<double>(width));
  for (Tensor* matrix : {&attention.query, &attention.key, &attention.value, &attention.output}) {
    const bool scores = matrix == &attention.query || matrix == &attention.key;
    const double most = scores ? 2 * side : side;
    *matrix = Tensor::parameter(uniform({width, width}, -most, most, random));
  }
}

Attention StoryLayer::operator()(const Tensor& x, std::size_t first, const Array& mask) const {
  const std::size_t slots = x.shape()[1];
  MultiHeadAttention biased = attention;
  biased.options.bias = slice(distance(slots), 1, first, slots);  // [H, S − first, S]
  const Tensor at = norm(x);
  return biased(slice(at, 1, first, slots), at, slice(mask, std::size_t{2}, first, slots));
}

Parameters StoryLayer::parameters() const {
  return Parameters().add("norm", norm).add("attention", attention).add("distance", distance);
}

StoryModel::StoryModel(std::size_t vocabulary, std::size_t width, std::size_t heads,
                       std::size_t statements, Random& random)
    : words(vocabulary, width, 0.3, random, Vocabulary::kPad),
      look_back(width, heads, statements, random),
      ask(width, heads, statements, random),
      norm(width),
      prior(Tensor::parameter(zeros({vocabulary}))) {}

StoryModel::Reading StoryModel::operator()(const StoryBatch& batch, const Array& mask) const {
  const std::size_t last = batch.slots() - 1;
  const Tensor x = sum(words(batch.words), {2});  // [B, S, D]
  const Attention back = look_back(x, 0, mask);
  const Tensor y = x + back.output;
  // First: compilers order the operands of + as they like, and gradients are added in the order of
  // birth.
  const Tensor heard = ask(y, last, batch.earlier).output;
  const Tensor z = slice(y, 1, last, last + 1) + heard;  // [B, 1, D]

  // The table is looked up like words, so that the row of the padding stays zero.
  const std::size_t vocabulary = prior.shape()[0];
  Indices every{{vocabulary}, std::vector<int>(vocabulary)};
  std::iota(every.values.begin(), every.values.end(), 0);
  const Tensor answer = reshape(norm(z), {batch.size(), z.shape().last()});
  return {matmul_transposed(answer, words(every)) + prior, back.weights};
}

Parameters StoryModel::parameters() const {
  Parameters list;
  list.add("words", words).add("look_back", look_back).add("ask", ask);
  return list.add("norm", norm).add("prior", prior);
}

}  // namespace heed
