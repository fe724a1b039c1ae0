// Of babi.hpp: stories as batches, with other names, and as a task.
#include <cmath>
#include <set>

#include "babi_stories.hpp"
#include "heed/error.hpp"
#include "heed/file.hpp"
#include "support.hpp"
#include "temporary_folder.hpp"

using namespace heed;

namespace {

// Stories of one question each; Ann is in a place of its own in every one, from `first` on.
std::string some_stories(int first, int count) {
  std::string text;
  for (int i = first; i < first + count; ++i) {
    text += concat("1 Ann went to place", i, ".\n2 Where is Ann? \tplace", i, "\t1\n");
  }
  return text;
}

// The words of a slot of a batch, joined; "" for an empty one.
std::string slot_text(const StoryBatch& batch, std::size_t b, std::size_t slot,
                      const Vocabulary& vocabulary) {
  const std::size_t width = batch.words.shape[2];
  std::string text;
  for (std::size_t w = 0; w < width; ++w) {
    const int id = batch.words.values[(b * batch.slots() + slot) * width + w];
    if (id != Vocabulary::kPad) text += (text.empty() ? "" : " ") + vocabulary.word(id);
  }
  return text;
}

}  // namespace

// ---- batches -----------------------------------------------------------------------------------
TEST_CASE("babi: statements fill the slots from the right, and the question stands in the last") {
  const std::vector<Story> stories = parse(kText);
  const Vocabulary vocabulary = story_vocabulary(stories);
  const StoryBatch batch = StoryQuestions(stories, vocabulary, 4).batch({1, 2});
  CHECK(batch.words.shape == Shape{2, 5, 7});
  CHECK(slot_text(batch, 0, 0, vocabulary) == "");
  CHECK(slot_text(batch, 0, 1, vocabulary) == "sandra went back to the garden");
  CHECK(slot_text(batch, 0, 3, vocabulary) == "daniel travelled to the office");
  CHECK(slot_text(batch, 0, 4, vocabulary) == "where is daniel");
  CHECK(slot_text(batch, 1, 3, vocabulary) == "then they went to the hallway");
  CHECK(vocabulary.word(batch.answers.values[0]) == "office");
  CHECK(batch.supports == std::vector<std::vector<std::size_t>>{{3}, {2, 3}});
}

TEST_CASE("babi: a slot may look at earlier statements alone, never at itself or an empty one") {
  const std::vector<Story> stories = parse(kText);
  const StoryBatch batch =
      StoryQuestions(stories, story_vocabulary(stories), 3).batch({2});  // one empty slot, then two
  REQUIRE(batch.earlier.shape() == Shape{1, 1, 4, 4});
  const double expected[] = {0, 0, 0, 0,   //
                             0, 0, 0, 0,   //
                             0, 1, 0, 0,   //
                             0, 1, 1, 0};  // the question
  CHECK(std::equal(batch.earlier.begin(), batch.earlier.end(), expected));
}

TEST_CASE("babi: of a long story the last statements are kept, and the supports among them") {
  const std::vector<Story> stories = parse(kText);
  const Vocabulary vocabulary = story_vocabulary(stories);
  const StoryBatch batch = StoryQuestions(stories, vocabulary, 1).all();
  REQUIRE(batch.size() == 3);
  CHECK(slot_text(batch, 0, 0, vocabulary) == "after that she moved to the kitchen");
  CHECK(batch.supports[0] == std::vector<std::size_t>{0});
}

TEST_CASE("babi: a cut takes one edge of each slot, in the named heads alone") {
  const std::vector<Story> stories = parse(kText);
  const StoryBatch batch = StoryQuestions(stories, story_vocabulary(stories), 2).batch({2});
  const Array mask = cut_back(batch, 3, 1, 2, 1);
  REQUIRE(mask.shape() == Shape{1, 3, 3, 3});
  const double expected[] = {0, 0, 0, 1, 0, 0, 1, 1, 0,  //
                             0, 0, 0, 0, 0, 0, 1, 0, 0,  //
                             0, 0, 0, 1, 0, 0, 1, 1, 0};
  CHECK(std::equal(mask.begin(), mask.end(), expected));
}

TEST_CASE("babi: a head's look at the sentence before, from the pronoun and from the name") {
  const std::vector<Story> stories = parse(
      "1 Daniel went to the office.\n2 Sandra went to the garden.\n3 Then she went to the "
      "kitchen.\n"
      "4 Where is Sandra?\tkitchen\t2 3\n");
  const StoryBatch batch = StoryQuestions(stories, story_vocabulary(stories), 3).all();
  Array weights = zeros({1, 2, 4, 4});
  weights[16 + 2 * 4 + 1] = Real{0.75};  // head 1, she → Sandra
  weights[16 + 1 * 4 + 0] = Real{0.25};  // head 1, Sandra → Daniel
  CHECK(weight_before(weights, batch, 1, true) == 0.75);
  CHECK(weight_before(weights, batch, 1, false) == 0.25);
  CHECK(weight_before(weights, batch, 0, true) == 0);
  // Before the first statement stands nothing.
  const StoryBatch first =
      StoryQuestions(parse(kText), story_vocabulary(parse(kText)), 4).batch({0});
  CHECK(std::isnan(weight_before(zeros({1, 2, 5, 5}), first, 0, false)));
}

