#include "parts/babi.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <numeric>

#include "heed/error.hpp"
#include "heed/file.hpp"
#include "heed/utf8.hpp"

namespace heed {
namespace {

// Reads the lines of a file in turn, and remembers the story they belong to.
class StoryReader {
 public:
  explicit StoryReader(const std::string& name) : name_(name) {}

  void read(std::string_view line) {
    text_ = line;
    ++line_;
    const std::size_t bad = valid_prefix(text_);
    if (bad < text_.size()) error(bad, "not UTF-8; save the file as UTF-8");
    if (text_.find_first_not_of(" \t") == text_.npos) return;
    const std::size_t begin = read_number();
    const std::size_t tab = text_.find('\t', begin);
    if (tab != text_.npos) return read_question(begin, tab);
    if (text_.find('?', begin) != text_.npos) {
      error(text_.size(), "a question without an answer; write a tab and the answer behind it");
    }
    statement_ids_.push_back(id_);
    stories_.back().statements.push_back(sentence(begin, text_.size()));
  }

  std::vector<Story> stories() && { return std::move(stories_); }

 private:
  template <class... Parts>
  [[noreturn]] void error(std::size_t at, const Parts&... what) const {
    fail<InputError>(name_, ":", line_, ":", count_characters(text_.substr(0, at)) + 1, ": ",
                     what...);
  }

  // The number that stands at `at`, moved behind it; 0 where there is none.
  std::size_t number(std::size_t& at) const {
    std::size_t value = 0;
    const char* begin = text_.data() + at;
    const char* end = std::from_chars(begin, text_.data() + text_.size(), value).ptr;
    at += static_cast<std::size_t>(end - begin);
    return value;
  }

  // The number of the line; returns where its sentence begins.
  std::size_t read_number() {
    std::size_t at = 0;
    const std::size_t id = number(at);
    if (id == 0 || at == text_.size() || text_[at] != ' ') {
      error(0, "no line number; begin with a number from 1 on and a blank, as in 1 Ann went home.");
    }
    if (id == 1) {
      stories_.emplace_back();
      statement_ids_.clear();
    } else if (stories_.empty()) {
      error(0, "the first line has the number ", id, "; a story begins with line 1");
    } else if (id <= id_) {
      error(0, "line number ", id, " after ", id_, "; numbers rise, and 1 begins a new story");
    }
    id_ = id;
    return at + 1;
  }

  // The words between two places of the line, in lower case, without the last word's "." or "?".
  Sentence sentence(std::size_t begin, std::size_t end) const {
    Sentence words;
    for (std::size_t at = begin; at < end; ++at) {
      if (text_[at] == ' ') continue;
      const std::size_t stop = std::min(text_.find(' ', at), end);
      std::string& word = words.emplace_back(text_.substr(at, stop - at));
      for (char& c : word) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
      at = stop;
    }
    if (!words.empty() && (words.back().ends_with('.') || words.back().ends_with('?'))) {
      words.back().pop_back();
      if (words.back().empty()) words.pop_back();
    }
    if (words.empty()) error(begin, "no words; write a sentence behind the line's number");
    return words;
  }

  void read_question(std::size_t begin, std::size_t tab) {
    StoryQuestion question;
    question.words = sentence(begin, tab);
    question.seen = statement_ids_.size();
    if (question.seen == 0) {
      error(begin, "a question before any statement of its story; tell something first");
    }
    const std::size_t second = text_.find('\t', tab + 1);
    if (second == text_.npos) {
      error(text_.size(), "no supports; write a tab and the numbers of the lines that the answer ",
            "rests on behind it");
    }
    question.answer = text_.substr(tab + 1, second - tab - 1);
    if (question.answer.empty() || question.answer.find_first_of(" ,") != std::string::npos) {
      error(tab + 1, "the answer ", quote(question.answer),
            " is not one word; tasks with such answers (8 and 19) cannot be read");
    }
    question.supports = read_supports(second + 1);
    stories_.back().questions.push_back(std::move(question));
  }

