#include "heed/array.hpp"

#include <cmath>
#include <cstring>

#include "heed/error.hpp"
#include "heed/format.hpp"

namespace heed {

// ---- the value type -----------------------------------------------------------------------------

Array::Array(const Shape& shape)
    : shape_(shape),
      size_(shape.elements()),
      data_(static_cast<Real*>(pool_take(size_ * sizeof(Real)))) {}

Array::Array(const Shape& shape, const std::vector<double>& values) : Array(shape) {
  if (values.size() != size_) {
    fail<ShapeError>("array: ", values.size(), " values for the shape ", shape, ", which holds ",
                     size_);
  }
  std::transform(values.begin(), values.end(), data_,
                 [](double value) { return static_cast<Real>(value); });
}

Array::Array(const Shape& shape, std::initializer_list<double> values)
    : Array(shape, std::vector<double>(values)) {}

Array::Array(const Array& other)
    : shape_(other.shape_),
      size_(other.size_),
      data_(other.nothing() ? nullptr : static_cast<Real*>(pool_take(size_ * sizeof(Real)))) {
  if (size_ > 0) std::memcpy(data_, other.data_, size_ * sizeof(Real));
}

Real Array::at(std::initializer_list<std::size_t> index) const {
  std::size_t place = 0, axis = 0;
  if (index.size() != shape_.rank()) {
    fail<ShapeError>("at: ", index.size(), " indices for the shape ", shape_);
  }
  for (const std::size_t i : index) {
    if (i >= shape_[axis]) fail<ShapeError>("at: index ", i, " on axis ", axis, " of ", shape_);
    place = place * shape_[axis++] + i;
  }
  return data_[place];
}

Real Array::item() const {
  if (size_ != 1)
    fail<ShapeError>("item: the shape ", shape_, " holds ", size_, " numbers, not one");
  return data_[0];
}

Array full(const Shape& shape, double value) {
  Array out(shape);
  std::fill(out.begin(), out.end(), static_cast<Real>(value));
  return out;
}

Array scalar(double value) { return full({}, value); }

std::string first_non_finite(const Array& x, Infinity infinity) {
  const auto wrong = [&](Real v) {
    return !std::isfinite(v) && !(infinity == Infinity::kPositive && v < 0);
  };
  const Real* found = std::find_if(x.begin(), x.end(), wrong);
  if (found == x.end()) return "";
  // Its index along each axis, from the last to the first
  std::string index;
  auto place = static_cast<std::size_t>(found - x.begin());
  for (std::size_t axis = x.shape().rank(); axis-- > 0; place /= x.shape()[axis]) {
    index = concat(place % x.shape()[axis], index.empty() ? "" : ", ", index);
  }
  // The sign of a NaN says nothing, and differs between processors.
  const char* kind = std::isnan(*found) ? "nan" : *found > 0 ? "inf" : "-inf";
  return concat(kind, " at [", index, "] of ", x.shape());
}

namespace {

void print_axis(std::string& text, const Array& x, std::size_t axis, std::size_t& place,
                int digits) {
  if (axis == x.shape().rank()) {
    text += general(static_cast<double>(x[place++]), digits);
    return;
  }
  const std::size_t size = x.shape()[axis];
  std::size_t step = 1;
  for (std::size_t i = axis + 1; i < x.shape().rank(); ++i) step *= x.shape()[i];
  text += '[';
  for (std::size_t i = 0; i < size; ++i) {
    if (i > 0) text += ", ";
    if (size > 12 && i == 6) {
      text += "…, ";
      place += (size - 12) * step;
      i = size - 6;
    }
    print_axis(text, x, axis + 1, place, digits);
  }
  text += ']';
}

}  // namespace

std::string to_string(const Array& x, int digits) {
  if (x.nothing()) return "nothing";
  std::string text;
  std::size_t place = 0;
  print_axis(text, x, 0, place, digits);
  return text;
}

// ---- element by element -------------------------------------------------------------------------

Pairing::Pairing(const char* op, const Shape& a, const Shape& b) : shape(broadcast(op, a, b)) {
  // Axes along which both shapes step alike are walked as one.
  std::size_t a_stride = 1, b_stride = 1;
  for (std::size_t from_end = 0; from_end < shape.rank(); ++from_end) {
    const std::size_t size = shape.last(from_end);
    const std::size_t a_size = from_end < a.rank() ? a.last(from_end) : 1;
    const std::size_t b_size = from_end < b.rank() ? b.last(from_end) : 1;
    if (size == 1) continue;
    const std::size_t a_move = a_size == 1 ? 0 : a_stride, b_move = b_size == 1 ? 0 : b_stride;
    const bool grows_a = a_move == a_steps_[outer_] * sizes_[outer_];
    const bool grows_b = b_move == b_steps_[outer_] * sizes_[outer_];
    if (sizes_[outer_] != 0 && grows_a && grows_b) {
      sizes_[outer_] *= size;
    } else {
      if (sizes_[outer_] != 0) ++outer_;
      sizes_[outer_] = size;
      a_steps_[outer_] = a_move;
      b_steps_[outer_] = b_move;
    }
    a_stride *= a_size;
    b_stride *= b_size;
  }
  if (sizes_[0] == 0) sizes_[0] = 1;
  // The innermost of them is the run; the others number the rows.
  inner = sizes_[0];
  a_step = a_steps_[0];
  b_step = b_steps_[0];
  for (std::size_t i = 1; i <= outer_; ++i) rows *= sizes_[i];
}

Pairing::Start Pairing::start(std::size_t row) const {
  Start at = {0, 0};
  for (std::size_t i = 1; i <= outer_; ++i) {
    const std::size_t index = row % sizes_[i];
    row /= sizes_[i];
    at.a += index * a_steps_[i];
    at.b += index * b_steps_[i];
  }
  return at;
}

Array add(const Array& a, const Array& b) {
  return zip("add", a, b, [](Real x, Real y) { return x + y; });
}
Array sub(const Array& a, const Array& b) {
  return zip("sub", a, b, [](Real x, Real y) { return x - y; });
}
Array mul(const Array& a, const Array& b) {
  return zip("mul", a, b, [](Real x, Real y) { return x * y; });
}
Array div(const Array& a, const Array& b) {
  return zip("div", a, b, [](Real x, Real y) { return x / y; });
}
Array scale(const Array& x, double factor) {
  return map(x, [f = static_cast<Real>(factor)](Real v) { return v * f; });
}
Array scale(Array&& x, double factor) {
  return map(std::move(x), [f = static_cast<Real>(factor)](Real v) { return v * f; });
}

void add_to(Array& total, const Array& x) {
  if (total.shape() != x.shape()) {
    fail<ShapeError>("add_to: a total of shape ", total.shape(), " and a term of shape ",
                     x.shape());
  }
  for_blocks(x.size(), [to = total.data(), from = x.data()](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) to[i] += from[i];
  });
}

}  // namespace heed
