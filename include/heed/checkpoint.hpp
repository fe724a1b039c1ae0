// Layer 5. checkpoint: a training on its way, in a file, so that it can go on bit for bit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "heed/optimizer.hpp"
#include "heed/parameters.hpp"
#include "heed/random.hpp"

namespace heed {

// Everything that the next step of a training follows from, beside its config and data. The order
// of the data and the learning rate are functions of (seed, step), so the step is all they need.
struct TrainingState {
  explicit TrainingState(const Parameters& parameters_, const AdamConfig& config = {})
      : parameters(parameters_), adam(parameters_, config) {}

  Parameters parameters;
  Adam adam;
  std::int64_t step = 0;           // updates done
  std::size_t log_bytes = 0;       // the length of metrics.jsonl then
  std::vector<Random> generators;  // those that live on from step to step
  std::vector<Array> history;      // what is to be remembered of earlier steps

  struct Best {
    double score = 0;
    std::vector<Array> values;  // snapshot(parameters)
  };
  std::optional<Best> best;  // so far
};

// Writes model.safetensors' tensors as "model.…", Adam's means and squares as "adam.mean.…" and
// "adam.square.…", the best values as "best.…", the history as "history.0" …, all else and a checksum
// as metadata. Throws
// NonFiniteError naming a tensor that is not finite, OutputError where the file cannot be written;
// the file that was there is kept.
void save_checkpoint(const std::string& path, const TrainingState& state);

// Puts such a file back into the state, which has the parameters and the number of generators that
// were saved. Throws InputError, the state unchanged, for a file that is absent, damaged in any
// byte that matters, of another model, or that says what no training comes to.
void load_checkpoint(const std::string& path, TrainingState& state);

// Throws InputError for a file that is absent, damaged, or no checkpoint.
void check_checkpoint(const std::string& path);

}  // namespace heed
