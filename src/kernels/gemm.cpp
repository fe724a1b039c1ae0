#include "kernels/gemm.hpp"

#include <algorithm>

#include "heed/parallel.hpp"
#include "heed/pool.hpp"
#include "kernels/pack.hpp"
#include "kernels/vec.hpp"

namespace heed::kernels {
namespace {

// Rows of a tile: what the register file holds beside two registers of B. `Few` has a number of
// lanes that divides the rows, to pack them with.
using Half = VecOf<kVecBytes / 2>::type;
#if defined(__AVX512F__)
constexpr std::size_t kRows = 8;  // of 32 registers, 8·2 hold C
using Few = VecOf<8 * sizeof(Real)>::type;
#elif defined(__AVX__)
constexpr std::size_t kRows = 6;  // of 16 registers, 6·2
using Few = VecOf<2 * sizeof(Real)>::type;
#else
constexpr std::size_t kRows = 4;
using Few = VecOf<4 * sizeof(Real)>::type;
#endif
constexpr std::size_t kWidth = 2 * kLanes;  // columns of a tile
constexpr std::size_t kDepth = 384;         // k at a time: a panel streams from L2 while C waits
constexpr std::size_t kColumns = 2048;      // columns at a time: the packed B stays in L2 and L3

// What a tile reads and writes.
struct Tile {
  std::size_t k;
  MatrixView a;
  const Real* b;  // k rows of contiguous numbers
  std::size_t b_row;
  Real* c;
  std::size_t c_row;
  Start start;
};

// R × (V registers of type Vector) of C.
template <class Vector, std::size_t R, std::size_t V>
void multiply_tile(const Tile& tile) {
  constexpr std::size_t kStep = sizeof(Vector) / sizeof(Real);
  Vector sum[R][V] = {};
  const Real *a = tile.a.data, *b = tile.b;
  for (std::size_t k = 0; k < tile.k; ++k, a += tile.a.column, b += tile.b_row) {
    Vector row[V];
#pragma GCC unroll 2
    for (std::size_t v = 0; v < V; ++v) {
      row[v] = load<Vector>(b + v * kStep);
      __builtin_prefetch(b + 8 * tile.b_row + v * kStep);
    }
#pragma GCC unroll 16
    for (std::size_t r = 0; r < R; ++r) {
      const Vector left = broadcast<Vector>(a[r * tile.a.row]);
#pragma GCC unroll 2
      for (std::size_t v = 0; v < V; ++v) sum[r][v] = fma_lanes(left, row[v], sum[r][v]);
    }
  }
  const Real* from = tile.start.data;
  const std::size_t from_row = tile.start.row, c_row = tile.c_row;
  Real* c = tile.c;
  if (from != nullptr) {
#pragma GCC unroll 16
    for (std::size_t r = 0; r < R; ++r) {
#pragma GCC unroll 2
      for (std::size_t v = 0; v < V; ++v)
        sum[r][v] += load<Vector>(from + r * from_row + v * kStep);
    }
  }
#pragma GCC unroll 16
  for (std::size_t r = 0; r < R; ++r) {
#pragma GCC unroll 2
    for (std::size_t v = 0; v < V; ++v) store(c + r * c_row + v * kStep, sum[r][v]);
  }
}

// m ≤ R rows: one instantiation of multiply_tile for each count.
template <class Vector, std::size_t V, std::size_t R>
void multiply_rows(std::size_t m, const Tile& tile) {
  if (m == R) {
    multiply_tile<Vector, R, V>(tile);
  } else if constexpr (R > 1) {
    multiply_rows<Vector, V, R - 1>(m, tile);
  }
}

// The narrowest registers that hold n columns: heads of width 8 must not pay for 32. Narrow tiles
// have twice the rows, so that as many sums are under way.
constexpr std::size_t rows_for(std::size_t n) { return n > kLanes ? kRows : 2 * kRows; }
void multiply_columns(std::size_t m, std::size_t n, const Tile& tile) {
  if (n > kLanes) {
    multiply_rows<Vec, 2, rows_for(kWidth)>(m, tile);
  } else if (n > kLanes / 2) {
    multiply_rows<Vec, 1, rows_for(kLanes)>(m, tile);
  } else {
    multiply_rows<Half, 1, rows_for(kLanes)>(m, tile);
  }
}

// m × n of C, m ≤ rows_for(n), n ≤ kWidth. A ragged right edge is computed in a scratch tile and
// copied.
void multiply(std::size_t m, std::size_t n, const Tile& tile) {
  if (n == kWidth || n == kLanes || n == kLanes / 2) return multiply_columns(m, n, tile);
  Real scratch[kRows * kWidth];
  const std::size_t scratch_row = n > kLanes ? kWidth : kLanes;
  Tile edge = tile;
  edge.c = scratch;
  edge.c_row = scratch_row;
  edge.start = {};
  multiply_columns(m, n, edge);
  const Real* start = tile.start.data;
  for (std::size_t i = 0; i < m; ++i, start += tile.start.row) {
    Real* c = tile.c + i * tile.c_row;
    const Real* sum = scratch + i * scratch_row;
    for (std::size_t j = 0; j < n; ++j) c[j] = start == nullptr ? sum[j] : sum[j] + start[j];
  }
}

// f(0) … f(count − 1), on several threads when it is worth waking them: from some 10 µs on.
template <class F>
void spread(bool worth, std::size_t count, F f) {
  if (worth) return parallel(count, f);
  for (std::size_t i = 0; i < count; ++i) f(i);
}

// One product, cut into pieces: how B is read, and how rows are grouped.
struct Plan {
  Plan(std::size_t m, std::size_t n, std::size_t k, MatrixView a, MatrixView b)
      : panel(n > kLanes ? kWidth : kLanes),
        // A is read in place, unless every step along k would touch another cache line of it, and
        // there are many panels of B to do so for.
        pack_a(a.column != 1 && n >= 4 * kWidth && m * k > 64 * 64),
        tile_rows(rows_for(n)),
        block_rows(m >= 512 ? 16 * kRows : 4 * kRows) {
    // B is read in place when its rows are contiguous and it is small, or its rows are short (long
    // ones would crowd into a few sets of the L1 cache); and when no tile reads past their end.
    const std::size_t edge = n % kWidth;
    const bool whole_tiles = edge == 0 || edge == kLanes || edge == kLanes / 2;
    direct = b.column == 1 && whole_tiles && (k * n <= 64 * 64 || b.row <= 4 * kWidth);
  }
  std::size_t panel;
  bool pack_a, direct;
  std::size_t tile_rows, block_rows;
};

// The rows of C from `begin` to `end`, n ≤ kColumns wide, for one slice of k.
void multiply_block(const Plan& plan, std::size_t begin, std::size_t end, std::size_t n,
                    const Tile& whole) {
  const Scratch packed(plan.pack_a ? plan.block_rows * whole.k : 0);
  if (plan.pack_a) {
    pack<kRows, Few>(end - begin, whole.k, {whole.a.at(begin, 0), whole.a.row, whole.a.column},
                     packed.data);
  }
  Tile tile = whole;
  for (std::size_t j = 0; j < n; j += plan.panel) {
    tile.b = whole.b + (plan.direct ? j : j * whole.k);
    for (std::size_t i = begin; i < end; i += plan.tile_rows) {
      tile.a.data = whole.a.at(i, 0);
      if (plan.pack_a) tile.a = {packed.data + (i - begin) * whole.k, 1, kRows};
      tile.c = whole.c + i * whole.c_row + j;
      if (whole.start.data != nullptr) tile.start.data = whole.start.data + i * whole.start.row + j;
      multiply(std::min(plan.tile_rows, end - i), std::min(plan.panel, n - j), tile);
    }
  }
}

// Copy B [k, n] into panels, a few of them at a time.
void pack_b(const Plan& plan, std::size_t n, std::size_t k, MatrixView b, Real* out) {
  constexpr std::size_t kGroup = 4 * kWidth;
  spread(n * k > 100'000, (n + kGroup - 1) / kGroup, [&](std::size_t group) {
    const std::size_t j = group * kGroup, columns = std::min(kGroup, n - j);
    const MatrixView lines = {b.at(0, j), b.column, b.row};
    if (plan.panel == kWidth) {
      pack<kWidth, Vec>(columns, k, lines, out + j * k);
    } else {
      pack<kLanes, Vec>(columns, k, lines, out + j * k);
    }
  });
}

}  // namespace

