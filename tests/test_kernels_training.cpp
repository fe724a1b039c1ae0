// The kernels of a training step against slow, obvious twins in double.
#include "kernels/attention.hpp"
#include "kernels/gemm.hpp"
#include "kernels/pack.hpp"
#include "kernels/rows.hpp"
#include "kernels/update.hpp"
#include "support.hpp"

using namespace heed;

namespace {

double wide(Real x) { return static_cast<double>(x); }

}  // namespace

TEST_CASE("kernels: a product may begin from one row for all, a bias") {
  for (const std::size_t n : {1u, 8u, 12u, 16u, 33u, 64u, 200u}) {
    const std::size_t m = 19, k = 700;
    const Array a = random_array({m, k}, 1), b = random_array({k, n}, 2), bias = random_array({n});
    Array c({m, n});
    kernels::gemm(m, n, k, {a.data(), k, 1}, {b.data(), n, 1}, c.data(), n, {bias.data(), 0});
    CHECK(close(c, add(matmul(a, b), bias), 1e3 * kEpsilon));
  }
}

TEST_CASE("kernels: large products, either side transposed, equal the sums in double") {
  const std::size_t m = 130, n = 300, k = 900;
  for (const bool a_transposed : {false, true}) {
    for (const bool b_transposed : {false, true}) {
      const Array a = random_array({m * k}, 1), b = random_array({k * n}, 2);
      const kernels::MatrixView left = {a.data(), a_transposed ? 1 : k, a_transposed ? m : 1};
      const kernels::MatrixView right = {b.data(), b_transposed ? 1 : n, b_transposed ? k : 1};
      Array c({m, n});
      kernels::gemm(m, n, k, left, right, c.data(), n);
      for (const std::size_t place : {0u, 1u, 7'777u, 38'999u}) {
        double sum = 0;
        for (std::size_t l = 0; l < k; ++l) {
          sum += wide(*left.at(place / n, l)) * wide(*right.at(l, place % n));
        }
        CHECK(close(wide(c[place]), sum, 1e3 * kEpsilon));
      }
    }
  }
}

TEST_CASE(
    "kernels: packing puts the numbers of one k side by side, and zeros after the last line") {
  constexpr std::size_t kPanel = 2 * kernels::kLanes;
  for (const std::size_t lines : {1u, 15u, 32u, 50u}) {
    for (const std::size_t k : {1u, 16u, 37u}) {
      for (const bool along : {false, true}) {
        const Array x = random_array({lines * k});
        const kernels::MatrixView view = {x.data(), along ? k : 1, along ? 1 : lines};
        const std::size_t panels = (lines + kPanel - 1) / kPanel;
        Array out({panels * kPanel * k});
        kernels::pack<kPanel, kernels::Vec>(lines, k, view, out.data());
        bool right = true;
        for (std::size_t l = 0; l < lines; ++l) {
          for (std::size_t p = 0; p < k; ++p) {
            right &= out[l / kPanel * kPanel * k + p * kPanel + l % kPanel] == *view.at(l, p);
          }
        }
        const std::size_t filled =
            (lines + kernels::kLanes - 1) / kernels::kLanes * kernels::kLanes;
        for (std::size_t l = lines; l < filled; ++l) {
          right &= out[l / kPanel * kPanel * k + l % kPanel] == 0;
        }
        CHECK(right);
      }
    }
  }
}

TEST_CASE("kernels: a product is right beyond each block of rows, columns and depth") {
  struct Size {
    std::size_t m, n, k;
  };
  for (const Size size : {Size{1, 4096, 1}, Size{3, 2049, 2}, Size{2, 32, 1000}, Size{140, 16, 900},
                          Size{600, 1, 1}, Size{5, 128, 400}}) {
    const auto [m, n, k] = size;
    const Array a = random_array({m, k}, 1), b = random_array({k, n}, 2);
    Array c({m, n});
    kernels::gemm(m, n, k, {a.data(), k, 1}, {b.data(), n, 1}, c.data(), n);
    double worst = 0;
    for (std::size_t i = 0; i < m; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        double sum = 0;
        for (std::size_t l = 0; l < k; ++l) sum += wide(a[i * k + l]) * wide(b[l * n + j]);
        worst = std::max(worst, std::abs(wide(c[i * n + j]) - sum));
      }
    }
    CHECK(worst < 1e3 * kEpsilon);
  }
}

