// The kernels against slow, obvious twins.
#include <doctest/doctest.h>

#include <cmath>

#include "heed/parallel.hpp"
#include "kernels/gemm.hpp"
#include "kernels/reduce.hpp"
#include "kernels/rows.hpp"
#include "support.hpp"

using namespace heed;

namespace {

// A random m × n matrix inside a larger buffer: plain or transposed, its rows further apart than
// they are long.
struct Framed {
  Framed(std::size_t m, std::size_t n, bool transposed, std::size_t gap, std::uint64_t seed)
      : buffer(random_array({(transposed ? n : m), (transposed ? m : n) + gap}, seed)),
        view{buffer.data(), transposed ? 1 : n + gap, transposed ? m + gap : 1} {}
  Array buffer;
  kernels::MatrixView view;
};

// Is C = A B, or C += A B, to the rounding of k additions, and everything around C untouched?
bool product_is_right(std::size_t m, std::size_t n, std::size_t k, unsigned variant) {
  const std::size_t gap = (variant & 1) != 0 ? 3 : 0, c_row = n + gap;
  const bool accumulate = (variant & 2) != 0;
  const Framed a(m, k, (variant & 4) != 0, gap, 1), b(k, n, (variant & 8) != 0, gap, 2);
  const Array before = random_array({m + 1, c_row}, 3);  // a row more than is written
  Array c = before;
  kernels::gemm(m, n, k, a.view, b.view, c.data(), c_row,
                accumulate ? kernels::Start{c.data(), c_row} : kernels::Start{});
  for (std::size_t i = 0; i <= m; ++i) {
    for (std::size_t j = 0; j < c_row; ++j) {
      const bool outside = i == m || j >= n;
      const double old = static_cast<double>(before[i * c_row + j]);
      double sum = accumulate || outside ? old : 0, size = 1;
      for (std::size_t l = 0; !outside && l < k; ++l) {
        const double term =
            static_cast<double>(*a.view.at(i, l)) * static_cast<double>(*b.view.at(l, j));
        sum += term;
        size += std::abs(term);
      }
      const double error = std::abs(static_cast<double>(c[i * c_row + j]) - sum);
      if (error > 4 * kEpsilon * size || (outside && error > 0)) return false;
    }
  }
  return true;
}

}  // namespace

// ---- the matrix product -------------------------------------------------------------------------

TEST_CASE("kernels: gemm equals the threefold loop, both sides plain or transposed, with gaps") {
  for (const std::size_t m : {0u, 1u, 3u, 8u, 13u}) {
    for (const std::size_t n : {0u, 1u, 5u, 8u, 15u, 16u, 17u, 32u, 33u, 49u}) {
      for (const std::size_t k : {0u, 1u, 2u, 7u, 16u, 33u}) {
        for (unsigned variant = 0; variant < 16; ++variant) {
          CAPTURE(concat(m, " x ", n, ", depth ", k, ", variant ", variant));
          REQUIRE(product_is_right(m, n, k, variant));
        }
      }
    }
  }
}

TEST_CASE("kernels: gemm is right across its blocks of rows, columns and depth") {
  for (unsigned variant = 0; variant < 16; ++variant) {
    CAPTURE(variant);
    CHECK(product_is_right(65, 33, 257, variant));
    CHECK(product_is_right(129, 63, 70, variant));
    CHECK(product_is_right(2, 2051, 9, variant));
    CHECK(product_is_right(3, 16, 513, variant));
  }
}

TEST_CASE("kernels: gemm is right where the first rows copy B for the others, on any threads") {
  const std::size_t before = threads();
  for (const std::size_t count : {1u, 2u, 3u}) {
    set_threads(count);
    for (unsigned variant = 0; variant < 16; ++variant) {
      CAPTURE(concat(count, " threads, variant ", variant));
      // Fewer rows than a tile's 8, 6 or 4 (the instruction set's), as many, and one more; half a
      // tile at the right edge; a second block, of a few rows and of many.
      for (const std::size_t m : {3u, 5u, 7u, 8u, 9u}) CHECK(product_is_right(m, 160, 40, variant));
      for (const std::size_t n : {164u, 168u, 176u}) CHECK(product_is_right(9, n, 40, variant));
      for (const std::size_t m : {67u, 101u, 135u, 150u}) {
        CHECK(product_is_right(m, 96, 50, variant));
        CHECK(product_is_right(m, 192, 40, variant));
      }
      CHECK(product_is_right(77, 288, 515, variant));
    }
  }
  set_threads(before);
}

