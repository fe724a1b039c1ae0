#include "heed/format.hpp"

#include <charconv>
#include <string_view>

namespace heed {
namespace {

std::string formatted(double number, std::chars_format format, int digits) {
  char text[400];  // the largest double has 309 digits before its point
  const char* end = std::to_chars(text, text + sizeof text, number, format, digits).ptr;
  const std::string_view all(text, static_cast<std::size_t>(end - text));
  const bool zero = all.find_first_not_of("-0.") == all.npos;
  return std::string(all.substr(zero && all.front() == '-' ? 1 : 0));
}

}  // namespace

std::string fixed(double number, int digits) {
  return formatted(number, std::chars_format::fixed, digits);
}
std::string scientific(double number, int digits) {
  return formatted(number, std::chars_format::scientific, digits);
}
std::string general(double number, int digits) {
  return formatted(number, std::chars_format::general, digits);
}

}  // namespace heed
