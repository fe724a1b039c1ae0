// Layer 0. Random: chance that gives the same numbers on every compiler and machine.
//
// The standard engines agree between libraries, the standard distributions do not; so both are our
// own. The generator is xoshiro256++ (Blackman & Vigna 2019), its state filled by SplitMix64.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace heed {

// One step of SplitMix64: a fast, well-mixing map from a counter to 64 bits. Advances `state`.
std::uint64_t split_mix(std::uint64_t& state);

class Random {
 public:
  // A generator for one purpose. Two streams of one seed are independent: give data order, weights
  // and dropout a stream each, and one never shifts the other.
  explicit Random(std::uint64_t seed, std::uint64_t stream = 0);
  // The generator that starts from exactly these four words (not all zero).
  explicit Random(const std::array<std::uint64_t, 4>& state) : state_(state) {}

  std::uint64_t bits();                     // 64 uniform bits
  double uniform();                         // [0, 1), a multiple of 2⁻⁵³
  double uniform(double low, double high);  // [low, high)
  double normal();                          // mean 0, variance 1
  std::size_t below(std::size_t bound);     // 0 … bound − 1, each equally likely; bound ≥ 1

  // All orders equally likely (Fisher–Yates).
  template <class T>
  void shuffle(std::vector<T>& items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }

  const std::array<std::uint64_t, 4>& state() const { return state_; }

 private:
  std::array<std::uint64_t, 4> state_;
};

}  // namespace heed
