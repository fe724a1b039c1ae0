#include <doctest/doctest.h>

#include "heed/error.hpp"
#include "heed/parallel.hpp"
#include "support.hpp"

using namespace heed;

namespace {

Array slope(const Array& table, const Indices& ids, const Array& dout, int padding = -1) {
  return gradient([&](const Tensor& t) { return embedding(t, ids, padding); }, table, dout);
}

}  // namespace

TEST_CASE("embedding: takes the rows of a table, whatever the shape of the ids") {
  const Tensor table = Array({3, 2}, {1, 2, 3, 4, 5, 6});
  CHECK(identical(embedding(table, {{3}, {2, 0, 2}}).value(), Array({3, 2}, {5, 6, 1, 2, 5, 6})));
  CHECK(identical(embedding(table, {{}, {1}}).value(), row({3, 4})));
  CHECK(embedding(table, {{2, 1, 1, 1, 1}, {0, 1}}).shape() == Shape{2, 1, 1, 1, 1, 2});
  CHECK(embedding(table, {{2, 0}, {}}).shape() == Shape{2, 0, 2});
  CHECK(embedding(zeros({3, 0}), {{2}, {0, 1}}).shape() == Shape{2, 0});
}

TEST_CASE("embedding: a repeated id adds up in the gradient, with any number of threads") {
  const Indices ids = {{4}, {2, 0, 2, 2}};
  const Array dout({4, 2}, {1, 1, 2, 2, 3, 3, 4, 4});
  const std::size_t before = threads();
  for (const std::size_t count : {1u, 2u, 8u}) {
    set_threads(count);
    CHECK(identical(slope(zeros({3, 2}), ids, dout), Array({3, 2}, {2, 2, 0, 0, 8, 8})));
  }
  set_threads(before);
}

TEST_CASE("embedding: the padding row is looked up like any other, but collects no gradient") {
  const Array table({3, 2}, {1, 2, 3, 4, 5, 6});
  const Indices ids = {{3}, {0, 1, 1}};
  CHECK(identical(embedding(table, ids, 0).value(), Array({3, 2}, {1, 2, 3, 4, 3, 4})));
  CHECK(identical(slope(table, ids, ones({3, 2}), 0), Array({3, 2}, {0, 0, 2, 2, 0, 0})));
  CHECK(identical(slope(table, ids, ones({3, 2})), Array({3, 2}, {1, 1, 2, 2, 0, 0})));
}

TEST_CASE("embedding: no ids, no gradient") {
  CHECK(identical(slope(ones({3, 2}), {{0}, {}}, zeros({0, 2})), zeros({3, 2})));
}

TEST_CASE("embedding: an id outside the table is refused with its place") {
  const Tensor table = zeros({12, 2});
  CHECK_THROWS_WITH_AS(embedding(table, {{2}, {3, 17}}),
                       "embedding: id 17 at position 1 is outside a table of 12 rows", ValueError);
  CHECK_THROWS_WITH_AS(embedding(table, {{1}, {-1}}),
                       "embedding: id -1 at position 0 is outside a table of 12 rows", ValueError);
  CHECK_THROWS_WITH_AS(embedding(table, {{1}, {12}}),
                       "embedding: id 12 at position 0 is outside a table of 12 rows", ValueError);
}

TEST_CASE("embedding: a table of another rank, and ids that do not fill their shape, are refused") {
  CHECK_THROWS_WITH_AS(embedding(zeros({12}), {{1}, {0}}), "embedding: a table [12] is not [V, D]",
                       ShapeError);
  CHECK_THROWS_WITH_AS(embedding(zeros({12, 2}), {{2, 2}, {0, 1, 2}}),
                       "embedding: 3 ids for the shape [2, 2]", ShapeError);
}
