// Layer 0. Shape: how many numbers along each axis, the last axis innermost.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>

namespace heed {

// The sizes of an array's axes, at most kMaxRank of them, kept in place so that a shape never
// allocates. A scalar has the shape [] and one element; [0] and [2, 0] have none.
class Shape {
 public:
  static constexpr std::size_t kMaxRank = 6;

  Shape() = default;
  Shape(std::initializer_list<std::size_t> sizes)
      : rank_(sizes.size()) {  // ShapeError above kMaxRank
    if (rank_ > kMaxRank) too_many_axes(rank_);
    std::copy(sizes.begin(), sizes.end(), sizes_.begin());
  }

  std::size_t rank() const { return rank_; }
  std::size_t operator[](std::size_t axis) const { return sizes_[axis]; }
  // The size of an axis counted from the end: last() is the innermost. ShapeError when there is
  // none.
  std::size_t last(std::size_t from_end = 0) const;
  const std::size_t* begin() const { return sizes_.data(); }
  const std::size_t* end() const { return sizes_.data() + rank_; }

  // The product of the sizes; 1 for a scalar. ShapeError when no memory could hold so many.
  std::size_t elements() const {
    std::size_t product = 1;
    for (const std::size_t size : *this) {
      if (__builtin_mul_overflow(product, size, &product)) too_many_elements();
    }
    if (product > kMostElements) too_many_elements();
    return product;
  }

  // New shapes: one axis resized, taken away, put in (before `axis`), or appended at the end.
  Shape with(std::size_t axis, std::size_t size) const;
  Shape without(std::size_t axis) const;
  Shape inserted(std::size_t axis, std::size_t size) const;
  Shape appended(std::size_t size) const { return inserted(rank_, size); }
  Shape first(std::size_t axes) const;  // the leading axes: [B, T, D].first(2) is [B, T]

  // Sizes beyond the rank are 0 in every shape. A loop, since a call of memcmp would cost more.
  friend bool operator==(const Shape& a, const Shape& b) {
    bool equal = a.rank_ == b.rank_;
    for (std::size_t i = 0; i < kMaxRank; ++i) equal &= a.sizes_[i] == b.sizes_[i];
    return equal;
  }

 private:
  static constexpr std::size_t kMostElements = SIZE_MAX / 64;
  [[noreturn]] static void too_many_axes(std::size_t rank);
  [[noreturn]] void too_many_elements() const;

  std::array<std::size_t, kMaxRank> sizes_ = {};
  std::size_t rank_ = 0;
};

std::string to_string(const Shape& shape);  // "[2, 3]"

// The shape of an elementwise result. Axes are aligned at the end; a missing axis or one of size 1
// stretches to the other's size, as in NumPy:  [4, 1, 3] with [2, 1] gives [4, 2, 3].
// Throws ShapeError, naming `op`, where two sizes differ and neither is 1.
Shape broadcast(const char* op, const Shape& a, const Shape& b);

// Is every axis of `from` missing, 1, or that of `to`?
bool broadcasts_to(const Shape& from, const Shape& to);

}  // namespace heed
