// Layer 6. babi: the bAbI tasks, stories of simple sentences with questions among them.
//
//   1 Sandra went back to the garden.
//   2 After that she moved to the kitchen.
//   3 Where is Sandra? <TAB>kitchen<TAB>1 2
//
// A line is a number, a blank and a sentence; the number 1 begins a new story. Behind a question
// and a tab stands its answer, behind a second tab the numbers of the lines that support it.
//   Weston et al. 2015, "Towards AI-complete question answering"
// The files are not part of heed. Tasks whose answers are one word can be read (not 8 and 19).
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "heed/array.hpp"
#include "heed/random.hpp"
#include "heed/vocabulary.hpp"

namespace heed {

// ---- the files ----------------------------------------------------------------------------------

using Sentence = std::vector<std::string>;  // words in lower case, without the mark at the end

struct StoryQuestion {
  Sentence words;
  std::string answer;
  std::size_t seen = 0;               // how many statements of its story stand before it
  std::vector<std::size_t> supports;  // those of them that the answer rests on, rising
};

struct Story {
  std::vector<Sentence> statements;
  std::vector<StoryQuestion> questions;
};

// The stories of a text in the format above. `name` is the file's, for messages.
// Accepts CRLF, a byte-order mark, blank lines and a missing last newline. Throws InputError
// "name:line:column: what, and what to do", the column counted in characters from 1.
std::vector<Story> parse_babi(std::string_view text, const std::string& name);

// The stories of a file. Throws InputError where it cannot be read or asks no question.
std::vector<Story> read_babi(const std::string& path);

// ---- rules --------------------------------------------------------------------------------------

// What the words of a task are for: a place is what some question's answer is, a person is what
// some question ends with ("Where is Sandra?").
struct StoryWords {
  explicit StoryWords(const std::vector<Story>& train);

  std::set<std::string> places, people;
};

struct StoryRule {
  std::string name;
  double right = 0;  // the share of questions it answers
};

// Learns from `train` and answers `test`, in this order:
//   majority           the most frequent answer of train
//   last place         the last place that was mentioned, whoever went there
//   names only         the place of the last statement that names the person
//   previous sentence  the same, where a statement that names nobody speaks of whom the statement
//                      before it speaks of: the coreference, as one rule
std::vector<StoryRule> story_rules(const std::vector<Story>& train, const std::vector<Story>& test);

// ---- questions as numbers -----------------------------------------------------------------------

// Questions as a model reads them, a sentence a slot: the last S statements before the question,
// the first slots empty where there are fewer, and the question in the last slot.
// B questions, S + 1 slots, W words of the longest sentence.
struct StoryBatch {
  Indices words;    // [B, S + 1, W], Vocabulary::kPad behind each sentence
  Indices answers;  // [B]
  Array earlier;    // [B, 1, S + 1, S + 1], 1 where a slot may look: at statements before it
  std::vector<std::vector<std::size_t>> supports;  // [B], the slots of the supports, rising

  std::size_t size() const { return answers.values.size(); }
  std::size_t slots() const { return words.shape[1]; }  // S + 1
};

// The questions of some stories, in their order.
class StoryQuestions {
 public:
  StoryQuestions(const std::vector<Story>& stories, const Vocabulary& vocabulary,
                 std::size_t statements);

  std::size_t size() const { return questions_.size(); }
  StoryBatch batch(const std::vector<std::size_t>& which) const;
  StoryBatch all() const;

 private:
  struct Question {
    std::vector<std::vector<int>> slots;  // [S + 1] sentences; an empty slot has no words
    int answer;
    std::vector<std::size_t> supports;
  };
  std::vector<Question> questions_;
  std::size_t longest_ = 0;
};

// How many of the questions are answered by another word than theirs, the likeliest of logits [B, V].
double share_wrong(const Array& logits, const StoryBatch& batch);

// The mask of layer 1 with some edges cut: from every slot to the one that stands `back` slots before
// it, in the heads `first` … `end` − 1 of `heads`.   [B, H, S + 1, S + 1]
Array cut_back(const StoryBatch& batch, std::size_t heads, std::size_t first, std::size_t end,
               std::size_t back);

// Given the weights of layer 1, [B, H, S + 1, S + 1]: how much a head looks at the sentence before, in
// the mean over the questions. From the last support, which says "she" or "they"; or, `pronoun` being
// false, from the first, which has a name, where a sentence precedes it. NaN where there is none.
double weight_before(const Array& weights, const StoryBatch& batch, std::size_t head, bool pronoun);

// The words of all sentences and answers.
Vocabulary story_vocabulary(const std::vector<Story>& stories);

// The same story of other people in other places. It rests on knowledge that is not in the data:
// which words are places and people; and where "she" or "he" tells them apart, which are women.
class Renaming {
 public:
  Renaming(const Vocabulary& vocabulary, const StoryWords& words);

  // Exchanges at random, in each example for itself: the places, the answer with them; and the
  // people. Where there are "she" and "he": the women, the men, and, at even odds, women for men.
  void operator()(StoryBatch& batch, Random& random) const;

 private:
  std::vector<int> draw(Random& random) const;  // the new id of each old one

  std::size_t size_;                      // of the vocabulary
  bool gendered_ = true;                  // then the groups are as below
  std::vector<std::vector<int>> groups_;  // places; people, or: women, "she", men, "he"
};

// A task as it is learned and asked. Of the training stories the last tenth is for validation.
struct StoryTask {
  // Reads `path`_train.txt and `path`_test.txt, as in "en/qa11_basic-coreference". Throws InputError
  // as read_babi does, or for fewer than ten stories to learn from.
  StoryTask(const std::string& path, std::size_t statements);

  std::vector<StoryRule> rules;
  Vocabulary vocabulary;
  Renaming renaming;
  StoryQuestions train;
  StoryBatch validation, test;

 private:
  struct Texts {
    std::vector<Story> all, train, validation, test;
  };
  static Texts read(const std::string& path);
  StoryTask(const Texts& texts, std::size_t statements);
};

}  // namespace heed
