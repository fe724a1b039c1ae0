#include <functional>

#include "heed/attention.hpp"
#include "layer_checks.hpp"

using namespace heed;

namespace {

using Allowed = std::function<bool(std::size_t b, std::size_t t, std::size_t s)>;
const Allowed kEverything = [](std::size_t, std::size_t, std::size_t) { return true; };

struct Expected {
  Array output, weights;  // [B, T, D], [B, H, T, S]
};

// Eq. (1) one number at a time, in double. Head h has the columns h·d … of q [B, T, D] and of k and
// v [B, S, D].
Expected slowly(const Array& q, const Array& k, const Array& v, std::size_t heads,
                const Allowed& allowed, const Array& bias = Array(), bool scaled = true) {
  const std::size_t B = q.shape()[0], T = q.shape()[1], S = k.shape()[1], d = q.shape()[2] / heads;
  Expected expected{zeros(q.shape()), zeros({B, heads, T, S})};
  for (std::size_t i = 0; i < B * heads * T; ++i) {
    const std::size_t b = i / (heads * T), h = i / T % heads, t = i % T;
    std::vector<double> e(S);
    double total = 0;
    for (std::size_t s = 0; s < S; ++s) {
      if (!allowed(b, t, s)) continue;
      double score = 0;
      for (std::size_t c = h * d; c < (h + 1) * d; ++c) {
        score += static_cast<double>(q.at({b, t, c})) * static_cast<double>(k.at({b, s, c}));
      }
      if (scaled) score /= std::sqrt(static_cast<double>(d));
      if (!bias.nothing()) score += static_cast<double>(bias.at({h, t, s}));
      total += e[s] = std::exp(score);
    }
    for (std::size_t s = 0; s < S && total > 0; ++s) {
      expected.weights[i * S + s] = static_cast<Real>(e[s] / total);
      for (std::size_t c = h * d; c < (h + 1) * d; ++c) {
        expected.output[(b * T + t) * heads * d + c] +=
            static_cast<Real>(e[s] / total) * v.at({b, s, c});
      }
    }
  }
  return expected;
}

// x W for x [B, T, D] and W [D, D].
Array times(const Array& x, const Array& w) {
  const std::size_t D = w.shape()[0];
  Array out(x.shape());
  for (std::size_t i = 0; i < x.size(); ++i) {
    double total = 0;
    for (std::size_t d = 0; d < D; ++d) {
      total += static_cast<double>(x[i / D * D + d]) * static_cast<double>(w[d * D + i % D]);
    }
    out[i] = static_cast<Real>(total);
  }
  return out;
}

// The attention of one head, without the axes of batch and heads.
Attention one_head(const Tensor& q, const Tensor& k, const Tensor& v, const Array& mask) {
  const auto lift = [](const Tensor& x) { return reshape(x, {1, 1, x.shape()[0], x.shape()[1]}); };
  const Attention heard = scaled_dot_product_attention(lift(q), lift(k), lift(v), mask);
  const std::size_t T = q.shape()[0], S = k.shape()[0];
  return {reshape(heard.output, {T, v.shape()[1]}), reshape(heard.weights, {T, S})};
}

constexpr double kSlack = 100 * kEpsilon;  // for sums of products

}  // namespace

TEST_CASE("attention: heads split by columns of each word, and merge back into the same") {
  const Tensor x(Array({1, 2, 4}, {0, 1, 2, 3, 4, 5, 6, 7}));
  const Tensor heads = split_heads(x, 2);
  CHECK(identical(heads.value(), Array({1, 2, 2, 2}, {0, 1, 4, 5, 2, 3, 6, 7})));
  CHECK(identical(merge_heads(heads).value(), x.value()));
  const Tensor larger(random_array({3, 5, 12}));
  CHECK(split_heads(larger, 4).shape() == Shape{3, 4, 5, 3});
  CHECK(identical(merge_heads(split_heads(larger, 4)).value(), larger.value()));
}

TEST_CASE("attention: a width that the heads do not divide is refused with both numbers") {
  Random random(1);
  CHECK_THROWS_WITH_AS(MultiHeadAttention(10, 3, random),
                       "MultiHeadAttention: 3 heads do not divide a width of 10", ValueError);
  CHECK_THROWS_WITH_AS(MultiHeadAttention(10, 0, random),
                       "MultiHeadAttention: 0 heads do not divide a width of 10", ValueError);
  CHECK_THROWS_AS(MultiHeadAttention(10, static_cast<std::size_t>(-1), random), ValueError);
  CHECK(random.state() == Random(1).state());  // refused before anything was drawn
  CHECK_THROWS_WITH_AS(split_heads(random_array({1, 2, 10}), 3),
                       "split_heads: a width of 10 does not split into 3 heads", ValueError);
}

