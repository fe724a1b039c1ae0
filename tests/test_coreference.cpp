#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "heed/coreference.hpp"
#include "heed/error.hpp"
#include "heed/file.hpp"
#include "support.hpp"
#include "temporary_folder.hpp"

using namespace heed;
using Words = std::vector<std::string>;

namespace {

const std::string kTired =
    "7.0\tThe {animal}* did n't cross the {street} because [it] was too tired .";
const std::string kWide =
    "7.1\tThe {animal} did n't cross the {street}* because [it] was too wide .";

std::vector<Example> parse(const std::string& text) { return parse_examples(text, "mine.txt"); }
Example one(const std::string& line) { return parse(line).at(0); }

std::string error_of(const std::string& text) {
  return input_error([&] { parse(text); });
}

// All but the line number.
bool same(const Example& a, const Example& b) {
  return a.id == b.id && a.words == b.words && a.pronoun == b.pronoun &&
         a.candidates == b.candidates;
}
bool same(const std::vector<Example>& a, const std::vector<Example>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Example& x, const Example& y) { return same(x, y); });
}

}  // namespace

// ---- what a line says --------------------------------------------------------------------------
TEST_CASE("coreference: a line gives its id, its words, the pronoun and the candidates") {
  const Example example = one(kTired);
  CHECK(example.id == "7.0");
  CHECK(example.words == Words{"The", "animal", "did", "n't", "cross", "the", "street", "because",
                               "it", "was", "too", "tired", "."});
  CHECK(example.pronoun == 8);
  CHECK(example.candidates == std::vector<Mention>{{1, 1, true}, {6, 6, false}});
  CHECK(example.line == 1);
  CHECK(example.labelled());
}

TEST_CASE("coreference: a Chinese line is read alike, set apart by either kind of blank") {
  const Example example = one("8.0\t{动物}* 没有 过 {马路} ， 因为 [它] 太 累 了 。");
  CHECK(example.words ==
        Words{"动物", "没有", "过", "马路", "，", "因为", "它", "太", "累", "了", "。"});
  CHECK(example.pronoun == 6);
  CHECK(example.candidates == std::vector<Mention>{{0, 0, true}, {3, 3, false}});
  CHECK(same(example, one("8.0\t{动物}*　没有　过　{马路}　，　因为　[它]　太　累　了　。")));
}

TEST_CASE("coreference: a candidate is a whole run of words, every word of it kept") {
  const Example example = one("{the big dog}* saw { a cat } and {bread,lamp} but [it] ran");
  CHECK(example.words ==
        Words{"the", "big", "dog", "saw", "a", "cat", "and", "bread,lamp", "but", "it", "ran"});
  CHECK(example.candidates == std::vector<Mention>{{0, 2, true}, {4, 5, false}, {7, 7, false}});
}

// Marks stand in the sentence itself, so an answer or pronoun that is not in it, or is spelt with
// another case, cannot be written down; the same holds for an answer in a field of its own.
TEST_CASE("coreference: of words that occur twice the marked one is meant") {
  const Example example = one("{the cat} saw {the dog}* because it knew [it] ran");
  CHECK(example.candidates == std::vector<Mention>{{0, 1, false}, {3, 4, true}});
  CHECK(example.words[6] == "it");
  CHECK(example.pronoun == 8);
}

TEST_CASE("coreference: several antecedents may be right, and none leaves the line unlabelled") {
  CHECK(one("{a}* {b} {c}* [it]").candidates ==
        std::vector<Mention>{{0, 0, true}, {1, 1, false}, {2, 2, true}});
  CHECK_FALSE(one("{a} {b} [it]").labelled());
}

TEST_CASE("coreference: an id may be missing, and so may the word before the tab") {
  CHECK(one("{a} {b} [it]").id.empty());
  CHECK(same(one("\t{a} {b} [it]"), one("{a} {b} [it]")));
}

TEST_CASE("coreference: a backslash makes each of the six marks a literal character") {
  const Example example = one(R"({a\}} {\*\[b} [\\it] \{c\] x\*)");
  CHECK(example.words == Words{"a}", "*[b", "\\it", "{c]", "x*"});
}

TEST_CASE("coreference: quotes are ordinary characters, and open no field over several lines") {
  const auto examples = parse(
      "{he} said \" no to {him} , [he] did\n"
      "\" yes {she}* said , {Ann} 's [she]\n"
      "{a} can't {b} [it]\n");
  REQUIRE(examples.size() == 3);
  CHECK(examples[0].words == Words{"he", "said", "\"", "no", "to", "him", ",", "he", "did"});
  CHECK(examples[1].words == Words{"\"", "yes", "she", "said", ",", "Ann", "'s", "she"});
  CHECK(examples[2].words == Words{"a", "can't", "b", "it"});

  std::string thousand = "\" {a} {b} [it]\n";
  for (int i = 1; i < 1000; ++i) thousand += "{a} {b} [it]\n";
  CHECK(parse(thousand).size() == 1000);
}

