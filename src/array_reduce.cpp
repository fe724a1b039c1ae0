// Sums, maxima and matrix products.
#include <algorithm>

#include "heed/array.hpp"
#include "heed/error.hpp"
#include "kernels/gemm.hpp"
#include "kernels/reduce.hpp"

namespace heed {

// ---- reductions ---------------------------------------------------------------------------------

std::vector<std::size_t> normal_axes(const char* op, const Shape& shape,
                                     const std::vector<int>& axes) {
  const int rank = static_cast<int>(shape.rank());
  std::vector<std::size_t> normal;
  for (int axis : axes) {
    if (axis < -rank || axis >= rank) fail<ShapeError>(op, ": ", shape, " has no axis ", axis);
    normal.push_back(static_cast<std::size_t>(axis < 0 ? axis + rank : axis));
  }
  if (axes.empty()) {
    for (std::size_t axis = 0; axis < shape.rank(); ++axis) normal.push_back(axis);
  }
  std::sort(normal.begin(), normal.end());
  if (std::adjacent_find(normal.begin(), normal.end()) != normal.end()) {
    fail<ShapeError>(op, ": an axis of ", shape, " is named twice");
  }
  return normal;
}

Shape kept(const Shape& shape, const std::vector<std::size_t>& axes) {
  Shape result = shape;
  for (std::size_t axis : axes) result = result.with(axis, 1);
  return result;
}

namespace {

// Runs of neighbouring axes are reduced together, the last run first.
template <class Kernel>
Array reduce(const Array& x, const std::vector<std::size_t>& axes, Kernel kernel) {
  if (axes.empty()) return x;
  Array result;
  for (std::size_t end = axes.size(); end > 0;) {
    const Array& from = result.nothing() ? x : result;
    std::size_t begin = end - 1;
    while (begin > 0 && axes[begin - 1] + 1 == axes[begin]) --begin;
    const std::vector<std::size_t> run(axes.begin() + static_cast<std::ptrdiff_t>(begin),
                                       axes.begin() + static_cast<std::ptrdiff_t>(end));
    std::size_t outer = 1, size = 1, inner = 1;
    for (std::size_t axis = 0; axis < from.shape().rank(); ++axis) {
      (axis < run.front() ? outer : axis > run.back() ? inner : size) *= from.shape()[axis];
    }
    Array out(kept(from.shape(), run));
    kernel(outer, size, inner, from.data(), out.data());
    result = std::move(out);
    end = begin;
  }
  return result;
}

}  // namespace

Array sum_over(const Array& x, const std::vector<std::size_t>& axes) {
  return reduce(x, axes, kernels::sum_middle);
}

Array max_over(const Array& x, const std::vector<std::size_t>& axes) {
  return reduce(x, axes, kernels::max_middle);
}

Indices argmax(const Array& x) {
  const std::size_t n = x.shape().last();
  Indices places{x.shape().first(x.shape().rank() - 1), {}};
  for (const Real* row = x.begin(); places.values.size() < places.shape.elements(); row += n) {
    places.values.push_back(static_cast<int>(std::max_element(row, row + n) - row));
  }
  return places;
}

// ---- matrices -----------------------------------------------------------------------------------

namespace {

// One operand as the product sees it: rows × columns, read plainly or transposed.
struct Operand {
  Operand(const Array& x, Side side) : shape(x.shape()) {
    const std::size_t r = shape.last(1), c = shape.last(0);
    const bool plain = side == Side::kPlain;
    rows = plain ? r : c;
    columns = plain ? c : r;
    view = plain ? kernels::MatrixView{x.data(), c, 1} : kernels::MatrixView{x.data(), 1, c};
  }
  Shape leading() const { return shape.first(shape.rank() - 2); }

  Shape shape;
  std::size_t rows, columns;
  kernels::MatrixView view;
};

}  // namespace

Array matmul(const Array& a, const Array& b, Side a_side, Side b_side) {
  if (a.shape().rank() < 2 || b.shape().rank() < 2) {
    fail<ShapeError>("matmul: a ", a.shape(), " x b ", b.shape(), ": both need two axes or more");
  }
  Operand left(a, a_side);
  const Operand right(b, b_side);
  if (left.columns != right.rows) {
    const auto name = [](Side side) { return side == Side::kPlain ? "" : " transposed"; };
    fail<ShapeError>("matmul: a ", a.shape(), name(a_side), " x b ", b.shape(), name(b_side),
                     ": a has ", left.columns, " columns but b has ", right.rows, " rows");
  }
  const std::size_t m = left.rows, n = right.columns, k = left.columns;
  // A plain a with a single matrix on the right is one tall matrix, its leading axes folded in.
  if (b.shape().rank() == 2 && a_side == Side::kPlain) {
    Array out(a.shape().with(a.shape().rank() - 1, n));
    if (k == 0) return zeros(out.shape());
    kernels::gemm(a.size() / k, n, k, left.view, right.view, out.data(), n);
    return out;
  }
  const Pairing pairing("matmul", left.leading(), right.leading());
  Array out(pairing.shape.appended(m).appended(n));
  const std::size_t batch = pairing.shape.elements();
  const auto product = [&](std::size_t i) {
    const Pairing::Start start = pairing.start(i / pairing.inner);
    const std::size_t inner = i % pairing.inner;
    kernels::MatrixView l = left.view, r = right.view;
    l.data += (start.a + inner * pairing.a_step) * m * k;
    r.data += (start.b + inner * pairing.b_step) * k * n;
    kernels::gemm(m, n, k, l, r, out.data() + i * m * n, n);
  };
  // Many small products share the threads; a few large ones share theirs inside gemm.
  if (batch >= 8) {
    for_blocks(
        batch,
        [&](std::size_t begin, std::size_t end) {
          for (std::size_t i = begin; i < end; ++i) product(i);
        },
        m * n * (k / 8 + 1));
  } else {
    for (std::size_t i = 0; i < batch; ++i) product(i);
  }
  return out;
}

Array matmul_plus(const Array& a, const Array& b, const Array& bias) {
  if (a.shape().rank() < 2 || b.shape().rank() != 2 || a.shape().last() != b.shape()[0] ||
      bias.shape() != Shape{b.shape()[1]}) {
    fail<ShapeError>("affine: x ", a.shape(), ", weight ", b.shape(), " and bias ", bias.shape(),
                     ": [..., M, K], [K, N] and [N] are needed");
  }
  const std::size_t k = b.shape()[0], n = b.shape()[1];
  Array out(a.shape().with(a.shape().rank() - 1, n));
  if (n == 0) return out;
  kernels::gemm(out.size() / n, n, k, {a.data(), k, 1}, {b.data(), n, 1}, out.data(), n,
                {bias.data(), 0});
  return out;
}

Array outer_sum(const Array& a, const Array& b) {
  const std::size_t k = a.shape().last(), n = b.shape().last();
  if (k == 0) return Array({k, n});
  const std::size_t rows = a.size() / k;
  if (rows * n != b.size()) {
    fail<ShapeError>("outer_sum: a ", a.shape(), " and b ", b.shape(), " have not the same rows");
  }
  Array out({k, n});
  kernels::gemm(k, n, rows, {a.data(), 1, k}, {b.data(), n, 1}, out.data(), n);
  return out;
}

}  // namespace heed
