// Stories that ask for a fact some words later. One or three facts are given, other words follow,
// and the last words ask:
//
//   remember egg  so then quite …  ?                                          → egg
//   remember red egg remember blue hat remember gold key  so …  ? blue        → hat
//
// Between the facts and the question lie `gap` words. With distractors every second of them, on
// average, is a noun too, that no "remember" stands before.
#pragma once

#include <string>
#include <vector>

#include "heed/array.hpp"
#include "heed/random.hpp"

namespace recall {

inline const std::vector<std::string> kColours = {"red",  "blue",  "gold",  "green",
                                                  "grey", "black", "white", "brown"};
inline const std::vector<std::string> kNouns = {"egg", "hat", "key", "lamp",
                                                "map", "net", "pen", "rope"};
inline const std::vector<std::string> kFillers = {
    "so",    "then", "quite", "still", "while", "there",  "soon",  "often",
    "again", "very", "down",  "over",  "under", "along",  "about", "since",
    "until", "ever", "never", "maybe", "just",  "rather", "here",  "now"};

// Word ids: nouns first, so that the id of a noun is its number as an answer.
inline constexpr int kNoun = 0, kColour = 8, kFiller = 16, kAsk = 40, kRemember = 41;
inline constexpr std::size_t kAnswers = 8, kWords = 42;

struct Task {
  std::size_t facts = 1;  // with more than one, each has a colour to ask by
  bool distractors = false;
};

struct Batch {
  heed::Indices words;    // [stories, length]
  heed::Indices answers;  // [stories], numbers of nouns
};

inline std::size_t length(const Task& task, std::size_t gap) {
  return task.facts > 1 ? 3 * task.facts + gap + 2 : 2 + gap + 1;
}

// Appends one story, and its answer. Colours differ within a story; nouns need not.
inline void append_story(const Task& task, std::size_t gap, heed::Random& random, Batch& batch) {
  const auto any = [&](int first, std::size_t count) {
    return first + static_cast<int>(random.below(count));
  };
  std::vector<int>& words = batch.words.values;
  std::vector<int> colours, nouns;
  for (int i = 0; i < kFiller - kColour; ++i) colours.push_back(kColour + i);
  random.shuffle(colours);
  const std::size_t asked = random.below(task.facts);
  for (std::size_t i = 0; i < task.facts; ++i) {
    nouns.push_back(any(kNoun, kNouns.size()));
    words.push_back(kRemember);
    if (task.facts > 1) words.push_back(colours[i]);
    words.push_back(nouns[i]);
  }
  for (std::size_t i = 0; i < gap; ++i) {
    const bool noun = task.distractors && random.below(2) == 0;
    words.push_back(noun ? any(kNoun, kNouns.size()) : any(kFiller, kFillers.size()));
  }
  words.push_back(kAsk);
  if (task.facts > 1) words.push_back(colours[asked]);
  batch.answers.values.push_back(nouns[asked]);
}

inline Batch stories(const Task& task, std::size_t gap, std::size_t count, heed::Random& random) {
  Batch batch{{{count, length(task, gap)}, {}}, {{count}, {}}};
  for (std::size_t i = 0; i < count; ++i) append_story(task, gap, random, batch);
  return batch;
}

inline std::string word(int id) {
  if (id < kColour) return kNouns[static_cast<std::size_t>(id)];
  if (id < kFiller) return kColours[static_cast<std::size_t>(id - kColour)];
  if (id < kAsk) return kFillers[static_cast<std::size_t>(id - kFiller)];
  return id == kAsk ? "?" : "remember";
}

// Twenty stories as lines "answer<TAB>words": what sample.txt shows.
inline std::string sample() {
  std::string text;
  heed::Random random(1);
  for (const Task& task : {Task{1, false}, Task{1, true}, Task{3, false}, Task{3, true}}) {
    for (std::size_t gap = 0; gap < 10; gap += 2) {
      const Batch one = stories(task, gap, 1, random);
      text += word(one.answers.values[0]) + '\t';
      for (const int id : one.words.values) text += word(id) + ' ';
      text.back() = '\n';
    }
  }
  return text;
}

}  // namespace recall
