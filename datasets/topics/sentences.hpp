// The sentences of topics: how one is drawn, and how one becomes a question with words missing.
#pragma once

#include <cstddef>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "grammar.hpp"
#include "heed/error.hpp"
#include "heed/ops.hpp"
#include "heed/random.hpp"
#include "heed/vocabulary.hpp"

namespace topics {

// The share of verbs, adjectives and places that are of any topic, not of the noun's.
inline constexpr double kStray = 0.1;

struct Sentence {
  Words words;
  std::size_t topic = 0;              // of its noun
  std::size_t subject = 0, verb = 0;  // their places among the words
};

// One sentence: a frame, a topic, a noun, each as likely as the others; verb, adjective and place
// are of the noun's topic, but for a share `stray` of them, which are of any topic.
inline Sentence draw(const Language& language, double stray, heed::Random& random) {
  Sentence sentence;
  sentence.topic = random.below(language.topics.size());
  const auto pick = [&](Words Topic::*kind, double share) {
    const bool strays = random.uniform() < share;
    const std::size_t topic = strays ? random.below(language.topics.size()) : sentence.topic;
    const Words& words = language.topics[topic].*kind;
    return words[random.below(words.size())];
  };
  std::istringstream frame(language.frames[random.below(language.frames.size())]);
  for (std::string word; frame >> word;) {
    if (word == "NOUN") sentence.subject = sentence.words.size(), word = pick(&Topic::nouns, 0);
    if (word == "VERB") sentence.verb = sentence.words.size(), word = pick(&Topic::verbs, stray);
    if (word == "ADJECTIVE") word = pick(&Topic::adjectives, stray);
    if (word == "PLACE") word = pick(&Topic::places, stray);
    std::istringstream parts(word);
    while (parts >> word) sentence.words.push_back(word);
  }
  return sentence;
}

inline std::vector<Sentence> draw(const Language& language, std::size_t count, double stray,
                                  heed::Random& random) {
  std::vector<Sentence> sentences(count);
  for (Sentence& sentence : sentences) sentence = draw(language, stray, random);
  return sentences;
}

// Twenty sentences, a line each: what a reader sees of the language.
inline std::string sample(const Language& language) {
  heed::Random random(1);
  std::string text;
  for (const Sentence& sentence : draw(language, 20, kStray, random)) {
    for (std::size_t i = 0; i < sentence.words.size(); ++i) {
      text += (i > 0 ? " " : "") + sentence.words[i];
    }
    text += '\n';
  }
  return text;
}

// The same language with two nouns exchanged: what was said of one is now said of the other.
inline Language exchanged(Language language, const std::string& one, const std::string& other) {
  for (Topic& topic : language.topics) {
    for (std::string& noun : topic.nouns) {
      if (noun == one) {
        noun = other;
      } else if (noun == other) {
        noun = one;
      }
    }
  }
  return language;
}

inline const std::string kMask = "<mask>";

// Every word of the language, and the one that stands for a hidden word.
inline heed::Vocabulary vocabulary(const Language& language) {
  std::vector<std::string> words = {kMask};
  const auto add = [&](const std::string& text) {
    std::istringstream parts(text);
    for (std::string word; parts >> word;) words.push_back(word);
  };
  for (const std::string& frame : language.frames) {
    std::istringstream parts(frame);
    for (std::string word; parts >> word;) {
      if (word != "NOUN" && word != "VERB" && word != "ADJECTIVE" && word != "PLACE") add(word);
    }
  }
  for (const Topic& topic : language.topics) {
    for (const Words* kind : {&topic.nouns, &topic.verbs, &topic.adjectives, &topic.places}) {
      for (const std::string& text : *kind) add(text);
    }
  }
  return heed::Vocabulary(words);
}

// Sentences as numbers: ids [B, T] and mask [B, 1, 1, T], as pad() has them, and what is asked.
struct Batch : heed::Padded {
  heed::Indices labels;  // [B, T], the word to be named, kIgnore where none is

  // Complete sentences, nothing asked.
  Batch(const std::vector<Sentence>& sentences, const heed::Vocabulary& vocabulary)
      : heed::Padded(heed::pad(sentences, vocabulary)),
        labels{ids.shape, std::vector<int>(ids.values.size(), heed::kIgnore)} {}

  // Asks for one word in five, of which 80 % are hidden, 10 % replaced by any other, 10 % left as
  // they are: every word must be read, and none quite trusted.   Devlin et al. 2019, §3.1
  void hide(const heed::Vocabulary& vocabulary, heed::Random& random) {
    for (std::size_t i = 0; i < ids.values.size(); ++i) {
      if (mask[i] == 0 || random.uniform() >= 0.2) continue;
      labels.values[i] = ids.values[i];
      const double u = random.uniform();
      if (u < 0.8) {
        ids.values[i] = vocabulary.id(kMask);
      } else if (u < 0.9) {
        ids.values[i] = static_cast<int>(2 + random.below(vocabulary.size() - 2));
      }
    }
  }

  // Asks for every word, and hides none.
  void ask_all() {
    for (std::size_t i = 0; i < ids.values.size(); ++i) {
      if (mask[i] != 0) labels.values[i] = ids.values[i];
    }
  }
};

}  // namespace topics
