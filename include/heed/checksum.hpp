// Layer 0. checksum: a number that tells whether bytes are still what they were.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace heed {

// FNV-1a of 64 bits (Fowler, Noll, Vo). A change of one byte always changes it, any other change
// leaves it as it was once in 2⁶⁴ times. It protects from accidents, not from forgers.
class Checksum {
 public:
  void add(std::string_view bytes);
  void add(std::uint64_t word);  // its eight bytes, the lowest first
  std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0xcbf29ce484222325;
};

// Sixteen hexadecimal digits.
std::string to_string(const Checksum& checksum);

}  // namespace heed
