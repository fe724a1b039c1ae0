#include <doctest/doctest.h>

#include "heed/error.hpp"
#include "heed/tensor_header.hpp"

using namespace heed;

namespace {

// One tensor 'w' described by these fields.
std::string one(const std::string& fields) { return "{\"w\":{" + fields + "}}"; }

std::string fields(const std::string& dtype, const std::string& shape, const std::string& offsets) {
  return "\"dtype\":\"" + dtype + "\",\"shape\":" + shape + ",\"data_offsets\":" + offsets;
}

std::string tensor(const std::string& name, const std::string& offsets) {
  return "\"" + name + "\":{" + fields("U8", "[4]", offsets) + "}";
}

std::string refusal(const std::string& header, std::uint64_t data_bytes) {
  try {
    parse_tensor_header(header, data_bytes, "x");
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("tensor_header: tensors come in the order of their data, metadata in that of the text") {
  const TensorHeader header =
      parse_tensor_header("{\"__metadata__\":{\"b\":\"1\",\"a\":\"\\u52a8\"}," +
                              tensor("late", "[4,8]") + "," + tensor("early", "[0,4]") + "}   ",
                          8, "x");
  REQUIRE(header.tensors.size() == 2);
  CHECK(header.tensors[0].name == "early");
  CHECK(header.tensors[0].dtype == "U8");
  CHECK(header.tensors[0].shape == std::vector<std::uint64_t>{4});
  CHECK(header.tensors[1].begin == 4);
  CHECK(header.tensors[1].end == 8);
  CHECK(header.metadata == Metadata{{"b", "1"}, {"a", "动"}});
}

TEST_CASE("tensor_header: every type of the format takes its bytes") {
  const std::pair<const char*, const char*> types[] = {
      {"BOOL", "[0,3]"}, {"U8", "[0,3]"},   {"I8", "[0,3]"},   {"U16", "[0,6]"},  {"I16", "[0,6]"},
      {"F16", "[0,6]"},  {"BF16", "[0,6]"}, {"U32", "[0,12]"}, {"I32", "[0,12]"}, {"F32", "[0,12]"},
      {"U64", "[0,24]"}, {"I64", "[0,24]"}, {"F64", "[0,24]"}};
  for (const auto& type : types) {
    CAPTURE(type.first);
    CHECK(refusal(one(fields(type.first, "[3]", type.second)), 3 * bytes_of_type(type.first)) ==
          "accepted");
  }
  CHECK(refusal(one(fields("F8_E5M2", "[3]", "[0,3]")), 3) ==
        "x: tensor 'w': the dtype 'F8_E5M2' is not known");
}

TEST_CASE("tensor_header: a scalar has one number and an empty tensor none, wherever it lies") {
  CHECK(refusal(one(fields("F32", "[]", "[0,4]")), 4) == "accepted");
  CHECK(refusal(one(fields("F32", "[2,0]", "[0,0]")), 0) == "accepted");
  CHECK(refusal("{" + tensor("a", "[0,4]") + ",\"none\":{" + fields("F32", "[0]", "[4,4]") + "}," +
                    tensor("b", "[4,8]") + "}",
                8) == "accepted");
  CHECK(refusal(one(fields("F32", "[1]", "[0,0]")), 0) ==
        "x: tensor 'w': shape [1] of F32 takes 4 bytes, but data_offsets [0, 0] hold 0");
  CHECK(refusal("{}", 0) == "accepted");
}

TEST_CASE("tensor_header: what does not describe a tensor exactly is refused in its name") {
  const std::pair<std::string, std::string> cases[] = {
      {fields("F32", "[300,700]", "[0,4]"),
       "shape [300, 700] of F32 takes 840000 bytes, but data_offsets [0, 4] hold 4"},
      {fields("F32", "[4294967296,4294967296]", "[0,0]"),
       "shape [4294967296, 4294967296] of F32 takes 2^64 bytes or more"},
      {fields("F64", "[2305843009213693952]", "[0,0]"),
       "shape [2305843009213693952] of F64 takes 2^64 bytes or more"},
      {fields("U8", "[0,4294967296,4294967296]", "[0,0]"),
       "shape [0, 4294967296, 4294967296] of U8 takes 2^64 bytes or more"},
      {fields("U8", "[18446744073709551616]", "[0,0]"),
       "shape holds something that is not a whole number from 0 to 2^64 - 1"},
      {fields("U8", "[-4]", "[0,4]"),
       "shape holds something that is not a whole number from 0 to 2^64 - 1"},
      {fields("U8", "[4.0]", "[0,4]"),
       "shape holds something that is not a whole number from 0 to 2^64 - 1"},
      {fields("U8", "4", "[0,4]"), "shape is not a list"},
      {fields("U8", "[4]", "[4,0]"), "data_offsets [4, 0] end before they begin"},
      {fields("U8", "[4]", "[4]"), "data_offsets has 1 numbers, not 2"},
      {fields("U8", "[4]", "null"), "data_offsets is not a list"},
      {"\"dtype\":\"U8\",\"shape\":[4]", "has no data_offsets"},
      {"\"shape\":[4],\"data_offsets\":[0,4]", "has no dtype"},
      {"\"dtype\":7,\"shape\":[4],\"data_offsets\":[0,4]", "dtype is not a string"},
      {fields("U8", "[4]", "[0,4]") + ",\"strides\":[1]", "has the unknown field 'strides'"},
      {fields("\\u001b[2J", "[4]", "[0,4]"), "the dtype '\\x1b[2J' is not known"},
  };
  for (const auto& wrong : cases) {
    CAPTURE(wrong.first);
    CHECK(refusal(one(wrong.first), 4) == "x: tensor 'w': " + wrong.second);
  }
  CHECK(refusal("{\"w\":[]}", 0) == "x: tensor 'w': is not described by an object");
  std::string axes = "[1";
  for (int i = 0; i < 31; ++i) axes += ",1";
  CHECK(refusal(one(fields("U8", axes + "]", "[0,1]")), 1) == "accepted");
  axes += ",1";
  CHECK(refusal(one(fields("U8", axes + "]", "[0,1]")), 1) ==
        "x: tensor 'w': has 33 axes, but at most 32 are read");
}

TEST_CASE("tensor_header: ranges lie side by side from the first byte to the last") {
  const auto pair = [](const std::string& a, const std::string& b, std::uint64_t bytes) {
    return refusal("{" + tensor("a", a) + "," + tensor("b", b) + "}", bytes);
  };
  CHECK(pair("[0,4]", "[4,8]", 8) == "accepted");
  CHECK(
      pair("[0,4]", "[0,4]", 4) ==
      "x: tensor 'b': begins at byte 0 of the data, but the one before it ends at 4: they overlap");
  CHECK(pair("[0,4]", "[8,12]", 12) ==
        "x: tensor 'b': begins at byte 8 of the data, but the one before it ends at 4: there is a "
        "hole");
  CHECK(pair("[0,4]", "[4,8]", 9) == "x: there are 9 bytes of data, but the tensors take 8");
  CHECK(pair("[0,4]", "[4,8]", 7) == "x: there are 7 bytes of data, but the tensors take 8");
  CHECK(refusal("{}", 1) == "x: there are 1 bytes of data, but the tensors take 0");
}

TEST_CASE(
    "tensor_header: a key met twice, other text around, and metadata of numbers are refused") {
  CHECK(refusal("{" + tensor("a", "[0,4]") + "," + tensor("\\u0061", "[4,8]") + "}", 8) ==
        "x: header: byte 53: duplicate key 'a'");
  CHECK(refusal("", 0) == "x: the header does not begin with {");
  CHECK(refusal(" {}", 0) == "x: the header does not begin with {");
  CHECK(refusal("[]", 0) == "x: the header does not begin with {");
  CHECK(refusal("{}\n", 0) == "x: the header does not end with } and blanks");
  CHECK(refusal("{} x", 0) == "x: the header does not end with } and blanks");
  CHECK(refusal("{}{}", 0) == "x: header: byte 2: the end was expected, not '{'");
  CHECK(refusal("{\"__metadata__\":{\"step\":7}}", 0) == "x: __metadata__ 'step' is not a string");
  CHECK(refusal("{\"__metadata__\":null}", 0) == "x: __metadata__ is not an object");
}
