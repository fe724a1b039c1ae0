#include <doctest/doctest.h>

#include "heed/error.hpp"
#include "support.hpp"

using namespace heed;

namespace {

const Array kTable({2, 3}, {1, 2, 3, 4, 5, 6});

}  // namespace

TEST_CASE("reshape: keeps the numbers in their order, and the gradient too") {
  const auto flat = [](const Tensor& x) { return reshape(x, {3, 2}); };
  CHECK(identical(flat(kTable).value(), Array({3, 2}, {1, 2, 3, 4, 5, 6})));
  CHECK(identical(gradient(flat, kTable, Array({3, 2}, {6, 5, 4, 3, 2, 1})),
                  Array({2, 3}, {6, 5, 4, 3, 2, 1})));
  CHECK(reshape(Tensor(scalar(2)), {1, 1, 1, 1, 1, 1}).item() == 2);
  CHECK(reshape(Tensor(zeros({2, 0})), {0, 5}).shape() == Shape{0, 5});
  CHECK_THROWS_WITH_AS(reshape(Tensor(kTable), {4}), "reshape: [2, 3] holds 6 numbers, [4] holds 4",
                       ShapeError);
}

TEST_CASE("concat: puts parts one after the other along an axis") {
  const Tensor a = kTable, b = Array({2, 1}, {7, 8});
  CHECK(identical(concat({a, b}, 1).value(), Array({2, 4}, {1, 2, 3, 7, 4, 5, 6, 8})));
  CHECK(identical(concat({a, a}, -2).value(), Array({4, 3}, {1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6})));
  CHECK(identical(concat({b}, 0).value(), b.value()));
  CHECK(identical(concat({b, zeros({2, 0}), b}, 1).value(), Array({2, 2}, {7, 7, 8, 8})));
}

TEST_CASE("concat: every part gets its piece of the gradient, also of six parts and an empty one") {
  const auto join = [](const std::vector<Tensor>& in) { return concat(in, 1); };
  const auto found = gradients(join, {kTable, zeros({2, 0}), ones({2, 1})},
                               Array({2, 4}, {1, 2, 3, 4, 5, 6, 7, 8}));
  CHECK(identical(found[0], Array({2, 3}, {1, 2, 3, 5, 6, 7})));
  CHECK(identical(found[1], zeros({2, 0})));
  CHECK(identical(found[2], Array({2, 1}, {4, 8})));
  const auto six = gradients([](const std::vector<Tensor>& in) { return concat(in, 0); },
                             std::vector<Array>(6, ones({1})), row({1, 2, 3, 4, 5, 6}));
  for (std::size_t i = 0; i < 6; ++i) CHECK(six[i].item() == static_cast<Real>(i + 1));
}

TEST_CASE("concat: one tensor given several times gets the sum of its pieces") {
  const auto thrice = [](const Tensor& x) { return concat({x, x, x}, 0); };
  CHECK(identical(gradient(thrice, row({1, 2}), row({1, 2, 10, 20, 100, 200})), row({111, 222})));
}

TEST_CASE("concat: parts that do not continue each other are refused") {
  const Tensor a = kTable;
  CHECK_THROWS_WITH_AS(concat(std::vector<Tensor>{}, 0), "concat: no parts", ShapeError);
  CHECK_THROWS_WITH_AS(concat({a, zeros({3, 3})}, 1),
                       "concat: [3, 3] does not continue [2, 3] along axis 1", ShapeError);
  CHECK_THROWS_WITH_AS(concat({a, zeros({2, 3, 1})}, -1),
                       "concat: [2, 3, 1] does not continue [2, 3] along axis 1", ShapeError);
  CHECK_THROWS_WITH_AS(concat({a, a}, 2), "concat: [2, 3] has no axis 2", ShapeError);
  CHECK_THROWS_WITH_AS(concat({Tensor(scalar(1)), scalar(2)}, 0), "concat: [] has no axis 0",
                       ShapeError);
}

TEST_CASE("slice: takes a range of an axis; what lies outside gets gradient 0") {
  const auto middle = [](const Tensor& x) { return slice(x, -1, 1, 2); };
  CHECK(identical(middle(kTable).value(), Array({2, 1}, {2, 5})));
  CHECK(identical(gradient(middle, kTable, Array({2, 1}, {7, 8})),
                  Array({2, 3}, {0, 7, 0, 0, 8, 0})));
  const auto nothing = [](const Tensor& x) { return slice(x, 0, 2, 2); };
  CHECK(nothing(kTable).shape() == Shape{0, 3});
  CHECK(identical(gradient(nothing, kTable, zeros({0, 3})), zeros({2, 3})));
}

TEST_CASE("slice: overlapping slices of one tensor add their gradients") {
  const auto overlap = [](const Tensor& x) { return slice(x, 0, 0, 2) * slice(x, 0, 1, 3); };
  CHECK(identical(gradient(overlap, row({2, 3, 5}), ones({2})), row({3, 2 + 5, 3})));
}

TEST_CASE("slice and select: what is outside the tensor is refused") {
  const Tensor x = kTable;
  CHECK_THROWS_WITH_AS(slice(x, 1, 1, 4), "slice: 1 to 4 on axis 1 of [2, 3]", ShapeError);
  CHECK_THROWS_WITH_AS(slice(x, 1, 2, 1), "slice: 2 to 1 on axis 1 of [2, 3]", ShapeError);
  CHECK_THROWS_WITH_AS(slice(x, -3, 0, 1), "slice: [2, 3] has no axis -3", ShapeError);
  CHECK_THROWS_WITH_AS(select(x, 0, 2), "select: index 2 on axis 0 of [2, 3]", ShapeError);
  CHECK_THROWS_WITH_AS(select(x, 2, 0), "select: [2, 3] has no axis 2", ShapeError);
}

TEST_CASE("select: takes one index, and the axis goes away") {
  const auto column = [](const Tensor& x) { return select(x, 1, 2); };
  CHECK(identical(column(kTable).value(), row({3, 6})));
  CHECK(identical(gradient(column, kTable, row({1, 10})), Array({2, 3}, {0, 0, 1, 0, 0, 10})));
  CHECK(identical(select(Tensor(row({4, 5})), -1, 1).value(), scalar(5)));
}

TEST_CASE("layout: six axes are sliced, selected and joined again, with their gradients") {
  const Array x = random_array({2, 1, 3, 2, 1, 4});
  for (int axis = 0; axis < 6; ++axis) {
    const std::size_t size = x.shape()[static_cast<std::size_t>(axis)];
    const auto cut_and_join = [&](const Tensor& t) {
      return concat({slice(t, axis, 0, size / 2), slice(t, axis, size / 2, size)}, axis);
    };
    CHECK(identical(cut_and_join(x).value(), x));
    CHECK(identical(gradient(cut_and_join, x, x), x));
    CHECK(select(Tensor(x), axis, size - 1).shape() ==
          x.shape().without(static_cast<std::size_t>(axis)));
  }
}
