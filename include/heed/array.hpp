// Layer 1. Array: numbers with a shape, and plain mathematics on them.
//
// "An Array is numbers; a Tensor is an Array that remembers how it was computed." An Array is a
// value: copying copies. Its numbers lie densely, row after row, the last axis innermost.
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "heed/parallel.hpp"
#include "heed/pool.hpp"
#include "heed/real.hpp"
#include "heed/shape.hpp"

namespace heed {

class Array {
 public:
  Array() = default;                   // nothing: shape [0], no numbers
  explicit Array(const Shape& shape);  // numbers of any value; set them before they are read
  // Throws ShapeError when the shape holds another number of values.
  Array(const Shape& shape, std::initializer_list<double> values);
  Array(const Shape& shape, const std::vector<double>& values);

  Array(const Array& other);
  // What has been moved from is nothing, and its shape is no longer to be asked for.
  Array(Array&& other) noexcept
      : shape_(other.shape_),
        size_(std::exchange(other.size_, 0)),
        data_(std::exchange(other.data_, nullptr)) {}
  Array& operator=(Array&& other) noexcept { return swap(other), *this; }
  Array& operator=(const Array& other) { return *this = Array(other); }
  ~Array() {
    if (data_ != nullptr) pool_return(data_, size_ * sizeof(Real));
  }

  const Shape& shape() const { return shape_; }
  std::size_t size() const { return size_; }  // how many numbers
  bool nothing() const { return data_ == nullptr; }

  Real* data() { return data_; }
  const Real* data() const { return data_; }
  Real* begin() { return data_; }
  Real* end() { return data_ + size_; }
  const Real* begin() const { return data_; }
  const Real* end() const { return data_ + size_; }
  Real& operator[](std::size_t i) { return data_[i]; }  // by place in memory
  Real operator[](std::size_t i) const { return data_[i]; }
  // By one index an axis: x.at({2, 0}). Throws ShapeError outside the shape.
  Real at(std::initializer_list<std::size_t> index) const;
  Real item() const;  // the only number; ShapeError when there are more or none

  void swap(Array& other) noexcept {
    std::swap(shape_, other.shape_);
    std::swap(size_, other.size_);
    std::swap(data_, other.data_);
  }
  // The same numbers in another shape; ShapeError if the counts differ.
  friend Array reshape(Array x, const Shape& shape);

 private:
  Shape shape_ = {0};
  std::size_t size_ = 0;
  Real* data_ = nullptr;
};

// Whole numbers with a shape: token ids, labels, positions.
struct Indices {
  Shape shape;
  std::vector<int> values;
};

Array full(const Shape& shape, double value);
inline Array zeros(const Shape& shape) { return full(shape, 0); }
inline Array ones(const Shape& shape) { return full(shape, 1); }
Array scalar(double value);  // shape []

// "[[1, 2], [3, 4]]"; `digits` significant digits, long axes shortened with "…".
std::string to_string(const Array& x, int digits = 5);

// The first number that is not finite and where it stands, "nan at [3, 5] of [32, 17]"; empty when
// all are finite. −∞ may be let pass.
enum class Infinity { kBoth, kPositive };
std::string first_non_finite(const Array& x, Infinity infinity = Infinity::kBoth);

// ---- element by element -------------------------------------------------------------------------

// f(begin, end) for the items 0 … count − 1, each of about `cost` numbers: in blocks of a fixed
// size, on several threads, where there is enough to do.
template <class F>
void for_blocks(std::size_t count, F&& f, std::size_t cost = 1) {
  const std::size_t block = std::max<std::size_t>(1, 32768 / std::max<std::size_t>(cost, 1));
  if (count <= 2 * block) return f(std::size_t{0}, count);
  parallel((count + block - 1) / block,
           [&](std::size_t i) { f(i * block, std::min(count, (i + 1) * block)); });
}

// out[i] = f(x[i])
template <class F>
Array map(const Array& x, F f) {
  Array out(x.shape());
  for_blocks(x.size(), [&, from = x.data(), to = out.data()](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) to[i] = f(from[i]);
  });
  return out;
}

// The same in the memory of an x that is no longer needed.
template <class F>
Array map(Array&& x, F f) {
  for_blocks(x.size(), [&, to = x.data()](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) to[i] = f(to[i]);
  });
  return std::move(x);
}

// How two shapes meet when one is stretched: `rows` runs of `inner` numbers, where in a and b each
// run begins, and whether its numbers step (1) or stand still (0).
struct Pairing {
  Pairing(const char* op, const Shape& a, const Shape& b);  // ShapeError, see broadcast()

