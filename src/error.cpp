#include "heed/error.hpp"

#include <charconv>
#include <cstdio>

namespace heed {
namespace {

template <class Number>
void append_digits(std::string& text, Number number) {
  char digits[32];
  const std::to_chars_result end = std::to_chars(digits, digits + sizeof digits, number);
  text.append(digits, end.ptr);
}

}  // namespace

void append_number(std::string& text, long long number) { append_digits(text, number); }
void append_number(std::string& text, unsigned long long number) { append_digits(text, number); }
void append_number(std::string& text, float number) { append_digits(text, number); }
void append_number(std::string& text, double number) { append_digits(text, number); }

#if !defined(__cpp_exceptions)
void trap(const std::string& message) {
  std::fputs((message + "\n").c_str(), stderr);
  __builtin_trap();
}
#endif

}  // namespace heed
