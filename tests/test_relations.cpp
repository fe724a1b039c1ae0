#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "../datasets/relations/quiz.hpp"
#include "heed/file.hpp"

using namespace relations;

namespace {

std::vector<Sentence> drawn(Split split) { return sentences(500, split, 7); }

// The number of a word in a list that holds its stem or its stem and "s"; the list's size if none.
std::size_t find(const Words& list, const std::string& word) {
  const auto at = std::find_if(list.begin(), list.end(), [&](const std::string& stem) {
    return word == stem || word == stem + "s";
  });
  return static_cast<std::size_t>(at - list.begin());
}
bool ends_in_s(const std::string& word) { return word.back() == 's'; }

// The share of one relation's questions for which the rule names the target.
template <class Rule>
double right(Relation relation, Rule rule) {
  double all = 0, found = 0;
  for (const Sentence& s : drawn(Split::kComb)) {
    for (const Question& q : s.questions) {
      if (q.relation != relation) continue;
      ++all;
      if (rule(s, q) == q.target) ++found;
    }
  }
  return found / all;
}

std::size_t distance(std::size_t a, std::size_t b) { return std::max(a, b) - std::min(a, b); }
std::size_t nearest(const Sentence& s, const Question& q) {
  const bool first = distance(s.nouns[0], q.asker) < distance(s.nouns[1], q.asker);
  return s.nouns[first ? 0 : 1];
}

// Logits that name each right noun, but of one relation the noun after it.
std::vector<heed::Tensor> logits(const Quiz& quiz, Relation wrong) {
  std::vector<heed::Tensor> all;
  for (const Relation r : {kAdjective, kVerb, kPronoun, kSubject, kObject}) {
    const std::vector<int>& nouns = quiz.asked[r].nouns.values;
    heed::Array x = heed::zeros({nouns.size(), kNouns.size()});
    for (std::size_t q = 0; q < nouns.size(); ++q) {
      const std::size_t shift = r == wrong ? 1 : 0;
      x[q * kNouns.size() + (static_cast<std::size_t>(nouns[q]) + shift) % kNouns.size()] = 1;
    }
    all.emplace_back(x);
  }
  return all;
}

}  // namespace

TEST_CASE("relations: the generator writes the committed sample again, byte for byte") {
  CHECK(sample() == heed::read_file(HEED_DATASETS "/relations/sample.txt"));
}

TEST_CASE(
    "relations: one noun is plural, and verbs and pronouns agree with the noun they ask for") {
  for (const Sentence& s : drawn(Split::kTrain)) {
    CAPTURE(to_string(s));
    CHECK(ends_in_s(s.words[s.nouns[0]]) != ends_in_s(s.words[s.nouns[1]]));
    for (const Question& q : s.questions) {
      const std::string &asker = s.words[q.asker], &target = s.words[q.target];
      CHECK(find(kNouns, target) == q.noun);
      if (q.relation == kVerb || q.relation == kSubject) {
        CHECK(ends_in_s(asker) != ends_in_s(target));
      }
      if (q.relation == kPronoun) CHECK(asker == (ends_in_s(target) ? "they" : "it"));
    }
  }
}

TEST_CASE("relations: an adjective asks for the next noun; a verb has two different nouns") {
  for (const Sentence& s : drawn(Split::kTrain)) {
    CAPTURE(to_string(s));
    std::size_t subject = 0, object = 0;
    for (const Question& q : s.questions) {
      if (q.relation == kSubject) subject = q.target;
      if (q.relation == kObject) object = q.target;
      if (q.relation != kAdjective) continue;
      for (std::size_t t = q.asker; t < q.target; ++t) {
        CHECK(find(kAdjectives, s.words[t]) < kAdjectives.size());
      }
    }
    CHECK(subject + object == s.nouns[0] + s.nouns[1]);
    CHECK(subject != object);
  }
}

TEST_CASE("relations: train shows no combination of comb, and comb shows no other") {
  for (const Split split : {Split::kTrain, Split::kComb}) {
    for (const Sentence& s : drawn(split)) {
      CAPTURE(to_string(s));
      for (const Question& q : s.questions) {
        if (q.relation == kPronoun) continue;
        const Words& list = q.relation == kAdjective ? kAdjectives
                            : q.relation == kVerb    ? kIntransitive
                                                     : kTransitive;
        CHECK(held_out(q.noun, find(list, s.words[q.asker])) == (split == Split::kComb));
      }
    }
  }
}

TEST_CASE(
    "relations: neither the first noun, nor the nearest, nor a fixed distance is the answer") {
  const auto first = [](const Sentence& s, const Question&) { return s.nouns[0]; };
  for (const Relation r : {kVerb, kPronoun, kSubject, kObject}) {
    CAPTURE(kRelations[r]);
    CHECK(std::abs(right(r, first) - 0.5) <= 0.06);
  }
  CHECK(std::abs(right(kVerb, nearest) - 0.5) <= 0.06);
  const std::vector<Sentence> asked = drawn(Split::kComb);
  const Shares offset = best_offset(Quiz(asked, heed::Vocabulary(heed::all_words(asked))));
  for (std::size_t r = 0; r < kRelations.size(); ++r) CHECK(offset[r] < 60);
}

TEST_CASE("relations: the noun nearest to a verb with an object is its subject, a known shortcut") {
  CHECK(right(kSubject, nearest) == 1);
  CHECK(right(kObject, nearest) == 0);
}

TEST_CASE("relations: a quiz counts right answers, and verbs with both their nouns") {
  const std::vector<Sentence> asked = sentences(20, Split::kComb, 3);
  const Quiz quiz(asked, heed::Vocabulary(heed::all_words(asked)));
  CHECK(quiz.score(logits(quiz, kVerb)) == Shares{100, 0, 100, 100, 100, 100});
  CHECK(quiz.score(logits(quiz, kSubject)) == Shares{100, 100, 100, 0, 100, 0});
  CHECK(quiz.score(logits(quiz, kObject)) == Shares{100, 100, 100, 100, 0, 0});
}

TEST_CASE("relations: a head that looks at the word itself looks at no noun that is asked for") {
  const std::vector<Sentence> asked = sentences(20, Split::kComb, 3);
  const Quiz quiz(asked, heed::Vocabulary(heed::all_words(asked)));
  const std::size_t length = quiz.longest;
  heed::Array weights = heed::zeros({asked.size(), 2, length, length});
  for (std::size_t b = 0; b < asked.size(); ++b) {
    for (std::size_t t = 0; t < length; ++t) weights[((2 * b) * length + t) * length + t] = 1;
    for (const Question& q : asked[b].questions) {
      weights[((2 * b + 1) * length + q.asker) * length + q.target] +=
          q.relation == kObject ? 1 : 2;
    }
  }
  const std::vector<Shares> heads = looks(quiz, weights);
  CHECK(heads[0] == Shares{0, 0, 0, 0, 0, 100});
  CHECK(heads[1] == Shares{100, 100, 100, 100, 0, 0});
}
