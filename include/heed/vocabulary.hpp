// Layer 6. vocabulary: words as numbers, and numbers as words.
//
// Two ids are special and no word of a text ever gets them: kPad fills a batch up, kUnknown stands
// for every word that was not in the training text. They are shown as "<pad>" and "<unk>"; a text
// that holds these very characters holds ordinary words, with ids of their own.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "heed/array.hpp"
#include "heed/coreference.hpp"

namespace heed {

// All words of some sentences (of anything that has `words`), one after the other.
template <class Sentence>
std::vector<std::string> all_words(const std::vector<Sentence>& sentences) {
  std::vector<std::string> words;
  for (const Sentence& sentence : sentences) {
    words.insert(words.end(), sentence.words.begin(), sentence.words.end());
  }
  return words;
}

class Vocabulary {
 public:
  static constexpr int kPad = 0;
  static constexpr int kUnknown = 1;

  // The different words of a text, the most frequent first, words of one count by code point: the
  // order of the text does not matter. Throws ValueError for a word that is empty or holds a space.
  explicit Vocabulary(const std::vector<std::string>& text);
  explicit Vocabulary(const std::vector<Example>& examples);

  int id(std::string_view word) const;  // kUnknown for a word that is not known
  std::vector<int> ids(const std::vector<std::string>& words) const;
  bool known(std::string_view word) const;
  const std::string& word(int id) const;  // throws ValueError for an id outside 0 … size() − 1
  std::size_t size() const { return words_.size(); }  // the two special ids included

  // As one line of text, to be kept beside the numbers that belong to the words, and back: a
  // checksum of what follows, then every word after a space. parse throws InputError "name: damaged: …"
  // where the text is.
  std::string to_string() const;
  static Vocabulary parse(std::string_view text, const std::string& name);

  friend bool operator==(const Vocabulary& a, const Vocabulary& b) { return a.words_ == b.words_; }

 private:
  Vocabulary() : words_{"<pad>", "<unk>"} {}
  bool add(std::string_view word);  // false for a word that is there already

  std::vector<std::string> words_;               // by id
  std::map<std::string, int, std::less<>> ids_;  // without the special ones
};

// Sentences side by side, B of them, T words in the longest.
struct Padded {
  Indices ids;  // [B, T], Vocabulary::kPad behind each sentence
  Array mask;   // [B, 1, 1, T], 1 on words, 0 on padding
};
Padded pad(const std::vector<std::vector<int>>& sentences);
// Of anything that has `words`.
template <class Sentence>
Padded pad(const std::vector<Sentence>& sentences, const Vocabulary& vocabulary) {
  std::vector<std::vector<int>> ids;
  for (const Sentence& sentence : sentences) ids.push_back(vocabulary.ids(sentence.words));
  return pad(ids);
}

}  // namespace heed
