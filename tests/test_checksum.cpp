#include <doctest/doctest.h>

#include "heed/checksum.hpp"

using namespace heed;

namespace {

std::string sum_of(std::string_view text) {
  Checksum sum;
  sum.add(text);
  return to_string(sum);
}

}  // namespace

TEST_CASE("checksum: the published values of FNV-1a") {
  CHECK(sum_of("") == "cbf29ce484222325");
  CHECK(sum_of("a") == "af63dc4c8601ec8c");
  CHECK(sum_of("foobar") == "85944171f73967e8");
}

TEST_CASE("checksum: a word counts as its bytes, the lowest first") {
  Checksum word, bytes;
  word.add(std::uint64_t{0x0102030405060708});
  bytes.add("\x08\x07\x06\x05\x04\x03\x02\x01");
  CHECK(word.value() == bytes.value());
}
