// Layer 6. curve: how a loss fell, as text.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace heed {

// The losses of so many steps, each of an equal part of them, as a picture of eight lines on a
// logarithmic scale, at most `columns` wide: each column is the mean of its steps, and values that
// are not above zero are left out. Empty where there is nothing to draw.
std::string loss_curve(const std::vector<double>& losses, std::size_t steps, std::size_t columns);

}  // namespace heed
