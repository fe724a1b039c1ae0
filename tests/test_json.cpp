#include <doctest/doctest.h>

#include <limits>

#include "heed/json.hpp"

using namespace heed;
using namespace std::string_literals;

namespace {

std::string refusal(std::string_view text) {
  try {
    parse_json(text, "x.json");
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

std::string nested(std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

}  // namespace

TEST_CASE("json: an object keeps its order, and its values know where they begin") {
  const Json value = parse_json(" {\"b\": [1, -2.5e3, true, null], \"a\": \"x\", \"\": {}} ", "x");
  REQUIRE(value.kind == Json::Kind::object);
  CHECK(value.keys == std::vector<std::string>{"b", "a", ""});
  const Json& list = *value.find("b");
  REQUIRE(list.kind == Json::Kind::list);
  REQUIRE(list.items.size() == 4);
  CHECK(list.items[0].whole() == 1);
  CHECK(list.items[1].text == "-2.5e3");
  CHECK(list.items[1].offset == 11);
  CHECK(list.items[2].kind == Json::Kind::boolean);
  CHECK(list.items[2].text == "true");
  CHECK(list.items[3].kind == Json::Kind::null);
  CHECK(value.find("a")->text == "x");
  CHECK(value.find("c") == nullptr);
}

TEST_CASE("json: escapes stand for their characters, pairs of halves for one") {
  CHECK(parse_json(R"("\"\\\/\b\f\n\r\t")", "x").text == "\"\\/\b\f\n\r\t");
  CHECK(parse_json(R"("\u00DF\u52a8\ud83d\udc15")", "x").text == "ß动🐕");
  CHECK(parse_json(R"("a\u0000b")", "x").text == std::string("a\0b", 3));
  // The first and the last pair, and the neighbours of all halves
  CHECK(parse_json(R"("\ud800\udc00\udbff\udfff")", "x").text == "\U00010000\U0010FFFF");
  CHECK(parse_json(R"("\ud7ff\ue000")", "x").text == "\uD7FF\uE000");
}

TEST_CASE("json: a whole number is digits alone, below two to the 64") {
  CHECK(parse_json("18446744073709551615", "x").whole() ==
        std::numeric_limits<std::uint64_t>::max());
  for (const char* other :
       {"18446744073709551616", "-0", "-1", "1.0", "1e3", "\"1\"", "true", "[1]"}) {
    CAPTURE(other);
    CHECK_FALSE(parse_json(other, "x").whole().has_value());
  }
}

TEST_CASE("json: two equal keys are refused at every level, however they are spelled") {
  CHECK(refusal(R"({"a":1,"a":2})") == "x.json: byte 7: duplicate key 'a'");
  CHECK(refusal(R"([{"b":{"a":1,"\u0061":2}}])") == "x.json: byte 13: duplicate key 'a'");
  CHECK(refusal(R"({"a":{"a":1},"A":2})") == "accepted");
  CHECK(refusal(R"({"a\u0000b":1,"a\u0000c":2})") == "accepted");
}

TEST_CASE("json: nesting ends at 32 and the number of values at a million") {
  CHECK(refusal(nested(33)) == "accepted");  // 32 deep inside the outermost
  CHECK(refusal(nested(34)) == "x.json: byte 33: is nested more than 32 deep");
  CHECK(refusal(std::string(100000, '[')) == "x.json: byte 33: is nested more than 32 deep");
  std::string many = "[0";
  for (int i = 0; i < 1'000'000; ++i) many += ",0";
  CHECK(refusal(many + "]").find("there are more than 1000000 values") != std::string::npos);
}

TEST_CASE("json: what is not JSON is refused, with the byte and what was expected there") {
  const std::pair<std::string, std::string> cases[] = {
      {"", "byte 0: a value was expected, but the text ends"},
      {"  ", "byte 2: a value was expected, but the text ends"},
      {"{", "byte 1: a name in quotes was expected, but the text ends"},
      {"{a:1}", "byte 1: a name in quotes was expected, not 'a'"},
      {"{\"a\" 1}", "byte 5: a colon was expected, not '1'"},
      {"{\"a\":1,}", "byte 7: a name in quotes was expected, not '}'"},
      {"{\"a\":1 \"b\":2}", "byte 7: a comma or } was expected, not '\"'"},
      {"{,}", "byte 1: a name in quotes was expected, not ','"},
      {"[1,]", "byte 3: a value was expected, not ']'"},
      {"[1 2]", "byte 3: a comma or ] was expected, not '2'"},
      {"[1", "byte 2: a comma or ] was expected, but the text ends"},
      {"{} {}", "byte 3: the end was expected, not '{'"},
      {"1//", "byte 1: the end was expected, not '/'"},
      {"tru", "byte 0: a value was expected, not 't'"},
      {"True", "byte 0: a value was expected, not 'T'"},
      {"NaN", "byte 0: a value was expected, not 'N'"},
      {"01", "byte 1: the end was expected, not '1'"},
      {"+1", "byte 0: a value was expected, not '+'"},
      {"-", "byte 1: a digit was expected, but the text ends"},
      {"-Infinity", "byte 1: a digit was expected, not 'I'"},
      {".5", "byte 0: a value was expected, not '.'"},
      {"1.", "byte 2: a digit was expected, but the text ends"},
      {"1e", "byte 2: a digit was expected, but the text ends"},
      {"1e+-2", "byte 3: a digit was expected, not '-'"},
      {"0x10", "byte 1: the end was expected, not 'x'"},
      {"'a'", "byte 0: a value was expected, not '''"},
      {"\"a", "byte 0: a string has no closing quote"},
      {"\"a\n\"", "byte 2: an escape was expected, not '\\x0a'"},
      {"\"\\x\"", "byte 2: one of \"\\/bfnrtu was expected, not 'x'"},
      {"\"\\", "byte 2: one of \"\\/bfnrtu was expected, but the text ends"},
      {"\"\\u12\"", "byte 3: four hexadecimal digits were expected"},
      {"\"\\u12", "byte 3: four hexadecimal digits were expected"},
      {"\"\\u-123\"", "byte 3: four hexadecimal digits were expected"},
      {"\"\\ud83d\"", "byte 1: half of a surrogate pair"},
      {"\"\\ud83d\\n\"", "byte 1: half of a surrogate pair"},
      {"\"\\ud83d\\u0061\"", "byte 1: half of a surrogate pair"},
      {"\"\\udc15\\ud83d\"", "byte 1: half of a surrogate pair"},
      {"\"\\ud800\"", "byte 1: half of a surrogate pair"},
      {"\"\\udfff\"", "byte 1: half of a surrogate pair"},
      {"\"\\udbff\\ue000\"", "byte 1: half of a surrogate pair"},
      {"\"\xFF\"", "byte 1: is not valid UTF-8"},
      {"\"\xC0\xAF\"", "byte 1: is not valid UTF-8"},
      {"\xEF\xBB\xBF{}", "byte 0: a value was expected, not '\xEF\xBB\xBF'"},
      {"[1\v]", "byte 2: a comma or ] was expected, not '\\x0b'"},
      {std::string("[1\0]", 4), "byte 2: a comma or ] was expected, not '\\x00'"},
  };
  for (const auto& wrong : cases) {
    CAPTURE(wrong.first);
    CHECK(refusal(wrong.first) == "x.json: " + wrong.second);
  }
}

TEST_CASE("json: a quoted string is safe in a script, and reads back as itself") {
  CHECK(json_string("it \"is\" a\\b") == R"("it \"is\" a\\b")");
  CHECK(json_string("</script>\n\x7f") == R"("\u003c/script>\u000a\u007f")");
  CHECK(json_string("a\u202eb\u2066c\u0085") == R"("a\u202eb\u2066c\u0085")");
  CHECK(json_string("\u2028动🐕") == "\"\\u2028动🐕\"");
  CHECK(json_string("\xFF") == "\"\uFFFD\"");
  const std::string all = "\0\x1b\"\\<\u2029\u202e🐕e\u0301"s;
  CHECK(parse_json(json_string(all), "x").text == all);
}

TEST_CASE("json: a number is the shortest that reads back, and null where there is none") {
  CHECK(json_number(0.5) == "0.5");
  CHECK(json_number(0.1f) == "0.1");
  CHECK(json_number(-0.0) == "-0");
  CHECK(json_number(1e300) == "1e+300");
  CHECK(json_number(std::numeric_limits<double>::infinity()) == "null");
  CHECK(json_number(std::numeric_limits<float>::quiet_NaN()) == "null");
}
