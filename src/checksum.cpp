#include "heed/checksum.hpp"

namespace heed {

void Checksum::add(std::string_view bytes) {
  for (const char byte : bytes)
    state_ = (state_ ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
}

void Checksum::add(std::uint64_t word) {
  for (int shift = 0; shift < 64; shift += 8) {
    state_ = (state_ ^ (word >> shift & 0xFF)) * 0x100000001b3;
  }
}

std::string to_string(const Checksum& checksum) {
  std::string digits;
  for (int shift = 60; shift >= 0; shift -= 4) {
    digits += "0123456789abcdef"[checksum.value() >> shift & 0xF];
  }
  return digits;
}

}  // namespace heed
