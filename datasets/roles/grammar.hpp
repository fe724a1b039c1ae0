// The words and draws of roles: who is too big for whom, in sentences like Winograd's trophy.
//
//   the trophy does n't fit in the suitcase because it is so big .              it: the trophy
//   the suitcase does n't hold the trophy although it is so big .               it: the suitcase
//   奖杯 放不进 箱子 ， 因为 它 很 大 。                                           it: 奖杯
//
// Each noun may be the thing or its container, so what counts is its role, not its meaning. Three
// switches turn the answer over, each on its own: the adjective (big, small), the connective
// (because, although) and the verb (fit in, have room for). Level 1 uses the first alone, level 2
// two, level 3 all. All sentences have one length: else the places of words would tell the verb.
#pragma once

#include <array>
#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

#include "../twins.hpp"
#include "heed/random.hpp"

namespace roles {

using Words = std::vector<std::string>;

struct Language {
  std::string name;
  Words nouns;                              // 16; FIRST and SECOND are two of them
  std::array<Words, 2> adjectives;          // big ones, and as many small ones, their opposites
  std::array<Words, 2> connectives, verbs;  // because, although; fit in, have room
  std::string frame;
};

inline Language english() {
  return {"en",
          {"trophy", "suitcase", "box", "bag", "crate", "trunk", "drawer", "basket", "jar", "case",
           "chest", "pot", "bucket", "barrel", "cup", "tin"},
          {{{"big", "large", "wide", "thick", "tall", "huge", "broad", "bulky"},
            {"small", "little", "narrow", "thin", "short", "tiny", "slim", "compact"}}},
          {{{"because", "since"}, {"although", "though"}}},
          {{{"does n't fit in", "does n't go into"}, {"has no room for", "leaves no space for"}}},
          "the FIRST VERB the SECOND CONNECTIVE it is so ADJECTIVE ."};
}

inline Language chinese() {
  return {"zh",
          {"奖杯", "箱子", "盒子", "书包", "抽屉", "篮子", "瓶子", "罐子", "柜子", "水壶", "木桶",
           "皮箱", "口袋", "杯子", "花瓶", "饭盒"},
          {{{"大", "高", "宽", "厚", "长", "粗", "巨大", "肥大"},
            {"小", "矮", "窄", "薄", "短", "细", "微小", "瘦小"}}},
          {{{"因为", "由于"}, {"虽然", "尽管"}}},
          {{{"放不进", "塞不进"}, {"装不下", "盛不下"}}},
          "FIRST VERB SECOND ， CONNECTIVE 它 很 ADJECTIVE 。"};
}

// Two twins: the same sentence but for the size of the adjective.
struct Item {
  std::size_t first, second, adjective;  // by their numbers in Language
  std::size_t connective, verb;          // 0 because, 1 although; 0 fit in, 1 have room
  std::size_t connective_word, verb_word;
};

// Both nouns with the adjective are held out, or neither is.
inline Item draw_item(const Language& language, std::size_t level, bool unseen,
                      heed::Random& random) {
  Item item;
  do {
    item.first = random.below(language.nouns.size());
    item.second = random.below(language.nouns.size());
    item.adjective = random.below(language.adjectives[0].size());
  } while (item.first == item.second || twins::held_out(item.first, item.adjective) != unseen ||
           twins::held_out(item.second, item.adjective) != unseen);
  item.connective = level >= 2 ? random.below(2) : 0;
  item.verb = level >= 3 ? random.below(2) : 0;
  item.connective_word = random.below(language.connectives[0].size());
  item.verb_word = random.below(language.verbs[0].size());
  return item;
}

// The sentence with a big adjective (size 0) or its twin with a small one (size 1).
inline heed::Example sentence(const Language& language, const Item& item, std::size_t size) {
  // What does not fit because it is big is the first noun; each switch turns that over.
  const bool first = (size + item.connective + item.verb) % 2 == 0;
  heed::Example example;
  std::istringstream frame(language.frame);
  for (std::string symbol; frame >> symbol;) {
    std::string words = symbol;
    const std::size_t place = example.words.size();
    if (symbol == "FIRST") {
      words = language.nouns[item.first];
      example.candidates.push_back({place, place, first});
    } else if (symbol == "SECOND") {
      words = language.nouns[item.second];
      example.candidates.push_back({place, place, !first});
    } else if (symbol == "VERB") {
      words = language.verbs[item.verb][item.verb_word];
    } else if (symbol == "CONNECTIVE") {
      words = language.connectives[item.connective][item.connective_word];
    } else if (symbol == "ADJECTIVE") {
      words = language.adjectives[size][item.adjective];
    } else if (symbol == "it" || symbol == "它") {
      example.pronoun = place;
    }
    std::istringstream split(words);
    for (std::string word; split >> word;) example.words.push_back(word);
  }
  return example;
}

// `count` items of a level, twins side by side.
inline std::vector<heed::Example> sentences(const Language& language, std::size_t level,
                                            bool unseen, std::size_t count, heed::Random& random) {
  return twins::draw(
      count, [&] { return draw_item(language, level, unseen, random); },
      [&](const Item& item, std::size_t size) { return sentence(language, item, size); });
}

}  // namespace roles
