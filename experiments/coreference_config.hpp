// What coreference.cpp can be told on its command line.
#pragma once

#include <string>

#include "heed/options.hpp"
#include "heed/setting.hpp"

namespace heed {

struct Config {
  std::string language = "en", data;
  ModelSetting model;
  TrainingSetting training;
  RunSetting run;
  Invocation asked;  // all of it, as text

  // The prediction is about the sentences and the model that come with heed.
  bool predicted() const {
    return data.empty() && model == ModelSetting() && training.same_recipe(TrainingSetting());
  }
};

// False where the command line only asked for help.
inline bool read_options(int argc, char** argv, Config& config) {
  Options options(
      "coreference",
      "Train self-attention on sentences with a pronoun and show what \"it\" looks at.");
  options.example("coreference", "the English sentences; some ten seconds");
  options.example("coreference --language zh", "the Chinese ones");
  options.example("coreference --data mine.txt", "your own sentences");
  options.example("coreference --layers 2 --readout name", "an emergent map instead of a pointer");
  options.example("coreference --seeds 10", "ten trainings: median, worst, how many");
  options.group("Sentences");
  options.choice("language", config.language, {"en", "zh"}, "of those that come with heed");
  options.group("Your own", Options::Part::kDisplay);
  options.text("data", config.data, "PATH", "a file of sentences, or a folder with train.txt");
  config.model.declare(options);
  config.training.declare(options);
  config.run.declare(options);
  config.run.declare_training(options);
  const bool run = options.parse(argc, argv);
  config.asked = config.run.asked(options);
  return run;
}

}  // namespace heed
