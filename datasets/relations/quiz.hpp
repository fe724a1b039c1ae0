// Quiz: sentences as numbers, side by side, all that is asked in them, and how answers are counted.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "heed/ops.hpp"
#include "heed/vocabulary.hpp"
#include "sentences.hpp"

namespace relations {

// Percentages: one for each relation and, last, for the verbs that are given both their nouns.
using Shares = std::array<double, kRelations.size() + 1>;

// ids [B, T] and mask [B, 1, 1, T], as pad() has them, and the questions.
struct Quiz : heed::Padded {
  // One question: which word of the sentence asks, and which is the answer.
  struct Place {
    std::size_t sentence, asker, target;
  };
  // All Q questions of one relation.
  struct Asked {
    std::vector<Place> places;
    heed::Indices askers = {{0}, {}};  // [Q], the words that ask, as rows of [B T]
    heed::Indices nouns = {{0}, {}};   // [Q], the answers, as numbers of kNouns
  };

  Quiz(const std::vector<Sentence>& sentences, const heed::Vocabulary& vocabulary)
      : heed::Padded(heed::pad(sentences, vocabulary)), longest(ids.shape[1]) {
    for (std::size_t b = 0; b < sentences.size(); ++b) {
      for (const Question& q : sentences[b].questions) {
        Asked& of = asked[q.relation];
        of.places.push_back({b, q.asker, q.target});
        of.askers.values.push_back(static_cast<int>(b * longest + q.asker));
        of.nouns.values.push_back(static_cast<int>(q.noun));
        of.askers.shape = of.nouns.shape = {of.places.size()};
      }
    }
  }

  // How many answers are right: of each relation the logits of its questions, [Q, nouns].
  Shares score(const std::vector<heed::Tensor>& logits) const {
    Shares right = {};
    std::vector<bool> subjects;  // of the verbs with an object, which ask for both in turn
    for (std::size_t r = 0; r < logits.size(); ++r) {
      const heed::Indices nouns = heed::argmax(logits[r].value());
      for (std::size_t q = 0; q < asked[r].places.size(); ++q) {
        const bool named = nouns.values[q] == asked[r].nouns.values[q];
        if (r == kSubject) subjects.push_back(named);
        if (named) ++right[r];
        if (named && r == kObject && subjects[q]) ++right.back();
      }
      right[r] *= 100 / static_cast<double>(asked[r].places.size());
    }
    right.back() *= 100 / static_cast<double>(subjects.size());
    return right;
  }

  std::array<Asked, kRelations.size()> asked;
  std::size_t longest;  // T
};

// What heads look at, by their weights [B, H, T, T]: of each head, how often a word gives the noun it
// asks for the largest of its weights; and, last, how often it gives that to itself.
inline std::vector<Shares> looks(const Quiz& quiz, const heed::Array& weights) {
  std::vector<Shares> heads(weights.shape()[1], Shares{});
  const heed::Indices brightest = heed::argmax(weights);
  for (std::size_t h = 0; h < heads.size(); ++h) {
    double itself = 0, all = 0;
    for (std::size_t r = 0; r < kRelations.size(); ++r) {
      for (const Quiz::Place& p : quiz.asked[r].places) {
        const std::size_t row = (p.sentence * heads.size() + h) * quiz.longest + p.asker;
        const auto at = static_cast<std::size_t>(brightest.values[row]);
        if (at == p.target) ++heads[h][r];
        if (at == p.asker) ++itself;
        ++all;
      }
      heads[h][r] *= 100 / static_cast<double>(quiz.asked[r].places.size());
    }
    heads[h].back() = 100 * itself / all;
  }
  return heads;
}

// The shortcut of looking at a fixed distance: how often the most frequent one is right.
inline Shares best_offset(const Quiz& quiz) {
  Shares best = {};
  for (std::size_t r = 0; r < kRelations.size(); ++r) {
    const std::vector<Quiz::Place>& places = quiz.asked[r].places;
    std::map<std::size_t, double> count;
    for (const Quiz::Place& p : places) {
      double& here = count[quiz.longest + p.target - p.asker];
      best[r] = std::max(best[r], ++here);
    }
    best[r] *= 100 / static_cast<double>(places.size());
  }
  return best;
}

// What is learned from and what is asked: sentences whose combinations training never shows.
struct Course {
  Course(std::size_t learned, std::size_t asked)
      : train(sentences(learned, Split::kTrain, 1)),
        vocabulary(heed::all_words(train)),
        test(sentences(asked, Split::kComb, 1), vocabulary) {}
  std::vector<Sentence> train;
  heed::Vocabulary vocabulary;
  Quiz test;
};

}  // namespace relations
