#include "support.hpp"

using namespace heed;

TEST_CASE("reverse steps: each sequence within its length, padding where it was") {
  const Array x({2, 3, 2}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
  CHECK(identical(reverse_steps(x, {3, 2}).value(),
                  Array({2, 3, 2}, {5, 6, 3, 4, 1, 2, 9, 10, 7, 8, 11, 12})));
  CHECK(identical(reverse_steps(reverse_steps(x)).value(), x));
}

TEST_CASE("scans: shapes and lengths that do not fit are refused with their numbers") {
  const Array given = random_array({2, 4, 6}), weight = random_array({2, 6});
  CHECK_THROWS_WITH_AS(rnn_scan(given, weight),
                       "rnn_scan: given [2, 4, 6] and weight [2, 6]: [B, T, 1H] with T ≥ 1 and "
                       "[H, 1H] are needed",
                       ShapeError);
  CHECK_THROWS_WITH_AS(gru_scan(given, weight, row({1, 2, 3})),
                       "gru_scan: bias [3] for a state of 2 numbers", ShapeError);
  CHECK_THROWS_WITH_AS(gru_scan(given, weight, row({1, 2}), {4, 5}),
                       "gru_scan: sequence 1 has a length of 5, but there are 4 steps", ShapeError);
  CHECK_THROWS_WITH_AS(reverse_steps(given, {4, 4, 4}), "reverse_steps: 3 lengths for 2 sequences",
                       ShapeError);
  CHECK_THROWS_WITH_AS(reverse_steps(weight), "reverse_steps: x [2, 6] is not [B, T, D]",
                       ShapeError);
  CHECK_THROWS_WITH_AS(lstm_scan(zeros({1, 0, 8}), random_array({2, 8})),
                       "lstm_scan: given [1, 0, 8] and weight [2, 8]: [B, T, 4H] with T ≥ 1 and "
                       "[H, 4H] are needed",
                       ShapeError);
}
