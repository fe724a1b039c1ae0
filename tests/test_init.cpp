#include "heed/init.hpp"
#include "support.hpp"

using namespace heed;

namespace {

// Mean and variance of many numbers.
struct Moments {
  double mean = 0, variance = 0;
  explicit Moments(const Array& x) {
    const auto count = static_cast<double>(x.size());
    for (const Real v : x) mean += static_cast<double>(v) / count;
    for (const Real v : x) variance += std::pow(static_cast<double>(v) - mean, 2) / count;
  }
};

}  // namespace

TEST_CASE("init: normal numbers have mean 0 and the deviation asked for") {
  Random random(1);
  const Array x = normal({200, 500}, 0.5, random);
  CHECK(x.shape() == Shape{200, 500});
  const Moments moments(x);
  CHECK(std::abs(moments.mean) < 0.0064);  // four standard errors
  CHECK(std::abs(moments.variance - 0.25) < 0.0045);
}

TEST_CASE("init: uniform numbers fill their interval evenly") {
  Random random(1);
  const Array x = uniform({100000}, -1, 3, random);
  for (const Real v : x) REQUIRE((v >= -1 && v <= 3));
  const Moments moments(x);
  CHECK(std::abs(moments.mean - 1) < 0.015);
  CHECK(std::abs(moments.variance - 16.0 / 12) < 0.02);
}

TEST_CASE("init: xavier is uniform within the root of 6 / (in + out), which keeps the variance") {
  Random random(1);
  const Array x = xavier(100, 200, random);  // ±√(6/300) = ±0.1414
  CHECK(x.shape() == Shape{100, 200});
  double top = 0;
  for (const Real v : x) top = std::max(top, std::abs(static_cast<double>(v)));
  CHECK(top <= std::sqrt(0.02) * (1 + kEpsilon));
  CHECK(top > 0.141);
  CHECK(std::abs(Moments(x).variance - 2.0 / 300) < 1e-4);  // bound²/3
}

TEST_CASE("init: the same seed gives the same numbers, another seed others") {
  Random one(1), same(1), other(2);
  const Array x = xavier(3, 4, one);
  CHECK(identical(x, xavier(3, 4, same)));
  CHECK_FALSE(identical(x, xavier(3, 4, other)));
  CHECK_FALSE(identical(x, xavier(3, 4, one)));  // the generator has moved on
}

TEST_CASE("init: the rows and the columns of an orthogonal matrix have length 1 and right angles") {
  Random random(1);
  for (const std::size_t size : {1u, 2u, 64u}) {
    const Array q = orthogonal(size, random);
    Array identity = zeros({size, size});
    for (std::size_t i = 0; i < size; ++i) identity[i * size + i] = 1;
    CHECK(close(matmul(q, q, Side::kTransposed), identity, 1e-6));
    CHECK(close(matmul(q, q, Side::kPlain, Side::kTransposed), identity, 1e-6));
  }
}

TEST_CASE("init: orthogonal matrices of two are turns and mirrorings, each as often") {
  Random random(1);
  int turns = 0;
  for (int i = 0; i < 1000; ++i) {
    const Array q = orthogonal(2, random);
    turns += q[0] * q[3] - q[1] * q[2] > 0;
  }
  CHECK(std::abs(turns - 500) < 64);  // four standard deviations
}
