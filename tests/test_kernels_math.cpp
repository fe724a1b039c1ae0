// exp, log, tanh and sigmoid against long double.
#include <doctest/doctest.h>

#include <cmath>

#include "kernels/math.hpp"
#include "support.hpp"

using namespace heed;

namespace {

using Limits = std::numeric_limits<Real>;
constexpr Real kInfinity = Limits::infinity();

// How many units in the last place of the true value `found` lies from it. Below the normal numbers
// the unit is the smallest denormal.
long double ulps_off(Real found, long double exact) {
  if (std::isnan(found)) return kInf;
  if (std::abs(exact) > static_cast<long double>(Limits::max()))
    return found == Real(exact) ? 0 : kInf;
  const int exponent = std::max(std::ilogb(exact), Limits::min_exponent - 1);
  const long double ulp = std::ldexp(1.0L, exponent - Limits::digits + 1);
  return std::abs(static_cast<long double>(found) - exact) / ulp;
}

// The largest error of f against its twin over a grid and random points of [low, high].
template <class F, class Twin>
long double worst_ulps(F f, Twin twin, double low, double high) {
  Random random(5);
  const int points = 20'000;
  long double worst = 0;
  for (int i = 0; i <= 2 * points; ++i) {
    const double spot = i <= points ? low + (high - low) * i / points : random.uniform(low, high);
    const auto x = static_cast<Real>(spot);
    worst = std::max(worst, ulps_off(f(x), twin(static_cast<long double>(x))));
  }
  return worst;
}

// The same over the whole format: random points of either sign behind every exponent, denormals
// included, and every number next to the places where the algorithms change their way.
template <class F, class Twin>
long double worst_ulps_anywhere(F f, Twin twin, bool negative,
                                std::initializer_list<double> turns) {
  Random random(6);
  long double worst = 0;
  const auto try_at = [&](Real x) {
    worst = std::max(worst, ulps_off(f(x), twin(static_cast<long double>(x))));
    if (negative) worst = std::max(worst, ulps_off(f(-x), twin(static_cast<long double>(-x))));
  };
  for (int e = Limits::min_exponent - Limits::digits; e < Limits::max_exponent; ++e) {
    for (int i = 0; i < 300; ++i) {
      try_at(std::ldexp(static_cast<Real>(random.uniform(1, 2)), e));
    }
  }
  for (const double turn : turns) {
    Real below = static_cast<Real>(turn), above = below;
    for (int i = 0; i < 1000; ++i) {
      try_at(below = std::nextafter(below, Real{0}));
      try_at(above = std::nextafter(above, kInfinity));
    }
  }
  return worst;
}

// Does f never fall while x grows through a fine grid of [low, high]?
template <class F>
bool monotone(F f, double low, double high) {
  const int points = 200'000;
  Real before = -kInfinity;
  for (int i = 0; i <= points; ++i) {
    const Real now = f(static_cast<Real>(low + (high - low) * i / points));
    if (!(now >= before)) return false;
    before = now;
  }
  return true;
}

Real exp_of(Real x) { return kernels::exp(x); }
Real log_of(Real x) { return kernels::log(x); }
Real tanh_of(Real x) { return kernels::tanh(x); }
Real sigmoid_of(Real x) { return kernels::sigmoid(x); }
long double exact_exp(long double x) { return std::exp(x); }
long double exact_log(long double x) { return std::log(x); }
long double exact_tanh(long double x) { return std::tanh(x); }
long double exact_sigmoid(long double x) { return 1 / (1 + std::exp(-x)); }

const double kHalfLn2 = std::log(2.0) / 2;
const double kTop = std::log(static_cast<double>(Limits::max()));  // 88.7 in float
const double kLowestNormal = std::log(static_cast<double>(Limits::min()));
const double kLowest = kLowestNormal - Limits::digits * std::log(2.0);  // fades out here

}  // namespace

TEST_CASE("kernels: exp is right to 1.1 units in the last place, through the denormals") {
  CHECK(worst_ulps(exp_of, exact_exp, -1, 1) <= 1.1);
  CHECK(worst_ulps(exp_of, exact_exp, kLowestNormal, kTop) <= 1.1);
  CHECK(worst_ulps(exp_of, exact_exp, kLowest, kLowestNormal) <= 1.1);
  CHECK(worst_ulps(exp_of, exact_exp, -1e-6, 1e-6) <= 1.1);
  CHECK(worst_ulps_anywhere(exp_of, exact_exp, true, {kHalfLn2, kTop, -kLowestNormal}) <= 1.1);
}

