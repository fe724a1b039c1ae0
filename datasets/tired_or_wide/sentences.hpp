// The sentences of tired_or_wide: what each file holds, and how its twins are drawn.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "grammar.hpp"
#include "heed/error.hpp"
#include "heed/random.hpp"

namespace tired_or_wide {

using heed::Random;

// A file of sentences: where, below the folder of the data set, and what it holds.
struct File {
  std::string path, text;
};

// One of the five files of a language.
struct Split {
  std::string name;
  std::size_t twins;     // two sentences each
  bool held_out;         // its nouns meet the adjectives they never meet elsewhere
  std::string describe;  // the second comment line
};

inline const std::array<Split, 5> kSplits = {{
    {"train", 2000, false,
     "What models learn from. The first two are the article's own sentence and its twin."},
    {"iid", 250, false, "Made like train.txt; none of its sentences is there."},
    {"comb", 500, true, "Only pairs of noun and adjective that occur in no other file."},
    {"far", 250, false,
     "10 to 100 words between the second noun and the pronoun; at most 8 in train.txt."},
    {"template", 250, false,
     "Sentence frames that occur in no other file, made of the same words."},
}};

// A quarter of the 8 × 8 pairs of a class: every noun and every adjective loses two partners.
inline bool held_out(std::size_t noun, std::size_t adjective) {
  return (noun + adjective) % 4 == 3;
}

// The text with every symbol of the rules replaced by one of its phrases, and so on down; by the
// first phrase where `random` is null.
inline std::string expand(const std::string& text, const Rules& rules, Random* random) {
  std::istringstream words(text);
  std::string result, word;
  while (words >> word) {
    const auto rule = rules.find(word);
    if (rule != rules.end()) {
      const Phrases& phrases = rule->second;
      word = expand(phrases[random ? random->below(phrases.size()) : 0], rules, random);
    }
    if (!result.empty() && !word.empty()) result += ' ';
    result += word;
  }
  return result;
}

// An English sentence begins with a capital.
inline std::string capitalised(std::string text) {
  bool begins = true;
  for (char& c : text) {
    if (begins && c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    begins = c == '.' || (begins && c == ' ');
  }
  return text;
}

// What the two sentences of one twin pair share: all but the adjective that decides.
struct Pair {
  std::array<std::size_t, 2> classes = {0, 1}, nouns = {0, 0}, adjectives = {0, 0};
  std::string sentence;  // with FIRST, SECOND, GOLD and OTHER to be filled in
};

// The sentence of the pair whose pronoun means noun 0 or noun 1.
inline std::string sentence(const Language& language, const Pair& pair, std::size_t gold) {
  std::array<std::string, 2> noun, adjective;
  for (std::size_t i : {0u, 1u}) {
    const Class& kind = language.classes[pair.classes[i]];
    noun[i] = '{' + kind.nouns[pair.nouns[i]] + (i == gold ? "}*" : "}");
    adjective[i] = kind.adjectives[pair.adjectives[i]];
  }
  const Rules words = {{"FIRST", {noun[0]}},
                       {"SECOND", {noun[1]}},
                       {"GOLD", {adjective[gold]}},
                       {"OTHER", {adjective[1 - gold]}}};
  return capitalised(expand(pair.sentence, words, nullptr));
}

// 2 to 24 different scenes in a row, few more often than many.
inline std::string scenes(const Language& language, Random& random) {
  std::vector<std::string> all;
  for (const std::string& people : language.rules.at("PEOPLE")) {
    for (const std::string& act : language.rules.at("ACT")) {
      const Rules one = {{"PEOPLE", {people}}, {"ACT", {act}}};
      all.push_back(expand(language.rules.at("SCENE").front(), one, nullptr));
    }
  }
  random.shuffle(all);
  std::string text = all[0];
  const double u = random.uniform();
  const std::size_t count = 2 + static_cast<std::size_t>(23 * u * u * u * u);
  for (std::size_t i = 1; i < count; ++i) text += " " + language.comma + " " + all[i];
  return text;
}

// The rules of one sentence of the split: the language's own, and those of its classes and form.
inline Rules rules_for(const Language& language, const Split& split, const Pair& pair,
                       const std::string& reason, Random& random) {
  Rules rules = language.rules;
  rules["CLAUSE"] = rules.at(heed::concat("CLAUSE ", pair.classes[0], ' ', pair.classes[1]));
  rules["REASON"] = {reason};
  if (split.name == "far") {
    rules["SENTENCE"] = language.far;
    rules["SCENES"] = {scenes(language, random)};
  } else if (split.name == "template") {
    const Frame& frame = language.templates[random.below(language.templates.size())];
    rules["SENTENCE"] = {frame.sentence};
    rules["INSERT"] = {frame.insert};
  }
  return rules;
}

// The twelve ordered pairs of two different classes; each is followed by its reverse.
inline std::vector<std::array<std::size_t, 2>> class_pairs() {
  std::vector<std::array<std::size_t, 2>> pairs;
  for (std::size_t a = 0; a < 4; ++a) {
    for (std::size_t b = a + 1; b < 4; ++b) {
      pairs.push_back({a, b});
      pairs.push_back({b, a});
    }
  }
  return pairs;
}

// Twin pair i of the split: the first half are plain, a quarter each have the two contrastive
// forms, and the pairs of classes take turns. An odd pair has the adjectives of the one before it,
// in the other order: no adjective tells whether the first or the second noun is meant. The rest is
// chance.
inline Pair draw(const Language& language, const Split& split, std::size_t i, const Pair& before,
                 Random& random) {
  Pair pair;
  pair.classes = class_pairs()[i % 12];
  for (std::size_t side : {0u, 1u}) {
    pair.adjectives[side] = i % 2 == 0 ? random.below(8) : before.adjectives[1 - side];
    do {
      pair.nouns[side] = random.below(8);
    } while (held_out(pair.nouns[side], pair.adjectives[side]) != split.held_out);
  }
  const std::size_t quarter = 4 * i / split.twins;
  const std::string& reason = language.reasons[quarter < 2 ? 0 : quarter - 1];
  pair.sentence = expand("SENTENCE", rules_for(language, split, pair, reason, random), &random);
  return pair;
}

// The article's sentence: the first phrase of every rule.
inline Pair article(const Language& language) {
  Pair pair;
  Random unused(0);
  const Rules rules = rules_for(language, kSplits[0], pair, language.reasons[0], unused);
  pair.sentence = expand("SENTENCE", rules, nullptr);
  return pair;
}

// The pairs of one split. No sentence is among those seen, which all of its own then join.
inline std::vector<Pair> draw_all(const Language& language, const Split& split, Random& random,
                                  std::set<std::string>& seen) {
  std::vector<Pair> pairs;
  const auto add = [&](const Pair& pair) {
    const std::string first = sentence(language, pair, 0), second = sentence(language, pair, 1);
    if (seen.count(first) + seen.count(second) > 0) return;
    seen.insert({first, second});
    pairs.push_back(pair);
  };
  if (split.name == "train") add(article(language));
  while (pairs.size() < split.twins) {
    const Pair before = pairs.empty() ? Pair() : pairs.back();
    add(draw(language, split, pairs.size(), before, random));
  }
  return pairs;
}

// The text of one file: its pairs in any order, but pair 0 first.
inline std::string text_of(const Language& language, const Split& split, Random& random,
                           std::set<std::string>& seen) {
  const std::vector<Pair> pairs = draw_all(language, split, random, seen);
  std::vector<std::size_t> order(pairs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  random.shuffle(order);
  std::swap(*std::find(order.begin(), order.end(), std::size_t{0}), order.front());
  std::string text =
      heed::concat("# tired_or_wide, ", language.name, '/', split.name, ".txt: ", split.twins,
                   " pairs of twins.\n# ", split.describe, '\n');
  for (std::size_t number = 0; number < order.size(); ++number) {
    for (std::size_t gold : {0u, 1u}) {
      const std::string line = sentence(language, pairs[order[number]], gold);
      text += heed::concat(number, '.', gold, '\t', line, '\n');
    }
  }
  return text;
}

// Every file of the data set. Each has a stream of chance of its own.
inline std::vector<File> all_files() {
  std::vector<File> files;
  for (const Language& language : {english(), chinese()}) {
    std::set<std::string> seen;
    for (const Split& split : kSplits) {
      Random random(1, files.size());
      const std::string text = text_of(language, split, random, seen);
      files.push_back({language.name + '/' + split.name + ".txt", text});
    }
  }
  return files;
}

}  // namespace tired_or_wide
