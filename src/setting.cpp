#include "heed/setting.hpp"

#include <algorithm>

#include "heed/error.hpp"
#include "heed/parallel.hpp"

namespace heed {

void ModelSetting::declare(Options& options) {
  options.group("Model");
  options.number("layers", layers, {0, 16}, "N", "layers of self-attention");
  options.number("heads", heads, {1, 64}, "N", "heads in each layer; they divide the width");
  options.number("width", width, {1, 1024}, "N", "numbers for each word");
  options.choice("readout", readout, {"pointer", "name"}, "point at the antecedent, or name it");
  options.choice("positions", positions, {"none", "sinusoidal", "learned"},
                 "how a word's place enters");
  options.flag("no-scale", no_scale, "do not divide scores by the root of d_k");
  options.flag("causal", causal, "let no word look at later ones");
}

ResolverConfig ModelSetting::config(std::size_t longest) const {
  if (width % heads != 0) {
    fail<UsageError>("--width ", width, " is not divisible by --heads ", heads);
  }
  ResolverConfig model;
  model.encoder.width = width;
  model.encoder.heads = heads;
  model.encoder.layers = layers;
  model.encoder.scaled = !no_scale;
  model.encoder.longest = std::max<std::size_t>(128, longest);
  model.encoder.positions = positions == "none"      ? Positions::kNone
                            : positions == "learned" ? Positions::kLearned
                                                     : Positions::kSinusoidal;
  model.readout = readout == "name" ? Readout::kName : Readout::kPointer;
  model.causal = causal;
  return model;
}

void TrainingSetting::declare(Options& options) {
  options.group("Training");
  options.number("steps", steps, {1, 10'000'000}, "N", "updates");
  options.number("batch", batch, {1, 4096}, "N", "sentences in each");
  options.number("rate", rate, {0, 1e38}, "X", "highest learning rate");
  options.number("seed", seed, {0, 1'000'000'000'000}, "N", "of weights and data order");
  options.number("seeds", seeds, {1, 1000}, "N", "trainings, counted up from --seed");
}

void RunSetting::declare(Options& options) {
  options.group("Run", Options::Part::kDisplay);
  options.number("threads", threads, {0, 256}, "N", "0: one for each core");
  options.text("out", out, "DIR", "folder of the run (else the next free one in runs/)");
  options.flag("overwrite", overwrite, "replace the run that is in --out");
  options.flag("resume", resume, "go on with the run that is in --out");
  options.choice("color", color, {"auto", "always", "never"}, "colours");
  options.choice("progress", progress, {"auto", "always", "never"}, "progress on stderr");
  options.flag("quiet", quiet, "no progress");
}

void RunSetting::declare_training(Options& options) {
  options.number("save-every", save_every, {1, 10'000'000}, "N", "steps between checkpoints");
  options.flag("detect-anomaly", detect_anomaly, "name the operation that makes a nan; slower");
}

void RunSetting::apply() const {
  if (resume && out.empty()) fail<UsageError>("--resume needs --out, the folder of the run");
  if (resume && overwrite) fail<UsageError>("--resume and --overwrite exclude each other");
  if (threads > 0) set_threads(threads);
}

Existing RunSetting::existing() const {
  return resume ? Existing::kResume : overwrite ? Existing::kReplace : Existing::kRefuse;
}

Invocation RunSetting::asked(const Options& options) const {
  return {options.config(), options.command({"out", "overwrite", "resume"}),
          options.command({"out", "overwrite", "resume", "save-every", "threads", "color",
                           "progress", "quiet", "detect-anomaly"})};
}

}  // namespace heed
