// Any bytes as what a training keeps, its checkpoint or its model: they are refused with an
// InputError that names the file, or they are read, and
//   what was read can be saved, and is then read and saved as the same bytes;
//   a training goes on from the checkpoint, unless it is refused as that of another training;
//   the model answers a sentence with probabilities, or with NaN where its weights are too large.
#include "heed/checkpoint.hpp"

#include <regex>

#include "../temporary_folder.hpp"
#include "fuzz.hpp"
#include "heed/probe.hpp"
#include "heed/safetensors.hpp"
#include "heed/training_record.hpp"
#include "smallest.hpp"

using namespace heed;

namespace {

TrainingState load_training(const std::string& path) {
  TrainingState state = smallest_training();
  load_checkpoint(path, state);
  return state;
}

// What was read from the file, where it is not refused.
template <class Load, class Save>
auto kept(const std::string& path, Load load, Save save) {
  static const TemporaryFolder folder;
  const std::string first = folder / "first", second = folder / "second";
  auto read = accepted(path + ": ", [&] { return load(path); });
  if (read) {
    save(first, *read);
    save(second, load(first));
    require(read_file(first) == read_file(second), "saved, read and saved again, it is the same");
  }
  return read;
}

void check_training(TrainingState state) {
  const auto losses = accepted("the losses that the checkpoint keeps ", [&] {
    TrainingRecord record(state, kSmallestSteps);
    while (state.step < static_cast<std::int64_t>(kSmallestSteps)) ++state.step, record.step(1);
    return record.losses().size() + record.snapshots().size();
  });
  require(!losses || losses == 2 * kSmallestSteps, "losses and weights of every step");
}

void check_answers(const SavedResolver& saved) {
  static const std::vector<Example> examples = parse_examples("{a}* {b} [it] left\n", "examples");
  const EncoderConfig& encoder = saved.model.config().encoder;
  if (encoder.positions == Positions::kLearned && encoder.longest < examples[0].words.size())
    return;
  const auto answers = ask(saved.model, saved.vocabulary, Questions(examples));
  for (const double answer : answers[0])
    require(!(answer < 0 || answer > 1 + 1e-6), concat("a probability: ", answer));
}

std::string refusal(const std::string& path) {
  try {
    // Of the two readers, the one that knows the kind of the file has more to say.
    const bool is_model = TensorFile(path).find_metadata("vocabulary") != nullptr;
    is_model ? void(load_resolver(path)) : void(load_training(path));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const MemoryFile file(text_of(data, size));
  if (const auto state = kept(file.path(), load_training, save_checkpoint)) check_training(*state);
  if (const auto saved = kept(file.path(), load_resolver, save_resolver)) check_answers(*saved);
  return 0;
}

// Seven times of eight a checksum is put right as the message about it asks, or all that would be
// tried is its check.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  static const std::regex both("checksum is '(.{16})', but that of its [a-z]+ is '(.{16})'");
  size = mutate_tensor_file(data, size, most, seed);
  if (seed / 8 % 8 == 0) return size;
  const std::string message = refusal(MemoryFile(text_of(data, size)).path());
  if (std::smatch sums; std::regex_search(message, sums, both)) {
    const std::size_t at = text_of(data, size).find(sums[1].str());
    if (at != std::string_view::npos) std::copy(sums[2].first, sums[2].second, data + at);
  }
  return size;
}
