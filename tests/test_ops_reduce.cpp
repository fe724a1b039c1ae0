#include <doctest/doctest.h>

#include <cmath>

#include "heed/error.hpp"
#include "support.hpp"

using namespace heed;

namespace {

using Reduce = Tensor (*)(const Tensor&, const Axes&, bool);
struct Named {
  const char* name;
  Reduce f;
};
const Named kAll[] = {{"sum", sum}, {"mean", mean}, {"max", max},
                      {"min", min}, {"norm", norm}, {"logsumexp", logsumexp}};

const Array kTable({2, 3}, {1, 5, 2, 7, 3, 4});

Array slope(Reduce f, const Array& x, const Axes& axes, const Array& cotangent) {
  return gradient([&](const Tensor& t) { return f(t, axes, false); }, x, cotangent);
}

}  // namespace

TEST_CASE("reduce: sums, means, maxima, minima over rows, columns and all") {
  CHECK(close(sum(kTable), scalar(22)));
  CHECK(close(sum(kTable, {0}), row({8, 8, 6})));
  CHECK(close(sum(kTable, {-1}, true), Array({2, 1}, {8, 14})));
  CHECK(close(mean(kTable, {1}), row({8.0 / 3, 14.0 / 3})));
  CHECK(close(max(kTable, {0}), row({7, 5, 4})));
  CHECK(close(min(kTable, {1}), row({1, 3})));
  CHECK(close(norm(row({3, 4})), scalar(5)));
  CHECK(close(logsumexp(row({0, 0, 0, 0})), scalar(std::log(4.0))));
}

TEST_CASE("reduce: sum hands its gradient on, mean divides it, axis by axis") {
  CHECK(identical(slope(sum, kTable, {1}, row({1, 10})), Array({2, 3}, {1, 1, 1, 10, 10, 10})));
  CHECK(identical(slope(sum, kTable, {0}, row({1, 2, 3})), Array({2, 3}, {1, 2, 3, 1, 2, 3})));
  CHECK(close(slope(mean, kTable, {1}, row({3, 30})), Array({2, 3}, {1, 1, 1, 10, 10, 10})));
  CHECK(close(slope(mean, kTable, {}, scalar(6)), ones({2, 3})));
}

TEST_CASE("reduce: max and min hand their gradient to the place where the value stands") {
  CHECK(identical(slope(max, kTable, {1}, row({1, 10})), Array({2, 3}, {0, 1, 0, 10, 0, 0})));
  CHECK(identical(slope(min, kTable, {1}, row({1, 10})), Array({2, 3}, {1, 0, 0, 0, 10, 0})));
}

TEST_CASE("reduce: equal maxima share the gradient, so that the shares add up to one") {
  CHECK(identical(slope(max, row({1, 3, 3, 2}), {}, scalar(1)), row({0, 0.5, 0.5, 0})));
  CHECK(identical(slope(min, row({1, 3, 1, 1}), {}, scalar(3)), row({1, 0, 1, 1})));
  CHECK(close(slope(max, full({5, 2}, 7), {0}, ones({2})), full({5, 2}, 0.2)));
  CHECK(identical(slope(max, row({-kInf, -kInf}), {}, scalar(1)), row({0.5, 0.5})));
}

TEST_CASE("reduce: the gradient of a norm is the direction, and 0 at 0") {
  CHECK(close(slope(norm, row({3, 4}), {}, scalar(1)), row({0.6, 0.8})));
  CHECK(identical(slope(norm, row({0, 0, 0}), {}, scalar(1)), row({0, 0, 0})));
  CHECK(close(slope(norm, Array({2, 2}, {3, 4, 0, 0}), {1}, row({10, 1})),
              Array({2, 2}, {6, 8, 0, 0})));
  CHECK(identical(gradient([](const Tensor& x) { return sum(x * x); }, zeros({3}), scalar(1)),
                  zeros({3})));
}

TEST_CASE("reduce: logsumexp does not overflow, nor underflow, nor lose the gradient's digits") {
  CHECK(close(logsumexp(row({1000, 1000})), scalar(1000.6931471805599)));
  CHECK(close(logsumexp(row({-1000, -1000})), scalar(-999.3068528194401)));
  CHECK(close(logsumexp(Array({2, 2}, {1000, 1000, -1000, -1000}), {1}),
              row({1000.6931471805599, -999.3068528194401})));
  CHECK(close(slope(logsumexp, row({1000, 1001}), {}, scalar(1)),
              row({0.2689414213699951, 0.7310585786300049})));
  CHECK(close(slope(logsumexp, row({1e6, 1e6}), {}, scalar(1)), row({0.5, 0.5})));
}

