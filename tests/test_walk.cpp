#include "parts/walk.hpp"
#include "programs.hpp"
#include "support.hpp"

using namespace heed;

// Q = X, K = 2X and V = X: the scores are 2 and 0 before the root, so √4 leaves 1 and 0.
const Array kX({2, 4}, {1, 0, 0, 0, 0, 1, 0, 0});
const Array kOne({4, 4}, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1});

TEST_CASE("walk: every matrix stands with its words and its shape") {
  const std::string text = squeezed(walk({"ab", "cd"}, kX, kOne, scale(kOne, 2), kOne));
  CHECK(has(text, "X [2, 4] 1 2 3 4\n ab 1.00 0.00 0.00 0.00\n cd 0.00 1.00 0.00 0.00\n"));
  CHECK(has(text, "K = X W_K [2, 4] 1 2 3 4\n ab 2.00 0.00 0.00 0.00\n"));
  CHECK(has(text, "Q Kᵀ [2, 2] ab cd\n ab 2.00 0.00\n cd 0.00 2.00\n"));
  CHECK(has(text, "Q Kᵀ / √4 [2, 2] ab cd\n ab 1.00 0.00\n cd 0.00 1.00\n"));
}

TEST_CASE("walk: the softmax of 0 and 1 is 0.27 and 0.73, and so much of each value is taken") {
  const std::string text = squeezed(walk({"ab", "cd"}, kX, kOne, scale(kOne, 2), kOne));
  CHECK(has(text, "cd 0.27 0.73\n"));
  CHECK(has(text, "weight[cd, cd] = exp(1.00) / 3.72 = 0.73\n"));
  CHECK(has(text, "cd 0.27 0.73 0.00 0.00\n"));
  CHECK(has(text, "output[cd, 1] = 0.27·1.00 + 0.73·0.00 = 0.27\n"));
}

TEST_CASE("walk: words and rows must be as many, and two") {
  CHECK_THROWS_WITH_AS(walk({"ab"}, kX, kOne, kOne, kOne),
                       "walk: x [2, 4] for 1 words: it needs a row a word, two or more",
                       ShapeError);
  CHECK_THROWS_AS(walk({"a", "b", "c"}, kX, kOne, kOne, kOne), ShapeError);
}

TEST_CASE("walk: the article's row, 61 %, 25 % and 14 %, is mixed by hand") {
  const Array weights({1, 3}, {0.61, 0.25, 0.14}), values({3, 1}, {2, -4, 10});
  CHECK(spell_cell("x", weights, 0, values, 0) ==
        "  x = 0.61·2.00 + 0.25·(-4.00) + 0.14·10.00 = 1.62\n");
}
