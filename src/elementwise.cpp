// Operations element by element.
#include <cmath>
#include <limits>

#include "heed/error.hpp"
#include "heed/ops.hpp"
#include "kernels/math.hpp"

namespace heed {

Tensor operator+(const Tensor& a, const Tensor& b) {
  Array out = zip("a + b", a.value(), b.value(), [](Real x, Real y) { return x + y; });
  return Tensor::from_op("a + b", std::move(out), {a, b},
                         [a, b](Array dout, const Array&) -> Grads {
                           Array da = a.requires_grad() ? sum_to(dout, a.shape()) : Array();
                           return {std::move(da), sum_to(std::move(dout), b.shape())};
                         });
}

Tensor operator-(const Tensor& a, const Tensor& b) {
  Array out = zip("a - b", a.value(), b.value(), [](Real x, Real y) { return x - y; });
  return Tensor::from_op("a - b", std::move(out), {a, b},
                         [a, b](Array dout, const Array&) -> Grads {
                           Array da = a.requires_grad() ? sum_to(dout, a.shape()) : Array();
                           return {std::move(da), sum_to(scale(std::move(dout), -1), b.shape())};
                         });
}

Tensor operator*(const Tensor& a, const Tensor& b) {
  Array out = zip("a * b", a.value(), b.value(), [](Real x, Real y) { return x * y; });
  return Tensor::from_op(
      "a * b", std::move(out), {a, b}, [a, b](const Array& dout, const Array&) -> Grads {
        Array da = a.requires_grad() ? sum_to(mul(dout, b.value()), a.shape()) : Array();
        Array db = b.requires_grad() ? sum_to(mul(dout, a.value()), b.shape()) : Array();
        return {std::move(da), std::move(db)};
      });
}

Tensor operator/(const Tensor& a, const Tensor& b) {
  Array out = zip("a / b", a.value(), b.value(), [](Real x, Real y) { return x / y; });
  return Tensor::from_op("a / b", std::move(out), {a, b},
                         [a, b](const Array& dout, const Array& quotient) -> Grads {
                           Array da = div(dout, b.value());          // ∂(a/b)/∂a = 1/b
                           Array db = scale(mul(da, quotient), -1);  // ∂(a/b)/∂b = −(a/b)/b
                           return {sum_to(da, a.shape()), sum_to(db, b.shape())};
                         });
}

Tensor operator-(const Tensor& x) { return scale(x, -1); }

Tensor scale(const Tensor& x, double factor) {
  return Tensor::from_op(
      "scale", scale(x.value(), factor), {x},
      [factor](Array dout, const Array&) -> Grads { return {scale(std::move(dout), factor)}; });
}

Tensor shift(const Tensor& x, double amount) {
  Array out = map(x.value(), [c = static_cast<Real>(amount)](Real v) { return v + c; });
  return Tensor::from_op("shift", std::move(out), {x},
                         [](Array dout, const Array&) -> Grads { return {std::move(dout)}; });
}

namespace {

// y = f(x), dx = dout ⊙ slope(x, y): what all functions of one number have in common.
template <class F, class Slope>
Tensor pointwise(const char* op, const Tensor& x, F f, Slope slope) {
  return Tensor::from_op(
      op, map(x.value(), f), {x}, [x, slope](Array dx, const Array& out) -> Grads {
        const Real *in = x.value().data(), *y = out.data();
        for_blocks(dx.size(), [&, to = dx.data()](std::size_t i, std::size_t end) {
          for (; i < end; ++i) to[i] *= slope(in[i], y[i]);
        });
        return {std::move(dx)};
      });
}

}  // namespace

Tensor exp(const Tensor& x) {
  return pointwise(
      "exp", x, [](Real v) { return kernels::exp(v); }, [](Real, Real y) { return y; });
}

Tensor log(const Tensor& x) {
  return pointwise(
      "log", x, [](Real v) { return kernels::log(v); }, [](Real v, Real) { return 1 / v; });
}

Tensor sqrt(const Tensor& x) {
  return pointwise(
      "sqrt", x, [](Real v) { return std::sqrt(v); }, [](Real, Real y) { return Real(0.5) / y; });
}

Tensor pow(const Tensor& x, double exponent) {
  const auto p = static_cast<Real>(exponent);
  return pointwise(
      "pow", x, [p](Real v) { return std::pow(v, p); },
      [p](Real v, Real) { return p == 0 ? Real{0} : p * std::pow(v, p - 1); });
}

Tensor tanh(const Tensor& x) {
  return pointwise(
      "tanh", x, [](Real v) { return kernels::tanh(v); }, [](Real, Real y) { return 1 - y * y; });
}

Tensor sigmoid(const Tensor& x) {
  return pointwise(
      "sigmoid", x, [](Real v) { return kernels::sigmoid(v); },
      [](Real, Real y) { return y * (1 - y); });
}

Tensor relu(const Tensor& x) {
  // Written so that a NaN passes through.
  return pointwise(
      "relu", x, [](Real v) { return v < 0 ? Real{0} : v; },
      [](Real v, Real) { return v > 0 ? Real{1} : Real{0}; });
}

Tensor gelu(const Tensor& x) {
  // ½(1 + tanh u) = 1/(1 + e^(−2u)), so gelu(x) = x s with s = sigmoid(2u), and
  // d/dx (x s) = s + x s(1 − s)·2u',   2u = x(a + b x²),   2u' = a + 3b x².
  constexpr Real a = Real(1.5957691216057308), b = a * Real(0.044715);
  return pointwise(
      "gelu", x, [](Real v) { return v * kernels::sigmoid(v * (a + b * v * v)); },
      [](Real v, Real) {
        const Real s = kernels::sigmoid(v * (a + b * v * v));
        return s + v * s * (1 - s) * (a + 3 * b * v * v);
      });
}

Tensor abs(const Tensor& x) {
  return pointwise(
      "abs", x, [](Real v) { return std::abs(v); },
      [](Real v, Real) { return Real(v > 0) - Real(v < 0); });
}

Tensor maximum(const Tensor& a, const Tensor& b) {
  // Written so that a NaN wins on either side; the same comparison then says who gets the gradient.
  Array out =
      zip("maximum", a.value(), b.value(), [](Real x, Real y) { return x > y || x != x ? x : y; });
  return Tensor::from_op(
      "maximum", std::move(out), {a, b}, [a, b](const Array& dout, const Array&) -> Grads {
        const Array share = zip("maximum", a.value(), b.value(), [](Real x, Real y) {
          return x > y || x != x ? Real{1} : x == y ? Real(0.5) : Real{0};
        });
        const Array da = mul(dout, share);
        return {sum_to(da, a.shape()), sum_to(sub(dout, da), b.shape())};
      });
}

Tensor where(const Array& condition, const Tensor& a, const Tensor& b) {
  const Shape shape =
      broadcast("where", broadcast("where", a.shape(), b.shape()), condition.shape());
  const Array chosen = expand(condition, shape);
  // Selected, never multiplied by 0 or 1: 0·∞ would be NaN.
  const auto pick = [](const Array& which, const Array& yes, const Array& no) {
    Array out(which.shape());
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = which[i] != 0 ? yes[i] : no[i];
    return out;
  };
  Array out = pick(chosen, expand(a.value(), shape), expand(b.value(), shape));
  return Tensor::from_op("where", std::move(out), {a, b},
                         [a, b, chosen, pick](const Array& dout, const Array&) -> Grads {
                           const Array nothing = zeros(dout.shape());
                           return {sum_to(pick(chosen, dout, nothing), a.shape()),
                                   sum_to(pick(chosen, nothing, dout), b.shape())};
                         });
}

}  // namespace heed
