#include "heed/random.hpp"

#include <bit>
#include <cmath>

#include "kernels/math.hpp"

namespace heed {

std::uint64_t split_mix(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

Random::Random(std::uint64_t seed, std::uint64_t stream) {
  // The stream is mixed before it meets the seed: (1, 0) and (0, 1) must not share a state.
  std::uint64_t counter = seed ^ split_mix(stream);
  for (std::uint64_t& word : state_) word = split_mix(counter);
}

std::uint64_t Random::bits() {
  auto& s = state_;
  const std::uint64_t result = std::rotl(s[0] + s[3], 23) + s[0];
  const std::uint64_t shifted = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= shifted;
  s[3] = std::rotl(s[3], 45);
  return result;
}

double Random::uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }

double Random::uniform(double low, double high) { return low + (high - low) * uniform(); }

double Random::normal() {
  // Marsaglia's polar method: a point drawn in the unit disc gives two normal numbers. The second
  // is not kept, so that the four state words are the whole state.
  for (;;) {
    const double x = uniform(-1, 1);
    const double y = uniform(-1, 1);
    const double square = x * x + y * y;
    if (square > 0 && square < 1) return x * std::sqrt(-2 * kernels::log(square) / square);
  }
}

std::size_t Random::below(std::size_t bound) {
  // The 2⁶⁴ mod bound lowest draws are refused: what remains splits evenly.
  const std::uint64_t refused = (0 - std::uint64_t{bound}) % bound;
  for (;;) {
    const std::uint64_t draw = bits();
    if (draw >= refused) return static_cast<std::size_t>(draw % bound);
  }
}

}  // namespace heed
