// Quiz: sentences as numbers, side by side, and how answers are counted.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "heed/array.hpp"
#include "heed/attention.hpp"
#include "heed/vocabulary.hpp"
#include "sentences.hpp"

namespace senses {

struct Score {
  double one_clue = 0, two_clues = 0, twins = 0;  // percent right; twins: both of a pair
};

struct Quiz {
  Quiz(const std::vector<Sentence>& sentences, const heed::Vocabulary& vocabulary)
      : asked(sentences) {
    std::vector<std::size_t> lengths;
    for (const Sentence& s : asked) lengths.push_back(s.words.size());
    const std::size_t longest = *std::max_element(lengths.begin(), lengths.end());
    mask = heed::padding_mask(lengths, longest);
    ids = {{asked.size(), longest}, {}};
    words = meanings = {{asked.size()}, {}};
    for (std::size_t b = 0; b < asked.size(); ++b) {
      for (const int id : vocabulary.ids(asked[b].words)) ids.values.push_back(id);
      ids.values.resize((b + 1) * longest, heed::Vocabulary::kPad);
      words.values.push_back(static_cast<int>(asked[b].word));
      meanings.values.push_back(static_cast<int>(asked[b].meaning));
    }
  }

  // Of sentences(): twins side by side, half of them with one clue. logits [B, meanings].
  Score score(const heed::Array& logits) const {
    Score score;
    bool before = false;
    for (std::size_t b = 0; b < asked.size(); ++b) {
      const heed::Real* row = logits.data() + b * logits.shape()[1];
      const auto best = std::max_element(row, row + logits.shape()[1]) - row;
      const bool right = static_cast<std::size_t>(best) == asked[b].meaning;
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
  heed::Indices ids;              // [B, T]
  heed::Array mask;               // [B, 1, 1, T], 1 for words, 0 for padding
  heed::Indices words, meanings;  // [B], where the word stands, and what it means
};

// The mean cosine between the vectors x [B, D] of one word in two sentences that mean the same by
// it, or not the same.
inline double mean_cosine(const heed::Array& x, const Quiz& quiz, bool same_meaning) {
  const std::size_t width = x.shape()[1];
  const auto dot = [&](std::size_t a, std::size_t b) {
    double sum = 0;
    for (std::size_t i = 0; i < width; ++i) {
      sum += static_cast<double>(x[a * width + i]) * static_cast<double>(x[b * width + i]);
    }
    return sum;
  };
  double total = 0, pairs = 0;
  for (std::size_t a = 0; a < quiz.asked.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const std::size_t one = quiz.asked[a].meaning, other = quiz.asked[b].meaning;
      if (one / 2 != other / 2 || (one == other) != same_meaning) continue;
      total += dot(a, b) / std::sqrt(dot(a, a) * dot(b, b));
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
        vocabulary(words_of(train)),
        test(sentences(language, asked, Split::kComb, 1), vocabulary) {}
  std::size_t meanings;
  std::vector<Sentence> train;
  heed::Vocabulary vocabulary;
  Quiz test;
};

}  // namespace senses
