// What the fuzz targets share. A target is called with any bytes; where what it says on its first
// lines is not true of them, it aborts, and libFuzzer keeps the bytes.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "heed/error.hpp"
#include "heed/file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

inline void require(bool holds, const std::string& what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what.c_str());
  std::abort();
}

// Does the message begin with the place, in which # stands for a number from 1 on?
inline bool says_where(std::string_view message, std::string_view place) {
  for (const char expected : place) {
    std::size_t matched = message.starts_with(expected) ? 1 : 0;
    if (expected == '#' && !message.starts_with('0'))
      matched = std::min(message.find_first_not_of("0123456789"), message.size());
    if (matched == 0) return false;
    message.remove_prefix(matched);
  }
  return true;
}

// What read() gives, or nothing where it refuses with an InputError, which has to say the place.
template <class Read>
std::optional<std::invoke_result_t<Read>> accepted(std::string_view place, Read read) try {
  return read();
} catch (const heed::InputError& error) {
  require(says_where(error.what(), place), heed::concat("begins with ", place, error.what()));
  return std::nullopt;
}

// A file that lies in memory, as long as this object lives.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view bytes = "") : file_(memfd_create("input", MFD_CLOEXEC)) {
    const ssize_t written = write(file_.number(), bytes.data(), bytes.size());
    require(written == static_cast<ssize_t>(bytes.size()), "the input is in a file");
  }
  std::string path() const { return heed::concat("/proc/self/fd/", file_.number()); }

 private:
  heed::Descriptor file_;
};

// Changes a safetensors file as libFuzzer does. Most changes shift the end of the header: seven
// times of eight its length is set right again, or all that would be tried is the check of that
// length.
inline std::size_t mutate_tensor_file(std::uint8_t* data, std::size_t size, std::size_t most,
                                      unsigned seed) {
  constexpr std::size_t kLengthBytes = 8;
  size = LLVMFuzzerMutate(data, size, most);
  const std::size_t brace = text_of(data, size).rfind('}');
  if (seed % 8 == 0 || brace == std::string_view::npos || brace < kLengthBytes) return size;
  const std::uint64_t length = brace + 1 - kLengthBytes;
  for (std::size_t i = 0; i < kLengthBytes; ++i)
    data[i] = static_cast<std::uint8_t>(length >> (8 * i));
  return size;
}
