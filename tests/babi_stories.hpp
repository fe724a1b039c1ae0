// Two stories in the format of bAbI, which the tests of babi.hpp share.
#pragma once

#include "parts/babi.hpp"

inline const std::string kText =
    "1 Sandra went back to the garden.\n"
    "2 After that she moved to the kitchen.\n"
    "3 Where is Sandra? \tkitchen\t1 2\n"
    "4 Daniel travelled to the office.\n"
    "5 Where is Daniel? \toffice\t4\n"
    "1 Mary and John moved to the bedroom.\n"
    "2 Then they went to the hallway.\n"
    "3 Where is John? \thallway\t1 2\n";

inline std::vector<heed::Story> parse(const std::string& text) {
  return heed::parse_babi(text, "qa.txt");
}
