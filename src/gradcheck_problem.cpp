#include "gradcheck_problem.hpp"

#include <algorithm>
#include <cmath>

#include "heed/error.hpp"

namespace heed {

Problem::Problem(const char* check, const TensorClosure& f_, const NamedTensors& all,
                 Random& random)
    : f(f_) {
  if (!kDouble) {
    fail<ValueError>(check,
                     ": in float a difference quotient has three digits, too few to judge a "
                     "gradient by. Build in double (make REAL=double), or run build/bin/gradcheck");
  }
  for (const auto& candidate : all) {
    const auto is_it = [&](const auto& other) { return same(other.second, candidate.second); };
    if (std::none_of(parameters.begin(), parameters.end(), is_it)) parameters.push_back(candidate);
  }
  const Array here = value();
  cotangent = Array(here.shape());
  for (std::size_t i = 0; i < here.size(); ++i) {
    // No weight is near 0: every output is seen.
    const double c = random.uniform(0.5, 1.5) * (random.below(2) == 0 ? 1 : -1);
    cotangent[i] = static_cast<Real>(c);
    size += std::abs(c * static_cast<double>(here[i]));
  }
}

Array Problem::value() const {
  const NoGrad scope;
  return f().value();
}

std::vector<Array> Problem::gradients() {
  for (auto& parameter : parameters) parameter.second.zero_grad();
  const Tensor out = f();
  if (out.requires_grad()) out.backward(cotangent);
  std::vector<Array> result;
  for (auto& parameter : parameters) {
    result.push_back(parameter.second.grad());
    parameter.second.zero_grad();
  }
  return result;
}

namespace {

bool equal(const Array& a, const Array& b) {
  const auto alike = [](Real x, Real y) { return x == y || (x != x && y != y); };
  return a.shape() == b.shape() && std::equal(a.begin(), a.end(), b.begin(), alike);
}

bool finite(const Array& x) {
  return std::all_of(x.begin(), x.end(), [](Real v) { return std::isfinite(v); });
}

}  // namespace

std::string Problem::objection() {
  const Array first = value();
  if (!equal(first, value())) {
    return "f is not deterministic: called again with the same inputs it gives other numbers. "
           "A dropout must start from the same generator in every call.\n";
  }
  if (!finite(first)) return "f is not finite: " + to_string(first) + "\n";
  const std::vector<Array> once = gradients(), again = gradients();
  for (std::size_t i = 0; i < once.size(); ++i) {
    const std::string gradient = "the gradient of " + parameters[i].first + " is not ";
    if (!finite(once[i])) return gradient + "finite: " + to_string(once[i]) + "\n";
    if (!equal(once[i], again[i])) {
      return gradient + "deterministic: a second backward pass gives other numbers.\n";
    }
  }
  return "";
}

Restored::Restored(const NamedTensors& parameters) : parameters_(parameters) {
  for (const auto& parameter : parameters_) before_.push_back(parameter.second.value());
}

Restored::~Restored() {
  for (std::size_t i = 0; i < before_.size(); ++i) {
    parameters_[i].second.mutable_value().swap(before_[i]);
  }
}

Difference difference(const Problem& problem, const std::vector<Array>& results,
                      const std::vector<double>& weights) {
  Difference out;
  for (std::size_t i = 0; i < problem.cotangent.size(); ++i) {
    const auto c = static_cast<double>(problem.cotangent[i]);
    double sum = 0;
    bool changes = false;
    for (std::size_t k = 0; k < results.size(); ++k) {
      sum += weights[k] * static_cast<double>(results[k][i]);
      changes |= results[k][i] != results[0][i];
    }
    if (!changes) continue;
    out.value += c * sum;
    out.size += std::abs(c * static_cast<double>(results[0][i]));
  }
  return out;
}

// In the fifth and sixth difference of a smooth function hardly anything is left; a kink leaves as
// much there as in the first.
bool kinked(const Problem& problem, const std::vector<Array>& results) {
  const double sixth = difference(problem, results, {1, -6, 15, -20, 15, -6, 1}).value;
  const double fifth = difference(problem, results, {-1, 4, -5, 0, 5, -4, 1}).value;
  double slope = 0, size = 0;
  for (std::size_t k = 0; k + 1 < results.size(); ++k) {
    const Difference step = difference(problem, {results[k], results[k + 1]}, {-1, 1});
    slope = std::max(slope, std::abs(step.value));
    size = std::max(size, step.size);
  }
  return std::abs(sixth) + std::abs(fifth) > 1e-6 * slope + 1e-13 * size;  // a NaN is no kink
}

NamedTensors copies(const std::vector<Tensor>& inputs) {
  NamedTensors named;
  for (const Tensor& input : inputs) {
    named.emplace_back(concat("x", named.size()), Tensor::parameter(input.value()));
  }
  return named;
}

TensorClosure closed(const TensorFunction& f, const NamedTensors& named) {
  std::vector<Tensor> arguments;
  for (const auto& input : named) arguments.push_back(input.second);
  return [f, arguments] { return f(arguments); };
}

}  // namespace heed