TEST_CASE("attention: scores are divided by the root of a head's width, not of the whole") {
  Array q = zeros({1, 1, 8}), k = zeros({1, 2, 8});
  q[0] = k[0] = 2;  // head 0: the query meets its own key and a zero: 4/√4 and 0
  const Array v = zeros({1, 2, 8});
  const Tensor weights =
      scaled_dot_product_attention(split_heads(q, 2), split_heads(k, 2), split_heads(v, 2), Array())
          .weights;
  CHECK(close(select(weights, 1, 0), Array({1, 1, 2}, {0.88079708, 0.11920292}), 1e-8));
}

TEST_CASE("attention: unscaled, the same scores count in full") {
  Array q = zeros({1, 1, 1, 4}), k = zeros({1, 1, 2, 4});
  q[0] = k[0] = 2;
  const Tensor weights =
      scaled_dot_product_attention(q, k, k, Array(), {.scaled = false, .bias = {}, .dropout = {}})
          .weights;
  CHECK(close(weights, Array({1, 1, 1, 2}, {0.98201379, 0.01798621}), 1e-8));
}

TEST_CASE("attention: 1 in a mask means may look at, in a padding mask as in a causal one") {
  const Tensor x(zeros({1, 1, 3, 2}));  // all scores equal
  CHECK(identical(padding_mask({2}, 3), Array({1, 1, 1, 3}, {1, 1, 0})));
  CHECK(identical(causal_mask(3), Array({3, 3}, {1, 0, 0, 1, 1, 0, 1, 1, 1})));
  const Tensor padded = scaled_dot_product_attention(x, x, x, padding_mask({2}, 3)).weights;
  CHECK(close(padded, Array({1, 1, 3, 3}, {0.5, 0.5, 0, 0.5, 0.5, 0, 0.5, 0.5, 0})));
  const Tensor causal = scaled_dot_product_attention(x, x, x, causal_mask(3)).weights;
  CHECK(close(causal, Array({1, 1, 3, 3}, {1, 0, 0, 0.5, 0.5, 0, 1 / 3., 1 / 3., 1 / 3.})));
  const Tensor both =
      scaled_dot_product_attention(x, x, x, mul(padding_mask({2}, 3), causal_mask(3))).weights;
  CHECK(close(both, Array({1, 1, 3, 3}, {1, 0, 0, 0.5, 0.5, 0, 0.5, 0.5, 0})));
}

TEST_CASE("attention: a padding mask has a row for each example") {
  CHECK(identical(padding_mask({3, 0, 1}, 3), Array({3, 1, 1, 3}, {1, 1, 1, 0, 0, 0, 1, 0, 0})));
}

TEST_CASE("attention: a word that may look at nothing gets zeros, and spoils no gradient") {
  const Tensor q = Tensor::parameter(Array({3, 2}, {1, 0, 0, 1, 1, 1}));
  const Tensor k = Tensor::parameter(q.value());
  const Tensor v = Tensor::parameter(Array({3, 2}, {1, 2, 3, 4, 5, 6}));
  const Attention heard = one_head(q, k, v, Array({3, 3}, {1, 0, 0, 1, 1, 0, 0, 0, 0}));
  CHECK(close(heard.weights, Array({3, 3}, {1, 0, 0, 0.33023845, 0.66976155, 0, 0, 0, 0}), 1e-8));
  CHECK(close(heard.output, Array({3, 2}, {1, 2, 2.33952310, 3.33952310, 0, 0}), 1e-8));
  sum(heard.output).backward();
  CHECK(
      close(v.grad(), Array({3, 2}, {1.33023845, 1.33023845, 0.66976155, 0.66976155, 0, 0}), 1e-8));
  CHECK(close(q.grad(), Array({3, 2}, {0, 0, -0.62559439, 0.62559439, 0, 0}), 1e-7));
  CHECK(close(k.grad(), Array({3, 2}, {0, -0.62559439, 0, 0.62559439, 0, 0}), 1e-7));
}

