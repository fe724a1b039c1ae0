// Layer 0. format: numbers as text, with `.` in every locale. What rounds to zero has no sign.
#pragma once

#include <string>

namespace heed {

std::string fixed(double number, int digits);       // 2.034 with 2 digits behind the point: "2.03"
std::string scientific(double number, int digits);  // 0.0184 with 1: "1.8e-02"
std::string general(double number, int digits);     // 2.034 with 2 significant digits: "2"; "1e+09"

}  // namespace heed
