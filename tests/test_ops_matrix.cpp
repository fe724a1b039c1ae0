#include <doctest/doctest.h>

#include "heed/error.hpp"
#include "support.hpp"

using namespace heed;

namespace {

// One matrix of a batch, at a place counted over the stretched leading axes.
Array matrix_of(const Array& x, const Shape& leading, std::size_t place) {
  const std::size_t m = x.shape().last(1), n = x.shape().last(0);
  const Array all = reshape(expand(x, leading.appended(m).appended(n)), {leading.elements(), m, n});
  return reshape(slice(all, 0u, place, place + 1), {m, n});
}

// Σₖ a[i, k] b[k, j], in double, for each matrix of the stretched batch.
Array slow_product(const Array& a, const Array& b) {
  const std::size_t m = a.shape().last(1), k = a.shape().last(0), n = b.shape().last(0);
  const Shape leading = broadcast("slow", a.shape().first(a.shape().rank() - 2),
                                  b.shape().first(b.shape().rank() - 2));
  std::vector<double> sums;
  for (std::size_t place = 0; place < leading.elements(); ++place) {
    const Array left = matrix_of(a, leading, place), right = matrix_of(b, leading, place);
    for (std::size_t i = 0; i < m; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        double sum = 0;
        for (std::size_t l = 0; l < k; ++l) {
          sum += static_cast<double>(left.at({i, l})) * static_cast<double>(right.at({l, j}));
        }
        sums.push_back(sum);
      }
    }
  }
  return Array(leading.appended(m).appended(n), sums);
}

struct Pair {
  Shape a, b;
};
const Pair kPairs[] = {
    {{2, 3}, {3, 4}},
    {{1, 1}, {1, 1}},
    {{5, 2, 3}, {3, 4}},                       // a's leading axis is folded into its rows
    {{2, 3}, {5, 3, 4}},                       // a is used by every b
    {{2, 1, 2, 3}, {3, 3, 1}},                 // both stretch
    {{2, 3, 2, 3}, {2, 3, 3, 4}},              // one by one
    {{9, 2, 3}, {9, 3, 2}},                    // enough to share the threads
    {{1, 2, 1, 2, 2, 3}, {2, 1, 2, 1, 3, 2}},  // six axes
    {{2, 0}, {0, 3}},
    {{0, 3}, {3, 2}},
    {{2, 3}, {3, 0}},
    {{4, 0, 3}, {3, 2}},
    {{0, 2, 3}, {0, 3, 2}},
    {{4, 2, 0}, {0, 2}},
};

}  // namespace

TEST_CASE("matmul: a product by hand, and its gradients") {
  const Array a({2, 2}, {1, 2, 3, 4}), b({2, 2}, {5, 6, 7, 8});
  CHECK(identical(matmul(a, b), Array({2, 2}, {19, 22, 43, 50})));
  const auto found = gradients([](const std::vector<Tensor>& in) { return matmul(in[0], in[1]); },
                               {a, b}, ones({2, 2}));
  CHECK(identical(found[0], Array({2, 2}, {11, 15, 11, 15})));
  CHECK(identical(found[1], Array({2, 2}, {4, 4, 6, 6})));
}

TEST_CASE("matmul: equals the threefold loop for every way in which batches meet") {
  for (const Pair& pair : kPairs) {
    CAPTURE(concat(pair.a, " x ", pair.b));
    const Array a = random_array(pair.a, 1), b = random_array(pair.b, 2);
    const Array expected = slow_product(a, b);
    CHECK(close(matmul(Tensor(a), b), expected));
    CHECK(close(matmul_transposed(a, transpose(b)), expected));
    CHECK(close(matmul(transpose(a), b, Side::kTransposed), expected));
    CHECK(
        close(matmul(transpose(a), transpose(b), Side::kTransposed, Side::kTransposed), expected));
  }
}

TEST_CASE("matmul: da = dout bᵀ and db = aᵀ dout, summed over what was stretched") {
  for (const Pair& pair : kPairs) {
    CAPTURE(concat(pair.a, " x ", pair.b));
    const Array a = random_array(pair.a, 1), b = random_array(pair.b, 2);
    const Array dout = random_array(matmul(a, b).shape(), 3);
    const Array da = sum_to(slow_product(dout, transpose(b)), pair.a);
    const Array db = sum_to(slow_product(transpose(a), dout), pair.b);
    const auto found =
        gradients([](const std::vector<Tensor>& in) { return matmul(in[0], in[1]); }, {a, b}, dout);
    CHECK(close(found[0], da));
    CHECK(close(found[1], db));
    const auto turned =
        gradients([](const std::vector<Tensor>& in) { return matmul_transposed(in[0], in[1]); },
                  {a, transpose(b)}, dout);
    CHECK(close(turned[0], da));
    CHECK(close(turned[1], transpose(db)));
  }
}

