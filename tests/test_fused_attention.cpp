// The fused attention against the composition it stands for.
#include "heed/attention.hpp"
#include "heed/init.hpp"
#include "heed/parallel.hpp"
#include "support.hpp"

using namespace heed;

namespace {

struct Case {
  const char* what;
  std::size_t batch, heads, queries, keys, width;
  Array mask;
};

Array some_mask(const Shape& shape) {
  Array mask = random_array(shape, 9);
  for (Real& m : mask) m = m > -1 ? Real{1} : Real{0};
  return mask;
}

std::vector<Case> cases() {
  return {{"one word", 1, 1, 1, 1, 1, Array()},
          {"small heads", 2, 4, 5, 5, 32, Array()},
          {"other words", 2, 2, 3, 7, 6, Array()},
          {"no words to ask", 1, 2, 0, 3, 4, Array()},
          {"several blocks of rows", 1, 2, 300, 300, 16, Array()},
          {"several pieces of several blocks", 2, 2, 330, 4096, 4, Array()},
          {"padding", 3, 2, 4, 4, 8, padding_mask({4, 1, 0}, 4)},
          {"causal", 2, 2, 150, 150, 8, causal_mask(150)},
          {"a mask for each head", 2, 3, 4, 5, 6, some_mask({3, 4, 5})},
          {"a mask for each example", 2, 2, 4, 5, 6, some_mask({2, 1, 4, 5})},
          {"a mask of one row a word", 2, 2, 4, 5, 6, some_mask({4, 1})},
          {"nothing to look at", 1, 2, 3, 0, 4, ones({3, 0})},
          {"all forbidden", 1, 2, 3, 3, 4, zeros({})}};
}

double scale_of(const Case& c) { return 1 / std::sqrt(static_cast<double>(c.width / c.heads)); }

Tensor composed(const std::vector<Tensor>& in, const Case& c) {
  return merge_heads(scaled_dot_product_attention(split_heads(in[0], c.heads),
                                                  split_heads(in[1], c.heads),
                                                  split_heads(in[2], c.heads), c.mask)
                         .output);
}
Tensor fused(const std::vector<Tensor>& in, const Case& c) {
  return fused_attention(in[0], in[1], in[2], c.heads, c.mask, scale_of(c));
}

std::vector<Array> inputs_of(const Case& c) {
  const Shape other = {c.batch, c.keys, c.width};
  return {random_array({c.batch, c.queries, c.width}, 1), random_array(other, 2),
          random_array(other, 3)};
}

}  // namespace

TEST_CASE("fused attention: output and gradients are those of the composition") {
  for (const Case& c : cases()) {
    CAPTURE(c.what);
    const std::vector<Array> inputs = inputs_of(c);
    const std::vector<Tensor> constants(inputs.begin(), inputs.end());
    CHECK(close(fused(constants, c), composed(constants, c), 100 * kEpsilon));
    const Array cotangent = random_array(inputs[0].shape(), 4);
    const auto expected =
        gradients([&](const auto& in) { return composed(in, c); }, inputs, cotangent);
    const auto found = gradients([&](const auto& in) { return fused(in, c); }, inputs, cotangent);
    for (std::size_t i = 0; i < 3; ++i) CHECK(close(found[i], expected[i], 400 * kEpsilon));
  }
}

TEST_CASE("fused attention: the same bits on 1, 2, 3 and 8 threads") {
  const Case c = {"", 2, 4, 200, 200, 64, causal_mask(200)};
  const std::vector<Array> inputs = inputs_of(c);
  const Array cotangent = random_array(inputs[0].shape(), 4);
  const auto run = [&] {
    auto found = gradients([&](const auto& in) { return fused(in, c); }, inputs, cotangent);
    const std::vector<Tensor> constants(inputs.begin(), inputs.end());
    found.push_back(fused(constants, c).value());
    return found;
  };
  const std::size_t before = threads();
  set_threads(1);
  const std::vector<Array> alone = run();
  for (const std::size_t count : {2u, 3u, 8u}) {
    set_threads(count);
    const std::vector<Array> together = run();
    for (std::size_t i = 0; i < alone.size(); ++i) CHECK(identical(alone[i], together[i]));
  }
  set_threads(before);
}

TEST_CASE("fused attention: words behind every mask may hold anything") {
  Array key = random_array({1, 4, 4}, 2), value = random_array({1, 4, 4}, 3);
  const Array query = random_array({1, 2, 4}, 1), mask = padding_mask({3}, 4);
  const Array before = fused_attention(query, key, value, 2, mask, 1).value();
  for (std::size_t i = 12; i < 16; ++i) key[i] = value[i] = static_cast<Real>(kNaN);
  CHECK(identical(fused_attention(query, key, value, 2, mask, 1).value(), before));
}

TEST_CASE("fused attention: what does not fit is refused") {
  const Array x = zeros({2, 3, 4});
  CHECK_THROWS_WITH_AS(fused_attention(x, zeros({2, 3, 6}), x, 2, Array(), 1),
                       "fused_attention: query [2, 3, 4], key [2, 3, 6], value [2, 3, 4]: "
                       "[B, T, D], [B, S, D] and [B, S, D] are needed",
                       ShapeError);
  const Array other_batch = zeros({3, 3, 4});
  CHECK_THROWS_WITH_AS(fused_attention(x, other_batch, other_batch, 2, Array(), 1),
                       "fused_attention: query [2, 3, 4], key [3, 3, 4], value [3, 3, 4]: "
                       "[B, T, D], [B, S, D] and [B, S, D] are needed",
                       ShapeError);
  CHECK_THROWS_WITH_AS(fused_attention(x, x, x, 3, Array(), 1),
                       "fused_attention: 3 heads do not divide a width of 4", ValueError);
  CHECK_THROWS_WITH_AS(fused_attention(x, x, x, 2, ones({5}), 1),
                       "fused_attention: a mask [5] does not stretch to [2, 2, 3, 3]", ShapeError);
}

TEST_CASE("attention: without weights the layer gives the same output, and none of the weights") {
  Random random(1);
  const MultiHeadAttention layer(8, 2, random);
  const Tensor x(random_array({2, 5, 8}));
  const Attention heard = layer(x, causal_mask(5), {.weights = false});
  CHECK_FALSE(heard.weights.exists());
  CHECK(close(heard.output, layer(x, causal_mask(5)).output));
}

TEST_CASE("fused attention: what its three inputs give is added in one order by every compiler") {
  Random random(1);
  const MultiHeadAttention attention(8, 2, random);
  const Tensor x = Tensor::parameter(normal({2, 5, 8}, 1, random));
  const Tensor same = Tensor::parameter(x.value());
  const Array dout = normal({2, 5, 8}, 1, random);
  Pass pass;
  pass.weights = false;
  attention(x, Array(), pass).output.backward(dout);

  const Tensor v = matmul(same, attention.value);
  const Tensor k = matmul(same, attention.key);
  const Tensor q = matmul(same, attention.query);
  matmul(fused_attention(q, k, v, 2, Array(), 0.5), attention.output).backward(dout);
  const Array &one = x.grad(), &other = same.grad();
  CHECK(std::equal(one.begin(), one.end(), other.begin(), other.end()));
}
