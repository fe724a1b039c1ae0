// Numbers in another arrangement.
#include "heed/error.hpp"
#include "heed/ops.hpp"

namespace heed {
namespace {

std::size_t normal_axis(const char* op, const Shape& shape, int axis) {
  return normal_axes(op, shape, {axis}).front();
}

}  // namespace

Tensor reshape(const Tensor& x, const Shape& shape) {
  return Tensor::from_op("reshape", reshape(x.value(), shape), {x},
                         [from = x.shape()](Array dout, const Array&) -> Grads {
                           return {reshape(std::move(dout), from)};
                         });
}

Tensor concat(const std::vector<Tensor>& parts, int axis_) {
  if (parts.empty()) fail<ShapeError>("concat: no parts");
  const std::size_t axis = normal_axis("concat", parts.front().shape(), axis_);
  std::size_t total = 0;
  for (const Tensor& part : parts) {
    const Shape& first = parts.front().shape();
    if (part.shape().rank() != first.rank() || part.shape().with(axis, 0) != first.with(axis, 0)) {
      fail<ShapeError>("concat: ", part.shape(), " does not continue ", first, " along axis ",
                       axis);
    }
    total += part.shape()[axis];
  }
  Array out(parts.front().shape().with(axis, total));
  std::vector<std::size_t> ends;
  std::size_t outer = 1, inner = 1, begin = 0;
  for (std::size_t i = 0; i < axis; ++i) outer *= out.shape()[i];
  for (std::size_t i = axis + 1; i < out.shape().rank(); ++i) inner *= out.shape()[i];
  for (const Tensor& part : parts) {
    const std::size_t run = part.shape()[axis] * inner;
    for (std::size_t i = 0; i < outer; ++i) {
      std::copy_n(part.value().data() + i * run, run, out.data() + (i * total + begin) * inner);
    }
    ends.push_back(begin += part.shape()[axis]);
  }
  return Tensor::from_op("concat", std::move(out), parts,
                         [axis, ends](const Array& dout, const Array&) -> Grads {
                           std::vector<Array> pieces;
                           std::size_t from = 0;
                           for (const std::size_t end : ends) {
                             pieces.push_back(slice(dout, axis, from, end));
                             from = end;
                           }
                           return Grads(std::move(pieces));
                         });
}

Tensor slice(const Tensor& x, int axis_, std::size_t begin, std::size_t end) {
  const std::size_t axis = normal_axis("slice", x.shape(), axis_);
  return Tensor::from_op("slice", slice(x.value(), axis, begin, end), {x},
                         [axis, begin, from = x.shape()](const Array& dout, const Array&) -> Grads {
                           return {unslice(dout, from, axis, begin)};
                         });
}

Tensor select(const Tensor& x, int axis_, std::size_t index) {
  const std::size_t axis = normal_axis("select", x.shape(), axis_);
  if (index >= x.shape()[axis]) {
    fail<ShapeError>("select: index ", index, " on axis ", axis, " of ", x.shape());
  }
  return reshape(slice(x, axis_, index, index + 1), x.shape().without(axis));
}

}  // namespace heed
