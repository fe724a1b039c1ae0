#include "heed/training_record.hpp"

#include <algorithm>

#include "heed/encoding.hpp"
#include "heed/error.hpp"

namespace heed {
namespace {

constexpr std::size_t kMostLosses = 400;
constexpr std::size_t kMostSnapshots = 24;
constexpr std::size_t kMostBytes = 645'000;  // of all snapshots in halves; in base64, a third more

// The last step is none of them: its weights are the model's. No step is due twice.
std::vector<std::size_t> due(std::size_t steps, std::size_t parameters) {
  const std::size_t room = kMostBytes / (2 * std::max<std::size_t>(parameters, 1));
  const std::size_t most = std::min(kMostSnapshots, room);
  std::vector<std::size_t> list;
  for (std::size_t i = 0; i < most; ++i) {
    const std::size_t exact = (steps * i * i + most * most - 1) / (most * most);
    const std::size_t next = list.empty() ? 0 : std::max(exact, list.back() + 1);
    if (next >= steps) break;
    list.push_back(next);
  }
  return list;
}

// All numbers of the parameters, one after the other.
Array flat(const Parameters& parameters) {
  Array all({parameters.count()});
  Real* to = all.data();
  for (const Parameter& parameter : parameters) {
    to = std::copy(parameter.tensor.value().begin(), parameter.tensor.value().end(), to);
  }
  return all;
}

}  // namespace

std::string floats_of(const Parameters& parameters) {
  std::string bytes;
  for (const Real number : flat(parameters)) {
    append_little_endian(bytes, std::bit_cast<std::uint32_t>(static_cast<float>(number)));
  }
  return bytes;
}

// The history: first the sum of the losses of every `every_` steps, then the snapshots.
TrainingRecord::TrainingRecord(TrainingState& state, std::size_t steps)
    : state_(state),
      steps_(steps),
      every_((steps + kMostLosses - 1) / kMostLosses),
      due_(due(steps, state.parameters.count())) {
  if (state.history.empty()) {
    state.history = {zeros({(steps + every_ - 1) / every_})};
    take();
  }
  check();
}

void TrainingRecord::check() const {
  const std::vector<Array>& history = state_.history;
  const auto step = static_cast<std::size_t>(state_.step);
  const auto taken = std::upper_bound(due_.begin(), due_.end(), step) - due_.begin();
  bool fits = step <= steps_ && history.size() == 1 + static_cast<std::size_t>(taken) &&
              history[0].shape() == Shape{(steps_ + every_ - 1) / every_};
  for (std::size_t i = 1; fits && i < history.size(); ++i)
    fits = history[i].shape() == Shape{state_.parameters.count()};
  if (fits) return;
  fail<InputError>("the losses that the checkpoint keeps are not those of ", step, " steps of ",
                   steps_, "; start afresh with --overwrite");
}

void TrainingRecord::step(double loss) {
  const auto at = (static_cast<std::size_t>(state_.step) - 1) / every_;
  state_.history[0][at] += static_cast<Real>(loss);
  take();
}

void TrainingRecord::take() {
  const std::size_t taken = state_.history.size() - 1;
  if (taken == due_.size() || due_[taken] != static_cast<std::size_t>(state_.step)) return;
  state_.history.push_back(flat(state_.parameters));
}

std::vector<double> TrainingRecord::losses() const {
  std::vector<double> means;
  const auto done = static_cast<std::size_t>(state_.step);
  for (std::size_t first = 0; first < done; first += every_) {
    const std::size_t count = std::min(every_, done - first);
    means.push_back(static_cast<double>(state_.history[0][first / every_]) /
                    static_cast<double>(count));
  }
  return means;
}

std::vector<Snapshot> TrainingRecord::snapshots() const {
  std::vector<Snapshot> all;
  for (std::size_t i = 0; i + 1 < state_.history.size(); ++i) {
    all.push_back({due_[i], ""});
    for (const Real number : state_.history[i + 1]) {
      append_little_endian(all.back().halves, half_bits(static_cast<float>(number)));
    }
  }
  return all;
}

}  // namespace heed
