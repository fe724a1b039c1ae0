#include <doctest/doctest.h>

#include "heed/utf8.hpp"

using namespace heed;

TEST_CASE("utf8: valid text of one to four bytes a character has no invalid byte") {
  CHECK(valid_prefix("") == 0);
  CHECK(valid_prefix("aß动🐕") == 10);
  CHECK(valid_prefix(
            "\x7F\xC2\x80\xDF\xBF\xE0\xA0\x80\xEF\xBF\xBF\xF0\x90\x80\x80\xF4\x8F\xBF\xBF") == 19);
  CHECK(valid_prefix("\xED\x9F\xBF\xEE\x80\x80") == 6);  // the neighbours of the surrogates
  CHECK(valid_prefix(std::string_view("a\0b", 3)) == 3);
}

TEST_CASE(
    "utf8: overlong, surrogate, cut, stray and too large forms are invalid where they begin") {
  for (const char* wrong :
       {"\x80", "\xBF", "\xC0\xAF", "\xC1\xBF", "\xC2", "\xC2\x41", "\xE0\x9F\xBF", "\xE2\x82",
        "\xE2\x28\xA1", "\xED\xA0\x80", "\xED\xBF\xBF", "\xF0\x8F\xBF\xBF", "\xF0\x9F\x90",
        "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xF8\x88\x80\x80\x80", "\xFE", "\xFF"}) {
    CAPTURE(printable(wrong));
    CHECK(valid_prefix(wrong) == 0);
    CHECK(valid_prefix("ok" + std::string(wrong) + "ok") == 2);
  }
}

TEST_CASE("utf8: a line ends with any of the three endings, the last one perhaps with none") {
  const std::vector<std::string_view> lines = {"a", "", "b"};
  for (const char* text : {"a\n\nb", "a\r\n\r\nb\r\n", "a\r\rb\r",
                           "\xEF\xBB\xBF"
                           "a\n\r\nb\n",
                           "a\n\xEF\xBB\xBF\xEF\xBB\xBF\n\xEF\xBB\xBF"
                           "b"}) {
    CHECK(split_lines(text) == lines);
  }
  CHECK(split_lines("").empty());
  CHECK(split_lines("\n").size() == 1);
}

TEST_CASE("utf8: decoding gives the code points, and U+FFFD for each invalid byte") {
  CHECK(decode_utf8("aß动🐕") == U"a\u00DF\u52A8\U0001F415");
  CHECK(decode_utf8("a\xE2\x82z") == U"a\uFFFD\uFFFDz");
}

TEST_CASE("utf8: encoding spells every length, and decoding reads it back") {
  CHECK(encode_utf8(U'a') == "a");
  CHECK(encode_utf8(0xDF) == "ß");
  CHECK(encode_utf8(0x52A8) == "动");
  CHECK(encode_utf8(0x1F415) == "🐕");
  CHECK(encode_utf8(0xD800) == "\xEF\xBF\xBD");
  for (char32_t point = 0; point <= 0x10FFFF; ++point) {
    if (point == 0xD800) point = 0xE000;
    const std::string bytes = encode_utf8(point);
    const Character character = character_at(bytes, 0);
    if (character.point != point || character.bytes != bytes.size()) FAIL(std::uint32_t{point});
  }
}

TEST_CASE("utf8: characters are code points, not bytes") {
  CHECK(count_characters("") == 0);
  CHECK(count_characters("aß动🐕") == 4);
  CHECK(count_characters("a\xFF\xFF") == 3);
}

TEST_CASE("utf8: a terminal gives wide characters two columns and marks none") {
  CHECK(display_width("animal") == 6);
  CHECK(display_width("动物") == 4);
  CHECK(display_width("ﾆｯﾎﾟﾝ") == 5);     // halfwidth katakana
  CHECK(display_width("ｆｕｌｌ") == 8);  // fullwidth Latin
  CHECK(display_width("e\u0301") == 1);   // e and a combining acute
  CHECK(display_width("한글") == 4);
  CHECK(display_width("🐕") == 2);
  CHECK(display_width("❤\uFE0F") == 1);   // with an emoji variation selector
  CHECK(display_width("a\u200Db") == 2);  // zero width joiner
  CHECK(display_width("©α─") == 3);       // ambiguous is narrow
  CHECK(display_width("，。") == 4);
  CHECK(display_width("\U0002A6D6") == 2);  // CJK extension B
}

TEST_CASE("utf8: fit pads and cuts to exactly the columns, never inside a character") {
  CHECK(fit("it", 4) == "it  ");
  CHECK(fit("animal", 4) == "anim");
  CHECK(fit("动物", 4) == "动物");
  CHECK(fit("动物", 3) == "动 ");
  CHECK(fit("动物", 1) == " ");
  CHECK(fit("cafe\u0301s", 4) == "cafe\u0301");
  CHECK(fit("", 2) == "  ");
  CHECK(fit("word", 0) == "");
}

TEST_CASE("utf8: printable leaves no byte that could drive a terminal") {
  CHECK(printable("The animal 动物 🐕 e\u0301") == "The animal 动物 🐕 e\u0301");
  CHECK(printable("\x1b[31m\a\r\n\t\x7f") == "\\x1b[31m\\x07\\x0d\\x0a\\x09\\x7f");
  CHECK(printable(std::string_view("a\0b", 3)) == "a\\x00b");
  CHECK(printable("\u009b31m") == "\\u009b31m");  // C1: a control sequence without ESC
  CHECK(printable("\u202a\u202e\u2066\u2069") == "\\u202a\\u202e\\u2066\\u2069");
  CHECK(printable("\x9b\xff") == "\\x9b\\xff");
  CHECK(printable(printable("\x1b")) == printable("\x1b"));
}

TEST_CASE("utf8: a quotation is printable and at most 60 columns long") {
  CHECK(quote("12abc") == "'12abc'");
  CHECK(quote("\x1b[2J") == "'\\x1b[2J'");
  CHECK(quote(std::string(60, 'a')) == "'" + std::string(60, 'a') + "'");
  CHECK(quote("b" + std::string(60, 'a')) == "'b" + std::string(58, 'a') + "…'");
  CHECK(quote(std::string(5000, '\n')).size() < 80);
  std::string marks = "e";
  for (int i = 0; i < 5000; ++i) marks += "\u0301";
  CHECK(quote(marks).size() < 260);
}
