#include "heed/checkpoint.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <utility>

#include "heed/checksum.hpp"
#include "heed/error.hpp"
#include "heed/safetensors.hpp"
#include "heed/utf8.hpp"

namespace heed {
namespace {

constexpr const char* kKind = "checkpoint 1";
// Each part holds an array for every parameter. The best may be missing.
constexpr const char* kParts[] = {"model.", "adam.mean.", "adam.square.", "best."};

Checksum checksum(const NamedArrays& arrays, const Metadata& metadata) {
  Checksum sum;
  for (const auto& [key, value] : metadata) sum.add(concat(key, "=", value, "\n"));
  for (const auto& [name, array] : arrays) {
    sum.add(concat(name, " ", array.shape(), "\n"));
    for (const Real x : array) sum.add(std::bit_cast<std::uint64_t>(static_cast<double>(x)));
  }
  return sum;
}

NamedArrays arrays_of(const TrainingState& state) {
  const std::vector<Array> parts[] = {snapshot(state.parameters), state.adam.memory().mean,
                                      state.adam.memory().square,
                                      state.best ? state.best->values : std::vector<Array>()};
  NamedArrays arrays;
  for (std::size_t part = 0; part < std::size(parts); ++part) {
    for (std::size_t p = 0; p < parts[part].size(); ++p) {
      arrays.emplace_back(kParts[part] + state.parameters[p].name, parts[part][p]);
    }
  }
  for (std::size_t i = 0; i < state.history.size(); ++i) {
    arrays.emplace_back(concat("history.", i), state.history[i]);
  }
  return arrays;
}

std::vector<std::uint64_t> words_of(const std::vector<Random>& generators) {
  std::vector<std::uint64_t> words;
  for (const Random& random : generators) {
    words.insert(words.end(), random.state().begin(), random.state().end());
  }
  return words;
}

std::string join(const std::vector<std::uint64_t>& words) {
  std::string text;
  for (const std::uint64_t word : words) text += concat(text.empty() ? "" : " ", word);
  return text;
}

std::vector<std::uint64_t> split(const std::string& text) {
  std::vector<std::uint64_t> words;
  const char* end = text.data() + text.size();
  for (const char* at = text.data(); at < end; ++at) {  // over the blank
    const auto read = std::from_chars(at, end, words.emplace_back());
    if (read.ec != std::errc()) return {};
    at = read.ptr;
  }
  return words;
}

// The file's arrays and metadata, when its checksum says that they are what was saved.
struct Contents {
  std::string path;
  NamedArrays arrays;
  Metadata metadata;

  explicit Contents(const std::string& path_) : path(path_) {
    const TensorFile file(path);
    for (const auto& entry : file.metadata()) {
      if (entry.first != "format" && entry.first != "checksum") metadata.push_back(entry);
    }
    for (const TensorInfo& info : file.tensors()) {
      arrays.emplace_back(info.name, file.load(info.name));
    }
    const std::string* kind = file.find_metadata("heed");
    const std::string* sum = file.find_metadata("checksum");
    if (kind == nullptr || *kind != kKind) fail<InputError>(path, ": is no checkpoint of heed");
    const std::string expected = to_string(checksum(arrays, metadata));
    if (sum == nullptr || *sum != expected) {
      fail<InputError>(path, ": is damaged: its checksum is ", quote(sum ? *sum : ""),
                       ", but that of its contents is ", quote(expected));
    }
    for (const auto& [name, array] : arrays) {
      const std::string found = first_non_finite(array);
      if (!found.empty()) fail<InputError>(path, ": ", name, " holds ", found);
    }
  }