TEST_CASE("kernels: the weights of a row come back to the bit from its scores") {
  for (const std::size_t n : {1u, 3u, 16u, 17u, 100u}) {
    const Array scores = random_array({n}, n);
    Array first = scores, second = scores;
    const kernels::Softmax softmax = kernels::softmax_row(n, first.data());
    kernels::softmax_row_again(n, softmax, second.data());
    CHECK(identical(first, second));
    Array third = scores;
    const kernels::Softmax same = kernels::exp_row(n, third.data());
    CHECK(same.factor == softmax.factor);
    CHECK(identical(scale(third, wide(same.factor)), first));
  }
}

TEST_CASE("kernels: the backward pass of layer norm equals its formula in double") {
  for (const std::size_t n : {1u, 2u, 15u, 16u, 33u, 128u}) {
    const std::size_t rows = 5;
    const Array dy = random_array({rows, n}, 1), h = random_array({rows, n}, 2),
                scales = random_array({rows}, 3), gain = random_array({n}, 4);
    Array dx({rows, n}), dgain({n}), dbias({n});
    kernels::layer_norm_backward(rows, n, dy.data(), h.data(), scales.data(), gain.data(),
                                 dx.data(), dgain.data(), dbias.data());
    CHECK(close(dbias, sum_to(dy, {n})));
    CHECK(close(dgain, sum_to(mul(dy, h), {n})));
    for (std::size_t row = 0; row < rows; ++row) {
      double mean = 0, along = 0;
      for (std::size_t i = 0; i < n; ++i) {
        const double e = wide(dy[row * n + i]) * wide(gain[i]);
        mean += e / static_cast<double>(n);
        along += e * wide(h[row * n + i]) / static_cast<double>(n);
      }
      for (std::size_t i = 0; i < n; ++i) {
        const double e = wide(dy[row * n + i]) * wide(gain[i]);
        const double expected = wide(scales[row]) * (e - mean - wide(h[row * n + i]) * along);
        CHECK(close(wide(dx[row * n + i]), expected, 20 * kEpsilon));
      }
    }
  }
}

TEST_CASE("kernels: Adam moves each number by its formula") {
  for (const std::size_t n : {0u, 1u, 7u, 16u, 100u}) {
    const Array g = random_array({n}, 1), m0 = random_array({n}, 2), theta0 = random_array({n}, 4);
    Array v0 = random_array({n}, 3);
    for (Real& v : v0) v *= v;
    Array m = m0, v = v0, theta = theta0;
    const kernels::AdamStep step = {.beta1 = Real(0.9),
                                    .rest1 = Real(0.1),
                                    .beta2 = Real(0.99),
                                    .rest2 = Real(0.01),
                                    .pace = Real(0.5),
                                    .root = 2,
                                    .eps = Real(0.25),
                                    .keep = Real(0.75)};
    kernels::adam(n, step, g.data(), m.data(), v.data(), theta.data());
    for (std::size_t i = 0; i < n; ++i) {
      const double mean = 0.9 * wide(m0[i]) + 0.1 * wide(g[i]);
      const double square = 0.99 * wide(v0[i]) + 0.01 * wide(g[i]) * wide(g[i]);
      CHECK(close(wide(m[i]), mean));
      CHECK(close(wide(v[i]), square));
      CHECK(close(wide(theta[i]),
                  0.75 * wide(theta0[i]) - 0.5 * mean / (std::sqrt(square) * 2 + 0.25)));
    }
  }
}
