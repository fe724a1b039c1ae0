#include "heed/format.hpp"

#include <charconv>

namespace heed {
namespace {

std::string formatted(double number, std::chars_format format, int digits) {
  char text[400];  // the largest double has 309 digits before its point
  return {text, std::to_chars(text, text + sizeof text, number, format, digits).ptr};
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