TEST_CASE("attention: what stands behind the mask has no influence, however large") {
  Tensor q = Tensor::parameter(Array({1, 1}, {1}));
  for (const double value : {0.0, -7.0, 1e30}) {
    q.zero_grad();
    const Attention heard = one_head(q, Array({3, 1}, {1, 2, 99}), Array({3, 1}, {10, 20, value}),
                                     Array({1, 3}, {1, 1, 0}));
    CHECK(close(heard.weights, Array({1, 3}, {0.26894142, 0.73105858, 0}), 1e-8));
    CHECK(close(heard.output, Array({1, 1}, {17.31058579}), 1e-8));
    sum(heard.output).backward();
    CHECK(close(q.grad(), Array({1, 1}, {1.96611933}), 1e-6));  // 10·p(1 − p)
  }
}

TEST_CASE("attention: weights are each head's own, not their average") {
  // Head 0 matches key 0, head 1 key 1: 2 columns a head, one far larger than the other
  const Tensor q = split_heads(Array({1, 1, 4}, {40, 0, 40, 0}), 2);
  const Tensor k = split_heads(Array({1, 2, 4}, {40, 0, 0, 0, 0, 0, 40, 0}), 2);
  const Tensor weights = scaled_dot_product_attention(q, k, k, Array()).weights;
  CHECK(close(weights, Array({1, 2, 1, 2}, {1, 0, 0, 1})));
}

TEST_CASE("attention: equals the formula number by number, of any shape, mask and bias") {
  Random random(3);
  for (int trial = 0; trial < 40; ++trial) {
    const std::size_t B = 1 + random.below(3), H = 1 + random.below(3), d = 1 + random.below(9);
    const std::size_t T = 1 + random.below(20), S = 1 + random.below(20);
    const std::uint64_t seed = random.bits();
    const Array q = random_array({B, T, H * d}, seed), k = random_array({B, S, H * d}, seed + 1),
                v = random_array({B, S, H * d}, seed + 2);
    Array mask({B, 1, T, S});
    for (Real& m : mask) m = static_cast<Real>(random.below(2));
    const Allowed allowed = [&](std::size_t b, std::size_t t, std::size_t s) {
      return mask.at({b, 0, t, s}) != 0;
    };
    const bool masked = random.below(2) == 1, scaled = random.below(2) == 1;
    const Array bias = random.below(2) == 1 ? random_array({H, T, S}, seed + 3) : Array();
    const Expected expected = slowly(q, k, v, H, masked ? allowed : kEverything, bias, scaled);

    const AttentionOptions options{scaled, bias.nothing() ? Tensor() : Tensor(bias), {}};
    const Attention heard = scaled_dot_product_attention(
        split_heads(q, H), split_heads(k, H), split_heads(v, H), masked ? mask : Array(), options);
    CAPTURE(trial);
    CHECK(close(heard.weights, expected.weights, kSlack));
    CHECK(close(merge_heads(heard.output), expected.output, kSlack));
  }
}

TEST_CASE("multi-head attention: equals the formula number by number, over its four matrices") {
  Random random(4);
  for (const std::size_t heads : {1u, 2u, 4u}) {
    MultiHeadAttention attention(8, heads, random);
    const auto project = [](const Array& x, const Tensor& w) { return times(x, w.value()); };
    const Array from = random_array({2, 3, 8}, heads), at = random_array({2, 5, 8}, heads + 10);

    const Attention crossed = attention(from, at, padding_mask({5, 2}, 5));
    const Expected cross = slowly(
        project(from, attention.query), project(at, attention.key), project(at, attention.value),
        heads, [](std::size_t b, std::size_t, std::size_t s) { return s < (b == 0 ? 5 : 2); });
    CHECK(crossed.weights.shape() == Shape{2, heads, 3, 5});
    CHECK(close(crossed.weights, cross.weights, kSlack));
    CHECK(close(crossed.output, times(cross.output, attention.output.value()), kSlack));

    const Attention own = attention(at, causal_mask(5));
    const Expected self = slowly(project(at, attention.query), project(at, attention.key),
                                 project(at, attention.value), heads,
                                 [](std::size_t, std::size_t t, std::size_t s) { return s <= t; });
    CHECK(close(own.weights, self.weights, kSlack));
    CHECK(close(own.output, times(self.output, attention.output.value()), kSlack));
  }
}

