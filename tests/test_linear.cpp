#include <cmath>
#include <cstring>
#include <limits>

#include "heed/linear.hpp"
#include "layer_checks.hpp"

using namespace heed;

TEST_CASE("linear: y = x W + b, by hand") {
  Random random(1);
  Linear linear(3, 2, random);
  linear.weight.mutable_value() = Array({3, 2}, {1, 2, 3, 4, 5, 6});
  linear.bias.mutable_value() = row({10, 20});
  const Array x({2, 3}, {1, 0, 2, 0, -1, 0});
  CHECK(identical(linear(x).value(), Array({2, 2}, {21, 34, 7, 16})));
}

TEST_CASE("linear: leading axes stay as they are") {
  Random random(1);
  const Linear linear(3, 2, random);
  CHECK(linear(random_array({4, 5, 3})).shape() == Shape{4, 5, 2});
  const Array x = random_array({4, 5, 3});
  CHECK(close(reshape(linear(x), {20, 2}), linear(reshape(x, {20, 3}))));
}

TEST_CASE("linear: in times out weights and out biases, which start at zero") {
  Random random(1);
  const Linear linear(7, 5, random);
  CHECK(names(linear.parameters()) == "weight bias");
  CHECK(linear.parameters().count() == 7 * 5 + 5);
  CHECK(linear.weight.shape() == Shape{7, 5});
  CHECK(identical(linear.bias.value(), zeros({5})));
  for (const Real w : linear.weight.value()) CHECK(std::abs(w) <= 0.70711);  // √(6 / 12)
}

TEST_CASE("linear: every parameter gets a gradient, and the same seed the same numbers") {
  Random one(1), same(1);
  const Linear linear(3, 2, one), twin(3, 2, same);
  CHECK(without_gradient(linear.parameters(), linear(random_array({2, 4, 3}))) == "");
  CHECK(identical(linear.parameters(), twin.parameters()));
}

TEST_CASE("linear: vectors of another width are refused with both widths") {
  Random random(1);
  const Linear linear(3, 2, random);
  CHECK_THROWS_WITH_AS(
      linear(random_array({4, 5})),
      "affine: x [4, 5], weight [3, 2] and bias [2]: [..., M, K], [K, N] and [N] are needed",
      ShapeError);
}

TEST_CASE("affine_relu: the same bits as relu after affine, forward and backward, NaN included") {
  Array x = random_array({3, 5, 7});
  x[40] = std::numeric_limits<Real>::quiet_NaN();
  const auto run = [&](auto f) {
    const Tensor in = Tensor::parameter(x), w = Tensor::parameter(random_array({7, 33})),
                 b = Tensor::parameter(random_array({33}));
    const Tensor out = f(in, w, b);
    out.backward(random_array({3, 5, 33}));
    return std::vector<Array>{out.value(), in.grad(), w.grad(), b.grad()};
  };
  const auto folded = run([](auto&... in) { return affine_relu(in...); });
  const auto composed = run([](auto&... in) { return relu(affine(in...)); });
  for (std::size_t i = 0; i < folded.size(); ++i) {
    CAPTURE(i);
    CHECK(to_string(folded[i], 9) == to_string(composed[i], 9));
    CHECK(std::memcmp(folded[i].data(), composed[i].data(), folded[i].size() * sizeof(Real)) == 0);
  }
  // A product that underflows below zero is -0.
  const double least = static_cast<double>(std::numeric_limits<Real>::min());
  const Array below({1, 1}, {-least}), above({1, 1}, {least}), nothing = row({-0.0});
  CHECK(std::signbit(affine_relu(below, above, nothing).item()) ==
        std::signbit(relu(affine(below, above, nothing)).item()));
}
