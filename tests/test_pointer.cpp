#include "heed/pointer.hpp"
#include "layer_checks.hpp"

using namespace heed;

TEST_CASE("pointer: scores are q K transposed over the root of the width, by hand") {
  Random random(1);
  Pointer pointer(4, random);
  pointer.query.mutable_value() = zeros({4, 4});
  pointer.query.mutable_value()[1] = 1;  // column 1 of the query is number 0 of the asker
  const Array asker({1, 4}, {2, 7, 7, 7});
  const Array words({1, 3, 4}, {0, 2, 0, 0, 5, 0, 5, 5, 0, -3, 0, 0});
  CHECK(identical(pointer(asker, words).value(), Array({1, 3}, {2, 0, -3})));
}

TEST_CASE("pointer: every example is asked about its own words alone") {
  Random random(1);
  const Pointer pointer(6, random);
  const Tensor asker(random_array({3, 6}, 2)), words(random_array({3, 5, 6}, 3));
  const Tensor scores = pointer(asker, words);
  CHECK(scores.shape() == Shape{3, 5});
  for (std::size_t b = 0; b < 3; ++b) {
    CHECK(close(slice(scores, 0, b, b + 1),
                pointer(slice(asker, 0, b, b + 1), slice(words, 0, b, b + 1))));
  }
}

TEST_CASE("pointer: one matrix, with a gradient, and the same seed the same numbers") {
  Random one(1), same(1);
  const Pointer pointer(6, one), twin(6, same);
  CHECK(names(pointer.parameters()) == "query");
  CHECK(pointer.parameters().count() == 6 * 6);
  CHECK(identical(pointer.parameters(), twin.parameters()));
  CHECK(without_gradient(pointer.parameters(),
                         pointer(random_array({2, 6}), random_array({2, 5, 6}))) == "");
}

TEST_CASE(
    "pick words: the row of each example at its position, and the gradient goes there alone") {
  const Array x({2, 3, 2}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
  const Indices positions{{2}, {2, 0}};
  CHECK(identical(pick_words(x, positions).value(), Array({2, 2}, {5, 6, 7, 8})));
  const auto f = [&](const Tensor& in) { return pick_words(in, positions); };
  CHECK(identical(gradient(f, x, Array({2, 2}, {1, 2, 3, 4})),
                  Array({2, 3, 2}, {0, 0, 0, 0, 1, 2, 3, 4, 0, 0, 0, 0})));
}

TEST_CASE("pick words: positions outside the sentence, or not one each, are refused") {
  const Array x = random_array({2, 3, 2});
  CHECK_THROWS_WITH_AS(pick_words(x, {{2}, {0, 3}}),
                       "pick_words: position 3 of example 1 is outside 3 words", ValueError);
  CHECK_THROWS_WITH_AS(pick_words(x, {{2}, {-1, 0}}),
                       "pick_words: position -1 of example 0 is outside 3 words", ValueError);
  CHECK_THROWS_WITH_AS(pick_words(x, {{3}, {0, 0, 0}}), "pick_words: x [2, 3, 2] and positions [3]",
                       ShapeError);
}

TEST_CASE("pointer loss: minus the logarithm of the weight on all right places, on average") {
  const Tensor log_weights = log(Tensor(Array({2, 3}, {0.5, 0.25, 0.25, 0.1, 0.2, 0.7})));
  const Array right({2, 3}, {1, 0, 1, 0, 0, 1});
  // −(ln 0.75 + ln 0.7) / 2
  CHECK(close(pointer_loss(log_weights, right), scalar(0.32217851), 1e-8));
}

TEST_CASE("pointer loss: pulls each right place up by its share, and pushes all others down") {
  const Array scores({1, 4}, {1, 2, 3, 100});
  const Array mask({1, 4}, {1, 1, 1, 0}), right({1, 4}, {1, 1, 0, 0});
  // p = softmax(1, 2, 3) = (.0900, .2447, .6652).  dscoreᵢ = pᵢ − rightᵢ pᵢ / (p₁ + p₂)
  const auto loss = [&](const Tensor& x) { return pointer_loss(log_softmax(x, mask), right); };
  CHECK(close(gradient(loss, scores, scalar(1)),
              Array({1, 4}, {-0.17891085, -0.48633011, 0.66524096, 0}), 1e-7));
  CHECK(close(loss(scores), scalar(1.09434426), 1e-7));  // −ln(1 − .66524096)
}
