#include <doctest/doctest.h>

#include <cmath>

#include "heed/error.hpp"
#include "support.hpp"

using namespace heed;

namespace {

using Unary = Tensor (*)(const Tensor&);
using Binary = Tensor (*)(const Tensor&, const Tensor&);

double f_at(Unary f, double x) { return static_cast<double>(f(scalar(x)).item()); }
double slope_at(Unary f, double x) {
  return static_cast<double>(gradient(f, scalar(x), scalar(1)).item());
}

Tensor cube(const Tensor& x) { return pow(x, 3); }
Tensor add(const Tensor& a, const Tensor& b) { return a + b; }
Tensor subtract(const Tensor& a, const Tensor& b) { return a - b; }
Tensor multiply(const Tensor& a, const Tensor& b) { return a * b; }
Tensor divide(const Tensor& a, const Tensor& b) { return a / b; }

std::vector<Array> both(Binary f, const Array& a, const Array& b, const Array& cotangent) {
  return gradients([f](const std::vector<Tensor>& in) { return f(in[0], in[1]); }, {a, b},
                   cotangent);
}

// A function of one number with its slope, from the C library.
struct Twin {
  const char* name;
  Unary f;
  double (*value)(double);
  double (*slope)(double);
};

double sigmoid_twin(double x) { return 1 / (1 + std::exp(-x)); }
double gelu_twin(double x) {
  return 0.5 * x *
         (1 + std::tanh(std::sqrt(2 / 3.14159265358979323846) * (x + 0.044715 * x * x * x)));
}
double difference(double (*f)(double), double x) { return (f(x + 1e-6) - f(x - 1e-6)) / 2e-6; }

const Twin kTwins[] = {
    {"exp", exp, std::exp, std::exp},
    {"log", log, std::log, [](double x) { return 1 / x; }},
    {"sqrt", sqrt, std::sqrt, [](double x) { return 0.5 / std::sqrt(x); }},
    {"tanh", tanh, std::tanh, [](double x) { return 1 / (std::cosh(x) * std::cosh(x)); }},
    {"sigmoid", sigmoid, sigmoid_twin, [](double x) { return sigmoid_twin(x) * sigmoid_twin(-x); }},
    {"relu", relu, [](double x) { return x > 0 ? x : 0; },
     [](double x) { return x > 0 ? 1.0 : 0; }},
    {"gelu", gelu, gelu_twin, [](double x) { return difference(gelu_twin, x); }},
    {"abs", abs, [](double x) { return std::abs(x); }, [](double x) { return x > 0 ? 1.0 : -1.0; }},
    {"cube", cube, [](double x) { return x * x * x; }, [](double x) { return 3 * x * x; }},
};

}  // namespace

// ---- functions of one number ----------------------------------------------------------------------

TEST_CASE("elementwise: every function of one number and its slope equal the C library's") {
  for (const Twin& twin : kTwins) {
    CAPTURE(twin.name);
    for (const double spot : {-3.0, -1.25, -0.5, -0.01, 0.01, 0.5, 1.0, 2.5, 4.0}) {
      const auto x = static_cast<double>(static_cast<Real>(spot));
      if (x < 0 && (twin.f == Unary{log} || twin.f == Unary{sqrt})) continue;
      CAPTURE(x);
      CHECK(close(f_at(twin.f, x), twin.value(x)));
      CHECK(close(slope_at(twin.f, x), twin.slope(x), 1e-8));
    }
  }
}

TEST_CASE(
    "elementwise: every function keeps the shape, of six axes, of none, and without numbers") {
  for (const Twin& twin : kTwins) {
    CAPTURE(twin.name);
    for (const Shape& shape : {Shape{}, Shape{1}, Shape{0}, Shape{3, 0}, Shape{1, 2, 1, 3, 2, 1}}) {
      const Array x = full(shape, 0.5);
      CHECK(close(twin.f(x), full(shape, twin.value(0.5))));
      CHECK(close(gradient(twin.f, x, full(shape, 2)), full(shape, 2 * twin.slope(0.5)), 1e-8));
    }
  }
}

