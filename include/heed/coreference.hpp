// Layer 6. coreference: sentences with a pronoun, the nouns it may mean, and the right one.
//
// One example a line, words separated by blanks (spaces, or the wide ones of Chinese text):
//   7.0<TAB>The {animal}* did n't cross the {street} because [it] was too tired .
//   7.1<TAB>The {animal} did n't cross the {street}* because [it] was too wide .
// {} a candidate mention of one or more words, * after it: the antecedent (several: all are right);
// [] the pronoun; \ before a literal one of {}[]*\. The id before the tab may be missing. Examples
// whose ids share the stem before the dot are twins. # starts a comment line; blank lines pass.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

// A run of words, first … last (both included), that the pronoun may refer to.
struct Mention {
  std::size_t first = 0, last = 0;
  bool antecedent = false;

  friend bool operator==(const Mention&, const Mention&) = default;
};

struct Example {
  std::string id;  // "7.0", or empty
  std::vector<std::string> words;
  std::size_t pronoun = 0;          // the index of its word
  std::vector<Mention> candidates;  // two or more, in the order of the sentence
  std::size_t line = 0;             // in its file, from 1

  bool labelled() const;  // has an antecedent
};

// The examples of a text in the format above. `name` is the file's, for messages.
// Accepts CRLF, a byte-order mark and a missing last newline. Throws InputError
// "name:line:column: what, and what to do", the column counted in characters from 1.
std::vector<Example> parse_examples(std::string_view text, const std::string& name);

// The examples of a file. Throws InputError where it cannot be read or holds no example.
std::vector<Example> read_examples(const std::string& path);

// The words of a mention, joined by blanks.
std::string words_of(const Example& example, const Mention& mention);

// An example as one line of the format, without its newline; parse_examples reads it back.
std::string to_string(const Example& example);

// Two examples that share an id stem and differ by some words, as indices into the list. The stem
// is what precedes the last dot of an id. Where more than two share it, each is paired with the
// next.
struct Twins {
  std::size_t first = 0, second = 0;
};
std::vector<Twins> find_twins(const std::vector<Example>& examples);

// Do the two sentences consist of the same words in another order? A bag of words cannot tell such
// twins apart: they are the contrastive ones.
bool same_bag(const Example& a, const Example& b);

// The clues: the words of `a` in which it differs from its twin `b`, as indices. For sentences of
// one length, the positions with different words; else what remains of `a` between the common
// beginning and the common end.
std::vector<std::size_t> clues(const Example& a, const Example& b);

}  // namespace heed
