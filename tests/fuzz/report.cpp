// Any bytes as what a report shows, which are the words of a sentence and all that was typed:
//   as a JSON string they are read as they were, with U+FFFD for each byte that is not UTF-8;
//   as text they hold nothing that markup is made of, nor a control character;
//   a page of them has as many < as one of other words, and is UTF-8; its data is strict JSON.
#include "heed/report.hpp"

#include <algorithm>
#include <numeric>
#include <sstream>

#include "fuzz.hpp"
#include "heed/json.hpp"
#include "heed/svg.hpp"
#include "heed/utf8.hpp"
#include "smallest.hpp"

using namespace heed;

namespace {

constexpr std::size_t kWords = 6;

// A sentence of so many words: those of the text, and others for those it lacks.
Example example_of(const std::string& text) {
  Example example;
  std::istringstream words(text);
  for (std::string word; example.words.size() < kWords && std::getline(words, word, ' ');)
    if (!word.empty()) example.words.push_back(word);
  while (example.words.size() < kWords) example.words.push_back("word");
  example.candidates = {{0, 1, true}, {2, 3, false}};
  example.pronoun = 4;
  return example;
}

Corpus corpus_of(const Example& example) {
  const std::vector<Example> all = {example};
  return {all, {{example.words[5], Questions({})}}, Vocabulary(all), {example.words[4]}, 6, all};
}

struct Model {
  Random random = Random(1);
  Resolver resolver = Resolver(smallest_config(), kWords + 2, random);
  TrainingState state = TrainingState(resolver.parameters());
  TrainingRecord record = TrainingRecord(state, 1);
};

// A run whose sentence and command are this text.
struct Run {
  std::string text;
  Example example = example_of(text);
  Corpus corpus = corpus_of(example);

  Report report() const {
    static Model model;
    return {model.resolver, corpus, model.record, {"", text, text}, text};
  }
};

std::string valid(const std::string& text) {
  std::string bytes;
  for (const char32_t point : decode_utf8(text)) bytes += encode_utf8(point);
  return bytes;
}

void check_escapes(const std::string& text) {
  const std::string quoted = json_string(text);
  require(parse_json(quoted, "quoted").text == valid(text), "the JSON string is the text");
  require(quoted.find('<') == quoted.npos, "no JSON string can end its script");
  const std::string safe = escape_markup(text);
  require(safe.find_first_of("<>\"'") == safe.npos, "no text is markup");
  require(printable(safe) == safe, "the text is UTF-8 without control characters");
}

void check_data(const Run& run) {
  const std::string data = report_data(run.report());
  const Json json = parse_json(data, "data");
  const Json* words = json.find("pairs")->items[0].find("first")->find("words");
  for (std::size_t i = 0; i < kWords; ++i)
    require(words->items[i].text == valid(run.example.words[i]), "the data gives the words back");
  require(json.find("tables")->text == valid(run.text), "the data gives the text back");
  require(data.find('<') == data.npos, "nothing in the data can end its script");
}

void check_page(const Run& run) {
  static const std::string harmless = report_html(Run{"harmless"}.report());
  const std::string page = report_html(run.report());
  require(std::count(page.begin(), page.end(), '<') ==
              std::count(harmless.begin(), harmless.end(), '<'),
          "no word of the page is markup");
  require(valid_prefix(page) == page.size(), "the page is UTF-8");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(text_of(data, size));
  check_escapes(text);
  // A page takes a thousand times as long: it is made of one in 512 inputs.
  if (std::accumulate(data, data + size, 0u) % 512 != 0) return 0;
  const Run run{text};
  check_data(run);
  check_page(run);
  return 0;
}