TEST_CASE("elementwise: values at infinity") {
  CHECK(f_at(exp, kInf) == kInf);
  CHECK(f_at(exp, -kInf) == 0);
  CHECK(f_at(log, kInf) == kInf);
  CHECK(std::isnan(f_at(log, -kInf)));
  CHECK(f_at(sqrt, kInf) == kInf);
  CHECK(f_at(tanh, kInf) == 1);
  CHECK(f_at(tanh, -kInf) == -1);
  CHECK(f_at(sigmoid, kInf) == 1);
  CHECK(f_at(sigmoid, -kInf) == 0);
  CHECK(f_at(relu, kInf) == kInf);
  CHECK(f_at(relu, -kInf) == 0);
  CHECK(f_at(gelu, kInf) == kInf);
  CHECK(f_at(abs, -kInf) == kInf);
  CHECK(f_at(cube, -kInf) == -kInf);
}

TEST_CASE("elementwise: values and slopes at 0 and -0") {
  for (const double zero : {0.0, -0.0}) {
    CHECK(f_at(exp, zero) == 1);
    CHECK(f_at(log, zero) == -kInf);
    CHECK(f_at(sqrt, zero) == 0);
    CHECK(f_at(tanh, zero) == 0);
    CHECK(slope_at(tanh, zero) == 1);
    CHECK(f_at(sigmoid, zero) == 0.5);
    CHECK(slope_at(sigmoid, zero) == 0.25);
    CHECK(f_at(relu, zero) == 0);
    CHECK(slope_at(relu, zero) == 0);
    CHECK(f_at(gelu, zero) == 0);
    CHECK(slope_at(gelu, zero) == 0.5);
    CHECK(f_at(abs, zero) == 0);
    CHECK(slope_at(abs, zero) == 0);
  }
  CHECK(slope_at(sqrt, 0) == kInf);
}

TEST_CASE("elementwise: a NaN passes through every function") {
  for (const Twin& twin : kTwins) {
    CAPTURE(twin.name);
    CHECK(std::isnan(f_at(twin.f, kNaN)));
  }
}

TEST_CASE("elementwise: far out, tanh and sigmoid are flat, gelu is 0 or x") {
  CHECK(slope_at(tanh, 50) == 0);
  CHECK(slope_at(sigmoid, 800) == 0);
  CHECK(f_at(gelu, 50) == 50);
  CHECK(f_at(gelu, -50) == 0);
  CHECK(slope_at(gelu, 50) == 1);
  CHECK(slope_at(gelu, -50) == 0);
}

TEST_CASE("elementwise: pow at its corners") {
  const auto power = [](double x, double p) { return pow(scalar(x), p).item(); };
  const auto slope = [](double x, double p) {
    return gradient([p](const Tensor& t) { return pow(t, p); }, scalar(x), scalar(1)).item();
  };
  CHECK(power(0, 0) == 1);
  CHECK(slope(0, 0) == 0);
  CHECK(slope(0, 1) == 1);
  CHECK(slope(0, 2) == 0);
  CHECK(slope(0, 0.5) == static_cast<Real>(kInf));
  CHECK(power(-2, 3) == -8);
  CHECK(slope(-2, 3) == 12);
  CHECK(std::isnan(power(-2, 0.5)));
  CHECK(power(4, -0.5) == Real(0.5));
}

TEST_CASE("elementwise: the gradient of |x| is its sign, and 0 at 0") {
  CHECK(identical(gradient([](const Tensor& x) { return sum(abs(x)); }, row({-2, 0, 2}), scalar(1)),
                  row({-1, 0, 1})));
}