  std::vector<std::size_t> read_supports(std::size_t at) const {
    std::vector<std::size_t> supports;
    for (; at < text_.size(); ++at) {
      if (text_[at] == ' ') continue;
      const std::size_t begin = at, id = number(at);
      const auto place = std::find(statement_ids_.begin(), statement_ids_.end(), id);
      if (place == statement_ids_.end() || (at < text_.size() && text_[at] != ' ')) {
        error(begin, "a support that is no earlier statement of this story; write the numbers of ",
              "such lines, blanks between them");
      }
      supports.push_back(static_cast<std::size_t>(place - statement_ids_.begin()));
    }
    if (supports.empty()) error(at, "no supports; write the numbers of lines behind the tab");
    std::sort(supports.begin(), supports.end());
    return supports;
  }

  const std::string& name_;
  std::string_view text_;  // of the line at hand
  std::size_t line_ = 0, id_ = 0;
  std::vector<std::size_t> statement_ids_;  // of the story at hand
  std::vector<Story> stories_;
};

// ---- rules --------------------------------------------------------------------------------------

bool holds(const Sentence& sentence, const std::string& word) {
  return std::find(sentence.begin(), sentence.end(), word) != sentence.end();
}

// The last of its words that is a place; nothing where there is none.
std::string place_in(const Sentence& sentence, const StoryWords& words) {
  const auto place = std::find_if(sentence.rbegin(), sentence.rend(),
                                  [&](const auto& word) { return words.places.contains(word); });
  return place == sentence.rend() ? "" : *place;
}

std::string last_place(const Story& story, const StoryQuestion& question, const StoryWords& words) {
  std::string place;
  for (std::size_t i = question.seen; i-- > 0 && place.empty();) {
    place = place_in(story.statements[i], words);
  }
  return place;
}

// Where the person of the question was last said to be. With `look_back`, a statement that names
// nobody speaks of whom the statement before it speaks of.
std::string last_mention(const Story& story, const StoryQuestion& question, const StoryWords& words,
                         bool look_back) {
  const std::string& person = question.words.back();
  std::string place;
  bool about = false;
  for (std::size_t i = 0; i < question.seen; ++i) {
    const Sentence& statement = story.statements[i];
    const bool names =
        std::any_of(statement.begin(), statement.end(),
                    [&](const std::string& word) { return words.people.contains(word); });
    if (names || !look_back) about = holds(statement, person);
    if (about) place = place_in(statement, words);
  }
  return place;
}

std::string majority_answer(const std::vector<Story>& train) {
  std::map<std::string, std::size_t> counts;
  for (const Story& story : train) {
    for (const StoryQuestion& question : story.questions) ++counts[question.answer];
  }
  const auto fewer = [](const auto& a, const auto& b) { return a.second < b.second; };
  const auto most = std::max_element(counts.begin(), counts.end(), fewer);
  return most == counts.end() ? "" : most->first;
}

}  // namespace

std::vector<Story> parse_babi(std::string_view text, const std::string& name) {
  StoryReader reader(name);
  for (const std::string_view line : split_lines(text)) reader.read(line);
  return std::move(reader).stories();
}

std::vector<Story> read_babi(const std::string& path) {
  std::vector<Story> stories = parse_babi(read_text(path), path);
  const auto asks = [](const Story& story) { return !story.questions.empty(); };
  if (std::none_of(stories.begin(), stories.end(), asks)) {
    fail<InputError>(path, ":1:1: no question; is this a file of a bAbI task?");
  }
  return stories;
}

StoryWords::StoryWords(const std::vector<Story>& train) {
  for (const Story& story : train) {
    for (const StoryQuestion& question : story.questions) {
      places.insert(question.answer);
      people.insert(question.words.back());
    }
  }
}

std::vector<StoryRule> story_rules(const std::vector<Story>& train,
                                   const std::vector<Story>& test) {
  const StoryWords words(train);
  const std::string majority = majority_answer(train);
  std::vector<StoryRule> rules = {
      {"majority"}, {"last place"}, {"names only"}, {"previous sentence"}};
  std::size_t count = 0;
  for (const Story& story : test) {
    for (const StoryQuestion& question : story.questions) {
      const std::string answers[] = {majority, last_place(story, question, words),
                                     last_mention(story, question, words, false),
                                     last_mention(story, question, words, true)};
      for (std::size_t r = 0; r < rules.size(); ++r)
        rules[r].right += answers[r] == question.answer;
      ++count;
    }
  }
  for (StoryRule& rule : rules) rule.right /= static_cast<double>(count);
  return rules;
}

}  // namespace heed
