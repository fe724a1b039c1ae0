#include "heed/attention.hpp"
#include "heed/relative_bias.hpp"
#include "layer_checks.hpp"

using namespace heed;

TEST_CASE("relative bias: each head's own number for each offset, the last one for all beyond") {
  RelativeBias bias(2, 1);
  bias.table.mutable_value() = Array({3, 2}, {1, 10, 2, 20, 3, 30});  // rows: offsets −1, 0, 1
  CHECK(identical(bias(3).value(), Array({2, 3, 3}, {2, 3, 3, 1, 2, 3, 1, 1, 2,  //
                                                     20, 30, 30, 10, 20, 30, 10, 10, 20})));
  CHECK(identical(bias(1).value(), Array({2, 1, 1}, {2, 20})));
}

TEST_CASE("relative bias: it starts at zero, and at() names one number of the table") {
  RelativeBias bias(2, 3);
  CHECK(names(bias.parameters()) == "table");
  CHECK(identical(bias(4).value(), zeros({2, 4, 4})));
  bias.at(1, -2) = 5;
  CHECK(identical(bias(3).value(), Array({2, 3, 3}, {0, 0, 0, 0, 0, 0, 0, 0, 0,  //
                                                     0, 0, 0, 0, 0, 0, 5, 0, 0})));
  CHECK_THROWS_WITH_AS(bias.at(0, -4), "RelativeBias: offset -4 is outside a reach of 3",
                       ValueError);
  CHECK_THROWS_WITH_AS(bias.at(0, 4), "RelativeBias: offset 4 is outside a reach of 3", ValueError);
}

TEST_CASE("relative bias: the gradient of an offset is summed over the pairs that have it") {
  const RelativeBias bias(1, 1);
  sum(bias(4)).backward();
  CHECK(identical(bias.table.grad(), Array({3, 1}, {6, 4, 6})));  // of 16 pairs, 4 are words alone
}

TEST_CASE(
    "relative bias: a head with 50 on offset -1 looks at the word before, the first nowhere") {
  RelativeBias bias(1, 4);
  bias.at(0, -1) = 50;
  AttentionOptions options;
  options.bias = bias(4);
  const Tensor same(zeros({1, 1, 4, 2}));
  const Tensor weights = scaled_dot_product_attention(same, same, same, Array(), options).weights;
  CHECK(close(slice(weights, 2, 1, 4), Array({1, 1, 3, 4}, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0})));
  CHECK(close(slice(weights, 2, 0, 1), Array({1, 1, 1, 4}, {.25, .25, .25, .25})));
}
