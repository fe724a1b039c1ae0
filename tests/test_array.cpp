#include <doctest/doctest.h>

#include "heed/array.hpp"
#include "heed/error.hpp"
#include "support.hpp"

using namespace heed;

namespace {

// Where the number at `place` of `shape` lies in an array of shape `from` that is stretched to it.
std::size_t stretched_place(std::size_t place, const Shape& shape, const Shape& from) {
  std::size_t found = 0, step = 1;
  for (std::size_t from_end = 0; from_end < shape.rank(); ++from_end) {
    const std::size_t index = place % shape.last(from_end);
    place /= shape.last(from_end);
    if (from_end >= from.rank()) continue;
    found += from.last(from_end) == 1 ? 0 : index * step;
    step *= from.last(from_end);
  }
  return found;
}

Array slow_difference(const Array& a, const Array& b) {
  Array out(broadcast("slow", a.shape(), b.shape()));
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = a[stretched_place(i, out.shape(), a.shape())] -
             b[stretched_place(i, out.shape(), b.shape())];
  }
  return out;
}

Array slow_sum_to(const Array& x, const Shape& shape) {
  std::vector<double> sums(shape.elements());
  for (std::size_t i = 0; i < x.size(); ++i) {
    sums[stretched_place(i, x.shape(), shape)] += static_cast<double>(x[i]);
  }
  return Array(shape, sums);
}

// Two shapes that stretch to each other, of at most `rank` axes of size 0 to 4.
std::pair<Shape, Shape> meeting_shapes(std::size_t rank, Random& random) {
  Shape a, b;
  for (std::size_t i = 0; i < rank; ++i) {
    const std::size_t size = random.below(12) == 0 ? 0 : 1 + random.below(4);
    const std::size_t choice = random.below(4);
    a = a.appended(choice == 0 ? 1 : size);
    b = b.appended(choice == 1 ? 1 : size);
  }
  for (std::size_t drop = random.below(rank + 1); drop > 0; --drop) b = b.without(0);
  return {a, b};
}

}  // namespace

// ---- the value type -----------------------------------------------------------------------------

TEST_CASE("array: copying copies, moving leaves nothing behind") {
  Array a = row({1, 2, 3});
  Array copy = a;
  copy[0] = 9;
  CHECK(identical(a, row({1, 2, 3})));
  const Array moved = std::move(a);
  CHECK(identical(moved, row({1, 2, 3})));
  CHECK(a.nothing());
  a = copy;
  CHECK(identical(a, row({9, 2, 3})));
}

TEST_CASE("array: nothing, no numbers and one number are three things") {
  CHECK(Array().nothing());
  CHECK(Array().size() == 0);
  CHECK_FALSE(zeros({2, 0}).nothing());
  CHECK(zeros({2, 0}).size() == 0);
  CHECK(Array(zeros({2, 0})).shape() == Shape{2, 0});
  CHECK(scalar(5).shape() == Shape{});
  CHECK(scalar(5).item() == 5);
  CHECK(ones({1, 1, 1}).item() == 1);
}

TEST_CASE("array: at() finds a number by its indices") {
  const Array x({2, 3}, {1, 2, 3, 4, 5, 6});
  CHECK(x.at({1, 0}) == 4);
  CHECK(scalar(5).at({}) == 5);
  CHECK_THROWS_WITH_AS(x.at({0, 3}), "at: index 3 on axis 1 of [2, 3]", ShapeError);
  CHECK_THROWS_WITH_AS(x.at({2, 0}), "at: index 2 on axis 0 of [2, 3]", ShapeError);
  CHECK_THROWS_WITH_AS(x.at({1}), "at: 1 indices for the shape [2, 3]", ShapeError);
}

TEST_CASE("array: mistakes in numbers of values are named") {
  CHECK_THROWS_WITH_AS(Array({2, 3}, {1, 2}), "array: 2 values for the shape [2, 3], which holds 6",
                       ShapeError);
  CHECK_THROWS_WITH_AS(Array({}, std::vector<double>{}),
                       "array: 0 values for the shape [], which holds 1", ShapeError);
  CHECK_THROWS_WITH_AS(row({1, 2}).item(), "item: the shape [2] holds 2 numbers, not one",
                       ShapeError);
  CHECK_THROWS_WITH_AS(zeros({0}).item(), "item: the shape [0] holds 0 numbers, not one",
                       ShapeError);
  Array total = zeros({2});
  CHECK_THROWS_WITH_AS(add_to(total, zeros({1})),
                       "add_to: a total of shape [2] and a term of shape [1]", ShapeError);
}

