// How the benchmark measures: time, memory, and what the machine could do at best.
#pragma once

#include <sys/resource.h>
#include <time.h>

#include <algorithm>
#include <vector>

#include "kernels/vec.hpp"

namespace heed::timing {

struct Clocks {
  double wall, cpu;  // by the clock on the wall, and of this thread alone
};

inline Clocks now() {
  const auto read = [](clockid_t clock) {
    timespec t;
    clock_gettime(clock, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
  };
  return {read(CLOCK_MONOTONIC), read(CLOCK_THREAD_CPUTIME_ID)};
}

inline double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

struct Timing {
  double median_wall, median_cpu, least_wall;
  std::size_t repeats;
};

// Calls f for a third of `seconds` to warm up, then for `seconds`, at least nine times: seconds a
// call. `calls` of them are timed as one, where one alone is too short for the clock.
template <class F>
Timing measure(double seconds, F f, std::size_t calls = 1) {
  const double start = now().wall;
  do f();
  while (now().wall - start < seconds / 3);
  std::vector<double> wall, cpu;
  const Clocks begin = now();
  for (Clocks before = begin; before.wall - begin.wall < seconds || wall.size() < 9;) {
    for (std::size_t i = 0; i < calls; ++i) f();
    const Clocks after = now();
    wall.push_back((after.wall - before.wall) / static_cast<double>(calls));
    cpu.push_back((after.cpu - before.cpu) / static_cast<double>(calls));
    before = after;
  }
  return {median(wall), median(cpu), *std::min_element(wall.begin(), wall.end()), wall.size()};
}

// The most memory this process has held at once, in MiB.
inline double peak_mib() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

// GFLOP/s of one thread that does nothing but fused multiply-adds on registers: twelve chains, more
// than the two units of any current processor can have in flight.
inline double peak_gflops() {
  constexpr std::size_t kChains = 12, kTurns = 100'000;
  kernels::Vec sum[kChains];
  for (std::size_t i = 0; i < kChains; ++i) sum[i] = kernels::Vec{} + static_cast<Real>(i);
  volatile Real factor = Real(0.5);
  const kernels::Vec half = kernels::Vec{} + factor;
  const auto turn = [&] {
    kernels::Vec s[kChains];
#pragma GCC unroll 16
    for (std::size_t i = 0; i < kChains; ++i) s[i] = sum[i];
    for (std::size_t t = 0; t < kTurns; ++t) {
#pragma GCC unroll 16
      for (std::size_t i = 0; i < kChains; ++i) s[i] = kernels::fma_lanes(s[i], half, half);
    }
#pragma GCC unroll 16
    for (std::size_t i = 0; i < kChains; ++i) sum[i] = s[i];
  };
  const double seconds = measure(0.1, turn).median_cpu;
  for (const kernels::Vec& s : sum) factor = s[0];
  return static_cast<double>(2 * kTurns * kChains * kernels::kLanes) / seconds * 1e-9;
}

}  // namespace heed::timing
