// Numbers moved to other places: reshape, permute, expand, slice.
#include <cstring>

#include "heed/array.hpp"
#include "heed/error.hpp"

namespace heed {

Array reshape(Array x, const Shape& shape) {
  if (x.size() != shape.elements()) {
    fail<ShapeError>("reshape: ", x.shape(), " holds ", x.size(), " numbers, ", shape, " holds ",
                     shape.elements());
  }
  x.shape_ = shape;
  return x;
}

namespace {

// out[i, j, …] = x[i·steps[0] + j·steps[1] + …]: every rearrangement of numbers is this.
Array gather(const Array& x, const Shape& shape,
             const std::array<std::size_t, Shape::kMaxRank>& steps) {
  Array out(shape);
  if (out.size() == 0) return out;
  const std::size_t axes = shape.rank();
  const std::size_t inner = axes == 0 ? 1 : shape[axes - 1];
  const std::size_t step = axes == 0 ? 0 : steps[axes - 1];
  for_blocks(
      out.size() / inner,
      [&](std::size_t begin, std::size_t end) {
        // Where row `begin` starts; the index of each further one counts on like an odometer.
        std::array<std::size_t, Shape::kMaxRank> index = {};
        std::size_t place = 0, rest = begin;
        for (std::size_t axis = axes; axis-- > 1; rest /= shape[axis - 1]) {
          index[axis - 1] = rest % shape[axis - 1];
          place += index[axis - 1] * steps[axis - 1];
        }
        for (std::size_t row = begin; row < end; ++row) {
          const Real* from = x.data() + place;
          Real* to = out.data() + row * inner;
          if (step == 1) {
            for (std::size_t i = 0; i < inner; ++i) to[i] = from[i];
          } else {
            for (std::size_t i = 0; i < inner; ++i) to[i] = from[i * step];
          }
          for (std::size_t axis = axes; axis-- > 1;) {
            place += steps[axis - 1];
            if (++index[axis - 1] < shape[axis - 1]) break;
            place -= shape[axis - 1] * steps[axis - 1];
            index[axis - 1] = 0;
          }
        }
      },
      inner);
  return out;
}

// How far apart neighbours along each axis lie.
std::array<std::size_t, Shape::kMaxRank> steps_of(const Shape& shape) {
  std::array<std::size_t, Shape::kMaxRank> steps = {};
  std::size_t step = 1;
  for (std::size_t axis = shape.rank(); axis-- > 0;) {
    steps[axis] = step;
    step *= shape[axis];
  }
  return steps;
}

}  // namespace

Array permute(const Array& x, const std::vector<int>& order) {
  const Shape& from = x.shape();
  std::vector<int> sorted = order;
  std::sort(sorted.begin(), sorted.end());
  bool each_once = sorted.size() == from.rank();
  for (std::size_t i = 0; each_once && i < sorted.size(); ++i)
    each_once = sorted[i] == static_cast<int>(i);
  if (!each_once) {
    std::string list;
    for (int axis : order) list += concat(list.empty() ? "" : ", ", axis);
    fail<ShapeError>("permute: the order (", list, ") does not name each axis of ", from, " once");
  }
  const auto steps = steps_of(from);
  Shape shape;
  std::array<std::size_t, Shape::kMaxRank> moved = {};
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto axis = static_cast<std::size_t>(order[i]);
    shape = shape.appended(from[axis]);
    moved[i] = steps[axis];
  }
  return gather(x, shape, moved);
}

Array transpose(const Array& x) {
  const std::size_t rank = x.shape().rank();
  if (rank < 2) fail<ShapeError>("transpose: ", x.shape(), " has no two axes to exchange");
  std::vector<int> order(rank);
  for (std::size_t i = 0; i < rank; ++i) order[i] = static_cast<int>(i);
  std::swap(order[rank - 1], order[rank - 2]);
  return permute(x, order);
}

Array expand(const Array& x, const Shape& shape) {
  if (x.shape() == shape) return x;
  if (!broadcasts_to(x.shape(), shape)) {
    fail<ShapeError>("expand: ", x.shape(), " does not stretch to ", shape);
  }
  const auto own = steps_of(x.shape());
  const std::size_t shift = shape.rank() - x.shape().rank();
  std::array<std::size_t, Shape::kMaxRank> steps = {};
  for (std::size_t axis = 0; axis < x.shape().rank(); ++axis) {
    steps[axis + shift] = x.shape()[axis] == 1 ? 0 : own[axis];
  }
  return gather(x, shape, steps);
}

Array sum_to(Array&& x, const Shape& shape) {
  return x.shape() == shape ? std::move(x) : sum_to(std::as_const(x), shape);
}

Array sum_to(const Array& x, const Shape& shape) {
  if (x.shape() == shape) return x;
  if (!broadcasts_to(shape, x.shape())) {
    fail<ShapeError>("sum_to: ", shape, " does not stretch to ", x.shape());
  }
  const std::size_t shift = x.shape().rank() - shape.rank();
  std::vector<std::size_t> axes;
  for (std::size_t axis = 0; axis < x.shape().rank(); ++axis) {
    if (axis < shift || shape[axis - shift] != x.shape()[axis]) axes.push_back(axis);
  }
  return reshape(sum_over(x, axes), shape);
}

namespace {

// An axis cuts an array into outer × size × inner.
struct Cut {
  std::size_t outer = 1, size, inner = 1;
  Cut(const Shape& shape, std::size_t axis) : size(shape[axis]) {
    for (std::size_t i = 0; i < axis; ++i) outer *= shape[i];
    for (std::size_t i = axis + 1; i < shape.rank(); ++i) inner *= shape[i];
  }
};

void check_range(const char* op, const Shape& shape, std::size_t axis, std::size_t begin,
                 std::size_t end) {
  if (axis >= shape.rank()) fail<ShapeError>(op, ": ", shape, " has no axis ", axis);
  if (begin > end || end > shape[axis]) {
    fail<ShapeError>(op, ": ", begin, " to ", end, " on axis ", axis, " of ", shape);
  }
}

}  // namespace

Array slice(const Array& x, std::size_t axis, std::size_t begin, std::size_t end) {
  check_range("slice", x.shape(), axis, begin, end);
  Array out(x.shape().with(axis, end - begin));
  const Cut cut(x.shape(), axis);
  const std::size_t run = (end - begin) * cut.inner;
  for (std::size_t i = 0; i < cut.outer; ++i) {
    std::copy_n(x.data() + (i * cut.size + begin) * cut.inner, run, out.data() + i * run);
  }
  return out;
}

Array unslice(const Array& x, const Shape& shape, std::size_t axis, std::size_t begin) {
  check_range("unslice", shape, axis, begin, begin + x.shape()[axis]);
  Array out = zeros(shape);
  const Cut cut(shape, axis);
  const std::size_t run = x.shape()[axis] * cut.inner;
  for (std::size_t i = 0; i < cut.outer; ++i) {
    std::copy_n(x.data() + i * run, run, out.data() + (i * cut.size + begin) * cut.inner);
  }
  return out;
}

}  // namespace heed