TEST_CASE("array: is written as nested lists, long axes shortened") {
  CHECK(to_string(Array({2, 2}, {1, 2.5, -3, 1e10})) == "[[1, 2.5], [-3, 1e+10]]");
  CHECK(to_string(row({1.0 / 3}), 2) == "[0.33]");
  CHECK(to_string(scalar(7)) == "7");
  CHECK(to_string(zeros({0})) == "[]");
  CHECK(to_string(zeros({2, 0})) == "[[], []]");
  CHECK(to_string(Array()) == "nothing");
  Array x({13, 2}, std::vector<double>(26));
  for (std::size_t i = 0; i < 26; ++i) x[i] = static_cast<Real>(i);
  CHECK(to_string(x) ==
        "[[0, 1], [2, 3], [4, 5], [6, 7], [8, 9], [10, 11], …, "
        "[14, 15], [16, 17], [18, 19], [20, 21], [22, 23], [24, 25]]");
}

// ---- element by element -------------------------------------------------------------------------

TEST_CASE("array: stretching agrees with index arithmetic for random shapes of up to six axes") {
  Random random(3);
  for (std::uint64_t i = 0; i < 400; ++i) {
    const std::pair<Shape, Shape> shapes = meeting_shapes(i % 7, random);
    const Shape& left = i % 2 == 0 ? shapes.first : shapes.second;
    const Shape& right = i % 2 == 0 ? shapes.second : shapes.first;
    CAPTURE(to_string(left));
    CAPTURE(to_string(right));
    const Array a = random_array(left, 2 * i), b = random_array(right, 2 * i + 1);
    const Array difference = sub(a, b);
    CHECK(identical(difference, slow_difference(a, b)));
    CHECK(identical(expand(b, difference.shape()), slow_difference(b, zeros(difference.shape()))));
    CHECK(close(sum_to(difference, left), slow_sum_to(difference, left)));
    CHECK(close(sum_to(difference, right), slow_sum_to(difference, right)));
  }
}

TEST_CASE("array: shapes that do not stretch are refused, each operation under its name") {
  CHECK_THROWS_WITH_AS(add(zeros({2}), zeros({3})),
                       "add: a [2] and b [3]: sizes 2 and 3 do not stretch to each other",
                       ShapeError);
  CHECK_THROWS_WITH_AS(expand(zeros({2, 1}), {3, 4}), "expand: [2, 1] does not stretch to [3, 4]",
                       ShapeError);
  CHECK_THROWS_WITH_AS(sum_to(zeros({3, 4}), {2, 1}), "sum_to: [2, 1] does not stretch to [3, 4]",
                       ShapeError);
}

// ---- shapes -------------------------------------------------------------------------------------

TEST_CASE("array: permute moves axis order[i] to place i, as index arithmetic does") {
  const Array x = random_array({2, 3, 4, 5});
  const Array y = permute(x, {2, 0, 3, 1});
  REQUIRE(y.shape() == Shape{4, 2, 5, 3});
  bool right = true;
  for (std::size_t a = 0; a < 2; ++a)
    for (std::size_t b = 0; b < 3; ++b)
      for (std::size_t c = 0; c < 4; ++c)
        for (std::size_t d = 0; d < 5; ++d) right &= y.at({c, a, d, b}) == x.at({a, b, c, d});
  CHECK(right);
  CHECK(identical(permute(scalar(3), {}), scalar(3)));
  CHECK(permute(zeros({2, 0, 3}), {2, 1, 0}).shape() == Shape{3, 0, 2});
}

TEST_CASE("array: an order that is no permutation, and a vector's transpose, are refused") {
  const Array x = zeros({2, 3});
  CHECK_THROWS_WITH_AS(permute(x, {0, 0}),
                       "permute: the order (0, 0) does not name each axis of [2, 3] once",
                       ShapeError);
  CHECK_THROWS_WITH_AS(permute(x, {1}),
                       "permute: the order (1) does not name each axis of [2, 3] once", ShapeError);
  CHECK_THROWS_WITH_AS(permute(x, {0, -1}),
                       "permute: the order (0, -1) does not name each axis of [2, 3] once",
                       ShapeError);
  CHECK_THROWS_WITH_AS(transpose(row({1, 2})), "transpose: [2] has no two axes to exchange",
                       ShapeError);
  CHECK_THROWS_WITH_AS(reshape(x, {4}), "reshape: [2, 3] holds 6 numbers, [4] holds 4", ShapeError);
}

