#include <map>

#include "babi_stories.hpp"
#include "heed/error.hpp"
#include "heed/file.hpp"
#include "programs.hpp"
#include "support.hpp"
#include "temporary_folder.hpp"

using namespace heed;

namespace {

std::string error_of(const std::string& text) {
  return input_error([&] { parse(text); });
}

std::string file_error(const std::string& text) {
  const TemporaryFolder folder;
  write_file(folder / "qa.txt", text);
  const std::string said = input_error([&] { read_babi(folder / "qa.txt"); });
  return said.starts_with(folder.path) ? said.substr(folder.path.size() + 1) : said;
}

bool same(const std::vector<Story>& a, const std::vector<Story>& b) {
  const auto same_question = [](const StoryQuestion& x, const StoryQuestion& y) {
    return x.words == y.words && x.answer == y.answer && x.seen == y.seen &&
           x.supports == y.supports;
  };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](const Story& x, const Story& y) {
    return x.statements == y.statements &&
           std::equal(x.questions.begin(), x.questions.end(), y.questions.begin(),
                      y.questions.end(), same_question);
  });
}

}  // namespace

// ---- reading -----------------------------------------------------------------------------------
TEST_CASE("babi: number 1 begins a story; words lose their case and the mark at the end") {
  const std::vector<Story> stories = parse(kText);
  REQUIRE(stories.size() == 2);
  CHECK(stories[0].statements ==
        std::vector<Sentence>{{"sandra", "went", "back", "to", "the", "garden"},
                              {"after", "that", "she", "moved", "to", "the", "kitchen"},
                              {"daniel", "travelled", "to", "the", "office"}});
  CHECK(stories[0].questions.size() == 2);
  CHECK(stories[1].questions.at(0).words == Sentence{"where", "is", "john"});
  CHECK(stories[1].questions.at(0).answer == "hallway");
}

TEST_CASE("babi: a question knows the statements before it; its supports count the lines of all") {
  const std::vector<StoryQuestion> questions = parse(kText).at(0).questions;
  CHECK(questions.at(0).seen == 2);
  CHECK(questions.at(0).supports == std::vector<std::size_t>{0, 1});
  CHECK(questions.at(1).seen == 3);
  CHECK(questions.at(1).supports == std::vector<std::size_t>{2});  // line 4 is the third statement
}

TEST_CASE("babi: every line ending, a byte-order mark and blank lines give the same stories") {
  std::string windows = "\xEF\xBB\xBF";
  for (const char c : kText) windows += c == '\n' ? std::string("\r\n \r\n") : std::string(1, c);
  CHECK(same(parse(windows), parse(kText)));
  CHECK(same(parse(kText.substr(0, kText.size() - 1)), parse(kText)));
}

TEST_CASE("babi: numbers may leave some out, and supports follow them") {
  const Story story = parse("1 Ann ran home.\n5 Bo ran off.\n9 Where is Bo?\toff\t5\n").at(0);
  CHECK(story.questions.at(0).supports == std::vector<std::size_t>{1});
}

// ---- errors ------------------------------------------------------------------------------------
TEST_CASE("babi: a line that is out of order says what is wrong, where, and what to do") {
  const std::string first = "1 Ann ran home.\n";
  CHECK(error_of("Ann ran home.\n") ==
        "qa.txt:1:1: no line number; begin with a number from 1 on and a blank, as in 1 Ann went "
        "home.");
  for (const char* line : {"0 Ann ran.", "-1 Ann ran.", "2", "2Ann ran.", "2\tAnn ran.",
                           "99999999999999999999 Ann ran."}) {
    CAPTURE(line);
    CHECK(error_of(first + line).starts_with("qa.txt:2:1: no line number; "));
  }
  CHECK(error_of("2 Ann ran home.") ==
        "qa.txt:1:1: the first line has the number 2; a story begins with line 1");
  for (const char* line : {"2 Bo ran off.", "3 Bo ran off."}) {
    CHECK(error_of(first + "3 Al ran.\n" + line).starts_with("qa.txt:3:1: line number "));
  }
  CHECK(error_of(first + "3 Al ran.\n2 Bo ran off.") ==
        "qa.txt:3:1: line number 2 after 3; numbers rise, and 1 begins a new story");
  CHECK(error_of(first + "2 .").starts_with("qa.txt:2:3: no words; "));
}

TEST_CASE("babi: a question needs statements before it, an answer of one word, and supports") {
  const std::string first = "1 Ann ran home.\n";
  CHECK(error_of("1 Where is Ann?\thome\t1\n") ==
        "qa.txt:1:3: a question before any statement of its story; tell something first");
  CHECK(
      error_of(first + "1 Where is Ann?\thome\t1\n").starts_with("qa.txt:2:3: a question before"));
  CHECK(error_of(first + "2 Where is Ann? home 1") ==
        "qa.txt:2:23: a question without an answer; write a tab and the answer behind it");
  CHECK(error_of(first + "2 Where is Ann?\thome").starts_with("qa.txt:2:21: no supports; "));
  CHECK(error_of(first + "2 Where is Ann?\thome\t").starts_with("qa.txt:2:22: no supports; "));
  CHECK(error_of(first + "2 What has Ann?\tmilk,bread\t1") ==
        "qa.txt:2:17: the answer 'milk,bread' is not one word; tasks with such answers (8 and 19) "
        "cannot be read");
  CHECK(error_of(first + "2 Where is Ann?\t\t1").starts_with("qa.txt:2:17: the answer '' is not"));
  CHECK(error_of(first + "2 Where is Ann?\tat home\t1").starts_with("qa.txt:2:17: the answer"));
}

