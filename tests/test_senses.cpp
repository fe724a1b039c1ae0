#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

#include "../datasets/senses/quiz.hpp"
#include "heed/file.hpp"
#include "support.hpp"

using namespace senses;

namespace {

std::vector<Language> languages() { return {english(), chinese()}; }

std::vector<std::string> bag(Sentence s) {
  std::sort(s.words.begin(), s.words.end());
  return s.words;
}

std::size_t distance(std::size_t a, std::size_t b) { return std::max(a, b) - std::min(a, b); }

// The share of sentences with two clues in which the rule takes the one that counts.
template <class Rule>
double right(const Language& language, Rule rule) {
  double all = 0, found = 0;
  for (const Sentence& s : sentences(language, 2000, Split::kComb, 5)) {
    if (!s.two_clues) continue;
    ++all;
    if (rule(s)) ++found;
  }
  return found / all;
}

}  // namespace

TEST_CASE("senses: the generator writes the committed sample again, byte for byte") {
  CHECK(sample() == heed::read_file(HEED_DATASETS "/senses/sample.txt"));
}

TEST_CASE("senses: no clue stands for two meanings") {
  for (const Language& language : languages()) {
    std::set<std::string> seen;
    std::size_t count = 0;
    for (const Group& group : language.groups) {
      for (const Word& word : group.words) {
        for (const Phrases& clues : word.clues) {
          CHECK(clues.size() == 4);
          seen.insert(clues.begin(), clues.end());
          count += clues.size();
        }
      }
    }
    CHECK(seen.size() == count);
  }
}

TEST_CASE("senses: twins mean the two things; with two clues they are the same words") {
  for (const Language& language : languages()) {
    const std::vector<Sentence> all = sentences(language, 200, Split::kTrain, 5);
    REQUIRE(all.size() == 800);
    for (std::size_t i = 0; i < all.size(); i += 2) {
      const Sentence &a = all[i], &b = all[i + 1];
      CAPTURE(to_string(a));
      CHECK(a.meaning % 2 == 0);
      CHECK(b.meaning == a.meaning + 1);
      CHECK(a.two_clues == (i >= 400));
      CHECK((bag(a) == bag(b)) == a.two_clues);
      CHECK(a.words != b.words);
    }
  }
}

TEST_CASE("senses: the clue that counts is first or last, near or far, equally often") {
  for (const Language& language : languages()) {
    CAPTURE(language.name);
    const double first = right(language, [](const Sentence& s) { return s.gold < s.other; });
    const double nearest = right(language, [](const Sentence& s) {
      return distance(s.gold, s.word) < distance(s.other, s.word);
    });
    CHECK(std::abs(first - 0.5) <= 0.05);
    CHECK(std::abs(nearest - 0.5) <= 0.05);
  }
}

TEST_CASE("senses: train knows every word of comb, and none of its pairs of clues") {
  for (const Language& language : languages()) {
    std::set<std::set<std::string>> pairs;
    std::set<std::string> words;
    for (const Sentence& s : sentences(language, 1000, Split::kTrain, 1)) {
      words.insert(s.words.begin(), s.words.end());
      if (s.two_clues) pairs.insert({s.words[s.gold], s.words[s.other]});
    }
    CHECK(pairs.size() == count_words(language) * 12);
    for (const Sentence& s : sentences(language, 250, Split::kComb, 1)) {
      CAPTURE(to_string(s));
      if (s.two_clues) CHECK(pairs.count({s.words[s.gold], s.words[s.other]}) == 0);
      for (const std::string& word : s.words) CHECK(words.count(word) == 1);
    }
  }
}

TEST_CASE("senses: who always takes the first meaning is right in half, and in no pair of twins") {
  const std::vector<Sentence> asked = sentences(english(), 10, Split::kComb, 1);
  const Quiz quiz(asked, heed::Vocabulary(heed::all_words(asked)));
  heed::Array always = heed::zeros({asked.size(), 16}), right = always;
  for (std::size_t b = 0; b < asked.size(); ++b) {
    always[b * 16 + asked[b].meaning / 2 * 2] = 1;
    right[b * 16 + asked[b].meaning] = 1;
  }
  CHECK(quiz.score(always).one_clue == 50);
  CHECK(quiz.score(always).two_clues == 50);
  CHECK(quiz.score(always).twins == 0);
  CHECK(quiz.score(right).one_clue == 100);
  CHECK(quiz.score(right).two_clues == 100);
  CHECK(quiz.score(right).twins == 100);
}

TEST_CASE("senses: cosines are taken between sentences of one word alone") {
  const std::vector<Sentence> twins = sentences(english(), 1, Split::kComb, 1);
  const std::vector<Sentence> asked = {twins[0], twins[0], twins[1]};
  const Quiz quiz(asked, heed::Vocabulary(heed::all_words(asked)));
  const heed::Array x({3, 2}, {1, 0, 3, 4, 0, 2});
  CHECK(close(mean_cosine(x, quiz, true), 0.6));             // (1, 0) and (3, 4)
  CHECK(close(mean_cosine(x, quiz, false), (0 + 0.8) / 2));  // each of them and (0, 2)
}
