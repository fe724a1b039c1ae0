#include <doctest/doctest.h>

#include <cmath>

#include "heed/error.hpp"
#include "support.hpp"

using namespace heed;

namespace {

Tensor plain_softmax(const Tensor& x) { return softmax(x); }
Tensor plain_log_softmax(const Tensor& x) { return log_softmax(x); }

const Array kProbabilities = row({0.09003057317038046, 0.24472847105479764, 0.6652409557748219});

// One head of attention over all keys that `allowed` allows, eq. (1).
struct Attended {
  Tensor weights, out;
};
Attended attend(const Tensor& q, const Tensor& k, const Tensor& v, const Array& allowed) {
  const double width = static_cast<double>(q.shape().last());
  const Tensor weights = softmax(matmul_transposed(q, k) / std::sqrt(width), allowed);
  return {weights, matmul(weights, v)};
}

}  // namespace

// ---- softmax ------------------------------------------------------------------------------------

TEST_CASE("softmax: of 1, 2, 3, and a constant added changes nothing") {
  CHECK(close(softmax(row({1, 2, 3})), kProbabilities));
  CHECK(close(softmax(row({101, 102, 103})), kProbabilities));
}

TEST_CASE("softmax: its gradient, for cotangents that do not hide it") {
  const auto slope = [](const Array& dout) {
    return gradient(plain_softmax, row({1, 2, 3}), dout);
  };
  CHECK(close(slope(ones({3})), zeros({3})));
  CHECK(close(slope(row({1, 0, 0})), row({0.08192507, -0.02203304, -0.05989202}), 5e-9));
  CHECK(close(slope(row({1, 2, 3})), row({-0.14181709, -0.14077036, 0.28258745}), 5e-9));
}

TEST_CASE("softmax: large rows do not overflow, and small rows beside them do not vanish") {
  CHECK(close(softmax(Array({2, 2}, {1000, 1001, -1000, -1001})),
              Array({2, 2}, {0.2689414213699951, 0.7310585786300049, 0.7310585786300049,
                             0.2689414213699951})));
}

TEST_CASE("softmax: scores of ±10⁴ give exact weights, and gradients without a NaN") {
  const Array x = row({1e4, -1e4, 1e4});
  CHECK(identical(softmax(x).value(), row({0.5, 0, 0.5})));
  CHECK(identical(gradient(plain_softmax, x, row({1, 5, 0})), row({0.25, 0, -0.25})));
  CHECK(identical(log_softmax(row({-1e4, 1e4})).value(), row({-2e4, 0})));
  CHECK(identical(gradient(plain_log_softmax, row({-1e4, 1e4}), row({1, 0})), row({1, -1})));
}

TEST_CASE("softmax: a mask of 0 excludes, whatever is written there") {
  CHECK(identical(softmax(zeros({3}), row({1, 1, 0})).value(), row({0.5, 0.5, 0})));
  for (const double content : {0.0, 1e30, -1e30, kInf, kNaN}) {
    const Array x = row({1, 2, content});
    const auto masked = [](const Tensor& t) { return softmax(t, row({1, 1, 0})); };
    CHECK(close(masked(x), row({0.2689414213699951, 0.7310585786300049, 0})));
    CHECK(close(gradient(masked, x, row({1, 0, kNaN})),
                row({0.19661193324148185, -0.19661193324148185, 0})));
  }
}

TEST_CASE("softmax: a row that may look at nothing is zeros, with zero gradients") {
  const Array mask({2, 1}, {1, 0});  // stretches over the row
  const auto masked = [&](const Tensor& t) { return softmax(t, mask); };
  CHECK(identical(masked(zeros({2, 2})).value(), Array({2, 2}, {0.5, 0.5, 0, 0})));
  CHECK(identical(gradient(masked, zeros({2, 2}), Array({2, 2}, {4, 0, 5, 6})),
                  Array({2, 2}, {1, -1, 0, 0})));
}

TEST_CASE("softmax: infinities and NaN") {
  CHECK(identical(softmax(row({-kInf, 3})).value(), row({0, 1})));
  CHECK(identical(softmax(row({-kInf, -kInf})).value(), row({0, 0})));
  CHECK(close(softmax(row({kNaN, 3})), row({kNaN, kNaN})));
  CHECK(close(softmax(row({kInf, 3})), row({kNaN, kNaN})));
}

