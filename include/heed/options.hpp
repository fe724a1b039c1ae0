// Layer 6. options: the command line of every program, declared once.
//
//   Config config;
//   Options options("coreference", "Train attention on sentences and show what it learned.");
//   options.example("coreference --layers 2 --seed 7", "another model");
//   options.group("Model");
//   options.number("heads", config.heads, {1, 64}, "N", "attention heads in each layer");
//   options.flag("causal", config.causal, "let no word look ahead");
//   if (!options.parse(argc, argv)) return 0;                      // --help or --version
//
// An option writes into the field it is bound to; what the field holds when it is declared is the
// default. `--name value` and `--name=value` are the same, and `--` ends the options.
#pragma once

#include <charconv>
#include <cstddef>
#include <functional>
#include <iostream>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "heed/error.hpp"

namespace heed {

inline constexpr const char* kVersion = "1.0.0";

// What a command line asked for: what a run computes, as its config.txt says it, and how to say it
// again.
struct Invocation {
  std::string config, command;
  std::string recipe = {};  // the command without what only shows, keeps or speeds up this one run
};

// What a number may be, both ends included.
template <class Number>
struct Range {
  std::type_identity_t<Number> least, most;
};

// A word as a POSIX shell reads it: in quotes unless it needs none.
std::string shell_word(std::string_view word);

class Options {
 public:
  Options(std::string program, std::string purpose);
  const std::string& program() const { return program_; }

  // Lines of the help: a command with what it does, and a heading for the options that follow.
  void example(std::string command, std::string meaning);
  // Options that say how a run is shown or kept, not what it computes, are not part of its config.
  enum class Part { kConfig, kDisplay };
  void group(std::string heading, Part part = Part::kConfig);

  template <class Number>
  void number(std::string name, Number& field, Range<std::type_identity_t<Number>> range,
              std::string placeholder, std::string help);
  void text(std::string name, std::string& field, std::string placeholder, std::string help);
  void choice(std::string name, std::string& field, std::vector<std::string> allowed,
              std::string help);
  void flag(std::string name, bool& field, std::string help);  // false until it is given
  // The words that are no options, from `least` to `most` of them, such as "FILE ...".
  void operands(std::string placeholder, std::vector<std::string>& field, std::size_t least,
                std::size_t most);

  // Reads the command line; argv[0] is the program. Returns false when it asked for --help or
  // --version, which is then on `out`. Throws UsageError in one line: what is wrong, what is
  // allowed, and where help is.
  bool parse(int argc, const char* const* argv, std::ostream& out = std::cout);

  std::string help() const;
  // "name = value" lines, in the order of declaration: the config.txt of a run.
  std::string config() const;
  // The command line that was given, for a shell, without some of its options.
  std::string command(const std::vector<std::string_view>& without) const;

 private:
  struct Option {
    std::string name, placeholder, allowed, help;  // a flag has no placeholder
    std::function<bool(const std::string&)> set;   // false: the word is not allowed
    std::function<std::string()> get;
    std::string initial = {};
    std::size_t group = 0;
    bool given = false;
  };
  struct Group {
    std::string heading;
    Part part = Part::kConfig;
  };

  void add(Option option);
  Option& find(const std::string& word);
  std::string suggestion(std::string_view name) const;
  bool read_option(const std::string& word, const std::string* next);  // did it take the next?
  void take_operands(std::vector<std::string> words);
  template <class... Parts>
  [[noreturn]] void refuse(const Parts&... parts) const;

  std::string program_, purpose_;
  std::string typed_;  // the program's name, as it was called
  std::vector<std::pair<std::string, std::string>> examples_;
  std::vector<Group> groups_ = {{"Options"}};
  std::vector<Option> options_;
  std::string operand_placeholder_;
  std::vector<std::string>* operands_ = nullptr;
  std::size_t least_ = 0, most_ = 0;
};

template <class Number>
void Options::number(std::string name, Number& field, Range<std::type_identity_t<Number>> range,
                     std::string placeholder, std::string help) {
  const char* kind = std::is_integral_v<Number> ? "a whole number" : "a number";
  add({std::move(name), std::move(placeholder),
       concat(kind, " from ", range.least, " to ", range.most), std::move(help),
       [&field, range](const std::string& word) {
         Number value = {};
         const char* end = word.data() + word.size();
         const auto read = std::from_chars(word.data(), end, value);
         if (read.ec != std::errc() || read.ptr != end) return false;
         if (!(value >= range.least && value <= range.most)) return false;  // nan is neither
         field = value;
         return true;
       },
       [&field] { return concat(field); }});
}

}  // namespace heed
