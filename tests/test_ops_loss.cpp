// The cross-entropy, layer norm and dropout.
#include <doctest/doctest.h>

#include <cmath>

#include "heed/error.hpp"
#include "support.hpp"

using namespace heed;

namespace {

Array slope(const Array& logits, const Indices& labels) {
  return gradient([&](const Tensor& x) { return cross_entropy(x, labels); }, logits, scalar(1));
}

std::vector<Array> norm_slopes(const Array& x, const Array& gain, const Array& bias,
                               const Array& dout) {
  return gradients([](const std::vector<Tensor>& in) { return layer_norm(in[0], in[1], in[2]); },
                   {x, gain, bias}, dout);
}

}  // namespace

// ---- cross-entropy ------------------------------------------------------------------------------

TEST_CASE("cross_entropy: the mean is over the rows that count") {
  const Array logits({3, 3}, {1, 2, 3, 0, 0, 0, 5, 1, -2});
  const Indices labels = {{3}, {2, kIgnore, 0}};
  CHECK(close(cross_entropy(logits, labels), scalar(0.21332549), 5e-9));
  CHECK(close(slope(logits, labels),
              Array({3, 3}, {0.04501529, 0.12236424, -0.16737952, 0, 0, 0, -0.00943240, 0.00898506,
                             0.00044734}),
              5e-9));
  CHECK(close(cross_entropy(logits, {{3}, {2, 1, 0}}, 1), scalar(0.21332549), 5e-9));
}

TEST_CASE("cross_entropy: when every label is ignored the loss is 0 and so are the gradients") {
  const Indices ignored = {{2}, {kIgnore, kIgnore}};
  CHECK(cross_entropy(ones({2, 3}), ignored).item() == 0);
  CHECK(identical(slope(ones({2, 3}), ignored), zeros({2, 3})));
  CHECK(identical(slope(zeros({0, 3}), {{0}, {}}), zeros({0, 3})));
}

TEST_CASE("cross_entropy: what an ignored row holds reaches nothing") {
  const Array logits({2, 2}, {kNaN, kInf, 0, 0});
  CHECK(close(cross_entropy(logits, {{2}, {kIgnore, 1}}), scalar(std::log(2.0))));
  CHECK(close(slope(logits, {{2}, {kIgnore, 1}}), Array({2, 2}, {0, 0, 0.5, -0.5})));
}

TEST_CASE("cross_entropy: logits far apart, and far out, keep their digits") {
  CHECK(close(cross_entropy(row({-500, 300, 460}), {{}, {0}}), scalar(960)));
  CHECK(close(slope(row({-500, 300, 460}), {{}, {0}}), row({-1, 3.26e-70, 1})));
  CHECK(close(cross_entropy(row({1e6, 1e6}), {{}, {0}}), scalar(std::log(2.0))));
}

TEST_CASE("cross_entropy: of logits of ±10⁴ the loss and its gradient are exact") {
  const Array logits({3, 3}, {1e4, -1e4, 0, 1e4, -1e4, 0, -1e4, -1e4, 1e4});
  for (const int label : {0, 1, 2}) {
    const Indices labels = {{3}, {label, kIgnore, kIgnore}};
    CHECK(cross_entropy(logits, labels).item() == Real(label == 0 ? 0 : label == 1 ? 2e4 : 1e4));
    Array expected = zeros({3, 3});
    expected[0] = 1;  // softmax is 1, 0, 0
    expected[static_cast<std::size_t>(label)] -= 1;
    CHECK(identical(slope(logits, labels), expected));
  }
  CHECK(cross_entropy(logits, {{3}, {1, 0, 0}}).item() == Real(4e4 / 3));
}

TEST_CASE("cross_entropy: of one class the loss is 0, and nothing is learned") {
  const Array logits({3, 1}, {7, -1e4, 0});
  const Indices labels = {{3}, {0, 0, 0}};
  CHECK(cross_entropy(logits, labels).item() == 0);
  CHECK(identical(slope(logits, labels), zeros({3, 1})));
}

TEST_CASE("cross_entropy: a batch of six axes has one label a row") {
  const Indices labels = {{1, 2, 1, 1, 2}, {0, 1, 2, 0}};
  CHECK(close(cross_entropy(zeros({1, 2, 1, 1, 2, 3}), labels), scalar(std::log(3.0))));
  CHECK(slope(zeros({1, 2, 1, 1, 2, 3}), labels).shape() == Shape{1, 2, 1, 1, 2, 3});
}

TEST_CASE("cross_entropy: a label that is no class is refused with its row") {
  const Array logits = zeros({2, 3});
  CHECK_THROWS_WITH_AS(cross_entropy(logits, {{2}, {0, 3}}),
                       "cross_entropy: label 3 in row 1 is not among 3 classes", ValueError);
  CHECK_THROWS_WITH_AS(cross_entropy(logits, {{2}, {-4, 0}}),
                       "cross_entropy: label -4 in row 0 is not among 3 classes", ValueError);
  CHECK_THROWS_WITH_AS(cross_entropy(logits, {{2}, {0, -1}}),
                       "cross_entropy: label -1 in row 1 is not among 3 classes", ValueError);
}

TEST_CASE("cross_entropy: labels that are not one a row are refused") {
  CHECK_THROWS_WITH_AS(cross_entropy(zeros({2, 3}), {{3}, {0, 1, 2}}),
                       "cross_entropy: logits [2, 3] and labels [3] (3 of them): one label for "
                       "each row is needed",
                       ShapeError);
  CHECK_THROWS_WITH_AS(cross_entropy(zeros({2, 3}), {{2}, {0}}),
                       "cross_entropy: logits [2, 3] and labels [2] (1 of them): one label for "
                       "each row is needed",
                       ShapeError);
}

