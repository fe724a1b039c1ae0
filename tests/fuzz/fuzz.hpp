// What the fuzz targets share. A target is called with any bytes; where what it says on its first
// lines is not true of them, it aborts, and libFuzzer keeps the bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

inline void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

// Of a message about "file": "file:line:column: what".
inline bool says_where(const std::string& message) {
  unsigned line = 0, column = 0;
  return std::sscanf(message.c_str(), "file:%u:%u: ", &line, &column) == 2 && line > 0 &&
         column > 0;
}
