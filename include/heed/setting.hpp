// Layer 6. setting: the options that experiments share, and what they mean.
#pragma once

#include <string>

#include "heed/heatmap.hpp"
#include "heed/options.hpp"
#include "heed/progress.hpp"
#include "heed/resolver.hpp"
#include "heed/run.hpp"

namespace heed {

// The architecture of a resolver, as the command line names it.
struct ModelSetting {
  std::size_t layers = 1, heads = 4, width = 32;
  std::string readout = "pointer", positions = "learned";
  bool no_scale = false, causal = false;

  void declare(Options& options);
  // The architecture, with learned positions for sentences of `longest` words, or 128.
  // Throws UsageError unless the heads divide the width.
  ResolverConfig config(std::size_t longest) const;
  friend bool operator==(const ModelSetting& a, const ModelSetting& b) = default;
};

// How a model is trained.
struct TrainingSetting {
  std::size_t steps = 2000, batch = 32;
  double rate = 3e-3;      // the highest; warm-up over 100 steps, then a cosine to a twentieth
  std::uint64_t seed = 1;  // of weights and data order
  std::size_t seeds = 1;   // how many trainings, from seeds seed, seed + 1, …

  void declare(Options& options);
  bool same_recipe(const TrainingSetting& other) const {
    return steps == other.steps && batch == other.batch && rate == other.rate;
  }
};

// How a program runs and shows it; none of it changes what is computed.
struct RunSetting {
  std::size_t threads = 0;  // 0: one for each core
  std::string out, color = "auto", progress = "auto";
  bool overwrite = false, resume = false, quiet = false;
  std::size_t save_every = 1000;  // steps, for checkpoints
  bool detect_anomaly = false;

  void declare(Options& options);
  void declare_training(Options& options);  // of a program that can go on with its training
  // Sets the threads. Throws UsageError for options that contradict one another.
  void apply() const;
  Existing existing() const;
  // What the options ask for. Those that choose the folder are left out of the command.
  Invocation asked(const Options& options) const;
  Style style() const { return {choose_colors(color, surroundings()), terminal_columns()}; }
  ProgressStyle progress_style() const { return heed::progress_style(progress, quiet); }
};

}  // namespace heed