// ---- lines -------------------------------------------------------------------------------------
TEST_CASE("coreference: every line ending, and none at the end, gives the same examples") {
  const auto expected = parse(kTired + "\n" + kWide + "\n");
  REQUIRE(expected.size() == 2);
  CHECK(expected[1].line == 2);
  for (const std::string first : {"\n", "\r\n", "\r"}) {
    for (const std::string last : {"", "\n", "\r\n", "\r"}) {
      const auto examples = parse(kTired + first + kWide + last);
      CHECK(same(examples, expected));
      CHECK(examples.back().line == 2);
    }
  }
}

TEST_CASE("coreference: a byte-order mark, blank lines and comments say nothing") {
  const auto examples =
      parse("\xEF\xBB\xBF# 7\n\n   \n\t\n \xE3\x80\x80 \n  # {\n#x\ty\tz\n" + kTired);
  REQUIRE(examples.size() == 1);
  CHECK(examples[0].line == 8);
  CHECK(examples[0].id == "7.0");
  CHECK(parse("\xEF\xBB\xBF" + kTired).at(0).id == "7.0");
  CHECK(parse("").empty());
}

// ---- errors ------------------------------------------------------------------------------------
TEST_CASE("coreference: a line without a pronoun, or with a second one, is refused") {
  CHECK(error_of("7.0\tThe {cat} saw the {dog}*") ==
        "mine.txt:1:5: no pronoun; put brackets around its word, as in [it]");
  CHECK(error_of(kTired + "\n[it] {a} {b} [it]") ==
        "mine.txt:2:14: a second pronoun; put brackets around one word a line");
}

TEST_CASE("coreference: a pronoun is one word") {
  CHECK(error_of("{a} {b} [the one]") ==
        "mine.txt:1:9: a pronoun of 2 words; put brackets around one word");
  CHECK(error_of("{a} {b} []") ==
        "mine.txt:1:9: an empty pronoun; write the word between the brackets");
}

TEST_CASE("coreference: fewer than two candidates, or an empty one, are refused") {
  CHECK(error_of("The {cat}* slept because [it] was tired") ==
        "mine.txt:1:1: fewer than two candidates (1); put braces around each noun the pronoun may "
        "mean, as in {animal}");
  CHECK(error_of("[it] slept") ==
        "mine.txt:1:1: fewer than two candidates (0); put braces around each noun the pronoun may "
        "mean, as in {animal}");
  CHECK(error_of("{a} { } [it]") ==
        "mine.txt:1:5: an empty candidate; write its words between the braces");
}

TEST_CASE("coreference: a mark without its partner is refused") {
  CHECK(error_of("{a} {b [it]") ==
        "mine.txt:1:8: [ inside {; close the first before the next opens");
  CHECK(error_of("[it] {a} {b") ==
        "mine.txt:1:10: { is never closed; write } after its last word, or \\{ for a literal one");
  CHECK(error_of("{a} {b} [it") ==
        "mine.txt:1:9: [ is never closed; write ] after its last word, or \\[ for a literal one");
  CHECK(error_of("{a} b} [it]") ==
        "mine.txt:1:6: } without {; open it first, or write \\} for a literal one");
  CHECK(error_of("{a} {b] [it]") ==
        "mine.txt:1:7: ] without [; open it first, or write \\] for a literal one");
  CHECK(error_of("{a}} {b} [it]") ==
        "mine.txt:1:4: } without {; open it first, or write \\} for a literal one");
}

TEST_CASE("coreference: marks do not nest") {
  CHECK(error_of("{a {b} c} {d} [it]") ==
        "mine.txt:1:4: { inside {; close the first before the next opens");
  CHECK(error_of("{a} {b} [[it]]") ==
        "mine.txt:1:10: [ inside [; close the first before the next opens");
}

TEST_CASE("coreference: marks enclose whole words") {
  CHECK(error_of("{a} x{b} [it]") ==
        "mine.txt:1:6: { inside a word; set a blank before it, or write \\{ for a literal one");
  CHECK(error_of("{a} {b}. [it]") == "mine.txt:1:8: a word joined to }; set a blank between them");
  CHECK(error_of("{a} {b}*. [it]") == "mine.txt:1:9: a word joined to }; set a blank between them");
}

TEST_CASE("coreference: a star anywhere but right after a closing brace is refused") {
  const std::string what =
      "a star that follows no }; set it right after the antecedent's }, or write \\* for a literal "
      "one";
  CHECK(error_of("{a} * {b} [it]") == "mine.txt:1:5: " + what);
  CHECK(error_of("{a*} {b} [it]") == "mine.txt:1:3: " + what);
  CHECK(error_of("{a}** {b} [it]") == "mine.txt:1:5: " + what);
  CHECK(error_of("{a} {b} [it]*") == "mine.txt:1:13: " + what);
  CHECK(error_of("*{a} {b} [it]") == "mine.txt:1:1: " + what);
}

TEST_CASE("coreference: a backslash before anything but a mark is refused") {
  const std::string what = "a backslash before none of {}[]*\\; write \\\\ for a literal one";
  CHECK(error_of("{a} {b} [it] \\n") == "mine.txt:1:14: " + what);
  CHECK(error_of("{a} {b} [it] \\") == "mine.txt:1:14: " + what);
}

