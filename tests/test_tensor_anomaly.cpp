// Which operation made the first number that is not finite.
#include <doctest/doctest.h>

#include <functional>

#include "heed/error.hpp"
#include "heed/pointer.hpp"
#include "support.hpp"

using namespace heed;

namespace {

using Limits = std::numeric_limits<Real>;
const double kTiny = static_cast<double>(Limits::denorm_min());  // 1 / kTiny is infinite
const double kHuge = static_cast<double>(Limits::max());

// What the detector says of f, in step 7.
std::string found(const std::function<void()>& f) {
  try {
    const DetectAnomaly detect(7);
    f();
  } catch (const NonFiniteError& error) {
    return error.what();
  }
  return "nothing";
}

Tensor learned(std::initializer_list<double> values) { return Tensor::parameter(row(values)); }

const std::string kMade = " made the first non-finite number: ";

}  // namespace

TEST_CASE("anomaly: the operation whose result is the first that is not finite is named") {
  const Tensor x = learned({1, 0, -1});
  CHECK(found([&] { sum(log(x)); }) == "step 7: log (forward)" + kMade + "-inf at [1] of [3]");
  CHECK(found([&] { sum(sqrt(x)); }) == "step 7: sqrt (forward)" + kMade + "nan at [2] of [3]");
  CHECK(found([&] { sum(exp(x * 1000)); }) ==
        "step 7: exp (forward)" + kMade + "inf at [0] of [3]");
  const Tensor table = Tensor::parameter(Array({2, 2}, {1, 1, 1, kHuge}));
  CHECK(found([&] { Tensor(scalar(1)) / (table - 1); }) ==
        "step 7: a / b (forward)" + kMade + "inf at [0, 0] of [2, 2]");
  CHECK(found([&] { matmul(table, table); }) ==
        "step 7: matmul (forward)" + kMade + "inf at [1, 1] of [2, 2]");
  CHECK(found([&] { sum(exp(x)).backward(); }) == "nothing");
}

TEST_CASE("anomaly: an operation whose backward alone is not finite is named") {
  const auto backward = [](Tensor (*f)(const Tensor&), double at) {
    return found([=] { sum(f(learned({1, at}))).backward(); });
  };
  const std::string made = " (backward)" + kMade + "inf at [1] of [2]";
  CHECK(backward(sqrt, 0) == "step 7: sqrt" + made);
  CHECK(backward(log, kTiny) == "step 7: log" + made);
  CHECK(backward([](const Tensor& x) { return pow(x, 0.5); }, 0) == "step 7: pow" + made);
  // b / b is 1, and ∂(a/b)/∂a = 1/b
  CHECK(found([] { sum(learned({kTiny}) / learned({kTiny})).backward(); }) ==
        "step 7: a / b (backward)" + kMade + "inf at [0] of [1]");
}

TEST_CASE("anomaly: what is not finite from the start is said to be given, and by what") {
  const Tensor weight = Tensor::parameter(Array({2, 1}, {1, 1}));
  Array question({1, 2}, {1, kNaN});
  CHECK(found([&] { matmul(question, weight); }) ==
        "step 7: matmul (forward) was given nan at [0, 1] of [1, 2] in input 0, a constant");
  const Tensor infinite = learned({kInf, 0});
  CHECK(found([&] { sum(infinite); }) ==
        "step 7: sum (forward) was given inf at [0] of [2] in input 0, a parameter");
  const Tensor y = learned({1, 2}) * 2;
  const Array cotangent = row({0, kNaN});
  CHECK(found([&] { y.backward(cotangent); }) ==
        "step 7: scale (backward) was given nan at [1] of [2]");
}

TEST_CASE("anomaly: of finite gradients whose sum is not, the last one and the sum are named") {
  const std::string sum_of =
      "step 7: scale (backward) made the sum of the gradients of input 0, a ";
  Tensor weight = learned({0, 0}), between = weight * 1;
  for (const auto& [input, kind] : {std::pair{weight, "parameter"}, std::pair{between, "scale"}}) {
    const Tensor x = input;
    CHECK(found([&] { sum(x * kHuge + x * kHuge).backward(); }) ==
          sum_of + kind + ", overflow: inf at [0] of [2]");
    weight.zero_grad();
  }
  // Over several passes, too
  const auto pass = [&] { sum(weight * kHuge).backward(); };
  CHECK(found(pass) == "nothing");
  CHECK(found(pass) == sum_of + "parameter, overflow: inf at [0] of [2]");
}

TEST_CASE("anomaly: −∞ is what max and logsumexp say of no numbers; ∞ and NaN are told") {
  const Tensor none = Tensor::parameter(Array({2, 0}, {}));
  CHECK(found([&] { max(none, {1}); }) == "nothing");
  CHECK(found([&] { logsumexp(none, {1}); }) == "nothing");
  CHECK(found([&] { min(none, {1}); }) == "step 7: scale (forward)" + kMade + "inf at [0] of [2]");
  CHECK(found([&] { mean(none, {1}); }) == "step 7: scale (forward)" + kMade + "nan at [0] of [2]");
}

TEST_CASE("anomaly: the logarithm of a masked weight is no anomaly, unless it spoils a number") {
  const Tensor scores = Tensor::parameter(Array({1, 3}, {1, 2, 3}));
  const Array mask({1, 3}, {1, 1, 0});
  CHECK(found([&] {
          pointer_loss(log_softmax(scores, mask), Array({1, 3}, {0, 1, 0})).backward();
        }) == "nothing");
  CHECK(close(scores.grad(), Array({1, 3}, {0.2689414213699951, -0.2689414213699951, 0})));
  CHECK(found([&] {
          log_softmax(scores, mask) * zeros({1, 3});
        }) == "step 7: a * b (forward)" + kMade + "nan at [0, 2] of [1, 3]");
}

TEST_CASE("anomaly: nothing is looked for before and after, and in a NoGrad it is") {
  const Tensor zero = learned({0});
  {
    const DetectAnomaly outer(1);
    { const DetectAnomaly inner(2); }
    const NoGrad evaluation;
    CHECK_THROWS_WITH_AS(log(zero),
                         "step 1: log (forward) made the first non-finite number: "
                         "-inf at [0] of [1]",
                         NonFiniteError);
  }
  CHECK(log(zero).item() == -kInf);
  sqrt(zero).backward();
  CHECK(zero.grad()[0] == kInf);
}
