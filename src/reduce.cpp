// Operations over axes.
#include <cmath>

#include "heed/error.hpp"
#include "heed/ops.hpp"
#include "kernels/math.hpp"

namespace heed {
namespace {

// The axes of one reduction, and the two shapes its result can have.
struct Reduction {
  Reduction(const char* op, const Tensor& x, const Axes& axes_, bool keep)
      : axes(normal_axes(op, x.shape(), axes_)), kept(heed::kept(x.shape(), axes)), out(kept) {
    for (std::size_t i = axes.size(); !keep && i-- > 0;) out = out.without(axes[i]);
    for (const std::size_t axis : axes) count *= x.shape()[axis];
  }
  std::vector<std::size_t> axes;
  Shape kept, out;
  std::size_t count = 1;
};

}  // namespace

Tensor sum(const Tensor& x, const Axes& axes, bool keep) {
  const Reduction over("sum", x, axes, keep);
  return Tensor::from_op("sum", reshape(sum_over(x.value(), over.axes), over.out), {x},
                         [x, kept = over.kept](const Array& dout, const Array&) -> Grads {
                           return {expand(reshape(dout, kept), x.shape())};
                         });
}

Tensor mean(const Tensor& x, const Axes& axes, bool keep) {
  const Reduction over("mean", x, axes, keep);
  return sum(x, axes, keep) / static_cast<double>(over.count);
}

Tensor max(const Tensor& x, const Axes& axes, bool keep) {
  const Reduction over("max", x, axes, keep);
  return Tensor::from_op(
      {"max", over.count == 0}, reshape(max_over(x.value(), over.axes), over.out), {x},
      [x, over](const Array& dout, const Array& out) -> Grads {
        const Array best = zip("max", x.value(), reshape(out, over.kept),
                               [](Real v, Real top) { return v == top ? Real{1} : Real{0}; });
        // Of n equal maxima each gets 1/n: together the slope of the one maximum.
        return {mul(best, div(reshape(dout, over.kept), sum_over(best, over.axes)))};
      });
}

Tensor min(const Tensor& x, const Axes& axes, bool keep) {
  normal_axes("min", x.shape(), axes);  // so that an error names min, not max
  return -max(-x, axes, keep);
}

Tensor norm(const Tensor& x, const Axes& axes, bool keep) {
  const Reduction over("norm", x, axes, keep);
  Array out =
      map(sum_over(mul(x.value(), x.value()), over.axes), [](Real v) { return std::sqrt(v); });
  return Tensor::from_op("norm", reshape(out, over.out), {x},
                         [x, kept = over.kept](const Array& dout, const Array& length) -> Grads {
                           // At x = 0 every direction grows alike; 0 is the subgradient in the
                           // middle.
                           const Array ratio = zip("norm", dout, length, [](Real d, Real n) {
                             return n == 0 ? Real{0} : d / n;
                           });
                           return {mul(x.value(), reshape(ratio, kept))};
                         });
}

Tensor logsumexp(const Tensor& x, const Axes& axes, bool keep) {
  const Reduction over("logsumexp", x, axes, keep);
  // Infinite maxima are not subtracted: ∞ − ∞ is NaN.
  const Array top =
      map(max_over(x.value(), over.axes), [](Real v) { return std::isinf(v) ? Real{0} : v; });
  const auto shifted = [](Real v, Real m) { return kernels::exp(v - m); };
  const Array total = sum_over(zip("logsumexp", x.value(), top, shifted), over.axes);
  Array out = zip("logsumexp", total, top, [](Real s, Real m) { return kernels::log(s) + m; });
  return Tensor::from_op({"logsumexp", over.count == 0}, reshape(out, over.out), {x},
                         [x, top, total, shifted](const Array& dout, const Array&) -> Grads {
                           // ∂/∂xᵢ ln Σ eˣ = eˣⁱ / Σ eˣ; a row of −∞ alone has no slope.
                           const Array factor =
                               zip("logsumexp", reshape(dout, total.shape()), total,
                                   [](Real d, Real s) { return s == 0 ? Real{0} : d / s; });
                           return {mul(zip("logsumexp", x.value(), top, shifted), factor)};
                         });
}

}  // namespace heed
