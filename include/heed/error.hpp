// Layer 0. Errors: what went wrong, with the numbers that disagree.
//
// A message reads "op: what was given: what disagrees". fail<E>(parts...) joins its parts and
// throws E; where exceptions are off (WebAssembly) it prints the message and traps.
#pragma once

#include <concepts>
#include <stdexcept>
#include <string>
#include <string_view>

namespace heed {

// Shapes that do not fit together: "matmul: a [2, 3] x b [4, 5]: a has 3 columns but b has 4 rows".
struct ShapeError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};
// An argument outside its range: a label of 7 among 3 classes, a dropout rate of 1.5.
struct ValueError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};
// A file that cannot be read or says something malformed: "mine.txt:3:14: ...". Exit code 3.
struct InputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};
// A file or folder that cannot be written, or is in use. Exit code 5.
struct OutputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};
// A command line that asks for something that does not exist. Exit code 2.
struct UsageError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};
// A loss or gradient that is not finite. Exit code 4.
struct NonFiniteError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// append: one overload a kind of part. Numbers are written with `.` in every locale; a double as
// the shortest text that reads back as the same number.
inline void append(std::string& text, std::string_view part) { text += part; }
inline void append(std::string& text, char part) { text += part; }
void append_number(std::string& text, long long part);
void append_number(std::string& text, unsigned long long part);
void append_number(std::string& text, float part);
void append_number(std::string& text, double part);
template <class Number>
requires(std::integral<Number> || std::floating_point<Number>) void append(std::string& text,
                                                                           Number part) {
  if constexpr (std::same_as<Number, bool>) {
    text += part ? "true" : "false";
  } else if constexpr (std::floating_point<Number>) {
    append_number(text, part);
  } else if constexpr (std::signed_integral<Number>) {
    append_number(text, static_cast<long long>(part));
  } else {
    append_number(text, static_cast<unsigned long long>(part));
  }
}

// The parts, one after the other, as one string. Types of other headers join in through their own
// to_string (Shape does).
template <class... Parts>
std::string concat(const Parts&... parts) {
  std::string text;
  const auto add = [&text](const auto& part) {
    if constexpr (requires { append(text, part); }) {
      append(text, part);
    } else {
      append(text, to_string(part));
    }
  };
  (add(parts), ...);
  return text;
}

#if !defined(__cpp_exceptions)
[[noreturn]] void trap(const std::string& message);
#endif

template <class E, class... Parts>
[[noreturn, gnu::cold]] void fail(const Parts&... parts) {
#if defined(__cpp_exceptions)
  throw E(concat(parts...));
#else
  trap(concat(parts...));
#endif
}

}  // namespace heed
