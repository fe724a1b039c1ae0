// Layer 5. schedule: the learning rate of each step.
#pragma once

#include <cstdint>

namespace heed {

// Linear warm-up, then a cosine down to the least rate (Loshchilov & Hutter 2017, without
// restarts). Steps count from 0; the first line that holds counts:
//   step ≥ total      least
//   step < warm_up    most·(step + 1) / (warm_up + 1)
//   otherwise         least + ½(most − least)(1 + cos π·(step − warm_up)/(total − warm_up))
// So the first step moves, the peak comes once (where warm_up < total), and nothing divides by
// zero.
struct Schedule {
  double most = 1e-3;
  double least = 0;
  std::int64_t warm_up = 0;
  std::int64_t total = 0;

  double rate(std::int64_t step) const;
};

}  // namespace heed
