#include "heed/cividis.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace heed {

Rgb cividis(double value) {
  constexpr std::array<Rgb, 10> kColors = {{{0, 34, 78},
                                            {18, 53, 112},
                                            {59, 73, 108},
                                            {87, 93, 109},
                                            {112, 113, 115},
                                            {138, 134, 120},
                                            {165, 156, 116},
                                            {195, 179, 105},
                                            {225, 204, 85},
                                            {254, 232, 56}}};
  const double place = std::clamp(value, 0., 1.) * (kColors.size() - 1);
  const std::size_t below = std::min(static_cast<std::size_t>(place), kColors.size() - 2);
  const Rgb& from = kColors[below];
  const Rgb& to = kColors[below + 1];
  const auto between = [&](int a, int b) {
    return static_cast<int>(std::lround(a + (b - a) * (place - static_cast<double>(below))));
  };
  return {between(from.red, to.red), between(from.green, to.green), between(from.blue, to.blue)};
}

double luminance(const Rgb& color) {
  const auto linear = [](int part) {
    const double c = part / 255.;
    return c <= .04045 ? c / 12.92 : std::pow((c + .055) / 1.055, 2.4);
  };
  return .2126 * linear(color.red) + .7152 * linear(color.green) + .0722 * linear(color.blue);
}

// On a luminance of 0.179 black and white text contrast equally.
bool takes_black(const Rgb& color) { return luminance(color) > .179; }

}  // namespace heed
