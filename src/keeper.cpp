#include "heed/keeper.hpp"

#include <cstdio>

#include "heed/error.hpp"
#include "heed/utf8.hpp"

namespace heed {
namespace {

// Two generations: the older one stands by in case the newer is damaged.
constexpr const char* kNewest = "checkpoint.safetensors";
constexpr const char* kPrevious = "checkpoint-previous.safetensors";

bool is_whole(const std::string& path) {
  try {
    check_checkpoint(path);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

}  // namespace

std::string last_checkpoint(const RunFolder& folder) {
  for (const char* name : {kNewest, kPrevious}) {
    if (is_whole(folder / name)) return "the last good checkpoint is " + folder / name;
  }
  return "no checkpoint had been saved";
}

Keeper::Keeper(const RunFolder& folder, TrainingState& state, std::size_t steps,
               std::size_t save_every)
    : folder_(folder),
      state_(state),
      steps_(static_cast<std::int64_t>(steps)),
      save_every_(static_cast<std::int64_t>(save_every)),
      newest_is_whole_(load(kNewest)),
      metrics_(folder / "metrics.jsonl",
               newest_is_whole_ || load(kPrevious) ? state.log_bytes : 0) {}

bool Keeper::load(const std::string& name) {
  if (!exists(folder_ / name)) return false;
  try {
    load_checkpoint(folder_ / name, state_);
    return true;
  } catch (const InputError& error) {
    std::fputs(concat("passed over: ", printable(error.what()), "\n").c_str(), stderr);
    return false;
  }
}

void Keeper::keep() {
  if (state_.step == steps_ || state_.step % save_every_ == 0 || folder_.interrupted()) save();
  folder_.stop_if_interrupted();
}

void Keeper::save() {
  metrics_.sync();
  state_.log_bytes = metrics_.bytes();
  // A damaged checkpoint must not take the place of a whole one.
  if (newest_is_whole_) write_file(folder_ / kPrevious, read_file(folder_ / kNewest));
  save_checkpoint(folder_ / kNewest, state_);
  newest_is_whole_ = true;
}

}  // namespace heed
