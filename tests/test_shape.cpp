#include <doctest/doctest.h>

#include "heed/error.hpp"
#include "heed/shape.hpp"

using namespace heed;

TEST_CASE("shape: a scalar has one element, a shape with a 0 has none") {
  CHECK(Shape{}.elements() == 1);
  CHECK(Shape{}.rank() == 0);
  CHECK(Shape{0}.elements() == 0);
  CHECK(Shape{2, 0, 3}.elements() == 0);
  CHECK(Shape{2, 3, 4}.elements() == 24);
}

TEST_CASE("shape: shapes are equal when every size is, and never across ranks") {
  CHECK(Shape{2, 3} == Shape{2, 3});
  CHECK(Shape{2, 3} != Shape{3, 2});
  CHECK(Shape{1} != Shape{});
  CHECK(Shape{2, 0} != Shape{2});
  CHECK(Shape{2, 3}.without(1) == Shape{2});  // no trace of the axis that went
}

TEST_CASE("shape: last() counts from the end") {
  const Shape shape = {2, 3, 4};
  CHECK(shape.last() == 4);
  CHECK(shape.last(2) == 2);
  CHECK_THROWS_WITH_AS(shape.last(3), "shape: [2, 3, 4] has no axis 4 from the end", ShapeError);
  CHECK_THROWS_WITH_AS(Shape{}.last(), "shape: [] has no axis 1 from the end", ShapeError);
}

TEST_CASE("shape: an axis is resized, taken away, put in, appended") {
  const Shape shape = {2, 3, 4};
  CHECK(shape.with(1, 7) == Shape{2, 7, 4});
  CHECK(shape.without(0) == Shape{3, 4});
  CHECK(shape.without(2) == Shape{2, 3});
  CHECK(shape.inserted(0, 9) == Shape{9, 2, 3, 4});
  CHECK(shape.inserted(3, 9) == Shape{2, 3, 4, 9});
  CHECK(Shape{}.appended(5) == Shape{5});
  CHECK(shape.first(2) == Shape{2, 3});
  CHECK(shape.first(0) == Shape{});
}

TEST_CASE("shape: an axis that is not there is an error that names shape and axis") {
  const Shape shape = {2, 3};
  CHECK_THROWS_WITH_AS(shape.with(2, 1), "shape: [2, 3] has no axis 2", ShapeError);
  CHECK_THROWS_WITH_AS(shape.without(5), "shape: [2, 3] has no axis 5", ShapeError);
  CHECK_THROWS_WITH_AS(shape.inserted(3, 1), "shape: [2, 3] has no place 3", ShapeError);
}

TEST_CASE("shape: six axes are the most") {
  const Shape six = {1, 2, 3, 4, 5, 6};
  CHECK(six.elements() == 720);
  CHECK_THROWS_WITH_AS((Shape{1, 1, 1, 1, 1, 1, 1}), "shape: 7 axes, but an array has at most 6",
                       ShapeError);
  CHECK_THROWS_WITH_AS(six.appended(7),
                       "shape: [1, 2, 3, 4, 5, 6] has 6 axes already, the most there are",
                       ShapeError);
}

TEST_CASE("shape: is written in brackets") {
  CHECK(to_string(Shape{}) == "[]");
  CHECK(to_string(Shape{7}) == "[7]");
  CHECK(to_string(Shape{2, 0, 3}) == "[2, 0, 3]");
}

TEST_CASE("broadcast: missing axes and axes of size 1 stretch, in either operand") {
  CHECK(broadcast("op", {4, 1, 3}, {2, 1}) == Shape{4, 2, 3});
  CHECK(broadcast("op", {2, 1}, {4, 1, 3}) == Shape{4, 2, 3});
  CHECK(broadcast("op", {}, {2, 3}) == Shape{2, 3});
  CHECK(broadcast("op", {}, {}) == Shape{});
  CHECK(broadcast("op", {1}, {0}) == Shape{0});  // 1 stretches to none
  CHECK(broadcast("op", {2, 0}, {2, 1}) == Shape{2, 0});
  CHECK(broadcast("op", {1, 1, 1, 1, 1, 6}, {5, 1}) == Shape{1, 1, 1, 1, 5, 6});
}

TEST_CASE("broadcast: sizes that differ are named in the order of the operands") {
  CHECK_THROWS_WITH_AS(broadcast("a + b", {2, 3}, {4}),
                       "a + b: a [2, 3] and b [4]: sizes 3 and 4 do not stretch to each other",
                       ShapeError);
  CHECK_THROWS_WITH_AS(broadcast("a + b", {4}, {2, 3}),
                       "a + b: a [4] and b [2, 3]: sizes 4 and 3 do not stretch to each other",
                       ShapeError);
  CHECK_THROWS_WITH_AS(broadcast("a * b", {0}, {2}),
                       "a * b: a [0] and b [2]: sizes 0 and 2 do not stretch to each other",
                       ShapeError);
}

TEST_CASE("broadcasts_to: says whether one shape stretches to another, in this direction only") {
  CHECK(broadcasts_to({}, {2, 3}));
  CHECK(broadcasts_to({1, 3}, {2, 3}));
  CHECK(broadcasts_to({2, 3}, {2, 3}));
  CHECK_FALSE(broadcasts_to({2, 3}, {3}));
  CHECK_FALSE(broadcasts_to({2}, {2, 3}));
  CHECK_FALSE(broadcasts_to({2, 3}, {1, 3}));
}
