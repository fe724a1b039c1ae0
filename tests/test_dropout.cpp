#include "heed/dropout.hpp"
#include "support.hpp"

using namespace heed;

TEST_CASE("dropout: evaluation returns the very tensor") {
  const Tensor x = Tensor::parameter(random_array({4}));
  CHECK(same(Dropout{0.5}(x, {}), x));
}

TEST_CASE("dropout: a rate of 0 returns the very tensor and draws nothing") {
  const Tensor x = Tensor::parameter(random_array({4}));
  Random random(1);
  CHECK(same(Dropout{0}(x, {&random}), x));
  CHECK(random.state() == Random(1).state());
}

TEST_CASE("dropout: a rate of 1 gives zeros with zero gradient, and no NaN") {
  Random random(1);
  const Tensor x = Tensor::parameter(row({1, 2, 3, 4}));
  const Tensor y = Dropout{1}(x, {&random});
  CHECK(identical(y.value(), zeros({4})));
  y.backward(ones({4}));
  CHECK(identical(x.grad(), zeros({4})));
}

TEST_CASE("dropout: at rate 0.5 every number is 0 or doubled, and the mean stays") {
  Random random(1);
  const Tensor x = Tensor::parameter(ones({100000}));
  const Tensor y = Dropout{0.5}(x, {&random});
  double total = 0;
  for (const Real v : y.value()) {
    REQUIRE((v == 0 || v == 2));
    total += static_cast<double>(v) / 100000;
  }
  CHECK(std::abs(total - 1) < 0.02);
  y.backward(ones({100000}));
  CHECK(identical(x.grad(), y.value()));  // the same choice forward and backward
}

TEST_CASE("dropout: the rate is how much goes, not how much stays") {
  Random random(1);
  const Tensor y = Dropout{0.2}(Tensor(ones({100000})), {&random});
  const auto gone = std::count(y.value().begin(), y.value().end(), Real{0});
  CHECK(std::abs(static_cast<double>(gone) / 100000 - 0.2) < 0.006);  // four standard errors
  CHECK(close(*std::max_element(y.value().begin(), y.value().end()), 1.25));
}

TEST_CASE("dropout: two draws of one generator differ, one seed always chooses alike") {
  Random random(1), again(1);
  const Tensor x(ones({100}));
  const Tensor first = Dropout{0.5}(x, {&random}), second = Dropout{0.5}(x, {&random});
  CHECK_FALSE(identical(first.value(), second.value()));
  CHECK(identical(first.value(), Dropout{0.5}(x, {&again}).value()));
}

TEST_CASE("dropout: a rate outside 0 to 1 is refused") {
  Random random(1);
  const Tensor x(ones({2}));
  CHECK_THROWS_WITH_AS(Dropout{-0.1}(x, {&random}), "dropout: the rate -0.1 is not between 0 and 1",
                       ValueError);
  CHECK_THROWS_WITH_AS(Dropout{1.5}(x, {&random}), "dropout: the rate 1.5 is not between 0 and 1",
                       ValueError);
  CHECK_THROWS_WITH_AS(Dropout{kNaN}(x, {&random}), "dropout: the rate nan is not between 0 and 1",
                       ValueError);
}
