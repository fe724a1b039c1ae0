// The resolver's file: parameters as tensors, everything else in the metadata.
#include <charconv>
#include <cstdint>
#include <sstream>

#include "heed/error.hpp"
#include "heed/resolver.hpp"
#include "heed/safetensors.hpp"
#include "heed/utf8.hpp"

namespace heed {
namespace {

constexpr const char* kKind = "resolver 1";
constexpr const char* kPositions[] = {"none", "sinusoidal", "learned"};

// Reads the metadata of one file; what is missing or odd is an InputError that names the key.
class MetadataReader {
 public:
  explicit MetadataReader(const TensorFile& file) : file_(file) {}

  const std::string& text(const char* key) const {
    const std::string* value = file_.find_metadata(key);
    if (value == nullptr) {
      fail<InputError>(file_.path(), ": no '", key,
                       "' in its metadata; is it a model of coreference?");
    }
    return *value;
  }
  std::size_t number(const char* key, std::size_t most) const {
    const std::string& digits = text(key);
    std::size_t value = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (read.ec != std::errc() || read.ptr != digits.data() + digits.size() || value > most) {
      refuse(key, digits);
    }
    return value;
  }
  std::size_t choice(const char* key, std::initializer_list<const char*> choices) const {
    const std::string& word = text(key);
    std::size_t place = 0;
    for (const char* choice : choices) {
      if (word == choice) return place;
      ++place;
    }
    refuse(key, word);
  }

 private:
  [[noreturn]] void refuse(const char* key, const std::string& value) const {
    fail<InputError>(file_.path(), ": its metadata says ", key, " = ", quote(value),
                     ", which no model of coreference has");
  }
  const TensorFile& file_;
};

ResolverConfig read_config(const MetadataReader& metadata) {
  ResolverConfig config;
  EncoderConfig& encoder = config.encoder;
  encoder.width = metadata.number("width", 65536);
  encoder.layers = metadata.number("layers", 1024);
  encoder.heads = metadata.number("heads", 65536);
  encoder.hidden = metadata.number("hidden", 1 << 20);
  encoder.longest = metadata.number("longest", 1 << 20);
  encoder.positions = static_cast<Positions>(
      metadata.choice("positions", {kPositions[0], kPositions[1], kPositions[2]}));
  encoder.scaled = metadata.choice("scaled", {"no", "yes"}) == 1;
  encoder.last_heads = metadata.number("last_heads", 65536);
  encoder.last_residual = metadata.choice("last_residual", {"no", "yes"}) == 1;
  encoder.last_bare = metadata.choice("last_bare", {"no", "yes"}) == 1;
  config.readout =
      metadata.choice("readout", {"pointer", "name"}) == 0 ? Readout::kPointer : Readout::kName;
  config.causal = metadata.choice("causal", {"no", "yes"}) == 1;
  return config;
}

// How many numbers such a model has: known before one of them is made.
std::uint64_t count(const ResolverConfig& config, std::uint64_t words) {
  const EncoderConfig& encoder = config.encoder;
  const std::uint64_t width = encoder.width, hidden = encoder.hidden;
  const std::uint64_t attention = 2 * width + 4 * width * width;
  const std::uint64_t feed_forward = hidden == 0 ? 0 : 3 * width + 2 * width * hidden + hidden;
  const std::uint64_t places =
      encoder.positions == Positions::kLearned ? encoder.longest * width : 0;
  const std::uint64_t readout =
      config.readout == Readout::kPointer ? width * width : width * words + words;
  return (words + 2) * width + places + encoder.layers * (attention + feed_forward) + readout;
}

// A file may come from anywhere: no model is made that it does not hold the numbers of.
void check_size(const TensorFile& file, const ResolverConfig& config, std::uint64_t words) {
  const std::size_t width = config.encoder.width, last = config.encoder.last_heads;
  for (const std::size_t heads : {config.encoder.heads, last > 0 ? last : config.encoder.heads}) {
    if (heads > 0 && width % heads == 0) continue;
    fail<InputError>(file.path(), ": its metadata says ", heads, " heads, which do not divide ",
                     "its width of ", width);
  }
  std::uint64_t held = 0;
  for (const TensorInfo& tensor : file.tensors()) {
    held += (tensor.end - tensor.begin) / bytes_of_type(tensor.dtype);
  }
  const std::uint64_t needed = count(config, words);
  if (needed > held) {
    fail<InputError>(file.path(), ": its metadata describes a model of ", needed,
                     " numbers, but it holds ", held);
  }
}

}  // namespace

void save_resolver(const std::string& path, const SavedResolver& saved) {
  const ResolverConfig& config = saved.model.config();
  const EncoderConfig& encoder = config.encoder;
  std::string pronouns;
  for (const std::string& word : saved.pronouns)
    pronouns += concat(pronouns.empty() ? "" : " ", word);
  save_parameters(path, saved.model.parameters(),
                  {{"heed", kKind},
                   {"width", concat(encoder.width)},
                   {"layers", concat(encoder.layers)},
                   {"heads", concat(encoder.heads)},
                   {"hidden", concat(encoder.hidden)},
                   {"longest", concat(encoder.longest)},
                   {"positions", kPositions[static_cast<std::size_t>(encoder.positions)]},
                   {"scaled", encoder.scaled ? "yes" : "no"},
                   {"last_heads", concat(encoder.last_heads)},
                   {"last_residual", encoder.last_residual ? "yes" : "no"},
                   {"last_bare", encoder.last_bare ? "yes" : "no"},
                   {"readout", config.readout == Readout::kPointer ? "pointer" : "name"},
                   {"causal", config.causal ? "yes" : "no"},
                   {"pronouns", pronouns},
                   {"vocabulary", saved.vocabulary.to_string()}});
}

SavedResolver load_resolver(const std::string& path) {
  const TensorFile file(path);
  const MetadataReader metadata(file);
  metadata.choice("heed", {kKind});
  const ResolverConfig config = read_config(metadata);
  Vocabulary vocabulary = Vocabulary::parse(metadata.text("vocabulary"), path + ": vocabulary");
  std::vector<std::string> pronouns;
  std::istringstream words(metadata.text("pronouns"));
  for (std::string word; words >> word;) pronouns.push_back(word);
  check_size(file, config, vocabulary.size());
  Random unused(0);
  Resolver model(config, vocabulary.size(), unused);
  load_parameters(file, model.parameters());
  return {std::move(model), std::move(vocabulary), std::move(pronouns)};
}

}  // namespace heed
