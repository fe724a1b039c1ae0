// The words and draws of binding: facts that no knowledge of the world can guess, then a question.
//
//   the dog was red , the cat was old , the cow was wet , it was old .          it: the cat
//   狗 很 红 ， 猫 很 老 ， 牛 很 湿 ， 它 很 老 。                             它: 猫
//
// Only the sentence says which noun has which adjective, and any noun may have any. In both
// languages the adjective of a fact stands two words behind its noun.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <string>
#include <vector>

#include "../twins.hpp"
#include "heed/random.hpp"

namespace binding {

using Words = std::vector<std::string>;

struct Language {
  std::string name;
  Words nouns, adjectives;                       // 32 of each
  std::string article, pronoun, is, comma, end;  // an empty article is left out
};

inline Language english() {
  return {
      "en",
      {"dog",  "cat",  "cow",  "horse", "goat",  "fox",  "bear", "wolf",  "hen",  "duck", "frog",
       "bee",  "lamp", "cup",  "chair", "table", "door", "ship", "car",   "book", "ball", "drum",
       "coat", "hat",  "shoe", "ring",  "box",   "bag",  "key",  "stone", "tree", "leaf"},
      {"red",   "old",   "wet",   "big",   "new",   "soft",   "cold",  "warm",
       "dark",  "clean", "dirty", "heavy", "light", "long",   "thin",  "thick",
       "round", "flat",  "loud",  "quiet", "fast",  "slow",   "blue",  "green",
       "white", "black", "sweet", "sour",  "rough", "smooth", "sharp", "dry"},
      "the",
      "it",
      "was",
      ",",
      "."};
}

inline Language chinese() {
  return {"zh",
          {"狗",   "猫",   "牛",   "马",   "羊",   "狐狸", "熊",   "狼",   "鸡", "鸭",  "青蛙",
           "蜜蜂", "灯",   "杯子", "椅子", "桌子", "门",   "船",   "车",   "书", "球",  "鼓",
           "大衣", "帽子", "鞋",   "戒指", "盒子", "包",   "钥匙", "石头", "树", "叶子"},
          {"红", "老", "湿", "大", "新", "软", "冷", "暖", "暗", "干净", "脏",
           "重", "轻", "长", "薄", "厚", "圆", "平", "吵", "静", "快",   "慢",
           "蓝", "绿", "白", "黑", "甜", "酸", "糙", "滑", "尖", "干"},
          "",
          "它",
          "很",
          "，",
          "。"};
}

inline Words all_words(const Language& language) {
  Words all = {language.article, language.pronoun, language.is, language.comma, language.end};
  all.insert(all.end(), language.nouns.begin(), language.nouns.end());
  all.insert(all.end(), language.adjectives.begin(), language.adjectives.end());
  std::erase(all, "");
  return all;
}

// `facts` facts, then "it was", which asks for one of them.
struct Item {
  std::vector<std::size_t> nouns, adjectives;  // of each fact, by their numbers in Language
  std::array<std::size_t, 2> asked;            // the facts that the two twins ask for
};

// The first `count` of the numbers 0 … words − 1 in a random order.
inline std::vector<std::size_t> draw(std::size_t count, std::size_t words, heed::Random& random) {
  std::vector<std::size_t> all(words);
  std::iota(all.begin(), all.end(), std::size_t{0});
  random.shuffle(all);
  all.resize(count);
  return all;
}

// An item of the first `words` nouns and adjectives. All its pairs of a noun and an adjective, those
// of two different facts too, are held out, or none is: else what is never bound together would
// tell what is.
inline Item draw_item(std::size_t facts, std::size_t words, bool unseen, heed::Random& random) {
  Item item;
  const auto on_one_side = [&] {
    return std::all_of(item.nouns.begin(), item.nouns.end(), [&](std::size_t noun) {
      return std::all_of(
          item.adjectives.begin(), item.adjectives.end(),
          [&](std::size_t adjective) { return twins::held_out(noun, adjective) == unseen; });
    });
  };
  do {
    item.nouns = draw(facts, words, random);
    item.adjectives = draw(facts, words, random);
  } while (!on_one_side());
  const std::vector<std::size_t> asked = draw(2, facts, random);
  item.asked = {asked[0], asked[1]};
  return item;
}

// One of the two twins as a sentence.
inline heed::Example sentence(const Language& language, const Item& item, std::size_t twin) {
  heed::Example example;
  const auto say = [&](const std::string& word) {
    if (!word.empty()) example.words.push_back(word);
  };
  for (std::size_t i = 0; i < item.nouns.size(); ++i) {
    say(language.article);
    const std::size_t place = example.words.size();
    example.candidates.push_back({place, place, i == item.asked[twin]});
    say(language.nouns[item.nouns[i]]);
    say(language.is);
    say(language.adjectives[item.adjectives[i]]);
    say(language.comma);
  }
  example.pronoun = example.words.size();
  say(language.pronoun);
  say(language.is);
  say(language.adjectives[item.adjectives[item.asked[twin]]]);
  say(language.end);
  return example;
}

// `count` items, twins side by side.
inline std::vector<heed::Example> sentences(const Language& language, std::size_t facts,
                                            std::size_t words, bool unseen, std::size_t count,
                                            heed::Random& random) {
  return twins::draw(
      count, [&] { return draw_item(facts, words, unseen, random); },
      [&](const Item& item, std::size_t twin) { return sentence(language, item, twin); });
}

}  // namespace binding