TEST_CASE("elementwise: a plain number may stand on either side") {
  const Tensor x = Tensor::parameter(row({1, 2, 4}));
  CHECK(close(2 * x, row({2, 4, 8})));
  CHECK(close(x * 2, row({2, 4, 8})));
  CHECK(close(x / 2, row({0.5, 1, 2})));
  CHECK(close(x + 1, row({2, 3, 5})));
  CHECK(close(x - 1, row({0, 1, 3})));
  CHECK(close(1 - x, row({0, -1, -3})));
  CHECK(close(-x, row({-1, -2, -4})));
  (1 - 3 * x).backward(row({1, 10, 100}));
  CHECK(close(x.grad(), row({-3, -30, -300})));
}

// ---- functions of two ------------------------------------------------------------------------------

TEST_CASE("elementwise: each operand gets a gradient of its own shape, summed where it stretched") {
  const Array a({3, 1}, {1, 2, 3}), b({1, 4}, {10, 20, 30, 40}), up = ones({3, 4});
  auto [da, db] = std::pair(both(multiply, a, b, up)[0], both(multiply, a, b, up)[1]);
  CHECK(identical(da, Array({3, 1}, {100, 100, 100})));
  CHECK(identical(db, Array({1, 4}, {6, 6, 6, 6})));
  CHECK(identical(both(add, a, b, up)[0], full({3, 1}, 4)));
  CHECK(identical(both(add, a, b, up)[1], full({1, 4}, 3)));
  CHECK(identical(both(subtract, a, b, up)[0], full({3, 1}, 4)));
  CHECK(identical(both(subtract, a, b, up)[1], full({1, 4}, -3)));
  CHECK(close(both(divide, a, b, up)[0], full({3, 1}, 25.0 / 120)));
  CHECK(close(both(divide, a, b, up)[1],
              Array({1, 4}, {-6.0 / 100, -6.0 / 400, -6.0 / 900, -6.0 / 1600})));
  CHECK(identical(both(maximum, a, b, up)[0], zeros({3, 1})));
  CHECK(identical(both(maximum, a, b, up)[1], full({1, 4}, 3)));
}

TEST_CASE(
    "elementwise: a bias, a scalar and a single number that stretch get what they were used for") {
  CHECK(identical(both(add, zeros({2, 3, 4}), zeros({4}), ones({2, 3, 4}))[1], full({4}, 6)));
  const Array table({2, 3}, {0, 1, 2, 3, 4, 5});
  CHECK(identical(both(multiply, scalar(2), table, ones({2, 3}))[0], scalar(15)));
  CHECK(identical(both(multiply, row({2, 2}), row({2}), ones({2}))[0], row({2, 2})));
  CHECK(identical(both(multiply, row({2, 2}), row({2}), ones({2}))[1], row({4})));
}

TEST_CASE("elementwise: where() sums a stretched operand's gradient over its own places") {
  const Array condition({2, 3}, {1, 0, 1, 0, 0, 1});
  const auto found =
      gradients([&](const std::vector<Tensor>& in) { return where(condition, in[0], in[1]); },
                {scalar(7), row({1, 2, 3})}, Array({2, 3}, {1, 2, 4, 8, 16, 32}));
  CHECK(identical(found[0], scalar(1 + 4 + 32)));
  CHECK(identical(found[1], row({8, 2 + 16, 0})));
  CHECK(close(where(row({1, 0}), zeros({3, 1}), ones({3, 1})),
              Array({3, 2}, {0, 1, 0, 1, 0, 1})));  // the condition stretches them
}

TEST_CASE("elementwise: one tensor as both operands gets both gradients") {
  const auto of_itself = [](Binary f) {
    return gradient([f](const Tensor& x) { return f(x, x); }, scalar(3), scalar(1)).item();
  };
  CHECK(of_itself(add) == 2);
  CHECK(of_itself(subtract) == 0);
  CHECK(of_itself(multiply) == 6);
  CHECK(close(static_cast<double>(of_itself(divide)), 0));
  CHECK(of_itself(maximum) == 1);
}

