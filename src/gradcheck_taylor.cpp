// The Taylor test: what the gradient leaves of a step must fall like the square of the step.
#include <algorithm>
#include <cmath>

#include "gradcheck_problem.hpp"
#include "gradcheck_text.hpp"
#include "heed/error.hpp"
#include "heed/format.hpp"

namespace heed {
namespace {

constexpr double kFirstStep = 1e-2;
constexpr int kSteps = 9;

// A direction for each parameter, its numbers in [−1, 1).
std::vector<Array> random_direction(const Problem& problem, Random& random) {
  std::vector<Array> direction;
  for (const auto& parameter : problem.parameters) {
    direction.emplace_back(parameter.second.shape());
    for (Real& v : direction.back()) v = static_cast<Real>(random.uniform(-1, 1));
  }
  return direction;
}

// f(x + εv)
Array value_along(const Problem& problem, const std::vector<Array>& direction, double step) {
  const Restored restored(problem.parameters);
  for (std::size_t i = 0; i < direction.size(); ++i) {
    Tensor parameter = problem.parameters[i].second;
    add_to(parameter.mutable_value(), scale(direction[i], step));
  }
  return problem.value();
}

// Where f has no kink along a direction: how much L bends, 0 where it has one.
double bend(const Problem& problem, const std::vector<Array>& direction) {
  std::vector<Array> results;
  for (int k = 0; k <= 6; ++k) {
    results.push_back(value_along(problem, direction, k * kFirstStep / 6));
  }
  if (kinked(problem, results)) return 0;
  return std::abs(difference(problem, {results[0], results[3], results[6]}, {1, -2, 1}).value);
}

// Of random directions the one along which L bends most: where it hardly bends, the order of the
// remainder shows only at steps that rounding hides. The gradient has no say in it.
std::vector<Array> bent_direction(const Problem& problem, Random& random) {
  std::vector<Array> best = random_direction(problem, random);
  double most = bend(problem, best);
  for (int tries = 1; tries < 4 || (most == 0 && tries < 30); ++tries) {
    std::vector<Array> direction = random_direction(problem, random);
    const double bent = bend(problem, direction);
    if (bent <= most) continue;
    most = bent;
    best = std::move(direction);
  }
  return best;
}

double inner_product(const std::vector<Array>& a, const std::vector<Array>& b) {
  double total = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t k = 0; k < a[i].size(); ++k) {
      total += static_cast<double>(a[i][k]) * static_cast<double>(b[i][k]);
    }
  }
  return total;
}

// R(ε) for each step, the largest first.
std::vector<double> remainders(Problem& problem, const std::vector<Array>& direction) {
  const double slope = inner_product(problem.gradients(), direction);
  const Array here = problem.value();
  std::vector<double> out;
  for (int k = 0; k < kSteps; ++k) {
    const double step = kFirstStep * std::ldexp(1, -k);
    const Array there = value_along(problem, direction, step);
    const double rise = difference(problem, {there, here}, {1, -1}).value;
    out.push_back(std::abs(rise - step * slope));
  }
  return out;
}

Taylor verdict(const std::vector<double>& remainder, double resolution) {
  Taylor out;
  out.text = "step   remainder  slope\n";
  for (std::size_t k = 0; k < remainder.size(); ++k) {
    out.text += concat("2^-", k, "   ", scientific(remainder[k], 1));
    if (k > 0 && !(remainder[k] <= resolution)) {
      out.slopes.push_back(std::log2(remainder[k - 1] / remainder[k]));
      out.text += "    " + fixed(out.slopes.back(), 3);
    }
    out.text += '\n';
  }
  out.linear = out.slopes.empty() && remainder[0] <= resolution;
  if (out.slopes.size() > 4) out.slopes.erase(out.slopes.begin(), out.slopes.end() - 4);
  out.ok = out.linear || !out.slopes.empty();
  for (const double slope : out.slopes) out.ok &= std::abs(slope - 2) <= 0.1;
  return out;
}

}  // namespace

Taylor taylor(const TensorClosure& f, const NamedTensors& parameters,
              const GradcheckOptions& options) {
  Random random(options.seed);
  Problem problem("taylor", f, parameters, random);
  Taylor hopeless;
  hopeless.text = problem.objection();
  if (!hopeless.text.empty()) return hopeless;
  const std::vector<Array> direction = bent_direction(problem, random);
  return verdict(remainders(problem, direction), 1e-13 * std::max(1.0, problem.size));
}

Taylor taylor(const TensorFunction& f, const std::vector<Tensor>& inputs,
              const GradcheckOptions& options) {
  const NamedTensors named = copies(inputs);
  return taylor(closed(f, named), named, options);
}

}  // namespace heed
