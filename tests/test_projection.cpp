#include "parts/projection.hpp"
#include "support.hpp"

using namespace heed;

// Points whose covariance is known: ±3 along (0.6, 0.8), ±1 along (−0.8, 0.6), around (10, 20).
const Array kCross({4, 2}, {11.8, 22.4, 8.2, 17.6, 9.2, 20.6, 10.8, 19.4});

TEST_CASE("projection: the components of a known covariance are its axes, the widest first") {
  const Components found = principal_components(kCross, 2);
  CHECK(close(found.mean, row({10, 20})));
  CHECK(close(found.directions, Array({2, 2}, {0.6, 0.8, 0.8, -0.6}), 1e-6));
  CHECK(close(found.variance[0], 4.5, 1e-5));  // (9 + 9 + 0 + 0) / 4
  CHECK(close(found.variance[1], 0.5, 1e-5));
  CHECK(close(found.total, 5, 1e-5));
}

TEST_CASE("projection: points are seen along the components, from their mean") {
  const Components found = principal_components(kCross, 2);
  CHECK(close(project(kCross, found), Array({4, 2}, {3, 0, -3, 0, 0, -1, 0, 1}), 1e-5));
}

TEST_CASE("projection: components have length 1 and stand at right angles, in 32 dimensions") {
  const Array points = random_array({100, 32});
  const Components all = principal_components(points, 32);
  Array identity = zeros({32, 32});
  for (std::size_t i = 0; i < 32; ++i) identity[i * 33] = 1;
  CHECK(close(matmul(all.directions, transpose(all.directions)), identity, 1e-6));
}

TEST_CASE("projection: a component's largest number is positive, so a map is never mirrored") {
  const Components all = principal_components(random_array({100, 32}), 32);
  const Array largest = max_over(all.directions, {1});
  CHECK(close(largest, max_over(map(all.directions, [](Real x) { return std::abs(x); }), {1})));
}

TEST_CASE("projection: along a component the points have its variance, along two no covariance") {
  const Array points = random_array({100, 32});
  const Components all = principal_components(points, 32);
  const Array seen = project(points, all);
  Array expected = zeros({32, 32});
  for (std::size_t i = 0; i < 32; ++i) expected[i * 33] = static_cast<Real>(all.variance[i]);
  CHECK(close(scale(matmul(transpose(seen), seen), 0.01), expected, 1e-5));
  double sum = 0;
  for (std::size_t i = 0; i < 32; ++i) sum += all.variance[i];
  CHECK(close(sum, all.total));
  CHECK(std::is_sorted(all.variance.rbegin(), all.variance.rend()));
}

TEST_CASE("projection: equal points have no spread, and no component is NaN") {
  const Components found = principal_components(ones({3, 2}), 1);
  CHECK(found.variance[0] == 0);
  CHECK(close(norm(Tensor(found.directions)).value(), scalar(1)));
}

TEST_CASE("projection: more components than dimensions, or no points, are refused") {
  CHECK_THROWS_WITH_AS(principal_components(kCross, 3), "principal_components: 3 of points [4, 2]",
                       ShapeError);
  CHECK_THROWS_AS(principal_components(Array({0, 2}), 1), ShapeError);
}

TEST_CASE("projection: the cosine is that of the angle, and 0 with a vector of zeros") {
  const Array rows({4, 2}, {1, 0, 3, 4, -2, 0, 0, 0});
  CHECK(close(cosine(rows, 0, 1), 0.6));
  CHECK(close(cosine(rows, 0, 2), -1));
  CHECK(cosine(rows, 0, 3) == 0);
}

TEST_CASE("projection: the nearest are those of the smallest angle, not of the smallest distance") {
  const Array rows({4, 2}, {1, 0, 9, 1, 0.9, 0.5, 0, 1});
  CHECK(nearest(rows, 0, 2) == std::vector<std::size_t>{1, 2});
  CHECK(nearest(rows, 0, 9).size() == 3);
}

TEST_CASE("projection: a map shows each name where it lies, right is more and up is more") {
  const Array points({4, 2}, {0, 0, 4, 0, 0, 2, 4, 2});
  CHECK(scatter(points, {"ab", "c", "d", "猫"}, 6, 3) == "  d   猫\n\n  ab   c\n");
}

TEST_CASE("projection: a name that would touch another is left out, control characters are shown") {
  const Array points({3, 2}, {0, 0, 0, 0, 1, 1});
  CHECK(scatter(points, {"a", "b", "\x1b"}, 6, 2) == "    \\x1b\n  a\n");
}