TEST_CASE("elementwise: operations of two take six axes, none, and no numbers") {
  for (const Binary f :
       {Binary{add}, Binary{subtract}, Binary{multiply}, Binary{divide}, Binary{maximum}}) {
    const Array wide = full({2, 1, 1, 3, 1, 2}, 2), tall = full({1, 2, 1, 1, 3, 1}, 4);
    CHECK(f(wide, tall).shape() == Shape{2, 2, 1, 3, 3, 2});
    const auto found = both(f, wide, tall, ones({2, 2, 1, 3, 3, 2}));
    CHECK(found[0].shape() == wide.shape());
    CHECK(found[1].shape() == tall.shape());
    CHECK(both(f, scalar(1), scalar(2), scalar(1))[0].shape() == Shape{});
    const auto none = both(f, zeros({2, 0}), ones({2, 1}), zeros({2, 0}));
    CHECK(none[0].shape() == Shape{2, 0});
    CHECK(identical(none[1], zeros({2, 1})));
  }
}

TEST_CASE("elementwise: the larger of two equal numbers shares the gradient") {
  const auto shares = both(maximum, row({2, 1, 3}), row({2, 3, 1}), row({1, 10, 100}));
  CHECK(identical(shares[0], row({0.5, 0, 100})));
  CHECK(identical(shares[1], row({0.5, 10, 0})));
}

TEST_CASE("elementwise: a NaN wins in maximum(), on either side, and takes the gradient") {
  CHECK(std::isnan(maximum(scalar(kNaN), scalar(1)).item()));
  CHECK(std::isnan(maximum(scalar(1), scalar(kNaN)).item()));
  CHECK(identical(both(maximum, scalar(kNaN), scalar(1), scalar(1))[0], scalar(1)));
  CHECK(identical(both(maximum, scalar(1), scalar(kNaN), scalar(1))[1], scalar(1)));
}

TEST_CASE("elementwise: a NaN or infinity that where() does not take reaches nothing") {
  const Tensor a = Tensor::parameter(row({1, 2})), b = Tensor::parameter(row({kNaN, kInf}));
  const Tensor loss = sum(where(row({1, 1}), a, b) * row({3, 4}));
  loss.backward();
  CHECK(loss.item() == 11);
  CHECK(identical(a.grad(), row({3, 4})));
  CHECK(identical(b.grad(), row({0, 0})));
}

TEST_CASE("elementwise: sqrt out of range spoils where(), an argument inside it does not") {
  const auto safe = [](const Tensor& x) {
    return where(scalar(1), x, sqrt(maximum(x, scalar(1))));
  };
  const auto naive = [](const Tensor& x) { return where(scalar(1), x, sqrt(x)); };
  CHECK(gradient(safe, scalar(0), scalar(1)).item() == 1);
  CHECK(std::isnan(gradient(naive, scalar(0), scalar(1)).item()));
}

TEST_CASE("elementwise: shapes that do not meet are refused under the operation's name") {
  const Tensor a = zeros({2, 3}), b = zeros({4});
  const std::string tail = ": a [2, 3] and b [4]: sizes 3 and 4 do not stretch to each other";
  CHECK_THROWS_WITH_AS(a + b, ("a + b" + tail).c_str(), ShapeError);
  CHECK_THROWS_WITH_AS(a - b, ("a - b" + tail).c_str(), ShapeError);
  CHECK_THROWS_WITH_AS(a * b, ("a * b" + tail).c_str(), ShapeError);
  CHECK_THROWS_WITH_AS(a / b, ("a / b" + tail).c_str(), ShapeError);
  CHECK_THROWS_WITH_AS(maximum(a, b), ("maximum" + tail).c_str(), ShapeError);
  CHECK_THROWS_WITH_AS(where(ones({2, 3}), a, b), ("where" + tail).c_str(), ShapeError);
}
