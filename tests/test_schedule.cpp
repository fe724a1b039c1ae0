#include "heed/schedule.hpp"
#include "support.hpp"

using namespace heed;

TEST_CASE("schedule: warm-up to the peak, then half a cosine down to the least rate") {
  const Schedule schedule{.most = 1, .least = 0.1, .warm_up = 4, .total = 10};
  const std::vector<double> expected = {0.2,   0.4,  0.6,   0.8,      1.0, 0.939711,
                                        0.775, 0.55, 0.325, 0.160289, 0.1, 0.1};
  for (std::size_t step = 0; step < expected.size(); ++step) {
    CAPTURE(step);
    CHECK(std::abs(schedule.rate(static_cast<std::int64_t>(step)) - expected[step]) < 1e-6);
  }
}

TEST_CASE("schedule: without warm-up the first step has the peak") {
  const Schedule schedule{.most = 1, .least = 0.1, .warm_up = 0, .total = 10};
  CHECK(schedule.rate(0) == 1);
  CHECK(schedule.rate(5) == doctest::Approx(0.55));
  CHECK(schedule.rate(10) == 0.1);
}

TEST_CASE("schedule: a warm-up of all steps ends in the least rate") {
  const Schedule schedule{.most = 1, .least = 0.1, .warm_up = 4, .total = 4};
  for (std::int64_t step = 0; step < 4; ++step) {
    CHECK(schedule.rate(step) == doctest::Approx(0.2 * static_cast<double>(step + 1)));
  }
  CHECK(schedule.rate(4) == 0.1);
  CHECK(schedule.rate(5) == 0.1);
}

TEST_CASE("schedule: of no steps at all it is the least rate") {
  CHECK(Schedule{.most = 1, .least = 0.1, .warm_up = 0, .total = 0}.rate(0) == 0.1);
}

TEST_CASE("schedule: whatever the settings, rates are finite and between zero and the peak") {
  for (std::int64_t warm_up = 0; warm_up < 5; ++warm_up) {
    for (std::int64_t total = 0; total < 8; ++total) {
      const Schedule schedule{.most = 1, .least = 0.1, .warm_up = warm_up, .total = total};
      for (std::int64_t step = 0; step < 10; ++step) {
        CAPTURE(warm_up);
        CAPTURE(total);
        CAPTURE(step);
        const double rate = schedule.rate(step);
        CHECK((rate > 0 && rate <= 1));
      }
    }
  }
}

TEST_CASE("schedule: the peak comes once, and from there the rate never rises") {
  const Schedule schedule{.most = 1, .least = 0, .warm_up = 7, .total = 60};
  for (std::int64_t step = 0; step < 70; ++step) {
    CAPTURE(step);
    const double now = schedule.rate(step), next = schedule.rate(step + 1);
    CHECK((step < 7 ? now < next : now >= next));
    CHECK((now == 1) == (step == 7));
  }
}

TEST_CASE("schedule: after the last step it is the least rate, even in a warm-up that is longer") {
  const Schedule schedule{.most = 1, .least = 0.1, .warm_up = 9, .total = 4};
  CHECK(schedule.rate(3) == doctest::Approx(0.4));
  CHECK(schedule.rate(4) == 0.1);
  CHECK(schedule.rate(8) == 0.1);
}
