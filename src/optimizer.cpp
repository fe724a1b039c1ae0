#include "heed/optimizer.hpp"

#include <cmath>
#include <utility>

#include "heed/error.hpp"
#include "kernels/update.hpp"

namespace heed {
namespace {

std::vector<Array> zeros_like(const Parameters& parameters) {
  std::vector<Array> arrays;
  for (const Parameter& parameter : parameters) arrays.push_back(zeros(parameter.tensor.shape()));
  return arrays;
}

// "parameter net.weight holds nan at [0, 3] of [4, 4]"; empty when all are finite.
std::string first_non_finite(const Parameters& parameters) {
  for (const auto& [name, tensor] : parameters) {
    const std::string found = first_non_finite(tensor.value());
    if (!found.empty()) return concat("parameter ", name, " holds ", found);
  }
  return "";
}

}  // namespace

Sgd::Sgd(const Parameters& parameters, double momentum)
    : parameters_(parameters), momentum_(momentum), velocity_(zeros_like(parameters)) {}

void Sgd::step(double rate) {
  const auto mu = static_cast<Real>(momentum_), r = static_cast<Real>(rate);
  for (std::size_t p = 0; p < parameters_.size(); ++p) {
    Tensor tensor = parameters_[p].tensor;
    const Real* g = tensor.grad().data();
    Real *v = velocity_[p].data(), *theta = tensor.mutable_value().data();
    for_blocks(velocity_[p].size(), [=](std::size_t i, std::size_t end) {
      kernels::momentum(end - i, mu, r, g + i, v + i, theta + i);
    });
  }
}

Adam::Adam(const Parameters& parameters, const AdamConfig& config)
    : parameters_(parameters),
      config_(config),
      memory_{zeros_like(parameters), zeros_like(parameters)} {}

void Adam::restore(Memory memory) {
  check_fit("adam", parameters_, memory.mean);
  check_fit("adam", parameters_, memory.square);
  memory_ = std::move(memory);
}

void Adam::step(double rate) {
  ++memory_.steps;
  const double t = static_cast<double>(memory_.steps);
  const double mean_correction = 1 - std::pow(config_.beta1, t);
  const double square_correction = 1 - std::pow(config_.beta2, t);
  kernels::AdamStep step = {
      .beta1 = static_cast<Real>(config_.beta1),
      // Narrowed after the subtraction: in float, 1 − 0.999f is 0.00100005.
      .rest1 = static_cast<Real>(1 - config_.beta1),
      .beta2 = static_cast<Real>(config_.beta2),
      .rest2 = static_cast<Real>(1 - config_.beta2),
      .pace = static_cast<Real>(rate / mean_correction),
      .root = static_cast<Real>(1 / std::sqrt(square_correction)),
      .eps = static_cast<Real>(config_.eps),
      .keep = 1,
  };
  for (std::size_t p = 0; p < parameters_.size(); ++p) {
    Tensor tensor = parameters_[p].tensor;
    const bool matrix = tensor.shape().rank() >= 2;
    step.keep = static_cast<Real>(matrix ? 1 - rate * config_.decay : 1);
    const Real* g = tensor.grad().data();
    Real *m = memory_.mean[p].data(), *v = memory_.square[p].data();
    Real* theta = tensor.mutable_value().data();
    for_blocks(memory_.mean[p].size(), [=](std::size_t i, std::size_t end) {
      kernels::adam(end - i, step, g + i, m + i, v + i, theta + i);
    });
  }
}

double clip_gradients(const Parameters& parameters, double most, std::int64_t step) {
  double squares = 0;
  for (const Parameter& parameter : parameters) {
    const Array& g = parameter.tensor.grad();
    double own = 0;
    for (const Real x : g) own += static_cast<double>(x) * static_cast<double>(x);
    if (!std::isfinite(own)) {
      const std::string found = first_non_finite(g);
      fail<NonFiniteError>("step ", step, ": the gradient of ", parameter.name, " holds ",
                           found.empty() ? "numbers whose squares overflow" : found);
    }
    squares += own;
  }
  const double length = std::sqrt(squares);
  if (length <= most) return length;
  const auto factor = static_cast<Real>(most / length);
  for (const Parameter& parameter : parameters) {
    Tensor tensor = parameter.tensor;
    for (Real& x : tensor.mutable_grad()) x *= factor;
  }
  return length;
}

void check_loss(double loss, std::int64_t step, const Parameters& parameters) {
  if (std::isfinite(loss)) return;
  const std::string culprit = first_non_finite(parameters);
  // The sign of a NaN says nothing, and differs between processors.
  fail<NonFiniteError>("step ", step, ": loss is ", std::isnan(loss) ? std::abs(loss) : loss,
                       culprit.empty() ? "" : "; ", culprit);
}

void check_parameters(const Parameters& parameters, std::int64_t step) {
  const std::string culprit = first_non_finite(parameters);
  if (!culprit.empty()) fail<NonFiniteError>(culprit, " after step ", step);
}

}  // namespace heed