TEST_CASE("kernels: gemm gives a row the same bits alone and in company") {
  const std::size_t k = 300;
  const Array a = random_array({70, k}, 1), b = random_array({k, 37}, 2);
  Array together({70, 37}), alone({1, 37});
  kernels::gemm(70, 37, k, {a.data(), k, 1}, {b.data(), 37, 1}, together.data(), 37);
  for (const std::size_t i : {0u, 7u, 64u, 69u}) {
    kernels::gemm(1, 37, k, {a.data() + i * k, k, 1}, {b.data(), 37, 1}, alone.data(), 37);
    CHECK(std::equal(alone.begin(), alone.end(), together.data() + i * 37));
  }
}

TEST_CASE("kernels: gemm gives a column the same bits alone and in company, packed or in place") {
  const std::size_t k = 60;
  const Array a = random_array({5, k}, 1), b = random_array({k, 64}, 2);
  Array together({5, 64}), alone({5, 1});
  kernels::gemm(5, 64, k, {a.data(), k, 1}, {b.data(), 64, 1}, together.data(), 64);
  for (const std::size_t j : {0u, 15u, 16u, 63u}) {
    kernels::gemm(5, 1, k, {a.data(), k, 1}, {b.data() + j, 64, 1}, alone.data(), 1);
    for (std::size_t i = 0; i < 5; ++i) CHECK(alone[i] == together[i * 64 + j]);
  }
}

TEST_CASE(
    "kernels: gemm gives the same bits from panels, of which it reads the first rows and columns") {
  for (const bool transposed : {false, true}) {
    for (const std::size_t n : {1u, 16u, 33u, 70u, 192u}) {
      const std::size_t m = 64, k = 900;  // enough for several threads
      const Framed a(m, k, false, 3, 1), b(k, n, transposed, 3, 2);
      const kernels::Panels panels(k, n, b.view, true);
      for (const std::size_t rows : {std::size_t{0}, std::size_t{5}, std::size_t{500}, k}) {
        for (const std::size_t columns : {std::size_t{1}, n / 2, n}) {
          CAPTURE(concat(transposed, ": ", rows, " of ", k, " rows, ", columns, " of ", n));
          Array from_panels = zeros({m, n}), from_matrix = zeros({m, n});
          kernels::gemm(m, columns, rows, a.view, panels, from_panels.data(), n);
          kernels::gemm(m, columns, rows, a.view, b.view, from_matrix.data(), n);
          REQUIRE(std::equal(from_panels.begin(), from_panels.end(), from_matrix.begin()));
        }
      }
    }
  }
}

TEST_CASE("kernels: a NaN in one row of A stays in that row of C") {
  Array a = ones({9, 20});
  a[3 * 20 + 19] = std::numeric_limits<Real>::quiet_NaN();
  Array c({9, 17});
  const Array b = ones({20, 17});
  kernels::gemm(9, 17, 20, {a.data(), 20, 1}, {b.data(), 17, 1}, c.data(), 17);
  for (std::size_t i = 0; i < c.size(); ++i) CHECK(std::isnan(c[i]) == (i / 17 == 3));
}

// ---- sums and maxima ----------------------------------------------------------------------------

TEST_CASE("kernels: sums and maxima of the middle axis equal the plain loops") {
  for (const std::size_t outer : {0u, 1u, 3u}) {
    for (const std::size_t size : {0u, 1u, 15u, 16u, 63u, 65u, 1023u, 1025u, 2500u}) {
      for (const std::size_t inner : {0u, 1u, 2u, 63u, 65u}) {
        const Array x = random_array({outer, size, inner}, size + inner);
        Array sums({outer, inner}), tops({outer, inner});
        kernels::sum_middle(outer, size, inner, x.data(), sums.data());
        kernels::max_middle(outer, size, inner, x.data(), tops.data());
        for (std::size_t i = 0; i < outer * inner; ++i) {
          double sum = 0, length = 1, top = -kInf;
          for (std::size_t j = 0; j < size; ++j) {
            const auto v = static_cast<double>(x[(i / inner * size + j) * inner + i % inner]);
            sum += v, length += std::abs(v), top = std::max(top, v);
          }
          CAPTURE(concat(size, " x ", inner));
          REQUIRE(std::abs(static_cast<double>(sums[i]) - sum) <= 4 * kEpsilon * length);
          REQUIRE(static_cast<double>(tops[i]) == top);
        }
      }
    }
  }
}

