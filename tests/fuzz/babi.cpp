// Any bytes as a file of a bAbI task: they are refused with an InputError that says where, or they
// are read: every question rests on statements before it, and the stories, written again and read
// again, are the same.
#include "parts/babi.hpp"

#include "fuzz.hpp"

using namespace heed;

namespace {

bool same_question(const StoryQuestion& a, const StoryQuestion& b) {
  return a.words == b.words && a.answer == b.answer && a.seen == b.seen && a.supports == b.supports;
}

bool same(const Story& a, const Story& b) {
  return a.statements == b.statements &&
         std::equal(a.questions.begin(), a.questions.end(), b.questions.begin(), b.questions.end(),
                    same_question);
}

std::string joined(const Sentence& words) {
  std::string text;
  for (const std::string& word : words) text += " " + word;
  return text;
}

// The story as its file says it. The statement i has the number numbers[i].
std::string written(const Story& story) {
  std::string text;
  std::size_t line = 0, next = 0;
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i <= story.statements.size(); ++i) {
    for (; next < story.questions.size() && story.questions[next].seen == i; ++next) {
      const StoryQuestion& question = story.questions[next];
      text += concat(++line, joined(question.words), "?\t", question.answer, "\t");
      for (const std::size_t support : question.supports) text += concat(" ", numbers[support]);
      text += "\n";
    }
    if (i == story.statements.size()) break;
    text += concat(++line, joined(story.statements[i]), ".\n");
    numbers.push_back(line);
  }
  return text;
}

// The supports are statements before the question, in their order.
bool rests_on_earlier(const StoryQuestion& question) {
  const std::vector<std::size_t>& supports = question.supports;
  return std::is_sorted(supports.begin(), supports.end()) && supports.back() < question.seen;
}

void check(std::string_view text) {
  const auto stories = accepted("file:#:#: ", [=] { return parse_babi(text, "file"); });
  if (!stories) return;
  std::string file;
  for (const Story& story : *stories) {
    require(std::all_of(story.questions.begin(), story.questions.end(), rests_on_earlier),
            "every question rests on statements before it");
    file += written(story);
  }
  const std::vector<Story> again = parse_babi(file, "again");
  require(std::equal(again.begin(), again.end(), stories->begin(), stories->end(), same),
          "the same stories, written and read again");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return check(text_of(data, size)), 0;
}