TEST_CASE("reduce: logsumexp at infinity") {
  CHECK(logsumexp(row({-kInf, -kInf})).item() == static_cast<Real>(-kInf));
  CHECK(identical(slope(logsumexp, row({-kInf, -kInf}), {}, scalar(1)), row({0, 0})));
  CHECK(close(logsumexp(row({-kInf, 3})), scalar(3)));
  CHECK(identical(slope(logsumexp, row({-kInf, 3}), {}, scalar(1)), row({0, 1})));
  CHECK(logsumexp(row({kInf, 3})).item() == static_cast<Real>(kInf));
}

TEST_CASE("reduce: a NaN is never hidden") {
  for (const Named& reduce : kAll) {
    const Reduce f = reduce.f;
    CAPTURE(reduce.name);
    for (const Array& x : {row({kNaN, 1, 2}), row({1, kNaN, 2}), row({1, 2, kNaN})}) {
      CHECK(std::isnan(f(x, {}, false).item()));
    }
  }
}

TEST_CASE("reduce: over no numbers the results are the documented ones") {
  const Array none = zeros({2, 0});
  CHECK(identical(sum(none, {1}).value(), row({0, 0})));
  CHECK(close(mean(none, {1}), row({kNaN, kNaN})));
  CHECK(identical(max(none, {1}).value(), row({-kInf, -kInf})));
  CHECK(identical(min(none, {1}).value(), row({kInf, kInf})));
  CHECK(identical(norm(none, {1}).value(), row({0, 0})));
  CHECK(identical(logsumexp(none, {1}).value(), row({-kInf, -kInf})));
  for (const Named& reduce : kAll) {
    const Reduce f = reduce.f;
    CAPTURE(reduce.name);
    CHECK(f(none, {0}, false).shape() == Shape{0});
    CHECK(slope(f, none, {1}, ones({2})).shape() == Shape{2, 0});
    CHECK(slope(f, zeros({0}), {}, scalar(1)).shape() == Shape{0});
  }
}

TEST_CASE("reduce: of one number everything is that number, with slope 1") {
  for (const Named& reduce : kAll) {
    const Reduce f = reduce.f;
    CAPTURE(reduce.name);
    for (const Shape& shape : {Shape{}, Shape{1}, Shape{1, 1, 1, 1, 1, 1}}) {
      const Array x = full(shape, 2);
      CHECK(close(f(x, {}, false), scalar(2)));
      CHECK(close(f(x, {}, true), x));
      CHECK(close(slope(f, x, {}, scalar(1)), ones(shape)));
    }
  }
}

TEST_CASE("reduce: over axes 1, 3 and 5 of six equals moving them to the end first") {
  const Array x = random_array({2, 3, 2, 2, 1, 4});
  const Array moved = reshape(permute(x, {0, 2, 4, 1, 3, 5}), {2, 2, 1, 24});
  const Array cotangent = random_array({2, 2, 1}, 2);
  for (const Named& reduce : kAll) {
    const Reduce f = reduce.f;
    CAPTURE(reduce.name);
    CHECK(close(f(x, {5, 1, -3}, false), f(moved, {3}, false)));
    CHECK(f(x, {5, 1, -3}, true).shape() == Shape{2, 1, 2, 1, 1, 1});
    const Array dx = slope(f, x, {1, 3, 5}, cotangent);
    CHECK(close(reshape(permute(dx, {0, 2, 4, 1, 3, 5}), {2, 2, 1, 24}),
                slope(f, moved, {3}, cotangent)));
  }
}

TEST_CASE(
    "reduce: an axis that is not there, or named twice, is refused under the operation's name") {
  for (const Named& reduce : kAll) {
    const Reduce f = reduce.f;
    CAPTURE(reduce.name);
    const std::string missing = std::string(reduce.name) + ": [2, 3] has no axis 2";
    const std::string twice = std::string(reduce.name) + ": an axis of [2, 3] is named twice";
    CHECK_THROWS_WITH_AS(f(kTable, {2}, false), missing.c_str(), ShapeError);
    CHECK_THROWS_WITH_AS(f(kTable, {1, -1}, false), twice.c_str(), ShapeError);
  }
}
