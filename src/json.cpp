#include "heed/json.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

#include "heed/utf8.hpp"

namespace heed {
namespace {

constexpr std::size_t kMostDepth = 32;
constexpr std::size_t kMostValues = 1'000'000;

// Reads a value by recursive descent, one function a rule of the grammar.
class Parser {
 public:
  Parser(std::string_view text, std::string_view name) : text_(text), name_(name) {}

  Json document() {
    const std::size_t valid = valid_prefix(text_);
    if (valid < text_.size()) fail_at(valid, "is not valid UTF-8");
    Json value = parse_value(0);
    skip_blanks();
    if (at_ < text_.size()) fail_here("the end was expected");
    return value;
  }

 private:
  template <class... Parts>
  [[noreturn]] void fail_at(std::size_t offset, const Parts&... parts) const {
    fail<InputError>(name_, ": byte ", offset, ": ", parts...);
  }

  // "a comma was expected, not 'x'"
  [[noreturn]] void fail_here(std::string_view expected) const {
    if (at_ >= text_.size()) fail_at(at_, expected, ", but the text ends");
    fail_at(at_, expected, ", not ", quote(text_.substr(at_, character_at(text_, at_).bytes)));
  }

  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool accept(char c) {
    const bool is = at_ < text_.size() && text_[at_] == c;
    at_ += is;
    return is;
  }
  void skip_blanks() {
    while (at_ < text_.size() && std::string_view(" \t\n\r").find(text_[at_]) != text_.npos) ++at_;
  }

  bool accept_token(char c) {
    skip_blanks();
    return accept(c);
  }

  Json parse_value(std::size_t depth) {
    skip_blanks();
    if (depth > kMostDepth) fail_at(at_, "is nested more than ", kMostDepth, " deep");
    if (++values_ > kMostValues) fail_at(at_, "there are more than ", kMostValues, " values");
    Json value;
    value.offset = at_;
    switch (peek()) {
      case '{':
        parse_object(value, depth);
        break;
      case '[':
        parse_list(value, depth);
        break;
      case '"':
        value.kind = Json::Kind::string, value.text = parse_string();
        break;
      case 't':
        parse_word(value, "true", Json::Kind::boolean);
        break;
      case 'f':
        parse_word(value, "false", Json::Kind::boolean);
        break;
      case 'n':
        parse_word(value, "null", Json::Kind::null);
        break;
      default:
        parse_number(value);
    }
    return value;
  }

  void parse_object(Json& object, std::size_t depth) {
    std::set<std::string> seen;
    object.kind = Json::Kind::object;
    ++at_;
    if (accept_token('}')) return;
    do {
      skip_blanks();
      const std::size_t start = at_;
      if (peek() != '"') fail_here("a name in quotes was expected");
      const std::string& key = object.keys.emplace_back(parse_string());
      if (!seen.insert(key).second) fail_at(start, "duplicate key ", quote(key));
      if (!accept_token(':')) fail_here("a colon was expected");
      object.items.push_back(parse_value(depth + 1));
    } while (accept_token(','));
    if (!accept_token('}')) fail_here("a comma or } was expected");
  }

  void parse_list(Json& list, std::size_t depth) {
    list.kind = Json::Kind::list;
    ++at_;
    if (accept_token(']')) return;
    do {
      list.items.push_back(parse_value(depth + 1));
    } while (accept_token(','));
    if (!accept_token(']')) fail_here("a comma or ] was expected");
  }

  void parse_word(Json& value, std::string_view word, Json::Kind kind) {
    value.kind = kind;
    if (text_.substr(at_, word.size()) != word) fail_here("a value was expected");
    value.text = word;
    at_ += word.size();
  }

  bool skip_digits() {
    const std::size_t start = at_;
    while (peek() >= '0' && peek() <= '9') ++at_;
    return at_ > start;
  }