TEST_CASE("softmax: one number, no numbers, six axes; and a scalar has no row") {
  CHECK(identical(softmax(row({-7})).value(), row({1})));
  CHECK(identical(gradient(plain_softmax, row({-7}), row({5})), row({0})));
  for (const Shape& shape : {Shape{0}, Shape{2, 0}, Shape{0, 3}, Shape{1, 2, 1, 2, 1, 4}}) {
    const std::size_t width = shape.last();
    const double even = width == 0 ? 0 : 1 / static_cast<double>(width);
    CHECK(close(softmax(ones(shape)), full(shape, even)));
    CHECK(close(log_softmax(ones(shape)), full(shape, std::log(even))));
    CHECK(close(gradient(plain_softmax, ones(shape), ones(shape)), zeros(shape)));
    CHECK(close(gradient(plain_log_softmax, ones(shape), ones(shape)), zeros(shape)));
  }
  CHECK_THROWS_WITH_AS(softmax(scalar(1)), "shape: [] has no axis 1 from the end", ShapeError);
}

TEST_CASE("softmax: a mask that does not stretch to the scores is refused") {
  CHECK_THROWS_WITH_AS(softmax(zeros({2, 3}), ones({2})),
                       "softmax: a mask [2] does not stretch to [2, 3]", ShapeError);
  CHECK_THROWS_WITH_AS(softmax(zeros({3}), ones({2, 3})),
                       "softmax: a mask [2, 3] does not stretch to [3]", ShapeError);
  CHECK_THROWS_WITH_AS(log_softmax(zeros({2, 3}), ones({2})),
                       "log_softmax: a mask [2] does not stretch to [2, 3]", ShapeError);
}

TEST_CASE("log_softmax: is the logarithm of softmax, exact also where softmax is 0") {
  CHECK(close(exp(log_softmax(row({1, 2, 3}))), kProbabilities));
  CHECK(close(log_softmax(row({0, 1000})), row({-1000, 0})));
  CHECK(close(log_softmax(row({1e6, 1e6})), row({-std::log(2.0), -std::log(2.0)})));
}

TEST_CASE("log_softmax: dx = dout − softmax(x) Σ dout") {
  CHECK(close(gradient(plain_log_softmax, row({1, 2, 3}), row({1, 0, 0})),
              sub(row({1, 0, 0}), kProbabilities)));
}

TEST_CASE("log_softmax: masked places are minus infinity, with gradient 0") {
  const auto masked = [](const Tensor& t) { return log_softmax(t, row({1, 0, 1})); };
  CHECK(close(masked(row({5, kNaN, 5})), row({-std::log(2.0), -kInf, -std::log(2.0)})));
  CHECK(close(gradient(masked, row({5, kNaN, 5}), row({1, 7, 0})), row({0.5, 0, -0.5})));
  const auto nothing = [](const Tensor& t) { return log_softmax(t, zeros({2})); };
  CHECK(close(nothing(row({1, 2})), row({-kInf, -kInf})));
  CHECK(identical(gradient(nothing, row({1, 2}), row({1, 1})), row({0, 0})));
}

// ---- attention, from softmax and products alone -------------------------------------------------

TEST_CASE("attention: a query without keys gives zeros, and spoils no gradient") {
  const Array q({3, 2}, {1, 0, 0, 1, 1, 1}), v({3, 2}, {1, 2, 3, 4, 5, 6});
  const Array allowed({3, 3}, {1, 0, 0, 1, 1, 0, 0, 0, 0});
  const Attended seen = attend(q, q, v, allowed);
  CHECK(close(seen.weights, Array({3, 3}, {1, 0, 0, 0.33023845, 0.66976155, 0, 0, 0, 0}), 5e-9));
  CHECK(close(seen.out, Array({3, 2}, {1, 2, 2.33952310, 3.33952310, 0, 0}), 5e-9));
  const auto d = gradients(
      [&](const std::vector<Tensor>& in) { return attend(in[0], in[1], in[2], allowed).out; },
      {q, q, v}, ones({3, 2}));
  CHECK(close(d[0], Array({3, 2}, {0, 0, -0.62559439, 0.62559439, 0, 0}), 5e-9));
  CHECK(close(d[1], Array({3, 2}, {0, -0.62559439, 0, 0.62559439, 0, 0}), 5e-9));
  CHECK(close(d[2], Array({3, 2}, {1.33023845, 1.33023845, 0.66976155, 0.66976155, 0, 0}), 5e-9));
}

TEST_CASE("attention: what stands in a padded place, if finite, changes nothing") {
  for (const double pad : {0.0, 99.0, 1e30, -1e30}) {
    const Attended seen = attend(Array({1, 1}, {1}), Array({3, 1}, {1, 2, pad}),
                                 Array({3, 1}, {10, 20, pad}), row({1, 1, 0}));
    CHECK(close(seen.weights, Array({1, 3}, {0.2689414213699951, 0.7310585786300049, 0})));
    CHECK(close(seen.out, Array({1, 1}, {17.310585786300049})));
  }
}
