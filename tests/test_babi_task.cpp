// StoryTask, of babi.hpp.
#include "heed/babi.hpp"
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
