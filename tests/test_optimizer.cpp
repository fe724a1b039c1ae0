#include "heed/feed_forward.hpp"
#include "heed/layer_norm.hpp"
#include "heed/optimizer.hpp"
#include "layer_checks.hpp"

using namespace heed;

namespace {

// The values of one parameter that starts at `start`, after each of these gradients.
template <class Optimizer, class Config>
std::vector<double> path(double start, const Config& config, double rate,
                         const std::vector<double>& gradients) {
  Tensor theta = Tensor::parameter(row({start}));
  Optimizer optimizer(Parameters().add("theta", theta), config);
  std::vector<double> values;
  for (const double g : gradients) {
    theta.mutable_grad() = row({g});
    optimizer.step(rate);
    values.push_back(static_cast<double>(theta.value()[0]));
  }
  return values;
}

bool close_all(const std::vector<double>& a, const std::vector<double>& b, double slack) {
  bool equal = a.size() == b.size();
  for (std::size_t i = 0; equal && i < a.size(); ++i) equal = close(a[i], b[i], slack);
  return equal;
}

}  // namespace

TEST_CASE("sgd: with momentum 0.9, the velocity remembers, by hand") {
  // v = 1, 1.9, −0.29
  CHECK(close_all(path<Sgd>(1, 0.9, 0.1, {1, 1, -2}), {0.9, 0.71, 0.739}, 0));
}

TEST_CASE("sgd: without momentum each step is the rate times the gradient") {
  CHECK(close_all(path<Sgd>(1, 0.0, 0.1, {1, 1, -2}), {0.9, 0.8, 1.0}, 0));
}

TEST_CASE("adam: both means are corrected by the power of the step") {
  CHECK(close_all(path<Adam>(1, AdamConfig{}, 0.1, {0.1, -0.2, 0.3}),
                  {0.90000001, 0.93661036, 0.90228625}, 1e-8));
}

TEST_CASE("adam: eps stands outside the root, and is not corrected") {
  CHECK(close_all(path<Adam>(1, AdamConfig{.eps = 1e-2}, 0.1, {0.1, -0.2, 0.3}),
                  {0.90909091, 0.94352386, 0.91071793}, 1e-8));
}

TEST_CASE("adam: the first step is as long as the rate, whatever the gradient's size") {
  for (const double g : {1e-3, 1.0, 1e3}) {
    const double moved = path<Adam>(0, AdamConfig{.eps = 0}, 1, {g})[0];
    CHECK(std::abs(moved + 1) < 4 * kEpsilon);
  }
}

TEST_CASE("adam: equals a loop in double over twenty random steps, with decay") {
  const std::size_t count = 6;
  const double rate = 0.05, decay = 0.1, b1 = 0.8, b2 = 0.95, eps = 1e-4;
  Tensor theta = Tensor::parameter(random_array({2, 3}));
  Adam adam(Parameters().add("theta", theta), {b1, b2, eps, decay});
  std::vector<double> m(count), v(count);
  std::vector<double> expected(theta.value().begin(), theta.value().end());
  for (int t = 1; t <= 20; ++t) {
    theta.mutable_grad() = random_array({2, 3}, static_cast<std::uint64_t>(t));
    for (std::size_t i = 0; i < count; ++i) {
      const auto g = static_cast<double>(theta.grad()[i]);
      m[i] = b1 * m[i] + (1 - b1) * g;
      v[i] = b2 * v[i] + (1 - b2) * g * g;
      const double m_hat = m[i] / (1 - std::pow(b1, t)), v_hat = v[i] / (1 - std::pow(b2, t));
      expected[i] -= rate * decay * expected[i];
      expected[i] -= rate * m_hat / (std::sqrt(v_hat) + eps);
    }
    adam.step(rate);
  }
  CHECK(close(theta, Array({2, 3}, expected), 20 * kEpsilon));
}

TEST_CASE("sgd: equals a loop in double over twenty random steps") {
  Tensor theta = Tensor::parameter(random_array({5}));
  Sgd sgd(Parameters().add("theta", theta), 0.7);
  std::vector<double> v(5), expected(theta.value().begin(), theta.value().end());
  for (std::uint64_t t = 1; t <= 20; ++t) {
    theta.mutable_grad() = random_array({5}, t);
    for (std::size_t i = 0; i < 5; ++i) {
      v[i] = 0.7 * v[i] + static_cast<double>(theta.grad()[i]);
      expected[i] -= 0.05 * v[i];
    }
    sgd.step(0.05);
  }
  CHECK(close(theta, Array({5}, expected), 20 * kEpsilon));
}

