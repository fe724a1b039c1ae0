// Layer 0. json: a strict reader of JSON (RFC 8259), and the quoting of what is written as JSON.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "heed/error.hpp"

namespace heed {

struct Json {
  enum class Kind { null, boolean, number, string, list, object };
  Kind kind = Kind::null;
  std::size_t offset = 0;         // the byte of the text where the value begins
  std::string text;               // a string's characters; a number or boolean as it was written
  std::vector<Json> items;        // the values of a list or an object, in order
  std::vector<std::string> keys;  // an object's: keys[i] names items[i]

  // The value of that key, or null.
  const Json* find(std::string_view key) const;
  // The number, where it is one written with digits alone and below 2⁶⁴.
  std::optional<std::uint64_t> whole() const;
};

// The one value of a text. Refused: invalid UTF-8, two equal keys in one object (after unescaping),
// nesting deeper than 32, more than a million values, half surrogates, and whatever the grammar
// does not know. Throws InputError "name: byte N: what", N counted from 0.
Json parse_json(std::string_view text, std::string_view name);

// A string in quotes, for a JSON text. Also escapes what would end a <script> or a line of
// JavaScript, or turn the direction of the text around it; an invalid byte becomes U+FFFD.
std::string json_string(std::string_view text);

// The shortest number that reads back as the same value; null where it is not finite.
std::string json_number(float value);
std::string json_number(double value);

}  // namespace heed
