#include "heed/training_record.hpp"

#include <algorithm>

#include "heed/encoding.hpp"

namespace heed {
namespace {

constexpr std::size_t kMostSnapshots = 24;
constexpr std::size_t kMostBytes = 645'000;  // of all snapshots together; in base64, a third more

}  // namespace

std::string halves_of(const Parameters& parameters) {
  std::string bytes;
  for (const Parameter& parameter : parameters) {
    for (const Real number : parameter.tensor.value()) {
      append_little_endian(bytes, half_bits(static_cast<float>(number)));
    }
  }
  return bytes;
}

std::string floats_of(const Parameters& parameters) {
  std::string bytes;
  for (const Parameter& parameter : parameters) {
    for (const Real number : parameter.tensor.value()) {
      append_little_endian(bytes, std::bit_cast<std::uint32_t>(static_cast<float>(number)));
    }
  }
  return bytes;
}

TrainingRecord::TrainingRecord(const Parameters& parameters, std::size_t steps)
    : parameters_(parameters),
      steps_(steps),
      most_(std::min(kMostSnapshots,
                     kMostBytes / (2 * std::max<std::size_t>(parameters.count(), 1)))) {
  take(0);
}

void TrainingRecord::step(std::size_t step, double loss) {
  losses_.push_back(loss);
  take(step);
}

void TrainingRecord::take(std::size_t step) {
  const std::size_t i = snapshots_.size();
  if (i >= most_ || step * most_ * most_ < steps_ * i * i || step >= steps_) return;
  snapshots_.push_back({step, halves_of(parameters_)});
}

}  // namespace heed