TEST_CASE("adam: decay shrinks matrices, and leaves gains and biases as they are to the bit") {
  Random random(1);
  const FeedForward net(3, 4, random);
  LayerNorm norm(3);
  norm.bias.mutable_value() = random_array({3}, 5);
  const Parameters list = Parameters().add("net", net).add("norm", norm);
  const std::vector<Array> start = snapshot(list);
  Adam adam(list, {.decay = 0.1});
  for (int step = 0; step < 10; ++step) adam.step(0.1);  // every gradient is zero
  for (std::size_t i = 0; i < list.size(); ++i) {
    CAPTURE(list[i].name);
    if (start[i].shape().rank() == 2) {
      CHECK(close(list[i].tensor, scale(start[i], std::pow(1 - 0.1 * 0.1, 10))));
    } else {
      CHECK(identical(list[i].tensor.value(), start[i]));
    }
  }
}

TEST_CASE("optimizer: a parameter under two names is stepped once") {
  Tensor shared = Tensor::parameter(row({1}));
  const Parameters list = Parameters().add("first", shared).add("second", shared);
  shared.mutable_grad() = row({1});
  Sgd(list).step(0.25);
  CHECK(shared.value()[0] == Real(0.75));
  Adam(list).step(0.25);
  CHECK(close(shared.value()[0], 0.5, 1e-8));  // eps makes the step that much shorter
}

TEST_CASE("optimizer: a parameter that took no part stays, and gradients stay until cleared") {
  Tensor used = Tensor::parameter(row({1})), unused = Tensor::parameter(row({1}));
  Sgd sgd(Parameters().add("used", used).add("unused", unused));
  used.mutable_grad() = row({1});
  sgd.step(0.25);
  sgd.step(0.25);
  CHECK(used.value()[0] == Real(0.5));
  CHECK(unused.value()[0] == 1);
}

TEST_CASE("clipping: a norm of 5 becomes 1 and is reported; what is shorter stays") {
  Tensor a = Tensor::parameter(row({0})), b = Tensor::parameter(row({0}));
  const Parameters list = Parameters().add("a", a).add("b", b);
  a.mutable_grad() = row({3});
  b.mutable_grad() = row({4});  // one norm over all parameters
  CHECK(clip_gradients(list, 1, 12) == 5);
  CHECK(close(a.grad()[0], 0.6));
  CHECK(close(b.grad()[0], 0.8));
  a.mutable_grad() = row({0.3});
  b.mutable_grad() = row({0.4});
  CHECK(close(clip_gradients(list, 1, 12), 0.5));
  CHECK(identical(a.grad(), row({0.3})));
  CHECK(identical(b.grad(), row({0.4})));
}

TEST_CASE("clipping: zero gradients, and none at all, have norm 0") {
  const Tensor a = Tensor::parameter(row({1, 2}));
  CHECK(clip_gradients(Parameters().add("a", a), 1, 12) == 0);
  CHECK(identical(a.grad(), zeros({2})));
  CHECK(clip_gradients(Parameters(), 1, 12) == 0);
}

TEST_CASE("clipping: a gradient that is not finite is named, and nothing is changed") {
  Tensor fine = Tensor::parameter(row({1})), spoilt = Tensor::parameter(row({1, 2}));
  const Parameters list = Parameters().add("fine", fine).add("net.spoilt", spoilt);
  for (const double bad : {kInf, -kInf, kNaN}) {
    fine.mutable_grad() = row({30});
    spoilt.mutable_grad() = row({bad, 1});
    CHECK_THROWS_WITH_AS(clip_gradients(list, 1, 12),
                         concat("step 12: the gradient of net.spoilt holds ",
                                std::isnan(bad) ? "nan"
                                : bad > 0       ? "inf"
                                                : "-inf",
                                " at [0] of [2]")
                             .c_str(),
                         NonFiniteError);
    CHECK(fine.grad()[0] == 30);
    CHECK(spoilt.grad()[1] == 1);
    CHECK(identical(spoilt.value(), row({1, 2})));
  }
}

