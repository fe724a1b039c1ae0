#include "heed/utf8.hpp"

#include <algorithm>
#include <iterator>

#include "heed/error.hpp"

namespace heed {
namespace {

struct Range {
  char32_t first, last;
};

// Combining marks and what joins or selects, of the scripts most often met.
constexpr Range kZeroWidth[] = {
    {0x0300, 0x036F},   {0x0483, 0x0489},   {0x0591, 0x05BD}, {0x05BF, 0x05BF}, {0x05C1, 0x05C2},
    {0x05C4, 0x05C5},   {0x05C7, 0x05C7},   {0x0610, 0x061A}, {0x064B, 0x065F}, {0x0670, 0x0670},
    {0x06D6, 0x06DC},   {0x06DF, 0x06E4},   {0x06E7, 0x06E8}, {0x06EA, 0x06ED}, {0x0900, 0x0902},
    {0x093A, 0x093A},   {0x093C, 0x093C},   {0x0941, 0x0948}, {0x094D, 0x094D}, {0x0951, 0x0957},
    {0x0E31, 0x0E31},   {0x0E34, 0x0E3A},   {0x0E47, 0x0E4E}, {0x1160, 0x11FF}, {0x1AB0, 0x1ACE},
    {0x1DC0, 0x1DFF},   {0x200B, 0x200F},   {0x202A, 0x202E}, {0x2060, 0x206F}, {0x20D0, 0x20F0},
    {0x302A, 0x302D},   {0x3099, 0x309A},   {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF},
    {0xE0001, 0xE007F}, {0xE0100, 0xE01EF},
};

// East Asian Width W and F, unassigned gaps closed.
constexpr Range kWide[] = {
    {0x1100, 0x115F},   {0x231A, 0x231B},   {0x2329, 0x232A},   {0x23E9, 0x23EC},
    {0x23F0, 0x23F0},   {0x23F3, 0x23F3},   {0x25FD, 0x25FE},   {0x2614, 0x2615},
    {0x2648, 0x2653},   {0x267F, 0x267F},   {0x2693, 0x2693},   {0x26A1, 0x26A1},
    {0x26AA, 0x26AB},   {0x26BD, 0x26BE},   {0x26C4, 0x26C5},   {0x26CE, 0x26CE},
    {0x26D4, 0x26D4},   {0x26EA, 0x26EA},   {0x26F2, 0x26F3},   {0x26F5, 0x26F5},
    {0x26FA, 0x26FA},   {0x26FD, 0x26FD},   {0x2705, 0x2705},   {0x270A, 0x270B},
    {0x2728, 0x2728},   {0x274C, 0x274C},   {0x274E, 0x274E},   {0x2753, 0x2755},
    {0x2757, 0x2757},   {0x2795, 0x2797},   {0x27B0, 0x27B0},   {0x27BF, 0x27BF},
    {0x2B1B, 0x2B1C},   {0x2B50, 0x2B50},   {0x2B55, 0x2B55},   {0x2E80, 0x303E},
    {0x3041, 0x3247},   {0x3250, 0x4DBF},   {0x4E00, 0xA4C6},   {0xA960, 0xA97C},
    {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE10, 0xFE19},   {0xFE30, 0xFE6B},
    {0xFF01, 0xFF60},   {0xFFE0, 0xFFE6},   {0x16FE0, 0x1B2FB}, {0x1F004, 0x1F004},
    {0x1F0CF, 0x1F0CF}, {0x1F18E, 0x1F18E}, {0x1F191, 0x1F19A}, {0x1F200, 0x1F320},
    {0x1F32D, 0x1F335}, {0x1F337, 0x1F37C}, {0x1F37E, 0x1F393}, {0x1F3A0, 0x1F3CA},
    {0x1F3CF, 0x1F3D3}, {0x1F3E0, 0x1F3F0}, {0x1F3F4, 0x1F3F4}, {0x1F3F8, 0x1F43E},
    {0x1F440, 0x1F440}, {0x1F442, 0x1F4FC}, {0x1F4FF, 0x1F53D}, {0x1F54B, 0x1F54E},
    {0x1F550, 0x1F567}, {0x1F57A, 0x1F57A}, {0x1F595, 0x1F596}, {0x1F5A4, 0x1F5A4},
    {0x1F5FB, 0x1F64F}, {0x1F680, 0x1F6C5}, {0x1F6CC, 0x1F6CC}, {0x1F6D0, 0x1F6D2},
    {0x1F6D5, 0x1F6DF}, {0x1F6EB, 0x1F6EF}, {0x1F6F4, 0x1F6FC}, {0x1F7E0, 0x1F7F0},
    {0x1F90C, 0x1F93A}, {0x1F93C, 0x1F945}, {0x1F947, 0x1F9FF}, {0x1FA70, 0x1FAFF},
    {0x20000, 0x3FFFD},
};

// Is the point in a range? They are in order: the first that ends late enough is the only one.
template <std::size_t N>
bool contains(const Range (&ranges)[N], char32_t point) {
  const Range* range = std::partition_point(std::begin(ranges), std::end(ranges),
                                            [point](const Range& r) { return r.last < point; });
  return range != std::end(ranges) && range->first <= point;
}

bool is_control(char32_t point) { return point < 0x20 || (point >= 0x7F && point < 0xA0); }

bool drives_terminal(char32_t point) {
  return is_control(point) || (point >= 0x202A && point <= 0x202E) ||
         (point >= 0x2066 && point <= 0x2069);
}

std::string hex(std::string_view prefix, unsigned value, int digits) {
  std::string text(prefix);
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) {
    text += "0123456789abcdef"[(value >> shift) & 0xF];
  }
  return text;
}

// The offset behind the last character that ends within so many columns.
std::size_t offset_of_column(std::string_view text, std::size_t columns) {
  std::size_t used = 0, offset = 0;
  while (offset < text.size()) {
    const Character character = character_at(text, offset);
    used += display_width(character.point);
    if (used > columns) break;
    offset += character.bytes;
  }
  return offset;
}

}  // namespace

