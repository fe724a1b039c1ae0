#include "kernels/gemm.hpp"

#include <algorithm>
#include <cstring>

#include "heed/parallel.hpp"
#include "heed/pool.hpp"
#include "kernels/vec.hpp"

namespace heed::kernels {
namespace {

// Rows of a tile: what the register file holds beside two registers of B.
#if defined(__AVX512F__)
constexpr std::size_t kRows = 8;  // of 32 registers, 8·2 hold C
#elif defined(__AVX__)
constexpr std::size_t kRows = 6;  // of 16 registers, 6·2
#else
constexpr std::size_t kRows = 4;
#endif
constexpr std::size_t kWidth = 2 * kLanes;  // columns of a tile and of a packed panel
constexpr std::size_t kDepth = 256;         // k at a time: a panel of B stays in the L1 cache
constexpr std::size_t kColumns = 2048;      // columns at a time: the packed B stays in L2 and L3
constexpr std::size_t kRowBlock = 64;       // rows for one thread at a time

// What a tile reads and writes.
struct Tile {
  std::size_t k;
  MatrixView a;
  const Real* b;  // k rows of contiguous numbers
  std::size_t b_row;
  Real* c;
  std::size_t c_row;
  bool accumulate;
};

// R × (V registers of type Vector) of C.
template <class Vector, std::size_t R, std::size_t V>
void multiply_tile(const Tile& tile) {
  constexpr std::size_t kStep = sizeof(Vector) / sizeof(Real);
  Vector sum[R][V] = {};
  const Real* a = tile.a.data;
  const Real* b = tile.b;
  for (std::size_t k = 0; k < tile.k; ++k, a += tile.a.column, b += tile.b_row) {
    Vector row[V];
#pragma GCC unroll 2
    for (std::size_t v = 0; v < V; ++v) row[v] = load<Vector>(b + v * kStep);
#pragma GCC unroll 8
    for (std::size_t r = 0; r < R; ++r) {
      const Vector left = Vector{} + a[r * tile.a.row];
#pragma GCC unroll 2
      for (std::size_t v = 0; v < V; ++v) sum[r][v] = fma_lanes(left, row[v], sum[r][v]);
    }
  }
#pragma GCC unroll 8
  for (std::size_t r = 0; r < R; ++r) {
#pragma GCC unroll 2
    for (std::size_t v = 0; v < V; ++v) {
      Real* c = tile.c + r * tile.c_row + v * kStep;
      store(c, tile.accumulate ? load<Vector>(c) + sum[r][v] : sum[r][v]);
    }
  }
}

// m ≤ R rows: one instantiation of multiply_tile for each count.
template <class Vector, std::size_t V, std::size_t R = kRows>
void multiply_rows(std::size_t m, const Tile& tile) {
  if (m == R) {
    multiply_tile<Vector, R, V>(tile);
  } else if constexpr (R > 1) {
    multiply_rows<Vector, V, R - 1>(m, tile);
  }
}

// The narrowest registers that hold n columns: heads of width 8 must not pay for 32.
using Half = VecOf<kVecBytes / 2>::type;
void multiply_columns(std::size_t m, std::size_t n, const Tile& tile) {
  if (n > kLanes) {
    multiply_rows<Vec, 2>(m, tile);
  } else if (n > kLanes / 2) {
    multiply_rows<Vec, 1>(m, tile);
  } else {
    multiply_rows<Half, 1>(m, tile);
  }
}

// m × n of C, m ≤ kRows, n ≤ kWidth. A ragged right edge is computed in a scratch tile and copied.
void multiply(std::size_t m, std::size_t n, const Tile& tile) {
  if (n == kWidth || n == kLanes || n == kLanes / 2) return multiply_columns(m, n, tile);
  Real scratch[kRows * kWidth];
  Tile edge = tile;
  edge.c = scratch;
  edge.c_row = kWidth;
  edge.accumulate = false;
  multiply_columns(m, n, edge);
  for (std::size_t i = 0; i < m; ++i) {
    Real* c = tile.c + i * tile.c_row;
    const Real* from = scratch + i * kWidth;
    for (std::size_t j = 0; j < n; ++j) c[j] = tile.accumulate ? c[j] + from[j] : from[j];
  }
}

// Copy B [k, n] into panels of kWidth columns, each contiguous, the last one filled up with zeros.
void pack(std::size_t k, std::size_t n, MatrixView b, Real* out) {
  for (std::size_t j0 = 0; j0 < n; j0 += kWidth, out += k * kWidth) {
    const std::size_t width = std::min(kWidth, n - j0);
    if (b.column == 1) {
      for (std::size_t i = 0; i < k; ++i) {
        std::memcpy(out + i * kWidth, b.at(i, j0), width * sizeof(Real));
        std::fill(out + i * kWidth + width, out + (i + 1) * kWidth, Real{0});
      }
      continue;
    }
    // A transposed B is read along its own rows, 16 numbers (a cache line) at a time.
    for (std::size_t k0 = 0; k0 < k; k0 += 16) {
      const std::size_t end = std::min(k0 + 16, k);
      for (std::size_t j = 0; j < kWidth; ++j) {
        const Real* from = b.at(0, j0 + std::min(j, width - 1));
        for (std::size_t i = k0; i < end; ++i) {
          out[i * kWidth + j] = j < width ? from[i * b.row] : Real{0};
        }
      }
    }
  }
}

}  // namespace

void gemm(std::size_t m, std::size_t n, std::size_t k, MatrixView a, MatrixView b, Real* c,
          std::size_t c_row, bool accumulate) {
  if (k == 0 && !accumulate) {
    for (std::size_t i = 0; i < m; ++i) std::fill_n(c + i * c_row, n, Real{0});
  }
  if (m == 0 || n == 0 || k == 0) return;
  // B is read in place when it is small, its rows are contiguous, and no tile reads past their end.
  const std::size_t edge = n % kWidth;
  const bool whole_tiles = edge == 0 || edge == kLanes || edge == kLanes / 2;
  const bool direct = b.column == 1 && whole_tiles && k * n <= 64 * 64 && k <= kDepth;
  const std::size_t panels = (std::min(n, kColumns) + kWidth - 1) / kWidth;
  const std::size_t bytes = direct ? 0 : std::min(k, kDepth) * panels * kWidth * sizeof(Real);
  Real* packed = direct ? nullptr : static_cast<Real*>(pool_take(bytes));
  for (std::size_t j0 = 0; j0 < n; j0 += kColumns) {
    const std::size_t columns = std::min(kColumns, n - j0);
    for (std::size_t k0 = 0; k0 < k; k0 += kDepth) {
      const std::size_t depth = std::min(kDepth, k - k0);
      if (!direct) pack(depth, columns, {b.at(k0, j0), b.row, b.column}, packed);
      const auto row_block = [&](std::size_t block) {
        const std::size_t end = std::min(m, (block + 1) * kRowBlock);
        for (std::size_t j = 0; j < columns; j += kWidth) {
          const Real* panel = direct ? b.at(0, j) : packed + j * depth;
          for (std::size_t i = block * kRowBlock; i < end; i += kRows) {
            multiply(std::min(kRows, end - i), std::min(kWidth, columns - j),
                     {depth,
                      {a.at(i, k0), a.row, a.column},
                      panel,
                      direct ? b.row : kWidth,
                      c + i * c_row + j0 + j,
                      c_row,
                      accumulate || k0 > 0});
          }
        }
      };
      const std::size_t blocks = (m + kRowBlock - 1) / kRowBlock;
      if (m * columns * depth < 500'000) {  // under some 10 µs a thread is not worth waking
        for (std::size_t block = 0; block < blocks; ++block) row_block(block);
      } else {
        parallel(blocks, row_block);
      }
    }
  }
  if (!direct) pool_return(packed, bytes);
}

}  // namespace heed::kernels
