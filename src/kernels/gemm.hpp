// Layer 1. gemm: the matrix product, C = A B, where nearly all of the time goes.
//
// A tile of C (8 × 2 registers with AVX-512) stays in registers while k runs over the inner size:
// per k, two vector loads of B and eight broadcasts of A feed sixteen fused multiply-adds, and
// memory is touched only at the end. B, and a transposed A, are read from panels (pack.hpp), unless
// they are small and already lie right. Where a block is made of whole tiles and the rows of B are
// contiguous, its first tiles read B where it lies and write the panels as they go. A B of several
// products is copied once for all. A matrix is a pointer and two steps, so a transposed one is the
// same memory with the steps exchanged.
//
// Every element of C adds its products in the order of k, whatever the tile, the vector width or
// the number of threads: the bits are always the same.
#pragma once

#include <cstddef>

#include "heed/pool.hpp"
#include "heed/real.hpp"

namespace heed::kernels {

// A matrix in somebody's memory: element (i, j) lies at data[i·row + j·column].
struct MatrixView {
  const Real* data;
  std::size_t row, column;
  const Real* at(std::size_t i, std::size_t j) const { return data + i * row + j * column; }
};

// What C is added to: nothing; a matrix, such as C itself; or, with row = 0, one row for all: a
// bias.
struct Start {
  const Real* data = nullptr;
  std::size_t row = 0;
  // What the part of C from (i, j) on is added to.
  Start from(std::size_t i, std::size_t j) const {
    return data == nullptr ? Start{} : Start{data + i * row + j, row};
  }
};

// B [k, n], copied into panels (pack.hpp) here if several products read it. For a single one nothing
// is copied here: each block of the product copies what it needs, where that is worth it.
struct Panels {
  Panels(std::size_t k, std::size_t n, MatrixView b, bool several);

  MatrixView matrix;
  std::size_t k, width;  // width: columns of a panel
  std::size_t columns;   // of all panels together
  Scratch copy;          // of every panel as many rows as a product takes at a time; then the next
};

// C [m, n] = A [m, k] · B [k, n] + start; row i of C begins at c[i·c_row]. B is the first k rows and n
// columns of what the panels were made of.
void gemm(std::size_t m, std::size_t n, std::size_t k, MatrixView a, const Panels& b, Real* c,
          std::size_t c_row, Start start = {});
inline void gemm(std::size_t m, std::size_t n, std::size_t k, MatrixView a, MatrixView b, Real* c,
                 std::size_t c_row, Start start = {}) {
  gemm(m, n, k, a, Panels(k, n, b, false), c, c_row, start);
}

}  // namespace heed::kernels