TEST_CASE("clipping: gradients whose squares overflow a float are clipped like others") {
  const double huge = 3e30;
  Tensor a = Tensor::parameter(row({0, 0}));
  a.mutable_grad() = row({huge, 0});
  CHECK(close(clip_gradients(Parameters().add("a", a), 1, 12), static_cast<double>(Real(huge))));
  CHECK(close(Tensor(a.grad()), row({1, 0})));
}

TEST_CASE("a loss that is not finite stops before the weights, with its step and value") {
  const Parameters none;
  CHECK_NOTHROW(check_loss(0.5, 3, none));
  CHECK_THROWS_WITH_AS(check_loss(kNaN, 12, none), "step 12: loss is nan", NonFiniteError);
  CHECK_THROWS_WITH_AS(check_loss(-kNaN, 12, none), "step 12: loss is nan", NonFiniteError);
  CHECK_THROWS_WITH_AS(check_loss(kInf, 0, none), "step 0: loss is inf", NonFiniteError);
  CHECK_THROWS_WITH_AS(check_loss(-kInf, 7, none), "step 7: loss is -inf", NonFiniteError);
}

TEST_CASE("the first parameter that is not finite is named, with its place") {
  Tensor fine = Tensor::parameter(zeros({2})), spoilt = Tensor::parameter(zeros({2, 3}));
  const Parameters list = Parameters().add("fine", fine).add("net.spoilt", spoilt);
  CHECK_NOTHROW(check_parameters(list, 12));
  spoilt.mutable_value()[5] = static_cast<Real>(-kInf);
  CHECK_THROWS_WITH_AS(check_parameters(list, 12),
                       "parameter net.spoilt holds -inf at [1, 2] of [2, 3] after step 12",
                       NonFiniteError);
  CHECK_THROWS_WITH_AS(check_loss(kNaN, 13, list),
                       "step 13: loss is nan; parameter net.spoilt holds -inf at [1, 2] of [2, 3]",
                       NonFiniteError);
}

TEST_CASE("a run with a monstrous rate is stopped, and its last finite weights are kept") {
  Tensor weight = Tensor::parameter(row({1}));
  Sgd sgd(Parameters().add("weight", weight));
  Array last;
  const auto step = [&](std::int64_t number) {
    const Tensor loss = sum(weight * weight);
    check_loss(static_cast<double>(loss.item()), number, Parameters());
    last = weight.value();
    weight.zero_grad();
    loss.backward();
    sgd.step(number == 3 ? (kDouble ? 1e200 : 1e30) : 0.1);
  };
  for (std::int64_t number = 0; number < 4; ++number) step(number);
  const Array before = weight.value();
  CHECK_THROWS_WITH_AS(step(4), "step 4: loss is inf", NonFiniteError);
  CHECK(identical(weight.value(), before));
  CHECK(close(last[0], 0.512));  // 0.8³
}

TEST_CASE("a linear map is found again from what it does") {
  const Array truth({3, 1}, {1, -2, 0.5}), x = random_array({50, 3});
  const Array y = matmul(x, truth);
  Random random(1);
  const Linear linear(3, 1, random);
  Sgd sgd(linear.parameters(), 0.9);
  for (int step = 0; step < 300; ++step) {
    linear.parameters().zero_grad();
    const Tensor error = linear(x) - y;
    mean(error * error).backward();
    sgd.step(0.05);
  }
  CHECK(close(linear.weight, truth, 1e-5));
  CHECK(close(linear.bias, zeros({1}), 1e-5));
}

TEST_CASE("exclusive or is learned by a feed-forward network, from every one of five seeds") {
  const Array x({4, 2}, {0, 0, 0, 1, 1, 0, 1, 1});
  const Indices answers{{4}, {0, 1, 1, 0}};
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    Random random(seed);
    const Linear up(2, 16, random), down(16, 2, random);
    const Parameters list = Parameters().add("up", up).add("down", down);
    Adam adam(list);
    double loss = kInf;
    for (int step = 0; step < 300; ++step) {
      list.zero_grad();
      const Tensor now = cross_entropy(down(tanh(up(x))), answers);
      now.backward();
      adam.step(0.05);
      loss = static_cast<double>(now.item());
    }
    CAPTURE(seed);
    CHECK(loss < 0.01);
  }
}
