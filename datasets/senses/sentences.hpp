// Words with two meanings, and the word beside them that tells which is meant.
//
//   plain      she saw the deposit at the bank .
//   two clues  she forgot the river and saw the deposit at the bank .
//   its twin   she forgot the deposit and saw the river at the bank .
//
// Twins consist of the same words in another order, so that a bag of words is right in one of the
// two. The clue that counts comes first as often as last, and is the nearer one as often as not.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "heed/random.hpp"

namespace senses {

using Phrases = std::vector<std::string>;

// A word, and the clues of each of its two meanings, four of each.
struct Word {
  std::string name;
  std::array<Phrases, 2> clues;
};

// Words that stand in the same frames. WORD: the word; GOLD: the clue that counts; OTHER: a clue of
// the other meaning. Of the four frames with two clues, each combination of first or last and near
// or far has one.
struct Group {
  std::vector<Word> words;
  Phrases plain, two_clues;
};

struct Language {
  std::string name;
  std::vector<Group> groups;
  Phrases people, saw, forgot;  // what PERSON, SAW and FORGOT become
};

inline Language english() {
  return {
      "en",
      {{{{"bank", {{{"deposit", "loan", "salary", "cheque"}, {"river", "boat", "reed", "ferry"}}}},
         {"pool", {{{"cue", "chalk", "rack", "bet"}, {"swimmer", "diver", "towel", "float"}}}},
         {"court", {{{"judge", "lawyer", "verdict", "jury"}, {"racket", "net", "coach", "ball"}}}},
         {"plant", {{{"engine", "worker", "boiler", "pipe"}, {"root", "leaf", "seed", "stem"}}}},
         {"bat", {{{"cave", "wing", "moth", "fang"}, {"helmet", "glove", "pitch", "base"}}}},
         {"crane", {{{"nest", "egg", "feather", "marsh"}, {"crate", "cable", "hook", "beam"}}}},
         {"seal", {{{"wax", "letter", "ribbon", "stamp"}, {"whale", "ice", "fish", "shore"}}}},
         {"spring", {{{"coil", "lever", "clock", "screw"}, {"well", "brook", "moss", "fern"}}}}},
        {"PERSON SAW the GOLD at the WORD .", "at the WORD PERSON SAW the GOLD ."},
        {"PERSON FORGOT the OTHER and SAW the GOLD at the WORD .",
         "PERSON SAW the GOLD and FORGOT the OTHER at the WORD .",
         "at the WORD PERSON FORGOT the OTHER and SAW the GOLD .",
         "at the WORD PERSON SAW the GOLD and FORGOT the OTHER ."}}},
      {"she", "he", "they", "we"},
      {"saw", "found", "kept", "noticed"},
      {"forgot", "missed", "left", "lost"}};
}

inline Language chinese() {
  return {"zh",
          {{{{"打", {{{"篮球", "网球", "排球", "羽毛球"}, {"电话", "电报", "传真", "长途"}}}},
             {"开", {{{"汽车", "卡车", "火车", "飞机"}, {"会议", "晚会", "派对", "讲座"}}}},
             {"包", {{{"饺子", "馄饨", "粽子", "春卷"}, {"礼物", "书本", "礼盒", "鲜花"}}}},
             {"拉", {{{"提琴", "二胡", "手风琴", "胡琴"}, {"板车", "马车", "雪橇", "木箱"}}}}},
            {"PERSON 要 WORD 的 是 GOLD 。", "是 GOLD PERSON 要 WORD 。"},
            {"不是 OTHER ， 是 GOLD PERSON 要 WORD 。", "是 GOLD ， 不是 OTHER PERSON 要 WORD 。",
             "PERSON 要 WORD 的 不是 OTHER ， 是 GOLD 。",
             "PERSON 要 WORD 的 是 GOLD ， 不是 OTHER 。"}},
           {{{"苹果", {{{"香蕉", "葡萄", "果园", "果汁"}, {"手机", "电脑", "耳机", "屏幕"}}}},
             {"小米", {{{"稀饭", "杂粮", "馒头", "豆浆"}, {"电视", "手环", "音箱", "充电器"}}}},
             {"杜鹃", {{{"羽毛", "鸟巢", "翅膀", "鸟蛋"}, {"花盆", "花瓣", "叶子", "泥土"}}}},
             {"黄牛", {{{"牛奶", "草地", "牛棚", "牧童"}, {"门票", "车票", "售票处", "演出"}}}}},
            {"PERSON SAW GOLD 在 WORD 旁边 。", "WORD 旁边 PERSON SAW GOLD 。"},
            {"PERSON FORGOT OTHER ， SAW GOLD 在 WORD 旁边 。",
             "PERSON SAW GOLD ， FORGOT OTHER 在 WORD 旁边 。",
             "WORD 旁边 PERSON FORGOT OTHER ， SAW GOLD 。",
             "WORD 旁边 PERSON SAW GOLD ， FORGOT OTHER 。"}}},
          {"他", "她", "他们", "我们"},
          {"看见", "找到", "拿着", "注意"},
          {"忘记", "错过", "放下", "丢失"}};
}

struct Sentence {
  Phrases words;
  std::size_t word = 0, gold = 0, other = 0;  // where they stand; other is 0 in plain sentences
  std::size_t meaning = 0;  // two to a word: 0 and 1 of the first, 2 and 3 of the second, …
  bool two_clues = false;
};

// Pairs of clues as in training, or the quarter that training never shows together.
enum class Split { kTrain, kComb };

inline std::size_t count_words(const Language& language) {
  std::size_t count = 0;
  for (const Group& group : language.groups) count += group.words.size();
  return count;
}

// Draws twins: the same frame and words, first with the word's first meaning, then its second.
class Draw {
 public:
  Draw(const Language& language, Split split, std::uint64_t seed)
      : language_(language), split_(split), random_(seed, static_cast<std::uint64_t>(split)) {}

