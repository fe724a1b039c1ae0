#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "heed/error.hpp"
#include "heed/vocabulary.hpp"
#include "support.hpp"

using namespace heed;
using Words = std::vector<std::string>;

namespace {

Words words_of(const Vocabulary& vocabulary) {
  Words words;
  for (std::size_t id = 2; id < vocabulary.size(); ++id) {
    words.push_back(vocabulary.word(static_cast<int>(id)));
  }
  return words;
}

std::string error_of_parse(const std::string& text) {
  return input_error([&] { Vocabulary::parse(text, "vocabulary"); });
}

}  // namespace

TEST_CASE("vocabulary: words are ordered by count, then by code point") {
  const Vocabulary vocabulary(Words{"b", "a", "c", "a", "b", "d"});
  CHECK(words_of(vocabulary) == Words{"a", "b", "c", "d"});
  CHECK(vocabulary.size() == 6);
  CHECK(words_of(Vocabulary(Words{"z", "y", "z"})) == Words{"z", "y"});
  // U+007A, U+00E9, U+FF21 and U+1F600, as one, two, three and four bytes
  CHECK(words_of(Vocabulary(Words{"😀", "Ａ", "é", "z"})) == Words{"z", "é", "Ａ", "😀"});
}

TEST_CASE("vocabulary: every order of the text gives the same ids") {
  Words text{"a", "a", "b", "b", "c", "d"};
  const Vocabulary expected(text);
  do {
    CHECK(Vocabulary(text) == expected);
  } while (std::next_permutation(text.begin(), text.end()));

  const std::string first = "{b} a [c] {a}\n", second = "{b} [d] {e}\n";
  CHECK(Vocabulary(parse_examples(first + second, "")) ==
        Vocabulary(parse_examples(second + first, "")));
  CHECK(words_of(Vocabulary(parse_examples(first + second, ""))) == Words{"a", "b", "c", "d", "e"});
}

TEST_CASE("vocabulary: id and word undo each other") {
  const Vocabulary vocabulary(Words{"动物", "street", "动物"});
  CHECK(vocabulary.id("动物") == 2);
  CHECK(vocabulary.id("street") == 3);
  CHECK(vocabulary.word(3) == "street");
  CHECK(vocabulary.word(Vocabulary::kPad) == "<pad>");
  CHECK(vocabulary.word(Vocabulary::kUnknown) == "<unk>");
  CHECK_THROWS_WITH_AS(vocabulary.word(4), "vocabulary: no word has the id 4; there are 4",
                       ValueError);
  CHECK_THROWS_WITH_AS(vocabulary.word(-1), "vocabulary: no word has the id -1; there are 4",
                       ValueError);
}

TEST_CASE(
    "vocabulary: a word of no training sentence is unknown, and stays a position of its own") {
  const Vocabulary vocabulary(parse_examples("the {cat} saw the {dog} because [it] was tired", ""));
  CHECK(vocabulary.known("cat"));
  CHECK_FALSE(vocabulary.known("zebra"));
  const Example unseen =
      parse_examples("the {zebra} saw the {okapi} because [it] was tired", "").at(0);
  const std::vector<int> ids = vocabulary.ids(unseen.words);
  REQUIRE(ids.size() == 9);
  CHECK(ids[1] == Vocabulary::kUnknown);
  CHECK(ids[4] == Vocabulary::kUnknown);
  CHECK(std::count(ids.begin(), ids.end(), Vocabulary::kUnknown) == 2);
}

TEST_CASE("vocabulary: no word of a text reaches the special ids") {
  const Vocabulary without(Words{"a"});
  CHECK_FALSE(without.known("<pad>"));
  CHECK(without.id("<pad>") == Vocabulary::kUnknown);
  const Vocabulary with(Words{"<pad>", "<unk>"});
  CHECK(with.id("<pad>") == 2);
  CHECK(with.id("<unk>") == 3);
  CHECK(with.known("<unk>"));
}

TEST_CASE("vocabulary: an empty word and one with a space are refused") {
  CHECK_THROWS_WITH_AS(Vocabulary(Words{"a", ""}),
                       "vocabulary: the word '' is empty or holds a space", ValueError);
  CHECK_THROWS_WITH_AS(Vocabulary(Words{"New York"}),
                       "vocabulary: the word 'New York' is empty or holds a space", ValueError);
}

TEST_CASE("vocabulary: written as text it reads back, whatever characters its words hold") {
  for (const Words& words :
       {Words{}, Words{"a"},
        Words{"动物", "<pad>", "\"", "\\n", "\n", "\x01", "{}", "e\xCC\x81"}}) {
    const Vocabulary vocabulary(words);
    CHECK(Vocabulary::parse(vocabulary.to_string(), "vocabulary") == vocabulary);
  }
}

// FNV-1a of "" is its published offset; that of " b a" was computed with another program.
TEST_CASE("vocabulary: its text is a checksum and the words in the order of their ids") {
  CHECK(Vocabulary(Words{}).to_string() == "cbf29ce484222325");
  CHECK(Vocabulary(Words{"a", "b", "b"}).to_string() == "fd5bfe72f6a40aec b a");
}

TEST_CASE("vocabulary: any damage to its text is an error") {
  const std::string text = Vocabulary(Words{"animal", "street"}).to_string();
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string changed = text;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    CHECK_THROWS_AS(Vocabulary::parse(changed, "vocabulary"), InputError);
    CHECK_THROWS_AS(Vocabulary::parse(text.substr(0, i), "vocabulary"), InputError);
  }
  CHECK(error_of_parse("cbf29ce484222325 a") ==
        "vocabulary: damaged: its checksum is 'cbf29ce484222325', but that of its words is "
        "'07c56707b48e65fa'");
  CHECK(error_of_parse("052b3b72fad1fc7d a a") ==
        "vocabulary: damaged: 'a' is empty or there twice");
  CHECK(error_of_parse("9b48f96033868f38 a  b") ==
        "vocabulary: damaged: '' is empty or there twice");
}