// ---- layer norm ---------------------------------------------------------------------------------

TEST_CASE("layer_norm: divides by the biased deviation, eps inside the root") {
  const Array x = row({1, 2, 4});
  CHECK(close(layer_norm(x, ones({3}), zeros({3})), row({-1.06904153, -0.26726038, 1.33630191}),
              5e-9));
  CHECK(close(norm_slopes(x, ones({3}), zeros({3}), row({1, 0, 0}))[0],
              row({0.22908229, -0.34362000, 0.11453771}), 5e-9));
}

TEST_CASE("layer_norm: of equal numbers it is the bias, with a finite gradient") {
  const Array gain = row({1, 2, 3}), bias = row({0.1, 0.2, 0.3});
  CHECK(identical(layer_norm(full({3}, 5), gain, bias).value(), bias));
  const auto found = norm_slopes(full({3}, 5), gain, bias, row({1, 0, 0}));
  CHECK(close(found[0], row({210.818511, -105.409255, -105.409255}), 5e-7));
  CHECK(identical(found[1], zeros({3})));
  CHECK(identical(found[2], row({1, 0, 0})));
}

TEST_CASE("layer_norm: of one number it is the bias, and the gain gets exactly nothing") {
  CHECK(identical(layer_norm(row({1e6}), row({2}), row({3})).value(), row({3})));
  CHECK(identical(norm_slopes(row({1e6}), row({2}), row({3}), row({1}))[1], row({0})));
}

TEST_CASE("layer_norm: the sum of its outputs does not depend on x") {
  const Array dx = norm_slopes(row({1, 2, 4}), ones({3}), zeros({3}), ones({3}))[0];
  CHECK(close(dx, zeros({3})));
}

TEST_CASE("layer_norm: gain and bias sum their gradients over all rows of six axes, or of none") {
  const Shape shape = {1, 2, 1, 3, 1, 2};
  const Array x = random_array(shape), dout = random_array(shape, 2);
  const auto found = norm_slopes(x, ones({2}), zeros({2}), dout);
  const Array normal = layer_norm(x, ones({2}), zeros({2})).value();
  CHECK(close(found[1], sum_to(mul(dout, normal), {2})));
  CHECK(close(found[2], sum_to(dout, {2})));
  CHECK(norm_slopes(zeros({2, 0}), zeros({0}), zeros({0}), zeros({2, 0}))[0].shape() ==
        Shape{2, 0});
  CHECK(identical(norm_slopes(zeros({0, 2}), ones({2}), ones({2}), zeros({0, 2}))[1], zeros({2})));
}

TEST_CASE("layer_norm: a gain or bias of another length is refused") {
  CHECK_THROWS_WITH_AS(layer_norm(zeros({2, 3}), ones({2}), zeros({3})),
                       "layer_norm: x [2, 3] needs a gain and a bias of 3 numbers, not [2] and [3]",
                       ShapeError);
  CHECK_THROWS_WITH_AS(layer_norm(scalar(1), ones({1}), zeros({1})),
                       "shape: [] has no axis 1 from the end", ShapeError);
}

// ---- dropout ------------------------------------------------------------------------------------

TEST_CASE("dropout: rate 1 leaves nothing, and rate 0 everything") {
  for (const double rate : {0.0, 1.0}) {
    Random random(1);
    const auto drop = [&](const Tensor& x) { return dropout(x, rate, random); };
    const Array x = row({1, 2, 3, 4});
    CHECK(identical(drop(x).value(), scale(x, 1 - rate)));
    CHECK(identical(gradient(drop, x, x), scale(x, 1 - rate)));
  }
}

TEST_CASE("dropout: at rate 1/2 a number is 0 or doubled, in value and in gradient alike") {
  Random random(1);
  const Tensor x = Tensor::parameter(ones({100'000}));
  const Tensor y = dropout(x, 0.5, random);
  sum(y).backward();
  CHECK(std::all_of(y.value().begin(), y.value().end(), [](Real v) { return v == 0 || v == 2; }));
  CHECK(std::abs(static_cast<double>(mean(y).item()) - 1) < 0.02);  // six standard errors
  CHECK(identical(x.grad(), y.value()));
}

TEST_CASE("dropout: the choice is the generator's, and no other") {
  Random first(1), again(1), other(2);
  const Array x = ones({50});
  CHECK(identical(dropout(x, 0.5, first).value(), dropout(x, 0.5, again).value()));
  CHECK_FALSE(identical(dropout(x, 0.5, first).value(), dropout(x, 0.5, other).value()));
  CHECK(dropout(scalar(1), 0.0, first).shape() == Shape{});
  CHECK(dropout(zeros({1, 1, 1, 1, 0, 2}), 0.5, first).shape() == Shape{1, 1, 1, 1, 0, 2});
}

TEST_CASE("dropout: a rate outside 0 to 1 is refused") {
  Random random(1);
  const Tensor x = row({1});
  CHECK_THROWS_WITH_AS(dropout(x, -0.1, random), "dropout: the rate -0.1 is not between 0 and 1",
                       ValueError);
  CHECK_THROWS_WITH_AS(dropout(x, 1.5, random), "dropout: the rate 1.5 is not between 0 and 1",
                       ValueError);
  CHECK_THROWS_WITH_AS(dropout(x, kNaN, random), "dropout: the rate nan is not between 0 and 1",
                       ValueError);
}
