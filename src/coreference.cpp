#include "heed/coreference.hpp"

#include <algorithm>
#include <map>

#include "heed/error.hpp"
#include "heed/file.hpp"
#include "heed/utf8.hpp"

namespace heed {
namespace {

constexpr std::string_view kMarks = "{}[]*\\";           // what a backslash makes literal
constexpr std::string_view kWideBlank = "\xE3\x80\x80";  // U+3000, the blank of Chinese keyboards

// The length in bytes of the blank that `text` begins with; 0 where it begins with none.
std::size_t blank(std::string_view text) {
  if (text.starts_with(kWideBlank)) return kWideBlank.size();
  return text.starts_with(' ') ? 1 : 0;
}

// Is the line blank, or a comment?
bool says_nothing(std::string_view line) {
  while (const std::size_t bytes = blank(line)) line.remove_prefix(bytes);
  return line.starts_with('#') || line.find_first_not_of(" \t") == line.npos;
}

// Reads one line, from left to right.
class LineReader {
 public:
  LineReader(std::string_view text, const std::string& name, std::size_t line)
      : text_(text), name_(name) {
    example_.line = line;
  }

  Example read() {
    check_encoding();
    read_id();
    const std::size_t start = at_;
    for (skip_blanks(); at_ < text_.size(); skip_blanks()) {
      const char c = text_[at_];
      if (c == '{' || c == '[') {
        read_opening();
      } else if (c == '}' || c == ']') {
        read_closing();
      } else {
        read_word();
      }
    }
    check(start);
    return std::move(example_);
  }

 private:
  std::string_view rest() const { return text_.substr(at_); }

  void skip_blanks() {
    while (const std::size_t bytes = blank(rest())) at_ += bytes;
  }

  template <class... Parts>
  [[noreturn]] void error(std::size_t at, const Parts&... what) const {
    fail<InputError>(name_, ":", example_.line, ":", count_characters(text_.substr(0, at)) + 1,
                     ": ", what...);
  }

  void check_encoding() const {
    const std::size_t bad = valid_prefix(text_);
    if (bad < text_.size()) error(bad, "not UTF-8; save the file as UTF-8");
  }

  void read_id() {
    const std::size_t tab = text_.find('\t');
    if (tab == text_.npos) return;
    const std::size_t second = text_.find('\t', tab + 1);
    if (second != text_.npos) {
      error(second, "a second tab; one tab parts the id from the sentence, blanks part the words");
    }
    for (; at_ < tab; ++at_) {
      if (blank(rest()) > 0)
        error(at_, "a blank in the id; before the tab stands one word, or none");
    }
    example_.id = text_.substr(0, tab);
    at_ = tab + 1;
  }

  void read_word() {
    std::string word;
    for (; at_ < text_.size() && blank(rest()) == 0; ++at_) {
      char c = text_[at_];
      if (c == '}' || c == ']') break;
      if (c == '{' || c == '[') {
        error(at_, c, " inside a word; set a blank before it, or write \\", c,
              " for a literal one");
      }
      if (c == '*') {
        error(at_,
              "a star that follows no }; set it right after the antecedent's }, or write \\* "
              "for a literal one");
      }
      if (c == '\\') c = read_escaped();
      word += c;
    }
    example_.words.push_back(std::move(word));
  }

  // The literal character after a backslash; stops on it.
  char read_escaped() {
    const std::size_t backslash = at_++;
    if (at_ == text_.size() || kMarks.find(text_[at_]) == kMarks.npos) {
      error(backslash, "a backslash before none of {}[]*\\; write \\\\ for a literal one");
    }
    return text_[at_];
  }

  void read_opening() {
    const char mark = text_[at_];
    if (is_open()) {
      error(at_, mark, " inside ", text_[open_], "; close the first before the next opens");
    }
    if (mark == '[' && pronouns_ > 0) {
      error(at_, "a second pronoun; put brackets around one word a line");
    }
    open_ = at_++;
    first_word_ = example_.words.size();
  }

  void read_closing() {
    const char mark = text_[at_];
    const char opening = mark == '}' ? '{' : '[';
    if (!is_open() || text_[open_] != opening) {
      error(at_, mark, " without ", opening, "; open it first, or write \\", mark,
            " for a literal one");
    }
    ++at_;
    mark == '}' ? close_candidate() : close_pronoun();
    open_ = kNone;
    const bool joined = at_ < text_.size() && blank(rest()) == 0;
    if (joined && std::string_view("}]*").find(text_[at_]) == std::string_view::npos) {
      error(at_, "a word joined to ", mark, "; set a blank between them");
    }
  }

  void close_candidate() {
    const std::size_t words = example_.words.size() - first_word_;
    if (words == 0) error(open_, "an empty candidate; write its words between the braces");
    const bool antecedent = rest().starts_with('*');
    if (antecedent) ++at_;
    example_.candidates.push_back({first_word_, first_word_ + words - 1, antecedent});
  }

