// Layer 6. training_record: what a training leaves behind to be looked at: its losses, and its
// weights at some steps.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "heed/parameters.hpp"

namespace heed {

// All weights after so many steps, in half precision: the bits of each number, little-endian, the
// parameters in their order.
struct Snapshot {
  std::size_t step = 0;
  std::string halves;
};

// The weights of a model as such bytes, and as single precision.
std::string halves_of(const Parameters& parameters);
std::string floats_of(const Parameters& parameters);

class TrainingRecord {
 public:
  // Of a training of `steps` steps. The parameters are shared handles: what they hold is taken down
  // now, and whenever a step is due. Most steps that are due come early, where most changes:
  // steps · (i / n)², i = 0 … n − 1, with n as large as 24 and the room for the snapshots allow.
  TrainingRecord(const Parameters& parameters, std::size_t steps);

  // To be called after every step, counted from 1.
  void step(std::size_t step, double loss);

  std::size_t steps() const { return steps_; }
  const std::vector<double>& losses() const { return losses_; }  // of step 1, 2, …
  const std::vector<Snapshot>& snapshots() const { return snapshots_; }

 private:
  void take(std::size_t step);

  Parameters parameters_;
  std::size_t steps_, most_;
  std::vector<double> losses_;
  std::vector<Snapshot> snapshots_;
};

}  // namespace heed
