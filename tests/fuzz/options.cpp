// Any words, a zero byte between them, as a command line: they are refused with a UsageError in one
// printable line, or they are taken, and the command that is printed for a shell asks for the same.
#include "heed/options.hpp"

#include <sstream>

#include "fuzz.hpp"
#include "heed/utf8.hpp"

using namespace heed;

namespace {

// A program with an option of every kind.
struct Program {
  double rate = 0.5;
  int steps = 600;
  std::uint64_t seed = 1;
  std::string data, language = "en";
  bool causal = false, quiet = false;
  std::vector<std::string> files;
  Options options = Options("program", "Do something.");

  Program() {
    options.example("program --steps 5", "soon done");
    options.number("rate", rate, {0, 10}, "R", "how fast");
    options.number("steps", steps, {-5, 1'000'000}, "N", "how long");
    options.number("seed", seed, {0, std::uint64_t{1} << 63}, "N", "the chance");
    options.text("data", data, "FILE", "what to read");
    options.choice("language", language, {"en", "zh"}, "of the sentences");
    options.flag("causal", causal, "look back alone");
    options.group("Display", Options::Part::kDisplay);
    options.flag("quiet", quiet, "say nothing");
    options.operands("FILE ...", files, 0, 3);
  }
  bool parse(const std::vector<std::string>& words) {
    std::vector<const char*> argv;
    for (const std::string& word : words) argv.push_back(word.c_str());
    std::ostringstream out;
    const bool goes_on = options.parse(static_cast<int>(argv.size()), argv.data(), out);
    require(goes_on == out.str().empty(), "help and version are printed, and nothing else");
    return goes_on;
  }
};

std::vector<std::string> parted(std::string_view text) {
  std::vector<std::string> words;
  std::istringstream in{std::string(text)};
  for (std::string word; std::getline(in, word, '\0');) words.push_back(word);
  return words;
}

// The words of a command as a POSIX shell parts them: 'quoted' text is literal, and so is what a
// backslash precedes outside of it.
std::vector<std::string> shell_words(std::string_view command) {
  std::vector<std::string> words(1);
  bool quoted = false;
  for (std::size_t i = 0; i < command.size(); ++i) {
    if (command[i] == '\'') {
      quoted = !quoted;
    } else if (command[i] == ' ' && !quoted) {
      words.emplace_back();
    } else {
      if (command[i] == '\\' && !quoted) ++i;
      words.back() += command[i];
    }
  }
  require(!quoted, "every quote is closed");
  return words;
}

void check(const std::vector<std::string>& words) {
  Program program;
  try {
    if (!program.parse(words)) return;
  } catch (const UsageError& error) {
    return require(printable(error.what()) == error.what(), "a message is one printable line");
  }
  std::vector<std::string> command = shell_words(program.options.command({}));
  command.push_back("--");
  command.insert(command.end(), program.files.begin(), program.files.end());
  Program again;
  require(again.parse(command), "the printed command runs");
  const bool same = again.rate == program.rate && again.steps == program.steps &&
                    again.seed == program.seed && again.data == program.data &&
                    again.language == program.language && again.causal == program.causal &&
                    again.quiet == program.quiet && again.files == program.files;
  require(same, "the printed command asks for the same");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return check(parted(text_of(data, size))), 0;
}
