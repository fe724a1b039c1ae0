#include "heed/gradcheck.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "gradcheck_problem.hpp"
#include "gradcheck_text.hpp"
#include "heed/error.hpp"

namespace heed {
namespace {

constexpr double kStep = 1e-3;
constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr double kFar = 10 * kStep;  // from a kink

// f with one number of a parameter moved.
Array value_at(const Problem& problem, Real& x, double by) {
  const Real before = x;
  x = static_cast<Real>(x + by);
  Array out = problem.value();
  x = before;
  return out;
}

// ∂L/∂x by the four-point formula.
Difference quotient(const Problem& problem, Real& x) {
  std::vector<Array> results;
  for (const double by : {kStep, -kStep, 2 * kStep, -2 * kStep}) {
    results.push_back(value_at(problem, x, by));
  }
  Difference out = difference(problem, results, {8, -8, -1, 1});
  out.value /= 12 * kStep;
  return out;
}

Comparison compare(const Problem& problem, const std::pair<std::string, Tensor>& parameter,
                   const Array& gradient, double tolerance) {
  Comparison out(parameter.first, parameter.second.shape());
  Tensor tensor = parameter.second;
  std::vector<double> rounding;  // what it makes of a quotient, and of a backward pass
  for (std::size_t i = 0; i < gradient.size(); ++i) {
    const Difference numeric = quotient(problem, tensor.mutable_value()[i]);
    const double a = static_cast<double>(gradient[i]), n = numeric.value;
    out.analytic.push_back(a);
    out.numeric.push_back(n);
    out.largest = std::max({out.largest, std::abs(a), std::abs(n)});
    rounding.push_back(4 * kEpsilon * (numeric.size / kStep + problem.size));
    out.nonzero += std::max(std::abs(a), std::abs(n)) > rounding[i];
  }
  for (std::size_t i = 0; i < gradient.size(); ++i) {
    const double a = out.analytic[i], n = out.numeric[i];
    const double size =
        std::max({std::abs(a), std::abs(n), 1e-2 * out.largest, rounding[i] / tolerance});
    out.add_error(a == n ? 0 : std::abs(a - n) / size);
  }
  return out;
}

std::vector<Comparison> compare_all(Problem& problem, double tolerance) {
  const std::vector<Array> gradients = problem.gradients();
  std::vector<Comparison> tensors;
  for (std::size_t i = 0; i < gradients.size(); ++i) {
    tensors.push_back(compare(problem, problem.parameters[i], gradients[i], tolerance));
  }
  return tensors;
}

bool near_kink(const Problem& problem, Real& x) {
  std::vector<Array> results;
  for (int k = -3; k <= 3; ++k) results.push_back(value_at(problem, x, k * kFar / 3));
  return kinked(problem, results);
}

// Moves the inputs that lie at a kink, of those with a wrong gradient, and says how many.
std::size_t leave_kinks(const Problem& problem, const std::vector<Comparison>& tensors,
                        double tolerance) {
  std::size_t moved = 0;
  for (std::size_t t = 0; t < tensors.size(); ++t) {
    Tensor tensor = problem.parameters[t].second;
    for (std::size_t i = 0; i < tensors[t].error.size(); ++i) {
      Real& x = tensor.mutable_value()[i];
      if (tensors[t].error[i] <= tolerance || !near_kink(problem, x)) continue;
      x = static_cast<Real>(x + 2 * kFar);
      ++moved;
    }
  }
  return moved;
}

Gradcheck verdict(const std::vector<Comparison>& tensors, std::size_t moved,
                  const GradcheckOptions& options) {
  Gradcheck out;
  out.ok = true;
  out.moved = moved;
  for (const Comparison& tensor : tensors) {
    out.ok &= tensor.ok(options.tolerance);
    out.elements += tensor.error.size();
    out.nonzero += tensor.nonzero;
    const double worst = tensor.worst_error();
    if (!(worst <= out.worst) && !std::isnan(out.worst)) out.worst = worst;
  }
  out.text = comparison_table(tensors, options.tolerance);
  if (moved > 0) out.text += concat(moved, " moved away from a kink\n");
  if (out.nonzero < options.at_least) {
    out.ok = false;
    out.text += concat("too little to compare: of ", out.elements, " gradients ", out.nonzero,
                       " are not 0, fewer than ", options.at_least, "\n");
  }
  return out;
}

}  // namespace

Gradcheck gradcheck(const TensorClosure& f, const NamedTensors& parameters,
                    const GradcheckOptions& options) {
  Random random(options.seed);
  Problem problem("gradcheck", f, parameters, random);
  const Restored restored(problem.parameters);
  Gradcheck hopeless;
  hopeless.text = problem.objection();
  if (!hopeless.text.empty()) return hopeless;
  std::vector<Comparison> tensors = compare_all(problem, options.tolerance);
  // A step away from one kink can lead to another: a few rounds find a place between them.
  std::size_t moved = 0;
  for (int round = 0; round < 8; ++round) {
    const std::size_t now = leave_kinks(problem, tensors, options.tolerance);
    if (now == 0) break;
    moved += now;
    tensors = compare_all(problem, options.tolerance);
  }
  return verdict(tensors, moved, options);
}

Gradcheck gradcheck(const TensorFunction& f, const std::vector<Tensor>& inputs,
                    const GradcheckOptions& options) {
  const NamedTensors named = copies(inputs);
  return gradcheck(closed(f, named), named, options);
}

}  // namespace heed
