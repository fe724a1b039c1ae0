// Quiz: sentences as numbers, side by side, and how answers are counted.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "heed/vocabulary.hpp"
#include "parts/projection.hpp"
#include "sentences.hpp"

namespace senses {

struct Score {
  double one_clue = 0, two_clues = 0, twins = 0;  // percent right; twins: both of a pair
};

// ids [B, T] and mask [B, 1, 1, T], as pad() has them, and the questions.
struct Quiz : heed::Padded {
  Quiz(const std::vector<Sentence>& sentences, const heed::Vocabulary& vocabulary)
      : heed::Padded(heed::pad(sentences, vocabulary)), asked(sentences) {
    words = meanings = {{asked.size()}, {}};
    for (const Sentence& s : asked) {
      words.values.push_back(static_cast<int>(s.word));
      meanings.values.push_back(static_cast<int>(s.meaning));
    }
  }

  // Of sentences(): twins side by side, half of them with one clue. logits [B, meanings].
  Score score(const heed::Array& logits) const {
    Score score;
    bool before = false;
    const heed::Indices named = heed::argmax(logits);
    for (std::size_t b = 0; b < asked.size(); ++b) {
      const bool right = named.values[b] == meanings.values[b];
      if (right) (asked[b].two_clues ? score.two_clues : score.one_clue) += 1;
      if (right && before && b % 2 == 1 && asked[b].two_clues) score.twins += 2;
      before = right;
    }
    for (double* count : {&score.one_clue, &score.two_clues, &score.twins}) {
      *count *= 200 / static_cast<double>(asked.size());
    }
    return score;
  }

  // Of sentences with two clues, how often the word looks more at the one that counts: the best head
  // of one layer's weights [B, H, T, T].
  double looks(const heed::Array& weights) const {
    double best = 0;
    const std::size_t heads = weights.shape()[1], length = weights.shape()[2];
    for (std::size_t h = 0; h < heads; ++h) {
      double found = 0;
      for (std::size_t b = 0; b < asked.size(); ++b) {
        const Sentence& s = asked[b];
        const heed::Real* row = weights.data() + ((b * heads + h) * length + s.word) * length;
        if (s.two_clues && row[s.gold] > row[s.other]) found += 200;
      }
      best = std::max(best, found / static_cast<double>(asked.size()));
    }
    return best;
  }

  std::vector<Sentence> asked;
  heed::Indices words, meanings;  // [B], where the word stands, and what it means
};

// The mean cosine between the vectors x [B, D] of one word in two sentences that mean the same by
// it, or not the same.
inline double mean_cosine(const heed::Array& x, const Quiz& quiz, bool same_meaning) {
  double total = 0, pairs = 0;
  for (std::size_t a = 0; a < quiz.asked.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const std::size_t one = quiz.asked[a].meaning, other = quiz.asked[b].meaning;
      if (one / 2 != other / 2 || (one == other) != same_meaning) continue;
      total += heed::cosine(x, a, b);
      ++pairs;
    }
  }
  return total / pairs;
}

// What is learned from and what is asked: pairs of clues that training never shows together.
struct Course {
  Course(const Language& language, std::size_t learned, std::size_t asked)
      : meanings(2 * count_words(language)),
        train(sentences(language, learned, Split::kTrain, 1)),
        vocabulary(heed::all_words(train)),
        test(sentences(language, asked, Split::kComb, 1), vocabulary) {}
  std::size_t meanings;
  std::vector<Sentence> train;
  heed::Vocabulary vocabulary;
  Quiz test;
};

}  // namespace senses
