#include "heed/vocabulary.hpp"

#include <algorithm>
#include <utility>

#include "heed/attention.hpp"
#include "heed/checksum.hpp"
#include "heed/error.hpp"
#include "heed/utf8.hpp"

namespace heed {
namespace {

std::string checksum_of(std::string_view text) {
  Checksum sum;
  sum.add(text);
  return heed::to_string(sum);
}

}  // namespace

Vocabulary::Vocabulary(const std::vector<std::string>& text) : Vocabulary() {
  std::map<std::string_view, std::size_t> counts;
  for (const std::string& word : text) {
    if (word.empty() || word.find(' ') != std::string::npos) {
      fail<ValueError>("vocabulary: the word ", quote(word), " is empty or holds a space");
    }
    ++counts[word];
  }
  // The map is in the order of bytes, which in UTF-8 is that of code points; a stable sort keeps
  // it.
  std::vector<std::pair<std::string_view, std::size_t>> order(counts.begin(), counts.end());
  std::stable_sort(order.begin(), order.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  for (const auto& [word, count] : order) add(word);
}

Vocabulary::Vocabulary(const std::vector<Example>& examples) : Vocabulary(all_words(examples)) {}

bool Vocabulary::add(std::string_view word) {
  if (!ids_.emplace(word, static_cast<int>(words_.size())).second) return false;
  words_.emplace_back(word);
  return true;
}

int Vocabulary::id(std::string_view word) const {
  const auto place = ids_.find(word);
  return place == ids_.end() ? kUnknown : place->second;
}

std::vector<int> Vocabulary::ids(const std::vector<std::string>& words) const {
  std::vector<int> ids;
  for (const std::string& word : words) ids.push_back(id(word));
  return ids;
}

bool Vocabulary::known(std::string_view word) const { return ids_.find(word) != ids_.end(); }

const std::string& Vocabulary::word(int id) const {
  if (id < 0 || static_cast<std::size_t>(id) >= words_.size()) {
    fail<ValueError>("vocabulary: no word has the id ", id, "; there are ", words_.size());
  }
  return words_[static_cast<std::size_t>(id)];
}

std::string Vocabulary::to_string() const {
  std::string list;
  for (std::size_t id = 2; id < words_.size(); ++id) list += " " + words_[id];
  return checksum_of(list) + list;
}

Vocabulary Vocabulary::parse(std::string_view text, const std::string& name) {
  const std::size_t begin = std::min<std::size_t>(16, text.size());
  std::string_view list = text.substr(begin);
  const std::string expected = checksum_of(list);
  if (text.substr(0, begin) != expected) {
    fail<InputError>(name, ": damaged: its checksum is ", quote(text.substr(0, begin)),
                     ", but that of its words is ", quote(expected));
  }
  Vocabulary vocabulary;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(' ', 1), list.size());
    const std::string_view word = list.substr(1, end - 1);
    if (list.front() != ' ' || word.empty() || !vocabulary.add(word)) {
      fail<InputError>(name, ": damaged: ", quote(word), " is empty or there twice");
    }
    list.remove_prefix(end);
  }
  return vocabulary;
}

Padded pad(const std::vector<std::vector<int>>& sentences) {
  std::vector<std::size_t> lengths;
  for (const std::vector<int>& sentence : sentences) lengths.push_back(sentence.size());
  const std::size_t longest =
      lengths.empty() ? 0 : *std::max_element(lengths.begin(), lengths.end());
  Padded padded{{{sentences.size(), longest}, {}}, padding_mask(lengths, longest)};
  for (const std::vector<int>& sentence : sentences) {
    std::vector<int>& values = padded.ids.values;
    values.insert(values.end(), sentence.begin(), sentence.end());
    values.resize(values.size() + longest - sentence.size(), Vocabulary::kPad);
  }
  return padded;
}

}  // namespace heed
