// Layer 6. table: rows and columns of text, aligned for a terminal.
#pragma once

#include <string>
#include <vector>

namespace heed {

// The first column is set left, the others right, each as wide as its widest cell. Control
// characters in cells are shown, not obeyed. Rows may be shorter than the first.
std::string table(const std::vector<std::vector<std::string>>& rows);

// 0.9984 → "99.8"; "–" for NaN, where nothing was measured.
std::string percent(double share);

}  // namespace heed