TEST_CASE("kernels: exp of its special values") {
  CHECK(exp_of(0) == 1);
  CHECK(exp_of(Real(-0.0)) == 1);
  CHECK(exp_of(kInfinity) == kInfinity);
  CHECK(exp_of(-kInfinity) == 0);
  CHECK(std::isnan(exp_of(Limits::quiet_NaN())));
  CHECK(exp_of(Limits::denorm_min()) == 1);
  CHECK(exp_of(Limits::max()) == kInfinity);
  CHECK(exp_of(Limits::lowest()) == 0);
  CHECK(exp_of(static_cast<Real>(kTop * 1.0001)) == kInfinity);
  CHECK(exp_of(static_cast<Real>(kTop * 0.9999)) < kInfinity);
  CHECK(exp_of(static_cast<Real>(kLowest - 1)) == 0);
  CHECK(exp_of(static_cast<Real>(kLowest + 1)) > 0);
}

TEST_CASE("kernels: log is right to 1.1 units in the last place, denormals included") {
  CHECK(worst_ulps(log_of, exact_log, 0.5, 2) <= 1.1);
  CHECK(worst_ulps(log_of, exact_log, 0.999, 1.001) <= 1.1);
  CHECK(worst_ulps(log_of, exact_log, 1e-3, 1e6) <= 1.1);
  CHECK(worst_ulps_anywhere(log_of, exact_log, false, {std::sqrt(0.5), 1, std::sqrt(2)}) <= 1.1);
}

TEST_CASE("kernels: log of its special values") {
  CHECK(log_of(1) == 0);
  CHECK(log_of(0) == -kInfinity);
  CHECK(log_of(Real(-0.0)) == -kInfinity);
  CHECK(log_of(kInfinity) == kInfinity);
  CHECK(std::isnan(log_of(-kInfinity)));
  CHECK(std::isnan(log_of(Limits::quiet_NaN())));
  CHECK(std::isnan(log_of(-1)));
  CHECK(std::isnan(log_of(Real(-1e-8))));
  CHECK(std::isnan(log_of(-Limits::denorm_min())));
  CHECK(std::isnan(log_of(Limits::lowest())));
}

TEST_CASE("kernels: tanh is right to 2 units in the last place, and odd") {
  CHECK(worst_ulps(tanh_of, exact_tanh, -1, 1) <= 2);
  CHECK(worst_ulps(tanh_of, exact_tanh, -25, 25) <= 2);
  CHECK(worst_ulps(tanh_of, exact_tanh, -1e-5, 1e-5) <= 2);
  CHECK(worst_ulps(tanh_of, exact_tanh, 0.1, 0.6) <= 2);
  CHECK(worst_ulps_anywhere(tanh_of, exact_tanh, true, {kHalfLn2 / 2, kHalfLn2, 10, 20}) <= 2);
  for (const double x : {1e-30, 0.3, 2.0, 30.0}) {
    CHECK(tanh_of(static_cast<Real>(-x)) == -tanh_of(static_cast<Real>(x)));
  }
}

TEST_CASE("kernels: tanh of its special values") {
  CHECK(tanh_of(0) == 0);
  CHECK(std::signbit(tanh_of(Real(-0.0))));
  CHECK(tanh_of(kInfinity) == 1);
  CHECK(tanh_of(-kInfinity) == -1);
  CHECK(tanh_of(Limits::max()) == 1);
  CHECK(std::isnan(tanh_of(Limits::quiet_NaN())));
  CHECK(tanh_of(Limits::denorm_min()) == Limits::denorm_min());
  CHECK(tanh_of(-Limits::min()) == -Limits::min());
}

TEST_CASE("kernels: sigmoid is right to 2 units in the last place, through the denormals") {
  CHECK(worst_ulps(sigmoid_of, exact_sigmoid, -1, 1) <= 2);
  CHECK(worst_ulps(sigmoid_of, exact_sigmoid, kLowestNormal, 40) <= 2);
  CHECK(worst_ulps(sigmoid_of, exact_sigmoid, kLowest, kLowestNormal) <= 2);
  CHECK(worst_ulps_anywhere(sigmoid_of, exact_sigmoid, true, {kHalfLn2, -kLowestNormal}) <= 2);
}

TEST_CASE("kernels: sigmoid of its special values") {
  CHECK(sigmoid_of(0) == Real(0.5));
  CHECK(sigmoid_of(Real(-0.0)) == Real(0.5));
  CHECK(sigmoid_of(kInfinity) == 1);
  CHECK(sigmoid_of(-kInfinity) == 0);
  CHECK(sigmoid_of(Limits::lowest()) == 0);
  CHECK(std::isnan(sigmoid_of(Limits::quiet_NaN())));
}

TEST_CASE("kernels: exp, log and sigmoid never fall while x grows, nor tanh from step to step") {
  CHECK(monotone(exp_of, kLowest - 1, kTop + 1));
  CHECK(monotone(exp_of, -1, 1));
  CHECK(monotone(log_of, 0, 4));
  CHECK(monotone(log_of, 0, 1e-3));
  CHECK(monotone(tanh_of, -21, 21));
  CHECK(monotone(sigmoid_of, kLowest, 40));
}