TEST_CASE("coreference: what is not UTF-8 is refused, the column counted in characters") {
  const std::string what = "not UTF-8; save the file as UTF-8";
  CHECK(error_of(kTired + "\n{动物} {马路} [\xFF]") == "mine.txt:2:12: " + what);
  CHECK(error_of("{a} {b} [it] \xE5\x8A") == "mine.txt:1:14: " + what);
}

TEST_CASE("coreference: a second tab, or a sentence where the id should be, is refused") {
  CHECK(error_of("the {cat} {dog} slept\t[it]\tcat") ==
        "mine.txt:1:27: a second tab; one tab parts the id from the sentence, blanks part the "
        "words");
  CHECK(error_of("1 {Mary} went to {Ann} .\tWhere is [she] ?") ==
        "mine.txt:1:2: a blank in the id; before the tab stands one word, or none");
}

// ---- back to text ------------------------------------------------------------------------------
TEST_CASE("coreference: an example written as text reads back as itself") {
  for (const std::string& line : {kTired, kWide, std::string("{the animal}* {b c}* {d} [it]"),
                                  std::string("8.0\t{动物}* 过 {马路} [它]"),
                                  std::string(R"(x\{	{a\}}* {\*\[b c\]} \\ [\\it] \* " ')"),
                                  std::string("\t# {a} {b} [it]"),
                                  std::string("\t\xEF\xBB\xBF {a} {b} [it]")}) {
    CHECK(to_string(one(line)) == line);
    CHECK(same(one(to_string(one(line))), one(line)));
  }
}

// ---- twins -------------------------------------------------------------------------------------
TEST_CASE("coreference: examples that share an id stem and differ are twins") {
  const auto examples =
      parse("c\t{a} {b} [it]\na.1.0\t{a} {b} [it] x\nb.0\t{a} {b} [it] x\na.1.1\t{a} {b} [it] y\n" +
            kTired + "\n" + kWide + "\na.2.0\t{a} {b} [it] z\n{a} {b} [it] u\n" +
            "{a} {b} [it] v\nc\t{a} {b} [it] w\n");
  const auto twins = find_twins(examples);
  REQUIRE(twins.size() == 2);
  CHECK((twins[0].first == 1 && twins[0].second == 3));
  CHECK((twins[1].first == 4 && twins[1].second == 5));
}

TEST_CASE("coreference: a repeated sentence is no twin, and of three each meets the next") {
  const auto twins = find_twins(parse(
      "1.0\t{a} {b} [it] x\n1.0\t{a} {b} [it] x\n1.1\t{a} {b} [it] y\n1.2\t{a} {b} [it] z\n"));
  REQUIRE(twins.size() == 2);
  CHECK((twins[0].first == 1 && twins[0].second == 2));
  CHECK((twins[1].first == 2 && twins[1].second == 3));
}

TEST_CASE("coreference: a bag of words sees through another order, not through another word") {
  const Example tired = one("the {animal} was tired and the {street} wide , [it]");
  CHECK(same_bag(tired, one("the {animal} was wide and the {street} tired , [it]")));
  CHECK_FALSE(same_bag(tired, one("the {animal} was wide and the {street} wide , [it]")));
  CHECK_FALSE(same_bag(one("{a} {b} [it] a"), one("{a} {b} [it] b")));
}

TEST_CASE("coreference: the clues are the words in which twins differ") {
  CHECK(clues(one(kTired), one(kWide)) == std::vector<std::size_t>{11});
  const Example a = one("the {cat} was tired and the {dog} fit , [it] slept");
  const Example b = one("the {cat} was fit and the {dog} tired , [it] slept");
  CHECK(clues(a, b) == std::vector<std::size_t>{3, 7});
  CHECK(clues(a, a).empty());
}

TEST_CASE(
    "coreference: between sentences of different lengths the clues are the differing middle") {
  const Example shorter = one("{a} {b} [it] was tired .");
  const Example longer = one("{a} {b} [it] was not at all tired .");
  CHECK(clues(longer, shorter) == std::vector<std::size_t>{4, 5, 6});
  CHECK(clues(shorter, longer).empty());
  CHECK(clues(one("{a} {b} [it] x x"), one("{a} {b} [it] x x x")).empty());
}

// ---- files -------------------------------------------------------------------------------------
TEST_CASE("coreference: a file is read as its text is, and one without an example is refused") {
  const TemporaryFolder folder;
  const std::string path = folder / "mine.txt";
  write_file(path, "\xEF\xBB\xBF" + kTired + "\r\n" + kWide);
  CHECK(same(read_examples(path), parse(kTired + "\n" + kWide)));
  const std::string what = path +
                           ":1:1: no example; write one a line, as in: "
                           "The {animal}* left the {street} because [it] was tired .";
  for (const std::string text : {"", "\n", "# nothing\n \n"}) {
    write_file(path, text);
    CHECK_THROWS_WITH_AS(read_examples(path), what.c_str(), InputError);
  }
}

TEST_CASE("coreference: a file that is missing is refused by its name") {
  CHECK_THROWS_WITH_AS(read_examples("no/such.txt"),
                       "no/such.txt: cannot read: No such file or directory", InputError);
}