  void close_pronoun() {
    const std::size_t words = example_.words.size() - first_word_;
    if (words == 0) error(open_, "an empty pronoun; write the word between the brackets");
    if (words > 1) error(open_, "a pronoun of ", words, " words; put brackets around one word");
    example_.pronoun = first_word_;
    ++pronouns_;
  }

  // What only the whole line can tell.
  void check(std::size_t start) const {
    if (is_open()) {
      const char mark = text_[open_];
      error(open_, mark, " is never closed; write ", mark == '{' ? '}' : ']',
            " after its last word, or \\", mark, " for a literal one");
    }
    if (pronouns_ == 0) error(start, "no pronoun; put brackets around its word, as in [it]");
    if (example_.candidates.size() < 2) {
      error(start, "fewer than two candidates (", example_.candidates.size(),
            "); put braces around each noun the pronoun may mean, as in {animal}");
    }
  }

  static constexpr std::size_t kNone = std::string_view::npos;
  bool is_open() const { return open_ != kNone; }

  std::string_view text_;
  const std::string& name_;
  Example example_;
  std::size_t at_ = 0;          // the next byte
  std::size_t open_ = kNone;    // where the open { or [ is
  std::size_t first_word_ = 0;  // after it
  std::size_t pronouns_ = 0;
};

std::string escaped(const std::string& word) {
  std::string text;
  for (char c : word) {
    if (kMarks.find(c) != kMarks.npos) text += '\\';
    text += c;
  }
  return text;
}

}  // namespace

bool Example::labelled() const {
  return std::any_of(candidates.begin(), candidates.end(),
                     [](const Mention& mention) { return mention.antecedent; });
}

std::vector<Example> parse_examples(std::string_view text, const std::string& name) {
  std::vector<Example> examples;
  std::size_t number = 0;
  for (const std::string_view line : split_lines(text)) {
    ++number;
    if (!says_nothing(line)) examples.push_back(LineReader(line, name, number).read());
  }
  return examples;
}

std::vector<Example> read_examples(const std::string& path) {
  std::vector<Example> examples = parse_examples(read_text(path), path);
  if (examples.empty()) {
    fail<InputError>(path,
                     ":1:1: no example; write one a line, as in: "
                     "The {animal}* left the {street} because [it] was tired .");
  }
  return examples;
}

std::string words_of(const Example& example, const Mention& mention) {
  std::string text = example.words[mention.first];
  for (std::size_t t = mention.first + 1; t <= mention.last; ++t) text += " " + example.words[t];
  return text;
}

std::string to_string(const Example& example) {
  std::string text = example.id;
  // The tab also keeps a first word that begins with # from making the line a comment, and one that
  // begins with a byte-order mark from losing it.
  const std::string& first = example.words.at(0);
  if (!example.id.empty() || first.starts_with('#') || first.starts_with(kByteOrderMark)) {
    text += '\t';
  }
  for (std::size_t i = 0; i < example.words.size(); ++i) {
    if (i > 0) text += ' ';
    std::string word = escaped(example.words[i]);
    if (i == example.pronoun) word = "[" + word + "]";
    for (const Mention& mention : example.candidates) {
      if (i == mention.first) word = "{" + word;
      if (i == mention.last) word += mention.antecedent ? "}*" : "}";
    }
    text += word;
  }
  return text;
}

std::vector<Twins> find_twins(const std::vector<Example>& examples) {
  std::vector<Twins> twins;
  std::map<std::string, std::size_t> latest;  // of each stem
  for (std::size_t i = 0; i < examples.size(); ++i) {
    const std::size_t dot = examples[i].id.rfind('.');
    if (dot == std::string::npos) continue;
    const auto [place, is_new] = latest.try_emplace(examples[i].id.substr(0, dot), i);
    if (is_new) continue;
    if (examples[place->second].words != examples[i].words) twins.push_back({place->second, i});
    place->second = i;
  }
  return twins;
}

bool same_bag(const Example& a, const Example& b) {
  std::vector<std::string> left = a.words, right = b.words;
  std::sort(left.begin(), left.end());
  std::sort(right.begin(), right.end());
  return left == right;
}

std::vector<std::size_t> clues(const Example& a, const Example& b) {
  // Cut off what the two share at the beginning and, beyond that, at the end
  const auto shared = std::mismatch(a.words.begin(), a.words.end(), b.words.begin(), b.words.end());
  const auto begin = static_cast<std::size_t>(shared.first - a.words.begin());
  std::size_t end = a.words.size(), other = b.words.size();
  for (; begin < end && begin < other && a.words[end - 1] == b.words[other - 1]; --other) --end;

  // Word for word can only be compared where nothing is shifted
  const bool aligned = a.words.size() == b.words.size();
  std::vector<std::size_t> differing;
  for (std::size_t i = begin; i < end; ++i) {
    if (!aligned || a.words[i] != b.words[i]) differing.push_back(i);
  }
  return differing;
}

}  // namespace heed