TEST_CASE("kernels: a NaN wins over every maximum, wherever it stands") {
  for (std::size_t place = 0; place < 3; ++place) {
    Array x = row({kInf, 1, -kInf});
    x[place] = std::numeric_limits<Real>::quiet_NaN();
    Real top = 0;
    kernels::max_middle(1, 3, 1, x.data(), &top);
    CHECK(std::isnan(top));
  }
}

// ---- rows ---------------------------------------------------------------------------------------

TEST_CASE("kernels: softmax and logsumexp of a row equal their formulas in double") {
  for (const std::size_t n : {1u, 2u, 7u, 15u, 16u, 17u, 31u, 64u, 1000u}) {
    const Array x = scale(random_array({n}, n), 3);
    double total = 0;
    for (const Real v : x) total += std::exp(static_cast<double>(v));
    const kernels::LogSum sum = kernels::logsumexp_row(n, x.data());
    CHECK(close(static_cast<double>(sum.top + sum.rest), std::log(total)));
    Array y = x;
    kernels::softmax_row(n, y.data());
    for (std::size_t i = 0; i < n; ++i) {
      REQUIRE(close(static_cast<double>(y[i]), std::exp(static_cast<double>(x[i])) / total));
    }
  }
}

TEST_CASE("kernels: softmax backward of a row equals its formula in double") {
  for (const std::size_t n : {1u, 2u, 15u, 17u, 64u, 333u}) {
    Array y = random_array({n}, n);
    kernels::softmax_row(n, y.data());
    const Array dy = random_array({n}, n + 1);
    double dot = 0;
    for (std::size_t i = 0; i < n; ++i)
      dot += static_cast<double>(y[i]) * static_cast<double>(dy[i]);
    Array dx(y.shape());
    kernels::softmax_row_backward(n, y.data(), dy.data(), dx.data());
    for (std::size_t i = 0; i < n; ++i) {
      const double expected = static_cast<double>(y[i]) * (static_cast<double>(dy[i]) - dot);
      REQUIRE(close(static_cast<double>(dx[i]), expected));
    }
  }
}

TEST_CASE("kernels: a weight of 0 gets no gradient, even from an infinite one above") {
  const Array y = row({0, 1}), dy = row({kInf, 2});
  Array dx({2});
  kernels::softmax_row_backward(2, y.data(), dy.data(), dx.data());
  CHECK(identical(dx, row({0, 0})));
}

TEST_CASE("kernels: mean and scale of a row equal their formulas in double") {
  for (const std::size_t n : {1u, 2u, 15u, 16u, 17u, 100u, 999u}) {
    const Array x = random_array({n}, n);
    double mean = 0, variance = 0;
    for (const Real v : x) mean += static_cast<double>(v) / static_cast<double>(n);
    for (std::size_t i = 0; i < n; ++i) {
      const auto v = static_cast<double>(x[i]);
      variance += (v - mean) * (v - mean) / static_cast<double>(n);
    }
    const kernels::Moments moments = kernels::moments_row(n, x.data(), Real(1e-5));
    CHECK(close(static_cast<double>(moments.mean), mean));
    CHECK(close(static_cast<double>(moments.scale), 1 / std::sqrt(variance + 1e-5),
                n == 1 ? 1e-2 : 0));
  }
}

TEST_CASE("kernels: the variance of large numbers does not cancel away") {
  const Array x = row({4096, 4097, 4098, 4099});
  const kernels::Moments moments = kernels::moments_row(4, x.data(), 0);
  CHECK(moments.mean == Real(4097.5));
  CHECK(close(static_cast<double>(moments.scale), 1 / std::sqrt(1.25)));
}
