#include "heed/feed_forward.hpp"
#include "layer_checks.hpp"

using namespace heed;

TEST_CASE("feed forward: relu(x W1 + b1) W2 + b2, by hand") {
  Random random(1);
  FeedForward net(1, 2, random);
  net.up.weight.mutable_value() = Array({1, 2}, {1, -1});
  net.up.bias.mutable_value() = row({0, 0.5});
  net.down.weight.mutable_value() = Array({2, 1}, {2, 3});
  net.down.bias.mutable_value() = row({1});
  // 2 → relu(2, −1.5) → 2·2 + 1;   −1 → relu(−1, 1.5) → 3·1.5 + 1
  CHECK(identical(net(Array({2, 1}, {2, -1})).value(), Array({2, 1}, {5, 5.5})));
}

TEST_CASE("feed forward: 2·D·hidden weights, hidden + D biases") {
  Random random(1);
  const FeedForward net(6, 24, random);
  CHECK(names(net.parameters()) == "up.weight up.bias down.weight down.bias");
  CHECK(net.parameters().count() == 2 * 6 * 24 + 24 + 6);
}

TEST_CASE("feed forward: no position knows of another") {
  Random random(1);
  const FeedForward net(4, 16, random);
  Array x = random_array({1, 3, 4});
  const Tensor before = net(x);
  CHECK(before.shape() == Shape{1, 3, 4});
  for (std::size_t i = 8; i < 12; ++i) x[i] = 100;
  const Tensor after = net(x);
  CHECK(identical(slice(before, 1, 0, 2).value(), slice(after, 1, 0, 2).value()));
  CHECK_FALSE(identical(before.value(), after.value()));
}

TEST_CASE("feed forward: every parameter gets a gradient, and the same seed the same numbers") {
  Random one(1), same(1);
  const FeedForward net(4, 16, one), twin(4, 16, same);
  CHECK(without_gradient(net.parameters(), net(random_array({2, 3, 4}))) == "");
  CHECK(identical(net.parameters(), twin.parameters()));
}
