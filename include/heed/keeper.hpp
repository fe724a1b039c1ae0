// Layer 6. keeper: what a training loop needs to survive its process.
//
//   TrainingState state(model.parameters(), {.decay = 0.5});
//   Keeper keeper(folder, state, steps, config.run.save_every);   // goes on where the run was
//   while (state.step < steps) {
//     ...                                                         // batch, loss, backward
//     state.adam.step(schedule.rate(state.step++));
//     keeper.metrics().line({{"step", state.step}, {"loss", loss}});
//     keeper.keep();
//   }
#pragma once

#include <cstddef>
#include <string>

#include "heed/checkpoint.hpp"
#include "heed/metrics.hpp"
#include "heed/run.hpp"

namespace heed {

// "the last good checkpoint is runs/one/checkpoint.safetensors", or that there is none: what a run
// that had to stop should say.
std::string last_checkpoint(const RunFolder& folder);

class Keeper {
 public:
  // Puts the newest checkpoint of the folder that is whole into the state, and cuts the log back to
  // what it was then; without one, the state stays and the log is empty. A damaged one is named on
  // stderr. The state has to outlive the keeper.
  Keeper(const RunFolder& folder, TrainingState& state, std::size_t steps, std::size_t save_every);

  Metrics& metrics() { return metrics_; }

  // To be called after each step. Saves the state every save_every steps, after the last of `steps`,
  // and when the run is interrupted, which it then ends by throwing Interrupted.
  void keep();

 private:
  bool load(const std::string& name);
  void save();

  const RunFolder& folder_;
  TrainingState& state_;
  std::int64_t steps_, save_every_;
  bool newest_is_whole_;
  Metrics metrics_;
};

}  // namespace heed
