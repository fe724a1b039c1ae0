#include "heed/corpus.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "heed/checksum.hpp"
#include "heed/error.hpp"
#include "heed/file.hpp"

namespace heed {
namespace {

// The splits of a folder: those that heed's own data sets have, in their order, then any others.
std::vector<std::string> split_names(const std::string& folder) {
  std::vector<std::string> names = {"iid", "comb", "far", "template"};
  std::vector<std::string> others;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    const std::string name = entry.path().stem().string();
    if (entry.path().extension() != ".txt" || name == "train") continue;
    if (std::find(names.begin(), names.end(), name) == names.end()) others.push_back(name);
  }
  std::sort(others.begin(), others.end());
  names.insert(names.end(), others.begin(), others.end());
  std::erase_if(names,
                [&](const std::string& name) { return !exists(folder + "/" + name + ".txt"); });
  return names;
}

// Every tenth sentence is kept apart; those that share an id stem, or say the same, count as one.
std::vector<Example> keep_apart(std::vector<Example>& examples) {
  std::vector<Example> train, apart;
  std::map<std::string, std::size_t> groups;  // of each stem
  std::size_t count = 0;
  for (Example& example : examples) {
    const std::size_t dot = example.id.rfind('.');
    std::string key = example.id.substr(0, dot);
    if (dot == std::string::npos) {
      for (const std::string& word : example.words) key += " " + word;
    }
    const std::size_t group = groups.try_emplace(key, count + 1).first->second;
    count = std::max(count, group);
    (group % 10 == 0 ? apart : train).push_back(std::move(example));
  }
  examples = std::move(train);
  return apart;
}

std::vector<Example> labelled(std::vector<Example> examples) {
  std::erase_if(examples, [](const Example& example) { return !example.labelled(); });
  return examples;
}

}  // namespace

const Split& Corpus::main_split() const {
  const auto comb = std::find_if(splits.begin(), splits.end(),
                                 [](const Split& split) { return split.name == "comb"; });
  return comb == splits.end() ? splits.front() : *comb;
}

namespace {

std::string fingerprint_of(const std::vector<Example>& train, const std::vector<Split>& splits) {
  Checksum sum;
  const auto add = [&sum](const std::vector<Example>& examples) {
    for (const Example& example : examples) sum.add(to_string(example) + "\n");
  };
  add(train);
  for (const Split& split : splits) {
    sum.add(split.name + "\n");
    add(split.questions.examples);
  }
  return to_string(sum);
}

// What follows from the sentences: vocabulary, pronouns, lengths, and the ones to show.
Corpus describe(std::vector<Example> train, std::vector<Split> splits) {
  Vocabulary vocabulary(train);
  std::string fingerprint = fingerprint_of(train, splits);
  Corpus corpus{std::move(train),      std::move(splits), std::move(vocabulary), {}, 0, {},
                std::move(fingerprint)};
  std::set<std::string> pronouns;
  for (const Example& example : corpus.train) {
    pronouns.insert(example.words[example.pronoun]);
    corpus.longest = std::max(corpus.longest, example.words.size());
  }
  for (const Split& split : corpus.splits) {
    for (const Example& example : split.questions.examples) {
      corpus.longest = std::max(corpus.longest, example.words.size());
    }
  }
  corpus.pronouns.assign(pronouns.begin(), pronouns.end());
  corpus.shown = {corpus.train.front()};
  const std::vector<Twins> twins = find_twins(corpus.train);
  if (!twins.empty()) {
    corpus.shown = {corpus.train[twins.front().first], corpus.train[twins.front().second]};
  }
  return corpus;
}

// Where heed's own sentences are: beside the program that make install put into PREFIX/bin, else in
// the checkout that it was built from.
std::string datasets() {
  const std::string installed = program_folder() + "/../share/heed/datasets";
  return exists(installed) ? installed : HEED_DATASETS;
}

}  // namespace

Corpus load_corpus(const std::string& data, const std::string& language) {
  const std::string path = data.empty() ? datasets() + "/tired_or_wide/" + language : data;
  std::error_code unreadable;  // which reading it says better
  const bool folder = std::filesystem::is_directory(path, unreadable);
  std::vector<Example> train = labelled(read_examples(folder ? path + "/train.txt" : path));
  std::vector<Split> splits;
  if (folder) {
    for (const std::string& name : split_names(path)) {
      splits.push_back({name, Questions(labelled(read_examples(path + "/" + name + ".txt")))});
    }
  } else {
    std::vector<Example> apart = keep_apart(train);
    if (!apart.empty()) splits.push_back({"held out", Questions(std::move(apart))});
  }
  if (train.empty()) {
    fail<InputError>(path, ": no sentence has an antecedent; mark one with * behind its }");
  }
  if (splits.empty()) splits.push_back({"train", Questions(train)});
  return describe(std::move(train), std::move(splits));
}

void check_reach(const Corpus& corpus, const std::string& name) {
  for (const Example& example : corpus.train) {
    const auto seen = [&](const Mention& m) { return m.antecedent && m.first < example.pronoun; };
    if (std::any_of(example.candidates.begin(), example.candidates.end(), seen)) continue;
    fail<InputError>(name, ":", example.line, ": the antecedent stands behind the pronoun, where ",
                     "--causal lets nothing look; try --readout name");
  }
}

}  // namespace heed
