#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "heed/random.hpp"

using namespace heed;

TEST_CASE("random: SplitMix64 gives the published numbers for seed 1234567") {
  std::uint64_t state = 1234567;
  CHECK(split_mix(state) == 6457827717110365317u);
  CHECK(split_mix(state) == 3203168211198807973u);
  CHECK(split_mix(state) == 9817491932198370423u);
  CHECK(split_mix(state) == 4593380528125082431u);
}

TEST_CASE("random: xoshiro256++ gives the published numbers from the state 1, 2, 3, 4") {
  Random random(std::array<std::uint64_t, 4>{1, 2, 3, 4});
  CHECK(random.bits() == 41943041u);
  CHECK(random.bits() == 58720359u);
  CHECK(random.bits() == 3588806011781223u);
  CHECK(random.bits() == 3591011842654386u);
}

TEST_CASE("random: seed and stream each make another sequence, the same pair the same one") {
  CHECK(Random(1, 0).bits() == Random(1, 0).bits());
  CHECK(Random(1, 0).bits() != Random(0, 1).bits());
  CHECK(Random(1, 0).bits() != Random(1, 1).bits());
  CHECK(Random(1, 0).bits() != Random(2, 0).bits());
}

TEST_CASE("random: normal numbers have mean 0, variance 1, and one in three beyond 1") {
  Random random(7);
  const int count = 200000;
  double sum = 0, squares = 0;
  int outside = 0;
  for (int i = 0; i < count; ++i) {
    const double x = random.normal();
    sum += x;
    squares += x * x;
    outside += std::abs(x) > 1;
  }
  CHECK(std::abs(sum / count) < 0.01);  // four standard errors: 0.009
  CHECK(std::abs(squares / count - 1) < 0.02);
  CHECK(std::abs(outside / double(count) - 0.3173) < 0.005);
}

TEST_CASE("random: below(n) reaches every number below n equally often") {
  Random random(7);
  std::vector<int> seen(6);
  for (int i = 0; i < 60000; ++i) ++seen[random.below(6)];
  for (int count : seen) CHECK(std::abs(count - 10000) < 400);
  CHECK(random.below(1) == 0);
}

TEST_CASE("random: shuffle keeps the items, and every order of three comes equally often") {
  Random random(7);
  std::vector<int> seen(1000);
  for (int i = 0; i < 60000; ++i) {
    std::vector<int> items = {1, 2, 3};
    random.shuffle(items);
    ++seen[static_cast<std::size_t>(items[0] * 100 + items[1] * 10 + items[2])];
  }
  for (int order : {123, 132, 213, 231, 312, 321}) {
    CHECK(std::abs(seen[static_cast<std::size_t>(order)] - 10000) < 400);
  }
}
