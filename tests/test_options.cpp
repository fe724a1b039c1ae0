#include <doctest/doctest.h>

#include <clocale>
#include <cstdint>
#include <limits>
#include <sstream>

#include "heed/options.hpp"

using namespace heed;

namespace {

struct Config {
  std::size_t heads = 2, layers = 2, width = 32, batch = 32;
  int steps = 600;
  std::uint64_t seed = 1;
  double rate = 0.003;
  float dropout = 0.1f;
  std::string data, language = "en", out, color = "auto";
  bool causal = false, overwrite = false;
  std::vector<std::string> words;
};

Options declare(Config& config) {
  Options options("coreference", "Train attention and show what it learned.");
  options.example("coreference", "the first minute");
  options.group("Model");
  options.number("heads", config.heads, {1, 64}, "N", "attention heads in each layer");
  options.number("layers", config.layers, {1, 64}, "N", "layers");
  options.number("width", config.width, {1, 4096}, "N", "numbers per token");
  options.flag("causal", config.causal, "let no word look ahead");
  options.group("Training");
  options.text("data", config.data, "FILE", "sentences");
  options.choice("language", config.language, {"en", "zh", "all"}, "which sentences");
  options.number("steps", config.steps, {1, 1000000}, "N", "optimizer updates");
  options.number("batch", config.batch, {1, 4096}, "N", "examples in an update");
  options.number("seed", config.seed, {0, std::numeric_limits<std::uint64_t>::max()}, "N",
                 "chance");
  options.number("rate", config.rate, {0, 1}, "X", "learning rate");
  options.number("dropout", config.dropout, {0, 0.9f}, "X", "share of numbers dropped");
  options.group("Output", Options::Part::kDisplay);
  options.text("out", config.out, "DIR", "where the run goes");
  options.flag("overwrite", config.overwrite, "write over another run");
  options.choice("color", config.color, {"auto", "always", "never"}, "colours");
  return options;
}

bool parse(Options& options, std::vector<const char*> words, std::ostream& out = std::cout) {
  words.insert(words.begin(), "coreference");
  return options.parse(static_cast<int>(words.size()), words.data(), out);
}

std::string refusal(std::vector<const char*> words) {
  Config config;
  Options options = declare(config);
  try {
    parse(options, std::move(words));
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("options: a value stands behind a blank or an equals sign, and lands in its field") {
  Config config;
  Options options = declare(config);
  CHECK(parse(options,
              {"--heads", "4", "--rate=1e-3", "--causal", "--language=zh", "--dropout", ".5",
               "--seed=18446744073709551615", "--data", "-", "--out=--odd=name", "--steps", "1"}));
  CHECK(config.heads == 4);
  CHECK(config.rate == 1e-3);
  CHECK(config.causal);
  CHECK(config.language == "zh");
  CHECK(config.dropout == 0.5f);
  CHECK(config.seed == 18446744073709551615u);
  CHECK(config.data == "-");
  CHECK(config.out == "--odd=name");
  CHECK(config.layers == 2);  // untouched
}

TEST_CASE("options: a wrong command line is refused in one line that says what is allowed") {
  const std::pair<std::vector<const char*>, std::string> cases[] = {
      {{"--lrr", "0.1"}, "unknown option '--lrr' (did you mean '--rate'?)"},
      {{"--haeds", "2"}, "unknown option '--haeds' (did you mean '--heads'?)"},
      {{"--head=2"}, "unknown option '--head' (did you mean '--heads'?)"},
      {{"-heads", "2"}, "unknown option '-heads' (did you mean '--heads'?)"},
      {{"--over_write"}, "unknown option '--over_write' (did you mean '--overwrite'?)"},
      {{"--xyzzy"}, "unknown option '--xyzzy'"},
      {{"-x"}, "unknown option '-x'"},
      {{"--=3"}, "unknown option '--'"},
      {{"--\x1b[2J"}, "unknown option '--\\x1b[2J'"},
      {{"--heads", "4", "--heads", "4"}, "option '--heads' is given twice"},
      {{"--causal", "--causal"}, "option '--causal' is given twice"},
      {{"--causal=yes"}, "option '--causal' takes no value, but 'yes' is given"},
      {{"--heads"}, "option '--heads' needs a value: a whole number from 1 to 64"},
      {{"--heads", "--layers", "2"}, "option '--heads' needs a value: a whole number from 1 to 64"},
      {{"--heads", "12abc"}, "option '--heads' must be a whole number from 1 to 64, not '12abc'"},
      {{"--heads", "-1"}, "option '--heads' must be a whole number from 1 to 64, not '-1'"},
      {{"--heads="}, "option '--heads' must be a whole number from 1 to 64, not ''"},
      {{"--heads", "0"}, "option '--heads' must be a whole number from 1 to 64, not '0'"},
      {{"--heads", "65"}, "option '--heads' must be a whole number from 1 to 64, not '65'"},
      {{"--heads", "1e1"}, "option '--heads' must be a whole number from 1 to 64, not '1e1'"},
      {{"--heads", "0x2"}, "option '--heads' must be a whole number from 1 to 64, not '0x2'"},
      {{"--heads", "2.0"}, "option '--heads' must be a whole number from 1 to 64, not '2.0'"},
      {{"--heads", " 2"}, "option '--heads' must be a whole number from 1 to 64, not ' 2'"},
      {{"--heads", "99999999999999999999"},
       "option '--heads' must be a whole number from 1 to 64, not '99999999999999999999'"},
      {{"--steps", "1e3"}, "option '--steps' must be a whole number from 1 to 1000000, not '1e3'"},
      {{"--seed", "18446744073709551616"},
       "option '--seed' must be a whole number from 0 to 18446744073709551615, not "
       "'18446744073709551616'"},
      {{"--rate", "1e"}, "option '--rate' must be a number from 0 to 1, not '1e'"},
      {{"--rate", "nan"}, "option '--rate' must be a number from 0 to 1, not 'nan'"},
      {{"--rate", "inf"}, "option '--rate' must be a number from 0 to 1, not 'inf'"},
      {{"--rate", "1e999"}, "option '--rate' must be a number from 0 to 1, not '1e999'"},
      {{"--rate", "0,5"}, "option '--rate' must be a number from 0 to 1, not '0,5'"},
      {{"--rate", "-0.1"}, "option '--rate' must be a number from 0 to 1, not '-0.1'"},
      {{"--language", "fr"}, "option '--language' must be en, zh or all, not 'fr'"},
      {{"--out="}, "option '--out' must be some text, not ''"},
      {{"sentences.txt"}, "nothing is expected at 'sentences.txt'"},
      {{"--", "--heads"}, "nothing is expected at '--heads'"},
  };
  for (const auto& wrong : cases) {
    CAPTURE(wrong.second);
    CHECK(refusal(wrong.first) == wrong.second + ". Try 'coreference --help'.");
  }
}

TEST_CASE("options: what people type for an option leads to it") {
  const std::pair<const char*, const char*> typed[] = {
      {"--sede", "seed"},          {"--see", "seed"},         {"--learning-rate", "rate"},
      {"--learning_rate", "rate"}, {"--lr", "rate"},          {"--rat", "rate"},
      {"--batch_size", "batch"},   {"--batch-size", "batch"}, {"--dim", "width"},
      {"--hidden", "width"},       {"--wdith", "width"},      {"--n_layers", "layers"},
      {"--layer", "layers"},       {"--num-heads", "heads"},  {"--max-steps", "steps"},
      {"--epochs", "steps"},       {"--colour", "color"},     {"--langauge", "language"},
      {"--output", "out"},         {"--force", "overwrite"},  {"--dropuot", "dropout"},
      {"--casual", "causal"},      {"--hlep", "help"},        {"--versoin", "version"},
      {"--hea", "heads"},          {"--random_seed", "seed"},
  };
  for (const auto& word : typed) {
    CAPTURE(word.first);
    CHECK(refusal({word.first}).find(concat("(did you mean '--", word.second, "'?)")) !=
          std::string::npos);
  }
}

TEST_CASE("options: operands are counted, and -- lets them begin with a dash") {
  Config config;
  Options options = declare(config);
  options.operands("FILE ...", config.words, 1, 3);
  CHECK(parse(options, {"a", "--heads", "4", "-", "--", "--heads"}));
  CHECK(config.words == std::vector<std::string>{"a", "-", "--heads"});
  CHECK_THROWS_WITH_AS(parse(options, {}), "FILE ... is missing. Try 'coreference --help'.",
                       UsageError);
  CHECK_THROWS_WITH_AS(parse(options, {"1", "2", "3", "4"}),
                       "nothing is expected at '4'. Try 'coreference --help'.", UsageError);
}

TEST_CASE("options: help begins with the examples and shows every option with its default") {
  Config config;
  Options options = declare(config);
  std::ostringstream out;
  CHECK_FALSE(parse(options, {"--heads", "4", "-h", "--nonsense"}, out));
  const std::string help = out.str();
  CHECK(help.find("Examples:") < help.find("Model:"));
  CHECK(help.find("--heads N                 attention heads in each layer (default 2)") !=
        help.npos);
  CHECK(help.find("--rate X                  learning rate (default 0.003)") != help.npos);
  CHECK(help.find("--color auto|always|never  colours (default auto)") != help.npos);
  CHECK(help.find("--data FILE               sentences\n") != help.npos);
  CHECK(help.find("--causal                  let no word look ahead\n") != help.npos);
  CHECK(help.find("Exit: 0 done") != help.npos);
  std::ostringstream version;
  CHECK_FALSE(parse(options, {"--version"}, version));
  CHECK(version.str() == std::string("coreference ") + kVersion + "\n");
}

TEST_CASE("options: the config lists what was computed, not how it was shown or where it went") {
  Config config;
  Options options = declare(config);
  CHECK(parse(options, {"--rate=0.0010", "--causal", "--out", "here", "--dropout=0.1"}));
  CHECK(options.config() ==
        "heads = 2\nlayers = 2\nwidth = 32\ncausal = true\ndata = \nlanguage = en\nsteps = 600\n"
        "batch = 32\nseed = 1\nrate = 0.001\ndropout = 0.1\n");
}

TEST_CASE("options: the command is what was typed, ready for a shell, without what is left out") {
  Config config;
  Options options = declare(config);
  CHECK(
      parse(options, {"--out", "one", "--causal", "--rate=1e-3", "--data", "it's", "--overwrite"}));
  CHECK(options.command({"out", "overwrite"}) ==
        "coreference --causal --data 'it'\\''s' --rate 0.001");
  Config odd;
  Options again = declare(odd);
  CHECK(parse(again, {"--data=--help"}));
  CHECK(again.command({}) == "coreference --data=--help");
}

TEST_CASE("options: a word is quoted for a shell only where it has to be") {
  CHECK(shell_word("runs/a-1_b.txt") == "runs/a-1_b.txt");
  CHECK(shell_word("") == "''");
  CHECK(shell_word("a b") == "'a b'");
  CHECK(shell_word("$x") == "'$x'");
  CHECK(shell_word("~") == "'~'");
}

TEST_CASE("options: numbers are read with a point in every locale") {
  const char* german = std::setlocale(LC_ALL, "de_DE.UTF-8");
  if (german == nullptr) german = std::setlocale(LC_ALL, "de_DE");
  Config config;
  Options options = declare(config);
  CHECK(parse(options, {"--rate", "0.25"}));
  CHECK(config.rate == 0.25);
  CHECK(options.config().find("rate = 0.25\n") != std::string::npos);
  std::setlocale(LC_ALL, "C");
}
