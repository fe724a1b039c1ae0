// Softmax, its logarithm, the cross-entropy, layer norm and dropout.
#include <cmath>
#include <limits>

#include "heed/error.hpp"
#include "heed/ops.hpp"
#include "kernels/math.hpp"
#include "kernels/rows.hpp"

namespace heed {
namespace {

constexpr Real kInfinity = std::numeric_limits<Real>::infinity();

// f(row) for each row of the last axis, `width` numbers long.
template <class F>
void for_rows(const Array& x, F f) {
  const std::size_t width = x.shape().last();
  const std::size_t rows = width == 0 ? 0 : x.size() / width;
  // A number of a row costs about as much as eight of a plain loop.
  for_blocks(
      rows,
      [&](std::size_t row, std::size_t end) {
        for (; row < end; ++row) f(row);
      },
      8 * width);
}

// x where the mask allows it, else −∞: e^−∞ is exactly 0.
Array masked(const char* op, const Array& x, const Array& mask) {
  if (!broadcasts_to(mask.shape(), x.shape())) {
    fail<ShapeError>(op, ": a mask ", mask.shape(), " does not stretch to ", x.shape());
  }
  return zip(op, x, mask, [](Real v, Real allowed) { return allowed != 0 ? v : -kInfinity; });
}

Tensor softmax_of(const Tensor& x, Array out) {
  const std::size_t n = x.shape().last();
  for_rows(out, [&](std::size_t row) { kernels::softmax_row(n, out.data() + row * n); });
  // y = softmax(x).  ∂yᵢ/∂xⱼ = yᵢ(δᵢⱼ − yⱼ),  so  dx = y ⊙ (dy − (dy·y)).
  //   Martins & Astudillo 2016, §2.5
  return Tensor::from_op("softmax", std::move(out), {x},
                         [n](const Array& dy, const Array& y) -> Grads {
                           Array dx(y.shape());
                           for_rows(y, [&](std::size_t row) {
                             kernels::softmax_row_backward(
                                 n, y.data() + row * n, dy.data() + row * n, dx.data() + row * n);
                           });
                           return {std::move(dx)};
                         });
}

Tensor log_softmax_of(const Tensor& x, Array out) {
  const std::size_t n = x.shape().last();
  for_rows(out, [&](std::size_t row) {
    Real* y = out.data() + row * n;
    const kernels::LogSum sum = kernels::logsumexp_row(n, y);
    for (std::size_t i = 0; i < n; ++i) {
      y[i] = y[i] == -kInfinity ? -kInfinity : y[i] - sum.top - sum.rest;
    }
  });
  // y = x − ln Σ eˣ, so  dxᵢ = dyᵢ − softmax(x)ᵢ Σ dy.  What is −∞ has weight 0 and takes no part.
  return Tensor::from_op(
      {"log_softmax", true}, std::move(out), {x}, [n](const Array& dy, const Array& y) -> Grads {
        Array dx(y.shape());
        for_rows(y, [&](std::size_t row) {
          const Real *yr = y.data() + row * n, *dyr = dy.data() + row * n;
          Real total = 0;
          for (std::size_t i = 0; i < n; ++i) total += yr[i] == -kInfinity ? Real{0} : dyr[i];
          Real* to = dx.data() + row * n;
          for (std::size_t i = 0; i < n; ++i) {
            to[i] = yr[i] == -kInfinity ? Real{0} : dyr[i] - kernels::exp(yr[i]) * total;
          }
        });
        return {std::move(dx)};
      });
}

}  // namespace

Tensor softmax(const Tensor& x) { return softmax_of(x, x.value()); }
Tensor softmax(const Tensor& x, const Array& mask) {
  return softmax_of(x, masked("softmax", x.value(), mask));
}
Tensor log_softmax(const Tensor& x) { return log_softmax_of(x, x.value()); }
Tensor log_softmax(const Tensor& x, const Array& mask) {
  return log_softmax_of(x, masked("log_softmax", x.value(), mask));
}

namespace {

// How many rows count. Throws ValueError at the first label that is no class.
std::size_t check_labels(const Tensor& logits, const Indices& labels, int ignore) {
  const std::size_t classes = logits.shape().last();
  if (labels.shape != logits.shape().first(logits.shape().rank() - 1) ||
      labels.values.size() != labels.shape.elements()) {
    fail<ShapeError>("cross_entropy: logits ", logits.shape(), " and labels ", labels.shape, " (",
                     labels.values.size(), " of them): one label for each row is needed");
  }
  std::size_t counted = 0;
  for (std::size_t row = 0; row < labels.values.size(); ++row) {
    const int label = labels.values[row];
    if (label == ignore) continue;
    if (label < 0 || static_cast<std::size_t>(label) >= classes) {
      fail<ValueError>("cross_entropy: label ", label, " in row ", row, " is not among ", classes,
                       " classes");
    }
    ++counted;
  }
  return counted;
}

}  // namespace

Tensor cross_entropy(const Tensor& logits, const Indices& labels, int ignore) {
  const std::size_t counted = check_labels(logits, labels, ignore);
  const std::size_t n = logits.shape().last();
  double total = 0;
  for (std::size_t row = 0; row < labels.values.size(); ++row) {
    if (labels.values[row] == ignore) continue;
    const Real* x = logits.value().data() + row * n;
    const kernels::LogSum sum = kernels::logsumexp_row(n, x);
    total += static_cast<double>(sum.rest - (x[labels.values[row]] - sum.top));
  }
  Array out = scalar(counted == 0 ? 0 : total / static_cast<double>(counted));
  return Tensor::from_op(
      "cross_entropy", std::move(out), {logits},
      [logits, labels, ignore, counted, n](const Array& dout, const Array&) -> Grads {
        // loss = mean(ln Σ eˣ − x[label]), so  dx = (softmax(x) − onehot(label)) / count.
        Array dx = zeros(logits.shape());
        const Real share = dout.item() / static_cast<Real>(counted == 0 ? 1 : counted);
        for_rows(dx, [&](std::size_t row) {
          if (labels.values[row] == ignore) return;
          Real* to = dx.data() + row * n;
          std::copy_n(logits.value().data() + row * n, n, to);
          kernels::softmax_row(n, to);
          to[labels.values[row]] -= 1;
          for (std::size_t i = 0; i < n; ++i) to[i] *= share;
        });
        return {std::move(dx)};
      });
}

Tensor layer_norm(const Tensor& x, const Tensor& gain, const Tensor& bias, double eps) {
  const std::size_t n = x.shape().last();
  if (gain.shape() != Shape{n} || bias.shape() != Shape{n}) {
    fail<ShapeError>("layer_norm: x ", x.shape(), " needs a gain and a bias of ", n,
                     " numbers, not ", gain.shape(), " and ", bias.shape());
  }
  Array out(x.shape());
  Array normal(x.shape());  // (x − mean) / √(variance + eps)
  Array scales(x.shape().first(x.shape().rank() - 1));
  for_rows(out, [&](std::size_t row) {
    const Real *from = x.value().data() + row * n, *g = gain.value().data(),
               *b = bias.value().data();
    const kernels::Moments moments = kernels::moments_row(n, from, static_cast<Real>(eps));
    scales[row] = moments.scale;
    Real *hat = normal.data() + row * n, *to = out.data() + row * n;
    for (std::size_t i = 0; i < n; ++i) hat[i] = (from[i] - moments.mean) * moments.scale;
    for (std::size_t i = 0; i < n; ++i) to[i] = hat[i] * g[i] + b[i];
  });
  return Tensor::from_op(
      "layer_norm", std::move(out), {x, gain, bias},
      [gain, normal = std::move(normal), scales = std::move(scales), n](const Array& dy,
                                                                        const Array&) -> Grads {
        // Fixed blocks of rows, each with its own sums for gain and bias, which are then added.
        constexpr std::size_t kBlock = 64;
        const std::size_t rows = scales.size(), blocks = (rows + kBlock - 1) / kBlock;
        Array dx(dy.shape()), dgains({blocks, n}), dbiases({blocks, n});
        const auto block = [&](std::size_t i) {
          const std::size_t row = i * kBlock;
          kernels::layer_norm_backward(std::min(kBlock, rows - row), n, dy.data() + row * n,
                                       normal.data() + row * n, scales.data() + row,
                                       gain.value().data(), dx.data() + row * n,
                                       dgains.data() + i * n, dbiases.data() + i * n);
        };
        for_blocks(
            blocks,
            [&](std::size_t i, std::size_t end) {
              for (; i < end; ++i) block(i);
            },
            kBlock * n);
        return {std::move(dx), sum_to(std::move(dgains), gain.shape()),
                sum_to(std::move(dbiases), gain.shape())};
      });
}

Tensor dropout(const Tensor& x, double rate, Random& random) {
  if (!(rate >= 0 && rate <= 1))
    fail<ValueError>("dropout: the rate ", rate, " is not between 0 and 1");
  const Real kept = rate == 1 ? Real{0} : static_cast<Real>(1 / (1 - rate));
  Array factor(x.shape());
  for (Real& f : factor) f = random.uniform() < rate ? Real{0} : kept;
  Array out = mul(x.value(), factor);
  return Tensor::from_op("dropout", std::move(out), {x},
                         [factor = std::move(factor)](const Array& dout, const Array&) -> Grads {
                           return {mul(dout, factor)};
                         });
}

}  // namespace heed