TEST_CASE("array: slice takes a range of an axis out, unslice puts it back among zeros") {
  const Array x({2, 3}, {1, 2, 3, 4, 5, 6});
  CHECK(identical(slice(x, 1u, 1, 3), Array({2, 2}, {2, 3, 5, 6})));
  CHECK(identical(slice(x, 0u, 1, 2), Array({1, 3}, {4, 5, 6})));
  CHECK(slice(x, 1u, 3, 3).shape() == Shape{2, 0});
  CHECK(identical(unslice(slice(x, 1u, 1, 2), {2, 3}, 1, 1), Array({2, 3}, {0, 2, 0, 0, 5, 0})));
  CHECK_THROWS_WITH_AS(slice(x, 1u, 1, 4), "slice: 1 to 4 on axis 1 of [2, 3]", ShapeError);
  CHECK_THROWS_WITH_AS(slice(x, 1u, 2, 1), "slice: 2 to 1 on axis 1 of [2, 3]", ShapeError);
  CHECK_THROWS_WITH_AS(slice(x, 2u, 0, 0), "slice: [2, 3] has no axis 2", ShapeError);
  CHECK_THROWS_WITH_AS(unslice(zeros({2, 2}), {2, 3}, 1, 2), "unslice: 2 to 4 on axis 1 of [2, 3]",
                       ShapeError);
}

// ---- reductions ---------------------------------------------------------------------------------

TEST_CASE("array: axes may be counted from the end; none named means all") {
  CHECK(normal_axes("op", {2, 3, 4}, {-1, 0}) == std::vector<std::size_t>{0, 2});
  CHECK(normal_axes("op", {2, 3, 4}, {}) == std::vector<std::size_t>{0, 1, 2});
  CHECK(normal_axes("op", {}, {}).empty());
  CHECK(kept({2, 3, 4}, {0, 2}) == Shape{1, 3, 1});
  CHECK_THROWS_WITH_AS(normal_axes("op", {2, 3}, {2}), "op: [2, 3] has no axis 2", ShapeError);
  CHECK_THROWS_WITH_AS(normal_axes("op", {2, 3}, {-3}), "op: [2, 3] has no axis -3", ShapeError);
  CHECK_THROWS_WITH_AS(normal_axes("op", {}, {0}), "op: [] has no axis 0", ShapeError);
  CHECK_THROWS_WITH_AS(normal_axes("op", {2, 3}, {1, -1}), "op: an axis of [2, 3] is named twice",
                       ShapeError);
}

TEST_CASE("array: sums and maxima over axes agree with index arithmetic") {
  const Array x = random_array({2, 3, 1, 4, 2, 3});
  for (unsigned chosen = 1; chosen < 64; ++chosen) {
    std::vector<std::size_t> axes;
    for (std::size_t axis = 0; axis < 6; ++axis) {
      if ((chosen >> axis & 1) != 0) axes.push_back(axis);
    }
    const Shape shape = kept(x.shape(), axes);
    Array largest = full(shape, -kInf);
    for (std::size_t i = 0; i < x.size(); ++i) {
      Real& best = largest[stretched_place(i, x.shape(), shape)];
      best = std::max(best, x[i]);
    }
    CHECK(close(sum_over(x, axes), slow_sum_to(x, shape)));
    CHECK(identical(max_over(x, axes), largest));
  }
}

TEST_CASE("array: over no numbers the sum is 0 and the maximum is minus infinity") {
  CHECK(identical(sum_over(zeros({2, 0}), {1}), zeros({2, 1})));
  CHECK(identical(max_over(zeros({2, 0}), {1}), full({2, 1}, -kInf)));
}

TEST_CASE("array: argmax finds the largest of each row, the first of equals") {
  const Indices places = argmax(Array({2, 2, 3}, {1, 5, 2, 7, 0, 7, -3, -2, -1, 4, 4, 4}));
  CHECK(places.shape == Shape{2, 2});
  CHECK(places.values == std::vector<int>{1, 0, 2, 0});
  CHECK(argmax(row({3, 1})).shape == Shape{});
  CHECK(argmax(zeros({2, 0})).values == std::vector<int>{0, 0});
  CHECK(argmax(zeros({0, 2})).values.empty());
  CHECK_THROWS_AS(argmax(scalar(1)), ShapeError);
  CHECK(sum_over(zeros({2, 0}), {0}).shape() == Shape{1, 0});
  CHECK(sum_over(zeros({0, 3, 0}), {0, 2}).shape() == Shape{1, 3, 1});
}

TEST_CASE("array: sums of millions of numbers keep their precision") {
  CHECK(sum_over(ones({20'000'000}), {0}).item() / 20'000'000 == 1);
  const Array tenths = full({1'000'000}, 0.1);
  const double exact = 1e6 * static_cast<double>(tenths[0]);
  CHECK(close(static_cast<double>(sum_over(tenths, {0}).item()), exact, 1e-5));
  const Array columns = sum_over(full({1'000'000, 2}, 0.1), {0});
  CHECK(close(columns, Array({1, 2}, {exact, exact}), 1e-5));
}