TEST_CASE("babi: a support is an earlier statement of the same story") {
  const std::string story = "1 Ann ran home.\n2 Where is Ann?\thome\t1\n3 Bo ran off.\n";
  CHECK(error_of(story + "4 Where is Bo?\toff\t3 5") ==
        "qa.txt:4:22: a support that is no earlier statement of this story; write the numbers of "
        "such lines, blanks between them");
  // 2 is a question, 4 the line itself, 0 nothing; the others are no numbers.
  for (const char* supports :
       {"2", "4", "0", "-1", "x", "3x", "3,1", "3\t1", "18446744073709551619"}) {
    CAPTURE(supports);
    CHECK(error_of(story + "4 Where is Bo?\toff\t" + supports).starts_with("qa.txt:4:20: a supp"));
  }
}

TEST_CASE("babi: bytes that are not UTF-8 are refused, at the character where they stand") {
  CHECK(error_of("1 Ann ran home.\n2 B\xC3\xB6 ran \xC3.\n") ==
        "qa.txt:2:10: not UTF-8; save the file as UTF-8");
}

TEST_CASE("babi: a file without a question is refused") {
  for (const char* text : {"", "\xEF\xBB\xBF", "\n\n", "1 Ann ran home.\n"}) {
    CHECK(file_error(text) == "qa.txt:1:1: no question; is this a file of a bAbI task?");
  }
  CHECK(file_error(kText) == "no error");
}

// ---- rules -------------------------------------------------------------------------------------
TEST_CASE("babi: each rule is right where its cue holds, and only there") {
  const std::vector<Story> train = parse(kText);
  const auto right = [&](const std::string& text) {
    std::map<std::string, double> shares;
    for (const StoryRule& rule : story_rules(train, parse(text))) shares[rule.name] = rule.right;
    return shares;
  };
  // The person asked for is only meant by a pronoun, and was the last to go anywhere.
  auto shares = right(
      "1 John went to the office.\n2 Then he went to the kitchen.\n"
      "3 Where is John?\tkitchen\t1 2\n");
  CHECK(shares["last place"] == 1);
  CHECK(shares["names only"] == 0);
  CHECK(shares["previous sentence"] == 1);
  // Somebody else went somewhere after that.
  shares = right(
      "1 Daniel and John went to the office.\n2 Then they went to the kitchen.\n"
      "3 Sandra went to the office.\n4 Where is Daniel?\tkitchen\t1 2\n"
      "5 Then she went to the hallway.\n6 Where is Daniel?\tkitchen\t1 2\n");
  CHECK(shares["last place"] == 0);
  CHECK(shares["names only"] == 0);
  CHECK(shares["previous sentence"] == 1);
  // Named again, so that no pronoun matters for one question of the two.
  shares = right(
      "1 John went to the office.\n2 Where is John?\toffice\t1\n3 Sandra went to the hallway.\n"
      "4 Then she went to the kitchen.\n5 Where is Sandra?\tkitchen\t3 4\n");
  CHECK(shares["names only"] == 0.5);
  CHECK(shares["last place"] == 1);
  // No place was named.
  CHECK(right("1 John ran.\n2 Where is John?\toffice\t1\n")["last place"] == 0);
}

TEST_CASE("babi: the majority answer is that of training") {
  const std::string here = "1 Ann ran home.\n2 Where is Ann?\thome\t1\n";
  const std::string there = "1 Ann ran off.\n2 Where is Ann?\toff\t1\n";
  CHECK(story_rules(parse(here + there + there), parse(there))[0].right == 1);
  CHECK(story_rules(parse(here + there + there), parse(here))[0].right == 0);
}

// ---- the page ----------------------------------------------------------------------------------
TEST_CASE("08_babi: without texts it says where to get them, and that is no failure") {
  if (kDouble) return;
  const Workplace place;
  const Ended ended = place.run("08_babi --quick");
  CHECK(ended.code == 0);
  CHECK(has(ended.out, "skipped"));
  CHECK(has(ended.out, "tasks_1-20_v1-2.tar.gz"));
  CHECK_FALSE(place.holds("runs"));
}

TEST_CASE("08_babi: a folder without the texts is refused before any work, with the file's name") {
  if (kDouble) return;
  const Workplace place;
  const Ended ended = place.run("08_babi --quick --data .");
  CHECK(ended.code == 3);
  CHECK(one_line(ended.errors));
  CHECK(has(ended.errors, "en/qa11_basic-coreference_train.txt"));
  CHECK_FALSE(place.holds("runs"));
}
