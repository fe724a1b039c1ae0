// Layer 0. utf8: text as bytes, as characters, and as columns of a terminal.
//
// A word may come from anybody's file: printable() stands between it and a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

// One code point and how many bytes of the text spell it. A byte that begins no valid character is
// {kInvalid, 1}: a stray continuation, an overlong or cut form, a surrogate, above U+10FFFF.
inline constexpr char32_t kInvalid = 0xFFFFFFFF;
struct Character {
  char32_t point = kInvalid;
  std::size_t bytes = 1;
};
Character character_at(std::string_view text, std::size_t offset);  // offset < text.size()

// How many bytes stand before the first invalid one; text.size() where all are valid.
std::size_t valid_prefix(std::string_view text);

// The lines of a text: each ends with \n, \r\n or \r, the last one perhaps with nothing. Byte-order
// marks at the beginning of a line, where a file begins or was joined to another, are not part of it.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
std::vector<std::string_view> split_lines(std::string_view text);

// The code points; U+FFFD for each invalid byte.
std::u32string decode_utf8(std::string_view text);

// The bytes that spell a code point; those of U+FFFD for what is none.
std::string encode_utf8(char32_t point);

// How many code points, each invalid byte counting as one.
std::size_t count_characters(std::string_view text);

// How many columns a terminal gives it: 2 for East Asian wide and fullwidth characters and emoji, 0
// for combining marks, variation selectors, joiners and controls, else 1 (UAX #11; ambiguous is 1).
std::size_t display_width(char32_t point);
std::size_t display_width(std::string_view text);

// The text in exactly so many columns: blanks added behind, or cut between two characters. Marks
// stay with their letter; where only half of a wide character would fit, a blank stands for it.
std::string fit(std::string_view text, std::size_t columns);

// The text with everything that could drive a terminal spelled out: control characters as \x1b and
// \u009b, bidirectional controls as \u202e, invalid bytes as \xff.
std::string printable(std::string_view text);

// The text for an error message: printable, in single quotes, at most 60 columns ("…" marks a cut).
std::string quote(std::string_view text);

}  // namespace heed