TEST_CASE("babi: the share of wrong answers counts the likeliest word of each question") {
  const std::vector<Story> stories = parse(kText);
  const Vocabulary vocabulary = story_vocabulary(stories);
  const StoryBatch batch = StoryQuestions(stories, vocabulary, 3).all();
  Array logits = zeros({3, vocabulary.size()});
  const auto likely = [&](std::size_t b, const char* word) {
    logits[b * vocabulary.size() + static_cast<std::size_t>(vocabulary.id(word))] = 1;
  };
  likely(0, "garden"), likely(1, "office"), likely(2, "kitchen");
  CHECK(share_wrong(logits, batch) == doctest::Approx(2.0 / 3));
}

TEST_CASE(
    "babi: a question whose supports were dropped has no part in the look at the one before") {
  const std::vector<Story> stories = parse(
      "1 John went to the office.\n2 Mary ran home.\n3 Sandra ran home.\n"
      "4 Where is John?\toffice\t1\n"
      "1 John ran home.\n2 Then he went to the office.\n3 Where is John?\toffice\t1 2\n");
  const StoryBatch batch = StoryQuestions(stories, story_vocabulary(stories), 2).all();
  REQUIRE(batch.supports[0].empty());
  Array weights = zeros({2, 1, 3, 3});
  weights[9 + 1 * 3 + 0] = Real{0.5};  // of the second story: he → John
  CHECK(weight_before(weights, batch, 0, true) == 0.5);
}

// ---- renaming ----------------------------------------------------------------------------------
TEST_CASE("babi: a renamed story is the same story, and its answer still the place in it") {
  const std::vector<Story> stories = parse(kText);
  const Vocabulary vocabulary = story_vocabulary(stories);
  const Renaming renaming(vocabulary, StoryWords(stories));
  const StoryQuestions questions(stories, vocabulary, 2);
  Random random(1);
  std::set<std::string> told;
  for (int i = 0; i < 200; ++i) {
    StoryBatch batch = questions.batch({0});
    renaming(batch, random);
    const std::string told_now = slot_text(batch, 0, 0, vocabulary);
    const std::string person = told_now.substr(0, told_now.find(' '));
    CHECK(slot_text(batch, 0, 2, vocabulary) == "where is " + person);
    CHECK(slot_text(batch, 0, 1, vocabulary).ends_with(vocabulary.word(batch.answers.values[0])));
    told.insert(person);
  }
  CHECK(told == std::set<std::string>{"daniel", "john", "sandra"});  // those who are asked for
}

TEST_CASE("babi: a renamed woman is a woman with she, or a man with he; each example for itself") {
  const std::vector<Story> stories = parse(
      "1 Mary went to the office.\n2 Then she went to the garden.\n3 Where is Mary?\tgarden\t1 2\n"
      "1 Sandra went to the garden.\n2 John went to the office.\n3 Then he went to the garden.\n"
      "4 Where is Daniel?\tkitchen\t1\n5 Where is Sandra?\tkitchen\t1\n");
  const Vocabulary vocabulary = story_vocabulary(stories);
  const Renaming renaming(vocabulary, StoryWords(stories));
  const StoryQuestions questions(stories, vocabulary, 2);
  Random random(2);
  std::set<std::string> seen;
  bool differ = false;
  for (int i = 0; i < 200; ++i) {
    StoryBatch batch = questions.batch({0, 0});
    renaming(batch, random);
    const std::string first = slot_text(batch, 0, 0, vocabulary);
    seen.insert(first.substr(0, first.find(' ')) + " " +
                slot_text(batch, 0, 1, vocabulary).substr(5, 3));
    differ = differ || first != slot_text(batch, 1, 0, vocabulary);
  }
  CHECK(seen == std::set<std::string>{"daniel he ", "john he ", "mary she", "sandra she"});
  CHECK(differ);
}

// ---- tasks -------------------------------------------------------------------------------------
TEST_CASE(
    "babi: the last tenth of the stories is kept back, its words too; the test file is asked") {
  const TemporaryFolder folder;
  write_file(folder / "qa_train.txt", some_stories(0, 20));
  write_file(folder / "qa_test.txt", some_stories(0, 3));
  const StoryTask task(folder / "qa", 2);
  CHECK(task.train.size() == 18);
  CHECK(task.validation.size() == 2);
  CHECK(task.test.size() == 3);
  CHECK(task.vocabulary.known("place17"));
  CHECK_FALSE(task.vocabulary.known("place18"));
  CHECK(task.validation.answers.values == std::vector<int>(2, Vocabulary::kUnknown));
  CHECK(task.test.answers.values[0] == task.vocabulary.id("place0"));
}

TEST_CASE("babi: fewer than ten stories are too few to learn from") {
  const TemporaryFolder folder;
  write_file(folder / "qa_train.txt", some_stories(0, 9));
  write_file(folder / "qa_test.txt", some_stories(0, 1));
  CHECK(input_error([&] { StoryTask(folder / "qa", 2); }) ==
        folder / "qa_train.txt:1:1: 9 stories; ten or more are needed");
  write_file(folder / "qa_train.txt", some_stories(0, 10));
  CHECK(input_error([&] { StoryTask(folder / "qa", 2); }) == "no error");
}
