// Of babi.hpp: StoryTask, and questions whose supports lie too far back.
#include "parts/babi.hpp"
#include "heed/error.hpp"
#include "heed/file.hpp"
#include "support.hpp"
#include "temporary_folder.hpp"

using namespace heed;

namespace {

// Stories of one question each; Ann is in a place of its own in every one, from `first` on.
std::string stories(int first, int count) {
  std::string text;
  for (int i = first; i < first + count; ++i) {
    text += concat("1 Ann went to place", i, ".\n2 Where is Ann? \tplace", i, "\t1\n");
  }
  return text;
}

}  // namespace

TEST_CASE(
    "babi: the last tenth of the stories is kept back, its words too; the test file is asked") {
  const TemporaryFolder folder;
  write_file(folder / "qa_train.txt", stories(0, 20));
  write_file(folder / "qa_test.txt", stories(0, 3));
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
  write_file(folder / "qa_train.txt", stories(0, 9));
  write_file(folder / "qa_test.txt", stories(0, 1));
  CHECK(input_error([&] { StoryTask(folder / "qa", 2); }) ==
        folder / "qa_train.txt:1:1: 9 stories; ten or more are needed");
  write_file(folder / "qa_train.txt", stories(0, 10));
  CHECK(input_error([&] { StoryTask(folder / "qa", 2); }) == "no error");
}

TEST_CASE(
    "babi: a question whose supports were dropped has no part in the look at the one before") {
  const std::vector<Story> stories = parse_babi(
      "1 John went to the office.\n2 Mary ran home.\n3 Sandra ran home.\n"
      "4 Where is John?\toffice\t1\n"
      "1 John ran home.\n2 Then he went to the office.\n3 Where is John?\toffice\t1 2\n",
      "qa.txt");
  const StoryBatch batch = StoryQuestions(stories, story_vocabulary(stories), 2).all();
  REQUIRE(batch.supports[0].empty());
  Array weights = zeros({2, 1, 3, 3});
  weights[9 + 1 * 3 + 0] = Real{0.5};  // of the second story: he → John
  CHECK(weight_before(weights, batch, 0, true) == 0.5);
}
