// The saved models of resolver.hpp.
#include "heed/resolver.hpp"
#include "heed/safetensors.hpp"
#include "layer_checks.hpp"
#include "temporary_folder.hpp"

using namespace heed;

namespace {

const std::vector<Example>& examples() {
  static const std::vector<Example> list = parse_examples(
      "7.0\tThe {animal}* left the {street} because [it] was tired .\n"
      "7.1\tThe {animal} left the {street}* because [it] was wide .\n",
      "examples");
  return list;
}

// What can be chosen is chosen otherwise than by default.
Resolver some_model(Readout readout, const Vocabulary& vocabulary) {
  ResolverConfig config;
  config.encoder.width = 6;
  config.encoder.layers = 2;
  config.encoder.heads = 3;
  config.encoder.hidden = 10;
  config.encoder.longest = 17;
  config.encoder.scaled = false;
  config.encoder.last_heads = 1;
  config.encoder.last_residual = false;
  config.encoder.last_bare = true;
  config.encoder.positions =
      readout == Readout::kName ? Positions::kSinusoidal : Positions::kLearned;
  config.readout = readout;
  config.causal = true;
  Random random(1);
  return Resolver(config, vocabulary.size(), random);
}

// A saved model whose metadata says `key` = `value`, or nothing of it where the value is empty.
std::string altered(const TemporaryFolder& folder, const std::string& key,
                    const std::string& value) {
  const Vocabulary vocabulary(examples());
  const Resolver model = some_model(Readout::kPointer, vocabulary);
  save_resolver(folder / "model", {model, vocabulary, {"it"}});
  const TensorFile file(folder / "model");
  Metadata metadata;
  for (const auto& [name, text] : file.metadata()) {
    if (name == "format" || (name == key && value.empty())) continue;  // "format" is always written
    metadata.emplace_back(name, name == key ? value : text);
  }
  save_parameters(folder / "altered", model.parameters(), metadata);
  return folder / "altered";
}

void check_refused(const std::string& key, const std::string& value, const std::string& message) {
  const TemporaryFolder folder;
  const std::string path = altered(folder, key, value);
  CHECK_THROWS_WITH_AS(load_resolver(path), (path + ": " + message).c_str(), InputError);
}

}  // namespace

TEST_CASE("resolver file: a model comes back with its words, and answers the same to the bit") {
  const TemporaryFolder folder;
  const Vocabulary vocabulary(examples());
  for (const Readout readout : {Readout::kPointer, Readout::kName}) {
    const Resolver model = some_model(readout, vocabulary);
    save_resolver(folder / "model", {model, vocabulary, {"it", "they"}});
    const SavedResolver saved = load_resolver(folder / "model");
    CHECK(saved.vocabulary == vocabulary);
    CHECK(saved.pronouns == std::vector<std::string>{"it", "they"});
    CHECK(identical(saved.model.parameters(), model.parameters()));
    const Batch batch(examples(), {0, 1}, saved.vocabulary);
    const auto answer = [&](const Resolver& asked) {
      return asked(batch, whole(batch, asked.config())).log_answer.value();
    };
    CHECK(identical(answer(saved.model), answer(model)));
  }
}

TEST_CASE("resolver file: metadata that is missing or odd is refused by its key") {
  check_refused("width", "", "no 'width' in its metadata; is it a model of coreference?");
  check_refused("width", "6 ", "its metadata says width = '6 ', which no model of coreference has");
  check_refused("heed", "reader 1",
                "its metadata says heed = 'reader 1', which no model of coreference has");
  check_refused("positions", "spiral",
                "its metadata says positions = 'spiral', which no model of coreference has");
}

TEST_CASE("resolver file: damaged words are refused with the name of the file") {
  const TemporaryFolder folder;
  const std::string path = altered(folder, "vocabulary", "0123456789abcdef a b");
  CHECK(input_error([&] {
          load_resolver(path);
        }).starts_with(path + ": vocabulary: damaged: its checksum is '0123456789abcdef', but"));
}

TEST_CASE("resolver file: heads that do not divide the width are refused") {
  check_refused("heads", "4", "its metadata says 4 heads, which do not divide its width of 6");
  check_refused("heads", "0", "its metadata says 0 heads, which do not divide its width of 6");
  check_refused("last_heads", "5", "its metadata says 5 heads, which do not divide its width of 6");
}

TEST_CASE("resolver file: metadata of a model larger than the file is refused, and none is made") {
  // 13 words · 6, 17 places · 6, 2 layers of (2·6 + 4·36) + (2·6 + 2·60 + 10 + 6), 2·6, 36
  const std::string held = " numbers, but it holds 836";
  check_refused("layers", "1024", "its metadata describes a model of 311524" + held);
  check_refused("longest", "1000000", "its metadata describes a model of 6000734" + held);
  check_refused("width", "65535", "its metadata describes a model of 38658899915" + held);
}

TEST_CASE("resolver file: a smaller model than the file holds is refused as well") {
  const TemporaryFolder folder;
  CHECK_THROWS_AS(load_resolver(altered(folder, "layers", "1")), InputError);
  CHECK_THROWS_AS(load_resolver(altered(folder, "readout", "name")), InputError);
}
