// The sentences that pages draw for themselves: binding and roles.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

#include "../datasets/binding/grammar.hpp"
#include "../datasets/roles/grammar.hpp"
#include "heed/baselines.hpp"

using namespace heed;

namespace {

// The number of a word in a list; the list's size where it is not there.
std::size_t number(const std::vector<std::string>& list, const std::string& word) {
  return static_cast<std::size_t>(std::find(list.begin(), list.end(), word) - list.begin());
}

// The numbers of the words of a sentence that are in a list.
std::set<std::size_t> numbers(const std::vector<std::string>& list, const Example& example) {
  std::set<std::size_t> found;
  for (const std::string& word : example.words) found.insert(number(list, word));
  found.erase(list.size());
  return found;
}

// How many of a sentence's pairs of a noun and an adjective have equal numbers modulo 4.
std::size_t equal_pairs(const std::set<std::size_t>& nouns, const std::set<std::size_t>& others) {
  std::size_t pairs = 0;
  for (const std::size_t n : nouns) {
    for (const std::size_t a : others) pairs += n % 4 == a % 4;
  }
  return pairs;
}

// The best of the rules on `test`, those but one.
double best_rule(const std::vector<Example>& train, const std::vector<Example>& test,
                 const std::string& but = "") {
  double best = 0;
  for (const Baseline& rule : baselines(train, test)) {
    double right = 0;
    for (const double share : rule.right) right += share / static_cast<double>(test.size());
    if (rule.name != but) best = std::max(best, right);
  }
  return best;
}

const std::vector<binding::Language> kBinding = {binding::english(), binding::chinese()};
const std::vector<roles::Language> kRoles = {roles::english(), roles::chinese()};

}  // namespace

TEST_CASE("binding: 32 different nouns and 32 different adjectives in each language") {
  for (const binding::Language& language : kBinding) {
    const binding::Words all = binding::all_words(language);
    CHECK(language.nouns.size() == 32);
    CHECK(language.adjectives.size() == 32);
    CHECK(std::set<std::string>(all.begin(), all.end()).size() == all.size());
  }
}

TEST_CASE("binding: a sentence and its twin, as they are written") {
  const binding::Item item{{0, 1, 2}, {0, 1, 2}, {1, 0}};
  const binding::Language english = binding::english();
  CHECK(to_string(binding::sentence(english, item, 0)) ==
        "the {dog} was red , the {cat}* was old , the {cow} was wet , [it] was old .");
  CHECK(to_string(binding::sentence(english, item, 1)) ==
        "the {dog}* was red , the {cat} was old , the {cow} was wet , [it] was red .");
  CHECK(to_string(binding::sentence(binding::chinese(), item, 0)) ==
        "{狗} 很 红 ， {猫}* 很 老 ， {牛} 很 湿 ， [它] 很 老 。");
}

TEST_CASE("binding: all pairs of a sentence, crossed ones too, are on one side of the split") {
  Random random(1);
  for (const binding::Language& language : kBinding) {
    for (const bool unseen : {false, true}) {
      bool one_side = true;
      for (const Example& e : binding::sentences(language, 3, 32, unseen, 100, random)) {
        const auto nouns = numbers(language.nouns, e), adjectives = numbers(language.adjectives, e);
        one_side &= nouns.size() == 3 && adjectives.size() == 3;
        one_side &= equal_pairs(nouns, adjectives) == (unseen ? 9 : 0);
      }
      CHECK(one_side);
    }
  }
}

TEST_CASE("binding: the antecedent is the noun whose adjective is said again") {
  Random random(2);
  for (const binding::Language& language : kBinding) {
    bool right = true;
    for (const Example& e : binding::sentences(language, 3, 8, false, 100, random)) {
      for (const Mention& noun : e.candidates) {
        right &= noun.antecedent == (e.words[noun.first + 2] == e.words[e.pronoun + 2]);
      }
    }
    CHECK(right);
  }
}

TEST_CASE("binding: no rule is better than chance") {
  for (const std::size_t facts : {2u, 3u}) {
    Random random(3);
    const auto draw = [&](bool unseen) {
      return binding::sentences(binding::english(), facts, 32, unseen, 300, random);
    };
    const auto train = draw(false), test = draw(true);
    CHECK(best_rule(train, test) < 1.0 / static_cast<double>(facts) + 0.06);
  }
}

TEST_CASE("roles: a sentence of each level, as they are written") {
  const roles::Language english = roles::english();
  CHECK(to_string(roles::sentence(english, {0, 1, 0, 0, 0, 0, 0}, 0)) ==
        "the {trophy}* does n't fit in the {suitcase} because [it] is so big .");
  CHECK(to_string(roles::sentence(english, {0, 1, 0, 0, 0, 0, 0}, 1)) ==
        "the {trophy} does n't fit in the {suitcase}* because [it] is so small .");
  CHECK(to_string(roles::sentence(english, {0, 1, 0, 1, 0, 0, 0}, 0)) ==
        "the {trophy} does n't fit in the {suitcase}* although [it] is so big .");
  CHECK(to_string(roles::sentence(english, {1, 0, 0, 1, 1, 0, 0}, 0)) ==
        "the {suitcase}* has no room for the {trophy} although [it] is so big .");
  CHECK(to_string(roles::sentence(roles::chinese(), {0, 1, 0, 0, 0, 0, 0}, 0)) ==
        "{奖杯}* 放不进 {箱子} ， 因为 [它] 很 大 。");
}

TEST_CASE("roles: all sentences have one length, and both nouns are on one side of the split") {
  Random random(4);
  for (const roles::Language& language : kRoles) {
    for (const bool unseen : {false, true}) {
      std::set<std::size_t> lengths;
      bool one_side = true;
      for (const Example& e : roles::sentences(language, 3, unseen, 200, random)) {
        lengths.insert(e.words.size());
        std::set<std::size_t> adjectives = numbers(language.adjectives[0], e);
        adjectives.merge(numbers(language.adjectives[1], e));
        const auto nouns = numbers(language.nouns, e);
        one_side &= nouns.size() == 2 && adjectives.size() == 1;
        one_side &= equal_pairs(nouns, adjectives) == (unseen ? 2 : 0);
      }
      CHECK(lengths.size() == 1);
      CHECK(one_side);
    }
  }
}

TEST_CASE("roles: each switch alone turns the answer over, two together do not") {
  const auto first = [](std::size_t connective, std::size_t verb, std::size_t size) {
    const roles::Item item{3, 5, 2, connective, verb, 1, 1};
    return roles::sentence(roles::chinese(), item, size).candidates[0].antecedent;
  };
  CHECK(first(0, 0, 0));
  CHECK_FALSE(first(0, 0, 1));
  CHECK_FALSE(first(0, 1, 0));
  CHECK_FALSE(first(1, 0, 0));
  CHECK(first(0, 1, 1));
  CHECK(first(1, 0, 1));
  CHECK(first(1, 1, 0));
  CHECK_FALSE(first(1, 1, 1));
}

TEST_CASE("roles: no rule is better than chance, but for the place and the adjective on level 1") {
  for (const roles::Language& language : kRoles) {
    for (const std::size_t level : {1u, 2u, 3u}) {
      Random random(5);
      const auto train = roles::sentences(language, level, false, 300, random);
      const auto test = roles::sentences(language, level, true, 300, random);
      CHECK(best_rule(train, test, level == 1 ? "clue alone" : "") < 0.6);
      if (level == 1) CHECK(best_rule(train, test) > 0.99);
    }
  }
}
