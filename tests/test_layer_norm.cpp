#include "heed/layer_norm.hpp"
#include "layer_checks.hpp"

using namespace heed;

TEST_CASE("layer norm: starts as pure normalisation, with biased variance and eps in the root") {
  const LayerNorm norm(3);
  // (1, 2, 4): mean 7/3, variance 14/9
  CHECK(close(norm(row({1, 2, 4})), row({-1.06904153, -0.26726038, 1.33630191}), 1e-8));
}

TEST_CASE("layer norm: the gradient of one output reaches every input") {
  const LayerNorm norm(3);
  const auto f = [&](const Tensor& x) { return norm(x); };
  CHECK(close(gradient(f, row({1, 2, 4}), row({1, 0, 0})),
              row({0.22908229, -0.34362000, 0.11453771}), 1e-7));
}

TEST_CASE("layer norm: a row of equal numbers becomes the bias") {
  LayerNorm norm(3);
  norm.gain.mutable_value() = row({1, 2, 3});
  norm.bias.mutable_value() = row({0.1, 0.2, 0.3});
  CHECK(identical(norm(row({5, 5, 5})).value(), row({0.1, 0.2, 0.3})));
}

TEST_CASE("layer norm: each vector is normalised on its own") {
  const LayerNorm norm(8);
  const Tensor y = norm(random_array({2, 3, 8}) * 5 + 7);
  CHECK(close(mean(y, {-1}), zeros({2, 3}), 1e-6));
  CHECK(close(mean(y * y, {-1}), ones({2, 3}), 1e-5));
}

TEST_CASE("layer norm: a gain and a bias for each of the width, and both get a gradient") {
  const LayerNorm norm(8);
  CHECK(names(norm.parameters()) == "gain bias");
  CHECK(norm.parameters().count() == 2 * 8);
  CHECK(without_gradient(norm.parameters(), norm(random_array({2, 3, 8}))) == "");
}

TEST_CASE("layer norm: vectors of another width are refused") {
  const LayerNorm norm(8);
  CHECK_THROWS_WITH_AS(norm(random_array({2, 3})),
                       "layer_norm: x [2, 3] needs a gain and a bias of 3 numbers, not [8] and [8]",
                       ShapeError);
}