  std::array<Sentence, 2> operator()(bool two_clues) {
    std::size_t number = random_.below(count_words(language_)), in_group = number;
    const Group* group = language_.groups.data();
    for (; in_group >= group->words.size(); ++group) in_group -= group->words.size();
    const Word& word = group->words[in_group];
    std::array<std::size_t, 2> clue = {random_.below(4), random_.below(4)};
    while ((clue[0] + clue[1]) % 4 == 3 ? split_ == Split::kTrain : split_ == Split::kComb) {
      clue = {random_.below(4), random_.below(4)};
    }
    const std::string& frame = pick(two_clues ? group->two_clues : group->plain);
    std::map<std::string, std::string> rules = {{"WORD", word.name},
                                                {"PERSON", pick(language_.people)},
                                                {"SAW", pick(language_.saw)},
                                                {"FORGOT", pick(language_.forgot)}};
    std::array<Sentence, 2> twins;
    for (std::size_t sense : {0u, 1u}) {
      rules["GOLD"] = word.clues[sense][clue[sense]];
      rules["OTHER"] = word.clues[1 - sense][clue[1 - sense]];
      twins[sense] = filled(frame, rules);
      twins[sense].meaning = 2 * number + sense;
      twins[sense].two_clues = two_clues;
    }
    return twins;
  }

 private:
  const std::string& pick(const Phrases& phrases) { return phrases[random_.below(phrases.size())]; }

  static Sentence filled(const std::string& frame,
                         const std::map<std::string, std::string>& rules) {
    Sentence s;
    std::istringstream symbols(frame);
    for (std::string symbol; symbols >> symbol;) {
      if (symbol == "WORD") s.word = s.words.size();
      if (symbol == "GOLD") s.gold = s.words.size();
      if (symbol == "OTHER") s.other = s.words.size();
      const auto rule = rules.find(symbol);
      s.words.push_back(rule == rules.end() ? symbol : rule->second);
    }
    return s;
  }

  Language language_;
  Split split_;
  heed::Random random_;
};

// `pairs` twins with one clue, then as many with two.
inline std::vector<Sentence> sentences(const Language& language, std::size_t pairs, Split split,
                                       std::uint64_t seed) {
  Draw draw(language, split, seed);
  std::vector<Sentence> all;
  for (std::size_t i = 0; i < 2 * pairs; ++i) {
    for (Sentence& s : draw(i >= pairs)) all.push_back(std::move(s));
  }
  return all;
}

// "she saw the deposit at the bank .<TAB>bank 6 0 deposit 3": the word, its place and its meaning, 0
// or 1, then the clue and its place.
inline std::string to_string(const Sentence& s) {
  std::string line;
  for (const std::string& word : s.words) line += (line.empty() ? "" : " ") + word;
  return line + '\t' + s.words[s.word] + ' ' + std::to_string(s.word) + ' ' +
         std::to_string(s.meaning % 2) + ' ' + s.words[s.gold] + ' ' + std::to_string(s.gold) +
         '\n';
}

// Of each language three pairs with one clue, three with two.
inline std::string sample() {
  std::string text;
  for (const Language& language : {english(), chinese()}) {
    for (const Sentence& sentence : sentences(language, 3, Split::kTrain, 1)) {
      text += to_string(sentence);
    }
  }
  return text;
}

}  // namespace senses
