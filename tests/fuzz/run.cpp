// Any bytes as the text files of a run that is to go on:
//   as config.txt they are the lines of the command, or they are refused by a UsageError in one
//   printable line that names the file; they stay as they were;
//   as metrics.jsonl of seeds, what counts are whole lines, seed after seed, whose numbers, written
//   and read again, are the same; what follows is cut off;
//   as metrics.jsonl of a page they are refused with an InputError that says the line, or they are
//   read: objects, whose numbers are finite; to read them twice adds nothing.
#include "heed/run.hpp"

#include <cmath>
#include <cstring>
#include <fstream>
#include <sstream>

#include "../temporary_folder.hpp"
#include "fuzz.hpp"
#include "heed/page.hpp"
#include "heed/seed_log.hpp"
#include "heed/utf8.hpp"

using namespace heed;

namespace {

std::string_view without_blank_end(std::string_view text) {
  return text.substr(0, text.find_last_not_of('\n') + 1);
}

void check_config(const std::string& text) {
  static const TemporaryFolder folder;
  static const std::string path = folder / "config.txt";
  std::ofstream(path) << text;
  const Invocation asked = {"rate = 0.5\nsteps = 600\n", "program"};
  bool goes_on = true;
  try {
    RunFolder("program", folder.path, Existing::kResume, asked);
  } catch (const UsageError& error) {
    goes_on = false;
    require(says_where(error.what(), path + ": says "), "a message names the file");
    require(printable(error.what()) == error.what(), "a message is one printable line");
  }
  const std::string lines = asked.config + "precision = float";
  require(goes_on == (without_blank_end(text) == lines), "it goes on where the lines are the same");
  require(read_file(path) == text, "config.txt stays as it was");
}

// To the last bit; there is one NaN.
bool same(const SeedResult& a, const SeedResult& b) { return std::memcmp(&a, &b, sizeof a) == 0; }

void check_seeds(const std::string& text) {
  constexpr std::size_t kSeeds = 3;
  const MemoryFile file(text), copy;
  const SeedLog log(file.path(), 1, kSeeds);
  const std::vector<SeedResult>& results = log.results();
  const std::string left = read_file(file.path());
  require(text.starts_with(left) && (left.empty() || left.back() == '\n'), "whole lines are left");
  SeedLog written(copy.path(), 1, kSeeds);
  for (const SeedResult& result : results) written.add(result);
  const SeedLog again(copy.path(), 1, kSeeds);
  require(std::equal(results.begin(), results.end(), again.results().begin(), again.results().end(),
                     same),
          "the same results, written and read again");
}

// The rows and measures that a log names.
void check_lines(const std::string& text, const Results& results) {
  std::istringstream lines(text);  // a line ends at \n alone: to JSON a \r is a blank
  for (std::string line; std::getline(lines, line);) {
    const Json object = parse_json(line, "line");
    require(object.kind == Json::Kind::object, "every line is an object");
    const Json* row = object.find("row");
    for (std::size_t i = 0; row != nullptr && i < object.keys.size(); ++i) {
      for (const double value : results.values(row->text, object.keys[i]))
        require(std::isfinite(value), "every measure is a finite number");
    }
  }
}

void check_page(const std::string& text) {
  const MemoryFile file(text);
  const std::string place = file.path() + ":#:";
  const auto swept = accepted(place, [&] {
    Results results;
    results.read(file.path());
    return results;
  });
  if (swept) check_lines(text, *swept);
  const auto resumed = accepted(place, [&] { return Results(file.path()); });
  require(!swept || resumed, "what sweep reads is gone on with");
  require(read_file(file.path()) == text.substr(0, text.rfind('\n') + 1), "whole lines are left");
  if (!resumed) return;
  Results twice = *accepted(place, [&] { return Results(file.path()); });
  const std::string once = twice.text();
  twice.read(file.path());
  require(twice.text() == once, "read twice, it is the same");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(text_of(data, size));
  check_config(text);
  check_seeds(text);
  check_page(text);
  return 0;
}
