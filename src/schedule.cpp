#include "heed/schedule.hpp"

#include <cmath>

namespace heed {

double Schedule::rate(std::int64_t step) const {
  if (step >= total) return least;
  if (step < warm_up) {
    return most * static_cast<double>(step + 1) / static_cast<double>(warm_up + 1);
  }
  const double done = static_cast<double>(step - warm_up) / static_cast<double>(total - warm_up);
  return least + (most - least) * (1 + std::cos(3.14159265358979323846 * done)) / 2;
}

}  // namespace heed
