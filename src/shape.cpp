#include "heed/shape.hpp"

#include <algorithm>

#include "heed/error.hpp"

namespace heed {

void Shape::too_many_axes(std::size_t rank) {
  fail<ShapeError>("shape: ", rank, " axes, but an array has at most ", kMaxRank);
}

void Shape::too_many_elements() const {
  fail<ShapeError>("shape: ", to_string(*this), " has more elements than any memory holds");
}

std::size_t Shape::last(std::size_t from_end) const {
  if (from_end >= rank_) {
    fail<ShapeError>("shape: ", to_string(*this), " has no axis ", from_end + 1, " from the end");
  }
  return sizes_[rank_ - 1 - from_end];
}

Shape Shape::with(std::size_t axis, std::size_t size) const {
  if (axis >= rank_) fail<ShapeError>("shape: ", to_string(*this), " has no axis ", axis);
  Shape changed = *this;
  changed.sizes_[axis] = size;
  return changed;
}

Shape Shape::without(std::size_t axis) const {
  if (axis >= rank_) fail<ShapeError>("shape: ", to_string(*this), " has no axis ", axis);
  Shape smaller = *this;
  for (std::size_t i = axis; i + 1 < rank_; ++i) smaller.sizes_[i] = sizes_[i + 1];
  smaller.sizes_[--smaller.rank_] = 0;
  return smaller;
}

Shape Shape::inserted(std::size_t axis, std::size_t size) const {
  if (axis > rank_) fail<ShapeError>("shape: ", to_string(*this), " has no place ", axis);
  if (rank_ == kMaxRank) {
    fail<ShapeError>("shape: ", to_string(*this), " has ", rank_,
                     " axes already, the most there are");
  }
  Shape larger = *this;
  for (std::size_t i = rank_; i > axis; --i) larger.sizes_[i] = sizes_[i - 1];
  larger.sizes_[axis] = size;
  ++larger.rank_;
  return larger;
}

Shape Shape::first(std::size_t axes) const {
  Shape leading = *this;
  while (leading.rank_ > axes) leading.sizes_[--leading.rank_] = 0;
  return leading;
}

std::string to_string(const Shape& shape) {
  std::string text = "[";
  for (std::size_t axis = 0; axis < shape.rank(); ++axis) {
    if (axis > 0) text += ", ";
    append(text, shape[axis]);
  }
  return text + "]";
}

Shape broadcast(const char* op, const Shape& a, const Shape& b) {
  if (a == b) return a;
  Shape wide = a.rank() >= b.rank() ? a : b;
  const Shape& narrow = a.rank() >= b.rank() ? b : a;
  const std::size_t shift = wide.rank() - narrow.rank();
  for (std::size_t axis = 0; axis < narrow.rank(); ++axis) {
    const std::size_t w = wide[axis + shift];
    const std::size_t n = narrow[axis];
    if (w == n || n == 1) continue;
    if (w != 1) {
      fail<ShapeError>(op, ": a ", a, " and b ", b, ": sizes ", a[axis + a.rank() - narrow.rank()],
                       " and ", b[axis + b.rank() - narrow.rank()],
                       " do not stretch to each other");
    }
    wide = wide.with(axis + shift, n);
  }
  return wide;
}

bool broadcasts_to(const Shape& from, const Shape& to) {
  if (from.rank() > to.rank()) return false;
  const std::size_t shift = to.rank() - from.rank();
  for (std::size_t axis = 0; axis < from.rank(); ++axis) {
    if (from[axis] != 1 && from[axis] != to[axis + shift]) return false;
  }
  return true;
}

}  // namespace heed
