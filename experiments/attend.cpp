// Ask a saved model about a sentence: what does its pronoun mean, and what does it look at?
// Run         build/bin/attend --model runs/english/model.safetensors
//                 --sentence "The animal did n't cross the street because it was too tired ."
#include <algorithm>
#include <cmath>
#include <iostream>
#include <sstream>

#include "heed/error.hpp"
#include "heed/heatmap.hpp"
#include "heed/options.hpp"
#include "heed/probe.hpp"
#include "heed/run.hpp"
#include "heed/svg.hpp"
#include "heed/table.hpp"
#include "heed/utf8.hpp"

namespace {

using namespace heed;

struct Config {
  std::string model, sentence, data, svg, color = "auto";
};

// The sentence with a space for each wide blank of Chinese text.
std::string with_spaces(std::string sentence) {
  const std::string wide = "\u3000";
  for (std::size_t at; (at = sentence.find(wide)) != sentence.npos;) {
    sentence.replace(at, wide.size(), 1, ' ');
  }
  return sentence;
}

// A sentence without marked candidates: every word but the pronoun is one. The pronoun is the word
// in [], or else the only word that was one in training.
Example plain_sentence(const std::string& sentence, const std::vector<std::string>& pronouns) {
  Example example;
  std::istringstream words(with_spaces(sentence));
  std::vector<std::size_t> found;
  const bool marked = sentence.find('[') != sentence.npos;
  for (std::string word; words >> word;) {
    const bool in_brackets = word.size() > 2 && word.front() == '[' && word.back() == ']';
    if (in_brackets) word = word.substr(1, word.size() - 2);
    const bool known = std::find(pronouns.begin(), pronouns.end(), word) != pronouns.end();
    if (marked ? in_brackets : known) found.push_back(example.words.size());
    example.words.push_back(word);
  }
  if (found.size() != 1) {
    fail<InputError>("the sentence has ", found.size(), marked ? " words in []" : " known pronouns",
                     "; mark the one you mean, [it], and set words and signs apart by blanks");
  }
  example.pronoun = found.front();
  for (std::size_t i = 0; i < example.words.size(); ++i) {
    if (i != example.pronoun) example.candidates.push_back({i, i, false});
  }
  if (example.candidates.empty()) {
    fail<InputError>("the sentence has no word but ", quote(example.words.front()));
  }
  return example;
}

// The examples that the options ask about.
std::vector<Example> asked(const Config& config, const SavedResolver& saved) {
  if (!config.data.empty()) return read_examples(config.data);
  if (config.sentence.find('{') == config.sentence.npos)
    return {plain_sentence(config.sentence, saved.pronouns)};
  std::vector<Example> examples = parse_examples(config.sentence, "--sentence");
  if (examples.size() != 1) fail<InputError>("--sentence holds ", examples.size(), " sentences");
  return examples;
}

// Throws InputError for a sentence that the model has no places for.
void check_length(const Example& example, const EncoderConfig& encoder) {
  if (encoder.positions != Positions::kLearned || example.words.size() <= encoder.longest) return;
  fail<InputError>("the sentence has ", example.words.size(),
                   " words, but the model has places for ", encoder.longest);
}

// The words of the sentence that the model does not know, each once.
std::string unknown_words(const Example& example, const Vocabulary& vocabulary) {
  std::string list;
  for (std::size_t i = 0; i < example.words.size(); ++i) {
    const std::string& word = example.words[i];
    const auto first = std::find(example.words.begin(), example.words.end(), word);
    if (vocabulary.known(word) || first - example.words.begin() != static_cast<std::ptrdiff_t>(i))
      continue;
    list += concat(list.empty() ? "" : ", ", quote(word));
  }
  return list;
}

// The probability of each candidate. Throws NonFiniteError where the model computes no number.
std::vector<double> answer_to(const SavedResolver& saved, const Example& example) {
  const Questions questions({example});
  const std::vector<double> answer = ask(saved.model, saved.vocabulary, questions).front();
  for (const double probability : answer) {
    if (std::isfinite(probability)) continue;
    fail<NonFiniteError>("the model's answer is not finite: its weights are too large");
  }
  return answer;
}

// The best candidates with their probabilities: all, or of many five that have some.
void show(const SavedResolver& saved, const Example& example, const Config& config) {
  const std::vector<double> answer = answer_to(saved, example);
  std::vector<std::size_t> order(answer.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](auto a, auto b) { return answer[a] > answer[b]; });
  std::cout << quote(example.words[example.pronoun]) << " means";
  for (std::size_t i = 0; i < std::min<std::size_t>(order.size(), 5); ++i) {
    if (i > 0 && order.size() > 5 && answer[order[i]] < 0.001) break;
    std::cout << (i == 0 ? "  " : "   ")
              << printable(words_of(example, example.candidates[order[i]])) << ' '
              << percent(answer[order[i]]) << " %";
  }
  std::cout << '\n';
  const std::string unknown = unknown_words(example, saved.vocabulary);
  if (!unknown.empty()) std::cout << "not in training, read as <unk>: " << unknown << '\n';

  const HeatMap map = pronoun_map(saved.model, saved.vocabulary, example);
  const std::string& word = example.words[example.pronoun];
  const Style style{choose_colors(config.color, surroundings()), terminal_columns()};
  std::cout << (map.rows.empty() ? "no attention to show: 0 layers and no pointer\n"
                                 : strip(map, word, style));
  if (!config.svg.empty()) {
    write_file(config.svg, svg(map, concat("What ", word, " looks at"),
                               "A row for each head of attention, a column for each word."));
  }
}

// False where the command line only asked for help.
bool read_options(int argc, char** argv, Config& config) {
  Options options(
      "attend",
      "Ask a saved model what the pronoun of a sentence means, and show what it looks at.");
  options.example("attend --model M --sentence \"The cat crossed because it was tired .\"",
                  "one sentence");
  options.example("attend --model M --sentence \"The {dog} met the {cat} as [it] ran .\"",
                  "candidates and pronoun marked");
  options.example("attend --model M --data mine.txt", "every sentence of a file");
  options.text("model", config.model, "FILE", "a model.safetensors that coreference has written");
  options.text("sentence", config.sentence, "TEXT", "words and signs, set apart by blanks");
  options.text("data", config.data, "FILE", "sentences, one a line");
  options.text("svg", config.svg, "FILE", "also draw the map of --sentence there");
  options.choice("color", config.color, {"auto", "always", "never"}, "colours");
  if (!options.parse(argc, argv)) return false;
  if (config.model.empty()) fail<UsageError>("give the model: --model FILE");
  if (config.sentence.empty() == config.data.empty()) {
    fail<UsageError>("give either --sentence or --data");
  }
  if (!config.svg.empty() && config.sentence.empty()) {
    fail<UsageError>("--svg draws one --sentence");
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  return run_program("attend", [&] {
    Config config;
    if (!read_options(argc, argv, config)) return 0;
    const SavedResolver saved = load_resolver(config.model);
    for (Example& example : asked(config, saved)) {
      example.id.clear();
      if (!config.data.empty()) std::cout << '\n' << printable(to_string(example)) << '\n';
      check_length(example, saved.model.config().encoder);
      show(saved, example, config);
    }
    return 0;
  });
}