  void parse_number(Json& value) {
    value.kind = Json::Kind::number;
    const bool negative = accept('-');
    if (!accept('0') && !skip_digits()) {
      fail_here(negative ? "a digit was expected" : "a value was expected");
    }
    if (accept('.') && !skip_digits()) fail_here("a digit was expected");
    if (accept('e') || accept('E')) {
      if (!accept('+')) accept('-');
      if (!skip_digits()) fail_here("a digit was expected");
    }
    value.text = text_.substr(value.offset, at_ - value.offset);
  }

  std::string parse_string() {
    const std::size_t start = at_++;
    std::string characters;
    while (!accept('"')) {
      if (at_ >= text_.size()) fail_at(start, "a string has no closing quote");
      if (accept('\\')) {
        characters += parse_escape();
      } else {
        if (static_cast<unsigned char>(peek()) < 0x20) fail_here("an escape was expected");
        characters += text_[at_++];
      }
    }
    return characters;
  }

  std::string parse_escape() {
    constexpr std::string_view kLetters = "\"\\/bfnrt", kMeanings = "\"\\/\b\f\n\r\t";
    const std::size_t letter = at_ < text_.size() ? kLetters.find(text_[at_]) : kLetters.npos;
    if (letter != kLetters.npos) return ++at_, std::string(1, kMeanings[letter]);
    if (!accept('u')) fail_here("one of \"\\/bfnrtu was expected");
    // A character beyond U+FFFF is written as two halves, the high one first.
    const std::size_t start = at_ - 2;
    char32_t point = parse_hex();
    if (point >= 0xD800 && point <= 0xDBFF && accept('\\') && accept('u')) {
      const char32_t low = parse_hex();
      const bool pair = low >= 0xDC00 && low <= 0xDFFF;
      point = pair ? 0x10000 + ((point - 0xD800) << 10) + (low - 0xDC00) : point;
    }
    if (point >= 0xD800 && point <= 0xDFFF) fail_at(start, "half of a surrogate pair");
    return encode_utf8(point);
  }

  char32_t parse_hex() {
    const std::string_view digits = text_.substr(std::min(at_, text_.size()), 4);
    unsigned value = 0;
    const auto end = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16).ptr;
    if (digits.size() < 4 || end != digits.data() + 4) {
      fail_at(at_, "four hexadecimal digits were expected");
    }
    at_ += 4;
    return value;
  }

  std::string_view text_, name_;
  std::size_t at_ = 0;
  std::size_t values_ = 0;
};

}  // namespace

const Json* Json::find(std::string_view key) const {
  const auto found = std::find(keys.begin(), keys.end(), key);
  return found == keys.end() ? nullptr : &items[static_cast<std::size_t>(found - keys.begin())];
}

std::optional<std::uint64_t> Json::whole() const {
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (kind != Kind::number || error != std::errc() || stop != end) return std::nullopt;
  return value;
}

Json parse_json(std::string_view text, std::string_view name) {
  return Parser(text, name).document();
}

namespace {

// Controls, the two line ends of JavaScript, what turns the direction of text, and what could end
// a <script>.
bool escaped(char32_t point) {
  return point < 0x20 || (point >= 0x7F && point < 0xA0) || (point >= 0x2028 && point <= 0x202E) ||
         (point >= 0x2066 && point <= 0x2069) || point == '<';
}

}  // namespace

std::string json_string(std::string_view text) {
  std::string quoted = "\"";
  for (const char32_t point : decode_utf8(text)) {
    if (escaped(point)) {
      quoted += "\\u";
      for (int i = 12; i >= 0; i -= 4) quoted += "0123456789abcdef"[(point >> i) & 0xF];
    } else {
      if (point == '"' || point == '\\') quoted += '\\';
      quoted += encode_utf8(point);
    }
  }
  return quoted + '"';
}

std::string json_number(float value) { return std::isfinite(value) ? concat(value) : "null"; }
std::string json_number(double value) { return std::isfinite(value) ? concat(value) : "null"; }

}  // namespace heed
