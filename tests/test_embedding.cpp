#include "heed/embedding.hpp"
#include "heed/optimizer.hpp"
#include "layer_checks.hpp"

using namespace heed;

TEST_CASE("embedding: each id gets its row, in the shape of the ids") {
  Random random(1);
  Embedding embedding(3, 2, 1, random);
  embedding.table.mutable_value() = Array({3, 2}, {1, 2, 3, 4, 5, 6});
  const Tensor out = embedding({{2, 2}, {2, 0, 1, 2}});
  CHECK(identical(out.value(), Array({2, 2, 2}, {5, 6, 1, 2, 3, 4, 5, 6})));
}

TEST_CASE("embedding: words times width numbers, normal with the deviation asked for") {
  Random one(1), same(1);
  const Embedding embedding(1000, 64, 0.5, one);
  CHECK(names(embedding.parameters()) == "table");
  CHECK(embedding.parameters().count() == 1000 * 64);
  double squares = 0;
  for (const Real x : embedding.table.value()) squares += static_cast<double>(x * x);
  CHECK(std::abs(squares / 64000 - 0.25) < 0.006);  // four standard errors
  CHECK(identical(embedding.parameters(), Embedding(1000, 64, 0.5, same).parameters()));
}

TEST_CASE("embedding: without a padding id, row 0 is a word like another") {
  Random random(1);
  const Embedding embedding(3, 2, 1, random);
  CHECK(embedding.table.value()[0] != 0);
  sum(embedding({{3}, {0, 1, 1}})).backward();
  CHECK(identical(embedding.table.grad(), Array({3, 2}, {1, 1, 2, 2, 0, 0})));
}

TEST_CASE("embedding: the padding row collects no gradient, a repeated word adds its up") {
  Random random(1);
  const Embedding embedding(3, 2, 1, random, 0);
  sum(embedding({{3}, {0, 1, 1}})).backward();
  CHECK(identical(embedding.table.grad(), Array({3, 2}, {0, 0, 2, 2, 0, 0})));
}

TEST_CASE("embedding: the padding row is exactly zero, and still so after ten steps with decay") {
  Random random(1);
  const Embedding embedding(3, 2, 1, random, 1);
  const Array start = embedding.table.value();
  Adam adam(embedding.parameters(), {.decay = 0.1});
  for (int step = 0; step < 10; ++step) {
    embedding.parameters().zero_grad();
    sum(embedding({{3}, {1, 0, 0}})).backward();
    adam.step(0.1);
  }
  const Array& now = embedding.table.value();
  CHECK((now[2] == 0 && now[3] == 0));
  CHECK(now[0] < start[0] - Real(0.5));                 // ten steps of about 0.1 along its gradient
  CHECK(close(now[4], start[4] * std::pow(0.99, 10)));  // no gradient: decay alone
}

TEST_CASE("embedding: ids outside the table are refused, each with the number of rows") {
  Random random(1);
  const Embedding embedding(12, 2, 1, random);
  CHECK_THROWS_WITH_AS(embedding({{2}, {3, 17}}),
                       "embedding: id 17 at position 1 is outside a table of 12 rows", ValueError);
  CHECK_THROWS_WITH_AS(embedding({{1}, {-1}}),
                       "embedding: id -1 at position 0 is outside a table of 12 rows", ValueError);
  CHECK_THROWS_WITH_AS(Embedding(3, 2, 1, random, 3),
                       "Embedding: the padding id 3 is not among 3 rows", ValueError);
}