void gemm(std::size_t m, std::size_t n, std::size_t k, MatrixView a, MatrixView b, Real* c,
          std::size_t c_row, Start start) {
  if (m == 0 || n == 0) return;
  const Plan plan(m, n, k, a, b);
  const std::size_t padded = (std::min(n, kColumns) + plan.panel - 1) / plan.panel * plan.panel;
  const Scratch packed(plan.direct ? 0 : std::min(k, kDepth) * padded);
  for (std::size_t j0 = 0; j0 < n; j0 += kColumns) {
    const std::size_t columns = std::min(kColumns, n - j0);
    std::size_t k0 = 0;
    do {  // also for k = 0, where C is what it starts from
      const std::size_t depth = std::min(kDepth, k - k0);
      if (!plan.direct) {
        pack_b(plan, columns, depth, {b.at(k0, j0), b.row, b.column}, packed.data);
      }
      const Start from = k0 > 0                  ? Start{c + j0, c_row}
                         : start.data != nullptr ? Start{start.data + j0, start.row}
                                                 : Start{};
      const Tile tile = {depth,
                         {a.at(0, k0), a.row, a.column},
                         plan.direct ? b.at(k0, j0) : packed.data,
                         plan.direct ? b.row : plan.panel,
                         c + j0,
                         c_row,
                         from};
      spread(m * columns * depth > 500'000, (m + plan.block_rows - 1) / plan.block_rows,
             [&](std::size_t block) {
               const std::size_t begin = block * plan.block_rows;
               multiply_block(plan, begin, std::min(m, begin + plan.block_rows), columns, tile);
             });
      k0 += depth;
    } while (k0 < k);
  }
}

}  // namespace heed::kernels