Character character_at(std::string_view text, std::size_t offset) {
  const auto byte = [&](std::size_t i) -> char32_t {
    return offset + i < text.size() ? static_cast<unsigned char>(text[offset + i]) : 0;
  };
  const char32_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  if (lead < 0xC0 || lead >= 0xF8) return {};
  const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  char32_t point = lead & (0x7Fu >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    point = (point << 6) | (byte(i) & 0x3F);
  }
  // A point that fewer bytes can spell is overlong: "/" must not also be written C0 AF.
  constexpr char32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = point >= 0xD800 && point <= 0xDFFF;
  if (point < kSmallest[bytes] || surrogate || point > 0x10FFFF) return {};
  return {point, bytes};
}

std::size_t valid_prefix(std::string_view text) {
  std::size_t offset = 0;
  while (offset < text.size()) {
    const Character character = character_at(text, offset);
    if (character.point == kInvalid) break;
    offset += character.bytes;
  }
  return offset;
}

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    while (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
    if (!text.empty()) text.remove_prefix(text.starts_with("\r\n") ? 2 : 1);
  }
  return lines;
}

std::u32string decode_utf8(std::string_view text) {
  std::u32string points;
  for (std::size_t offset = 0; offset < text.size();) {
    const Character character = character_at(text, offset);
    points += character.point == kInvalid ? U'\uFFFD' : character.point;
    offset += character.bytes;
  }
  return points;
}

std::string encode_utf8(char32_t point) {
  if (point > 0x10FFFF || (point >= 0xD800 && point <= 0xDFFF)) point = U'\uFFFD';
  if (point < 0x80) return {static_cast<char>(point)};
  const int trailing = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
  const char32_t lead = trailing == 1 ? 0xC0 : trailing == 2 ? 0xE0 : 0xF0;
  std::string bytes = {static_cast<char>(lead | (point >> (6 * trailing)))};
  for (int i = trailing - 1; i >= 0; --i) {
    bytes += static_cast<char>(0x80 | ((point >> (6 * i)) & 0x3F));
  }
  return bytes;
}

std::size_t count_characters(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t offset = 0; offset < text.size(); ++count) {
    offset += character_at(text, offset).bytes;
  }
  return count;
}

std::size_t display_width(char32_t point) {
  if (is_control(point) || contains(kZeroWidth, point)) return 0;
  return contains(kWide, point) ? 2 : 1;
}

std::size_t display_width(std::string_view text) {
  std::size_t columns = 0;
  for (std::size_t offset = 0; offset < text.size();) {
    const Character character = character_at(text, offset);
    columns += display_width(character.point);
    offset += character.bytes;
  }
  return columns;
}

std::string fit(std::string_view text, std::size_t columns) {
  std::string line(text.substr(0, offset_of_column(text, columns)));
  line.append(columns - display_width(line), ' ');
  return line;
}

std::string printable(std::string_view text) {
  std::string safe;
  for (std::size_t offset = 0; offset < text.size();) {
    const Character character = character_at(text, offset);
    const char32_t point = character.point;
    if (point == kInvalid || (point < 0x80 && is_control(point))) {
      safe += hex("\\x", static_cast<unsigned char>(text[offset]), 2);
    } else if (drives_terminal(point)) {
      safe += hex("\\u", point, 4);
    } else {
      safe += text.substr(offset, character.bytes);
    }
    offset += character.bytes;
  }
  return safe;
}

std::string quote(std::string_view text) {
  constexpr std::size_t kColumns = 60;
  // 60 columns are at most 240 bytes, marks aside: of a text of megabytes only these are looked at.
  const std::string safe = printable(text.substr(0, 4 * kColumns));
  if (safe.size() <= 4 * kColumns && display_width(safe) <= kColumns) return concat("'", safe, "'");
  return concat("'", safe.substr(0, offset_of_column(safe, kColumns - 1)), "…'");
}

}  // namespace heed