  // The numbers behind a key, of which there are so many.
  std::vector<std::uint64_t> words(std::string_view key, std::size_t count) const {
    std::vector<std::uint64_t> found;
    for (const auto& [name, value] : metadata) {
      if (name == key) found = split(value);
    }
    if (found.size() == count) return found;
    fail<InputError>(path, ": has ", found.size(), " numbers of ", key, ", but ", count,
                     " are expected");
  }
  std::uint64_t word(std::string_view key) const { return words(key, 1)[0]; }
  std::int64_t updates(std::string_view key) const {
    const auto count = static_cast<std::int64_t>(word(key));
    if (count < 0) fail<InputError>(path, ": says that its ", key, " is ", word(key));
    return count;
  }
};

// The arrays of one part, which are for these parameters.
std::vector<Array> take(Contents& contents, std::size_t part, const Parameters& parameters) {
  std::vector<Array> values;
  for (std::size_t p = 0; p < parameters.size(); ++p) {
    auto& [name, array] = contents.arrays[part * parameters.size() + p];
    if (name != kParts[part] + parameters[p].name ||
        array.shape() != parameters[p].tensor.shape()) {
      fail<InputError>(contents.path, ": is of another model: ", quote(name), " ", array.shape(),
                       ", but this one has ", parameters[p].name, " ",
                       parameters[p].tensor.shape());
    }
    values.push_back(std::move(array));
  }
  return values;
}

// The arrays behind those of the parameters, which are taken away.
std::vector<Array> take_history(Contents& contents) {
  const std::uint64_t count = contents.word("history");
  if (count > contents.arrays.size()) {
    fail<InputError>(contents.path, ": says that it has ", count, " arrays of history, but has ",
                     contents.arrays.size(), " in all");
  }
  std::vector<Array> history;
  const auto first = contents.arrays.end() - static_cast<std::ptrdiff_t>(count);
  for (auto entry = first; entry != contents.arrays.end(); ++entry) {
    history.push_back(std::move(entry->second));
  }
  contents.arrays.erase(first, contents.arrays.end());
  return history;
}

}  // namespace

void save_checkpoint(const std::string& path, const TrainingState& state) {
  const NamedArrays arrays = arrays_of(state);
  for (const auto& [name, array] : arrays) {
    const std::string found = first_non_finite(array);
    if (!found.empty()) fail<NonFiniteError>("step ", state.step, ": ", name, " holds ", found);
  }
  Metadata metadata = {{"heed", kKind},
                       {"step", concat(state.step)},
                       {"adam", concat(state.adam.memory().steps)},
                       {"log_bytes", concat(state.log_bytes)},
                       {"history", concat(state.history.size())},
                       {"generators", join(words_of(state.generators))}};
  // As the bits of the double, which text might round.
  if (state.best) {
    metadata.emplace_back("best", concat(std::bit_cast<std::uint64_t>(state.best->score)));
  }
  metadata.emplace_back("checksum", to_string(checksum(arrays, metadata)));
  save_tensors(path, arrays, metadata);
}

void load_checkpoint(const std::string& path, TrainingState& state) {
  // All of it is read before anything is changed.
  Contents contents(path);
  std::vector<Array> history = take_history(contents);
  const Parameters& parameters = state.parameters;
  const std::size_t parts = contents.arrays.size() / std::max<std::size_t>(parameters.size(), 1);
  if ((parts != 3 && parts != 4) || contents.arrays.size() != parts * parameters.size()) {
    fail<InputError>(path, ": is of another model: ", contents.arrays.size(), " arrays for ",
                     parameters.size(), " parameters");
  }
  const std::vector<Array> values = take(contents, 0, parameters);
  Adam::Memory memory{take(contents, 1, parameters), take(contents, 2, parameters),
                      contents.updates("adam")};
  std::optional<TrainingState::Best> best;
  if (parts == 4) {
    best = {std::bit_cast<double>(contents.word("best")), take(contents, 3, parameters)};
  }
  const std::int64_t step = contents.updates("step");
  const auto log_bytes = static_cast<std::size_t>(contents.word("log_bytes"));
  const std::vector<std::uint64_t> words =
      contents.words("generators", 4 * state.generators.size());

  restore(parameters, values);
  state.adam.restore(std::move(memory));
  state.step = step;
  state.log_bytes = log_bytes;
  state.best = std::move(best);
  state.history = std::move(history);
  for (std::size_t i = 0; i < state.generators.size(); ++i) {
    const std::uint64_t* w = words.data() + 4 * i;
    state.generators[i] = Random({w[0], w[1], w[2], w[3]});
  }
}

void check_checkpoint(const std::string& path) { const Contents whole(path); }

}  // namespace heed