  Shape shape;  // of the result
  std::size_t rows = 1, inner = 1, a_step = 1, b_step = 1;
  struct Start {
    std::size_t a, b;
  };
  Start start(std::size_t row) const;

 private:
  std::size_t outer_ = 0;
  std::array<std::size_t, Shape::kMaxRank> sizes_ = {}, a_steps_ = {}, b_steps_ = {};
};

// out[i] = f(a[i], b[i]), the smaller shape stretched as broadcast() says. `op` names the operation
// in a ShapeError.
template <class F>
Array zip(const char* op, const Array& a, const Array& b, F f) {
  if (a.shape() == b.shape()) {
    Array out(a.shape());
    const Real *x = a.data(), *y = b.data();
    for_blocks(a.size(), [&, x, y, to = out.data()](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) to[i] = f(x[i], y[i]);
    });
    return out;
  }
  const Pairing pairing(op, a.shape(), b.shape());
  Array out(pairing.shape);
  const std::size_t n = pairing.inner;
  for_blocks(
      out.size() == 0 ? 0 : pairing.rows,
      [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
          const Pairing::Start start = pairing.start(row);
          const Real *x = a.data() + start.a, *y = b.data() + start.b;
          Real* to = out.data() + row * n;
          if (pairing.a_step == pairing.b_step) {
            for (std::size_t i = 0; i < n; ++i) to[i] = f(x[i], y[i]);
          } else if (pairing.a_step == 1) {
            for (std::size_t i = 0; i < n; ++i) to[i] = f(x[i], *y);
          } else {
            for (std::size_t i = 0; i < n; ++i) to[i] = f(*x, y[i]);
          }
        }
      },
      n);
  return out;
}

Array add(const Array& a, const Array& b);
Array sub(const Array& a, const Array& b);
Array mul(const Array& a, const Array& b);
Array div(const Array& a, const Array& b);
Array scale(const Array& x, double factor);
Array scale(Array&& x, double factor);
void add_to(Array& total, const Array& x);  // total += x, of one shape

// ---- shapes -------------------------------------------------------------------------------------

// Axis i of the result is axis order[i] of x.
Array permute(const Array& x, const std::vector<int>& order);
Array transpose(const Array& x);                   // the last two axes exchanged
Array expand(const Array& x, const Shape& shape);  // stretched to `shape`
// Summed over what expand() would stretch.
Array sum_to(const Array& x, const Shape& shape);
Array sum_to(Array&& x, const Shape& shape);
Array slice(const Array& x, std::size_t axis, std::size_t begin, std::size_t end);
// Zeros of `shape`, with x in the places begin … of `axis`: what slice() takes out, put back.
Array unslice(const Array& x, const Shape& shape, std::size_t axis, std::size_t begin);

// ---- reductions ---------------------------------------------------------------------------------

// Axes as a caller names them: negative ones count from the end. Sorted, each once; ShapeError
// where there is none such. An empty list means all.
std::vector<std::size_t> normal_axes(const char* op, const Shape& shape,
                                     const std::vector<int>& axes);
// `shape` with those axes of size 1.
Shape kept(const Shape& shape, const std::vector<std::size_t>& axes);

// Over the given axes, which stay with size 1. Sums keep their precision over millions of numbers:
// short runs are added in Real, the runs in double.
Array sum_over(const Array& x, const std::vector<std::size_t>& axes);
Array max_over(const Array& x, const std::vector<std::size_t>& axes);  // −∞ over nothing; NaN wins

// Where the largest number of each row of the last axis is, the first of equals; 0 in an empty row.
// Throws ShapeError for a number without an axis.
Indices argmax(const Array& x);

// ---- matrices -----------------------------------------------------------------------------------

enum class Side { kPlain, kTransposed };

// C = A B for the last two axes, the leading ones stretched to each other; each side may be read
// transposed, without a copy. a [..., M, K], b [..., K, N], out [..., M, N].
Array matmul(const Array& a, const Array& b, Side a_side = Side::kPlain,
             Side b_side = Side::kPlain);
// A B + bias, the row `bias` added to every row.   a [..., M, K], b [K, N], bias [N].
Array matmul_plus(const Array& a, const Array& b, const Array& bias);
// Σ aᵣᵀ bᵣ over all rows r: a [..., K], b [..., N], out [K, N].
Array outer_sum(const Array& a, const Array& b);

}  // namespace heed
