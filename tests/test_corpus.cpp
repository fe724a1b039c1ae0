#include <doctest/doctest.h>

#include "heed/corpus.hpp"
#include "heed/error.hpp"
#include "heed/file.hpp"
#include "temporary_folder.hpp"

using namespace heed;
using Words = std::vector<std::string>;

namespace {

// `count` sentences alone, of 6 words, that begin with `name` and a number.
std::string sentences(const std::string& name, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += concat(name, i, " {a}* saw {b} so [it]\n");
  return text;
}

// A file of these sentences, loaded.
Corpus load(const std::string& text) {
  const TemporaryFolder folder;
  write_file(folder / "mine.txt", text);
  return load_corpus(folder / "mine.txt", "");
}

Words first_words(const std::vector<Example>& examples) {
  Words words;
  for (const Example& example : examples) words.push_back(example.words.front());
  return words;
}

std::string message(const std::string& path) {
  try {
    load_corpus(path, "en");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("corpus: heed's own sentences, in both languages, with their four splits in order") {
  for (const auto& [language, pronoun] : {std::pair{"en", "it"}, std::pair{"zh", "它"}}) {
    const Corpus corpus = load_corpus("", language);
    CHECK(corpus.train.size() == 4000);
    Words names;
    for (const Split& split : corpus.splits) names.push_back(split.name);
    CHECK(names == Words{"iid", "comb", "far", "template"});
    CHECK(corpus.main_split().name == "comb");
    CHECK(corpus.main_split().questions.contrastive.size() == 250);
    CHECK(corpus.pronouns == Words{pronoun});
    CHECK(corpus.vocabulary == Vocabulary(corpus.train));
    CHECK(corpus.longest > 100);  // of far, not of train
  }
}

TEST_CASE("corpus: a folder's other texts are splits as well, in order of name") {
  const TemporaryFolder folder;
  write_file(folder / "train.txt", sentences("t", 3));
  write_file(folder / "zoo.txt", sentences("z", 2));
  write_file(folder / "ark.txt", sentences("a", 1));
  write_file(folder / "iid.txt", sentences("i", 4));
  write_file(folder / "notes.md", "no sentences");
  const Corpus corpus = load_corpus(folder.path, "");
  REQUIRE(corpus.splits.size() == 3);
  CHECK(corpus.splits[0].name == "iid");
  CHECK(corpus.splits[1].name == "ark");
  CHECK(corpus.splits[2].name == "zoo");
  CHECK(corpus.splits[2].questions.examples.size() == 2);
  CHECK(corpus.main_split().name == "iid");
  CHECK(corpus.train.size() == 3);
}

TEST_CASE("corpus: every tenth sentence of a file is held out, the same ones each time") {
  const Corpus corpus = load(sentences("s", 25));
  REQUIRE(corpus.splits.size() == 1);
  CHECK(corpus.main_split().name == "held out");
  CHECK(first_words(corpus.splits[0].questions.examples) == Words{"s9", "s19"});
  CHECK(corpus.train.size() == 23);
  CHECK(corpus.vocabulary.known("s8"));
  CHECK_FALSE(corpus.vocabulary.known("s9"));
}

TEST_CASE("corpus: twins are held out together, wherever they stand in the file") {
  std::string first, second;
  for (int i = 0; i < 22; ++i) {
    first += concat(i, ".0\tx", i, " {a}* saw {b} so [it]\n");
    second = concat(i, ".1\ty", i, " {a} saw {b}* so [it]\n") + second;
  }
  const Corpus corpus = load(first + second + sentences("s", 9));
  CHECK(first_words(corpus.main_split().questions.examples) ==
        Words{"x9", "x19", "y19", "y9", "s7"});
  CHECK(corpus.main_split().questions.plain.size() == 2);
  CHECK(corpus.train.size() == 40 + 8);
}

TEST_CASE("corpus: a sentence that is held out is not learned from elsewhere in the file") {
  const Corpus corpus = load(sentences("s", 12) + sentences("s", 12));
  CHECK(first_words(corpus.main_split().questions.examples) == Words{"s9", "s9"});
  CHECK_FALSE(corpus.vocabulary.known("s9"));
}

TEST_CASE("corpus: of less than ten sentences none is held out, and train itself is asked") {
  const Corpus corpus = load(sentences("s", 9));
  CHECK(corpus.train.size() == 9);
  REQUIRE(corpus.splits.size() == 1);
  CHECK(corpus.main_split().name == "train");
  CHECK(corpus.main_split().questions.examples.size() == 9);
}

TEST_CASE("corpus: sentences without an antecedent are neither learned from nor asked") {
  const Corpus corpus = load("u {a} saw {b} so [it]\n" + sentences("s", 10) + "u {a} {b} [they]\n");
  CHECK(corpus.train.size() == 9);
  CHECK(first_words(corpus.main_split().questions.examples) == Words{"s9"});
  CHECK(corpus.pronouns == Words{"it"});
  CHECK_FALSE(corpus.vocabulary.known("u"));
}

TEST_CASE("corpus: pronouns are listed once each, and the longest sentence is found anywhere") {
  const Corpus corpus = load("{a}* {b} [they]\n{a}* {b} [it]\n{a}* {c} [it]\n" + sentences("s", 6) +
                             "{a}* {b} [she] with nine words in all , yes\n");
  CHECK(corpus.pronouns == Words{"it", "they"});  // of train; "she" is held out
  CHECK(corpus.longest == 10);
}

TEST_CASE("corpus: the first twins of train are shown, or the first sentence where none are") {
  const std::string twins = "1.0\tx {a}* {b} [it]\n1.1\ty {a} {b}* [it]\n";
  CHECK(first_words(load(sentences("s", 2) + twins).shown) == Words{"x", "y"});
  CHECK(first_words(load(sentences("s", 2)).shown) == Words{"s0"});
}

TEST_CASE("corpus: what cannot be read or learned from is refused, with its name") {
  const TemporaryFolder folder;
  CHECK(message(folder / "absent") == folder / "absent: cannot read: No such file or directory");
  CHECK(message(folder.path).find("/train.txt: cannot read") != std::string::npos);
  CHECK(message(folder / std::string(5000, 'x')).find("File name too long") != std::string::npos);
  write_file(folder / "unlabelled.txt", "{a} {b} [it]\n");
  CHECK(message(folder / "unlabelled.txt") ==
        folder / "unlabelled.txt: no sentence has an antecedent; mark one with * behind its }");
  write_file(folder / "train.txt", sentences("s", 1));
  write_file(folder / "iid.txt", "\n{a} {b} it\n");
  CHECK(message(folder.path).find("/iid.txt:2:1: no pronoun") != std::string::npos);
}