TEST_CASE("multi-head attention: weights are not negative and their rows sum to 1") {
  Random random(5);
  const MultiHeadAttention attention(12, 3, random);
  const Tensor weights =
      attention(scale(random_array({4, 7, 12}), 5), padding_mask({7, 1, 3, 5}, 7)).weights;
  CHECK(close(sum(weights, {-1}), ones({4, 3, 7}), kSlack));
  for (const Real w : weights.value()) REQUIRE(w >= 0);
}

TEST_CASE("multi-head attention: a word alone looks at itself, whatever query and key say") {
  Random random(5);
  const MultiHeadAttention attention(8, 2, random);
  const Array x = scale(random_array({1, 1, 8}), 1e4);
  const Attention seen = attention(x, Array());
  CHECK(identical(seen.weights.value(), ones({1, 2, 1, 1})));
  CHECK(close(seen.output, matmul(matmul(x, attention.value), attention.output)));
  CHECK(without_gradient(attention.parameters(), seen.output) == "query key ");
}

TEST_CASE("multi-head attention: words in another order give the same outputs in that order") {
  Random random(6);
  const MultiHeadAttention attention(8, 2, random);
  const Array x = random_array({1, 5, 8});
  const Indices order{{1, 5}, {3, 0, 4, 2, 1}};
  const auto reorder = [&](const Tensor& rows) {
    return embedding(reshape(rows, {5, 8}), order);  // [1, 5, 8]
  };
  CHECK(close(attention(reorder(x), Array()).output, reorder(attention(x, Array()).output)));
}

TEST_CASE("multi-head attention: four matrices and no bias, all with a gradient") {
  Random one(7), same(7);
  MultiHeadAttention attention(8, 2, one);
  const MultiHeadAttention twin(8, 2, same);
  CHECK(names(attention.parameters()) == "query key value output");
  CHECK(attention.parameters().count() == 4 * 8 * 8);
  CHECK(identical(attention.parameters(), twin.parameters()));
  const Array x = random_array({2, 5, 8});
  CHECK(attention(x, Array()).output.shape() == Shape{2, 5, 8});
  CHECK(without_gradient(attention.parameters(), attention(x, Array()).output) == "");

  // A learned bias of the scores joins them, a fixed one does not
  attention.options.bias = Tensor(zeros({2, 5, 5}));
  CHECK(attention.parameters().size() == 4);
  attention.options.bias = Tensor::parameter(zeros({2, 5, 5}));
  CHECK(names(attention.parameters()) == "query key value output bias");
  CHECK(without_gradient(attention.parameters(), attention(x, Array()).output) == "");
}

TEST_CASE("multi-head attention: made uniform, a word looks alike at all it may, and stays so") {
  Random random(1);
  MultiHeadAttention attention(6, 2, random);
  attention.make_uniform();
  const Tensor x = Tensor::parameter(random_array({2, 3, 6}));
  const Attention heard = attention(x, causal_mask(3));
  for (std::size_t h = 0; h < 4; ++h) {
    const Real* row = heard.weights.value().data() + h * 9 + 6;  // of the last of three words
    for (std::size_t s = 0; s < 3; ++s) CHECK(close(static_cast<double>(row[s]), 1.0 / 3));
  }
  heard.output.backward(random_array({2, 3, 6}, 2));
  CHECK(identical(attention.query.grad(), zeros({6, 6})));
  CHECK_FALSE(attention.query.requires_grad());
}

TEST_CASE("multi-head attention: dropout of weights thins the output, and the map stays whole") {
  Random random(8), draws(1);
  MultiHeadAttention attention(8, 2, random);
  const Array x = random_array({1, 5, 8});
  const Attention exact = attention(x, Array());
  attention.options.dropout.rate = 0.5;
  const Attention evaluated = attention(x, Array());
  CHECK(identical(evaluated.output.value(), exact.output.value()));
  const Attention trained = attention(x, Array(), {&draws});
  CHECK_FALSE(close(trained.output.value()[0], exact.output.value()[0]));
  CHECK(identical(trained.weights.value(), exact.weights.value()));
}

TEST_CASE("attention: a mask that does not stretch to the scores is refused with both shapes") {
  Random random(9);
  const MultiHeadAttention attention(8, 2, random);
  CHECK_THROWS_WITH_AS(attention(random_array({1, 5, 8}), ones({4, 4})),
                       "softmax: a mask [4, 4] does not stretch to [1, 2, 5, 5]", ShapeError);
}