TEST_CASE("matmul: beside a constant, the other side alone gets its gradient, the same one") {
  for (const Pair& pair : kPairs) {
    const Array a = random_array(pair.a, 1), b = random_array(pair.b, 2);
    const Array dout = random_array(matmul(a, b).shape(), 3);
    const auto found =
        gradients([](const std::vector<Tensor>& in) { return matmul(in[0], in[1]); }, {a, b}, dout);
    CHECK(identical(gradient([&](const Tensor& x) { return matmul(x, Tensor(b)); }, a, dout),
                    found[0]));
    CHECK(identical(gradient([&](const Tensor& x) { return matmul(Tensor(a), x); }, b, dout),
                    found[1]));
  }
}

TEST_CASE("matmul: a matrix times itself gets both gradients") {
  const auto square = [](const Tensor& x) { return matmul(x, x); };
  CHECK(identical(gradient(square, Array({2, 2}, {1, 2, 3, 4}), ones({2, 2})),
                  Array({2, 2}, {3 + 4, 7 + 4, 3 + 6, 7 + 6})));
}

TEST_CASE("matmul: sides that do not fit are named with their two sizes") {
  CHECK_THROWS_WITH_AS(matmul(Tensor(zeros({2, 3})), zeros({4, 5})),
                       "matmul: a [2, 3] x b [4, 5]: a has 3 columns but b has 4 rows", ShapeError);
  CHECK_THROWS_WITH_AS(matmul_transposed(zeros({2, 3}), zeros({4, 5})),
                       "matmul: a [2, 3] x b [4, 5] transposed: a has 3 columns but b has 5 rows",
                       ShapeError);
  CHECK_THROWS_WITH_AS(matmul(Tensor(zeros({3})), zeros({3, 5})),
                       "matmul: a [3] x b [3, 5]: both need two axes or more", ShapeError);
  CHECK_THROWS_WITH_AS(matmul(Tensor(zeros({2, 2, 3})), zeros({4, 3, 5})),
                       "matmul: a [2] and b [4]: sizes 2 and 4 do not stretch to each other",
                       ShapeError);
}

TEST_CASE("transpose: columns become rows, and the gradient goes back the same way") {
  const Array a({2, 3}, {0, 1, 2, 3, 4, 5});
  CHECK(identical(transpose(Tensor(a)).value(), Array({3, 2}, {0, 3, 1, 4, 2, 5})));
  const Tensor f = reshape(transpose(Tensor(a)), {6});
  CHECK(identical(f.value(), row({0, 3, 1, 4, 2, 5})));
  const auto flat = [](const Tensor& x) {
    return sum(reshape(transpose(x), {6}) * row({1, 2, 3, 4, 5, 6}));
  };
  CHECK(identical(gradient(flat, a, scalar(1)), Array({2, 3}, {1, 3, 5, 2, 4, 6})));
  CHECK(identical(matmul(transpose(Tensor(a)), ones({2, 1})).value(), Array({3, 1}, {3, 5, 7})));
  CHECK_THROWS_WITH_AS(transpose(Tensor(row({1}))), "transpose: [1] has no two axes to exchange",
                       ShapeError);
}

TEST_CASE("permute: the gradient takes every number back to where it came from") {
  const Array x = random_array({2, 3, 1, 2, 4, 1});
  const std::vector<int> order = {4, 0, 5, 3, 1, 2};
  const auto moved = [&](const Tensor& t) { return permute(t, order); };
  CHECK(moved(x).shape() == Shape{4, 2, 1, 2, 3, 1});
  CHECK(identical(gradient(moved, x, permute(x, order)), x));
  CHECK(gradient(moved, zeros({2, 0, 1, 2, 4, 1}), zeros({4, 2, 1, 2, 0, 1})).shape() ==
        Shape{2, 0, 1, 2, 4, 1});
  CHECK_THROWS_WITH_AS(
      permute(Tensor(x), {0, 1}),
      "permute: the order (0, 1) does not name each axis of [2, 3, 1, 2, 4, 1] once", ShapeError);
}
