// Layer 6. training_record: what a training leaves behind to be looked at: its losses, and its
// weights at some steps.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "heed/checkpoint.hpp"

namespace heed {

// All weights after so many steps, in half precision: the bits of each number, little-endian, the
// parameters in their order.
struct Snapshot {
  std::size_t step = 0;
  std::string halves;
};

// The weights of a model in single precision, as bytes.
std::string floats_of(const Parameters& parameters);

// Writes into the state's history, so that a checkpoint holds it and a resumed run leaves the same.
class TrainingRecord {
 public:
  // Of a training of `steps` steps, from what the history holds of it. The weights are taken down
  // now, if no step is done yet, and whenever a step is due. Most steps that are due come early,
  // where most changes: about steps · (i / n)², i = 0 … n − 1, with n as large as 24 and the room
  // for the snapshots allow. Throws InputError where the history is that of another training.
  TrainingRecord(TrainingState& state, std::size_t steps);

  // To be called after every step.
  void step(double loss);

  std::size_t steps() const { return steps_; }
  // At most 400 numbers, each the mean loss of `every` steps.
  std::size_t every() const { return every_; }
  std::vector<double> losses() const;
  std::vector<Snapshot> snapshots() const;

 private:
  void check() const;
  void take();

  TrainingState& state_;
  std::size_t steps_, every_;
  std::vector<std::size_t> due_;  // when snapshots are
};

}  // namespace heed
