#include "kernels/gemm.hpp"

#include <algorithm>

#include "heed/parallel.hpp"
#include "heed/pool.hpp"
#include "kernels/pack.hpp"
#include "kernels/vec.hpp"

namespace heed::kernels {
namespace {

// Rows of a tile: what the register file holds beside two registers of B. `Few` has a number of
// lanes that divides the rows, to pack them with. With 32 registers there is room between the
// multiply-adds to ask for B ahead of time. With 16 there is not: 8 loads feed 12 multiply-adds, and
// C is asked for instead, once a tile (B too, where it is not in panels yet).
using Half = VecOf<kVecBytes / 2>::type;
#if defined(__AVX512F__)
constexpr std::size_t kRows = 8;  // of 32 registers, 8·2 hold C
constexpr bool kAskForB = true;
using Few = VecOf<8 * sizeof(Real)>::type;
#elif defined(__AVX__)
constexpr std::size_t kRows = 6;  // of 16 registers, 6·2
constexpr bool kAskForB = false;
using Few = VecOf<2 * sizeof(Real)>::type;
#else
constexpr std::size_t kRows = 4;
constexpr bool kAskForB = false;
using Few = VecOf<4 * sizeof(Real)>::type;
#endif
constexpr std::size_t kWidth = 2 * kLanes;  // columns of a tile
// k at a time: a panel streams from L2 while C waits. Each slice is summed by itself, so this decides
// how sums are rounded, and is the same everywhere.
constexpr std::size_t kDepth = 384;

// What a tile reads and writes.
struct Tile {
  std::size_t k;
  MatrixView a;
  const Real* b;  // k rows of contiguous numbers
  std::size_t b_row;
  Real* c;
  std::size_t c_row;
  Start start;
  Real* copy = nullptr;  // the panel that a copying tile writes B into
};

// R × (V registers of type Vector) of C. A copying tile (kCopy) reads B where it lies, far from the
// cache, and so asks for it further ahead.
template <class Vector, std::size_t R, std::size_t V, bool kCopy = false>
void multiply_tile(const Tile& tile) {
  constexpr std::size_t kStep = sizeof(Vector) / sizeof(Real), kAhead = kCopy ? 16 : 8;
  Vector sum[R][V] = {};
  const Real *a = tile.a.data, *b = tile.b;
  if constexpr (!kAskForB) {
#pragma GCC unroll 16
    for (std::size_t r = 0; r < R; ++r) __builtin_prefetch(tile.c + r * tile.c_row, 1);
  }
#pragma GCC unroll 2  // the counting costs small products a tenth
  for (std::size_t k = 0; k < tile.k; ++k, a += tile.a.column, b += tile.b_row) {
    Vector row[V];
#pragma GCC unroll 2
    for (std::size_t v = 0; v < V; ++v) {
      row[v] = load<Vector>(b + v * kStep);
      if constexpr (kAskForB || kCopy) __builtin_prefetch(b + kAhead * tile.b_row + v * kStep);
      if constexpr (kCopy) store(tile.copy + k * V * kStep + v * kStep, row[v]);
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

std::size_t pieces(std::size_t n, std::size_t size) { return (n + size - 1) / size; }

// Whether a slice of k is worth several threads.
bool worth_sharing(std::size_t m, std::size_t n, std::size_t k) {
  return m * n * std::min(k, kDepth) > 500'000;
}

// One product, cut into pieces: how A and B are read, and which part of C is a block of work. Unless
// panels of B are there already, a block copies the columns that it needs by itself, into the cache
// of its own core.
struct Plan {
  Plan(std::size_t m, std::size_t n, std::size_t k, MatrixView a, const Panels& b)
      // A is read in place, unless every step along k would touch another cache line of it, and
      // there are many panels of B to do so for.
      : pack_a(a.column != 1 && n >= 4 * kWidth && m * k > 64 * 64), tile_rows(rows_for(n)) {
    // B is read in place when its rows are contiguous and it is small, or its rows are short (long
    // ones would crowd into a few sets of the L1 cache, the sooner if nobody asks for them ahead of
    // time); and when no tile reads past their end.
    constexpr std::size_t kShort = (kAskForB ? 4 : 2) * kWidth;
    const std::size_t edge = n % kWidth;
    const bool whole_tiles = edge == 0 || edge == kLanes || edge == kLanes / 2;
    const bool copied = b.copy.data != nullptr;
    pack_b = !copied &&
             !(b.matrix.column == 1 && whole_tiles && (k * n <= 64 * 64 || b.matrix.row <= kShort));
    if (!pack_b) {
      block_rows = m >= 512 ? 16 * kRows : 4 * kRows;
      block_columns = n;
    } else {
      block_rows = (pieces(n, b.width) < 8 ? 16 : 128) * kRows;  // narrow ones are cut by rows
      // About eight blocks to share out, if that leaves each of them from one to eight panels. Where
      // nothing is shared out, A is walked over the fewer times, the wider the blocks are. (The cut
      // does not touch the order of k, so it may depend on the threads.)
      const std::size_t blocks = worth_sharing(m, n, k) && threads() > 1 ? 8 : 1;
      const std::size_t share = pieces(n * pieces(m, block_rows), blocks * b.width);
      block_columns = b.width * std::clamp<std::size_t>(share, 1, 8);
    }
  }
  bool pack_a, pack_b;
  std::size_t tile_rows, block_rows, block_columns;
};

// Copy B [k, n] into panels so wide.
void pack_b(std::size_t width, std::size_t n, std::size_t k, MatrixView b, Real* out) {
  const MatrixView lines = {b.data, b.column, b.row};
  if (width == kWidth) {
    pack<kWidth, Vec>(n, k, lines, out);
  } else {
    pack<kLanes, Vec>(n, k, lines, out);
  }
}

// Copy A [m, k] into panels of kRows rows, so many at a time that what lies side by side in memory
// is read in long runs.
void pack_a(std::size_t m, std::size_t k, MatrixView a, Real* out) {
  constexpr std::size_t kLines = 16 * kRows;
  spread(m * k > 30'000, pieces(m, kLines), [&](std::size_t group) {
    const std::size_t i = group * kLines;
    pack<kRows, Few>(std::min(kLines, m - i), k, {a.at(i, 0), a.row, a.column}, out + i * k);
  });
}

// B as tiles read it: a panel of columns begins `step` numbers after the one before, its rows are
// `row` apart.
struct Columns {
  const Real* data;
  std::size_t step, row;
};

// A slice of k of the whole product, which begins at row k0 of B. A is packed if the plan says so.
struct Slice {
  std::size_t m, n, k, k0;
  MatrixView a;
  const Panels& b;
  Real* c;
  std::size_t c_row;
  Start start;
};

// One block of C. A group of rows of A, and the columns of B, stay in the L2 cache together.
void multiply_block(const Plan& plan, const Slice& slice, std::size_t row, std::size_t column) {
  const std::size_t end = std::min(slice.m, row + plan.block_rows), k = slice.k;
  const std::size_t n = std::min(plan.block_columns, slice.n - column);
  const Panels& all = slice.b;
  const MatrixView matrix = {all.matrix.at(slice.k0, column), all.matrix.row, all.matrix.column};
  const std::size_t width = all.width;
  const Scratch packed(plan.pack_b ? pieces(n, width) * width * k : 0);
  Columns b = {matrix.data, width, matrix.row};
  if (all.copy.data != nullptr) {
    b = {all.copy.data + slice.k0 * all.columns, width * std::min(kDepth, all.k - slice.k0), width};
  } else if (plan.pack_b) {
    b = {packed.data, width * k, width};
  }
  Tile tile = {k, slice.a, b.data, b.row, nullptr, slice.c_row, {}};
  if (plan.pack_a) tile.a = {nullptr, 1, kRows};
  const auto aim = [&](std::size_t i, std::size_t j) {
    tile.a.data = plan.pack_a ? slice.a.data + i * k : slice.a.at(i, 0);
    tile.c = slice.c + i * slice.c_row + column + j;
    tile.start = slice.start.from(i, column + j);
  };
  std::size_t begin = row;
  if (plan.pack_b && matrix.column == 1 && n % kWidth == 0 && end - row >= kRows) {
    // The first rows multiply B where it lies, and copy it for those below as they go: in whole tiles
    // of contiguous numbers only.
    tile.b_row = matrix.row;
    for (std::size_t j = 0; j < n; j += kWidth) {
      aim(row, j);
      tile.b = matrix.at(0, j);
      tile.copy = packed.data + j * k;
      multiply_tile<Vec, kRows, 2, true>(tile);
    }
    tile.b_row = b.row;
    begin += kRows;
  } else if (plan.pack_b) {
    pack_b(width, n, k, matrix, packed.data);
  }
  constexpr std::size_t kGroup = 8 * kRows;
  for (; begin < end; begin += kGroup) {
    tile.b = b.data;
    for (std::size_t j = 0; j < n; j += width, tile.b += b.step) {
      for (std::size_t i = begin; i < std::min(end, begin + kGroup); i += plan.tile_rows) {
        aim(i, j);
        multiply(std::min(plan.tile_rows, end - i), std::min(width, n - j), tile);
      }
    }
  }
}

}  // namespace

Panels::Panels(std::size_t depth, std::size_t n, MatrixView b, bool several)
    : matrix(b),
      k(depth),
      width(n > kLanes ? kWidth : kLanes),
      columns(pieces(n, width) * width),
      copy(several ? columns * k : 0) {
  for (std::size_t k0 = 0; k0 < k && copy.data != nullptr; k0 += kDepth) {
    pack_b(width, n, std::min(kDepth, k - k0), {b.at(k0, 0), b.row, b.column},
           copy.data + k0 * columns);
  }
}

void gemm(std::size_t m, std::size_t n, std::size_t k, MatrixView a, const Panels& b, Real* c,
          std::size_t c_row, Start start) {
  if (m == 0 || n == 0) return;
  const Plan plan(m, n, k, a, b);
  const Scratch packed(plan.pack_a ? pieces(m, kRows) * kRows * std::min(k, kDepth) : 0);
  const std::size_t across = pieces(n, plan.block_columns);
  std::size_t k0 = 0;
  do {  // also for k = 0, where C is what it starts from
    const std::size_t depth = std::min(kDepth, k - k0);
    Slice slice = {m, n, depth, k0, {a.at(0, k0), a.row, a.column}, b, c, c_row, start};
    if (k0 > 0) slice.start = {c, c_row};
    if (plan.pack_a) {
      pack_a(m, depth, slice.a, packed.data);
      slice.a.data = packed.data;
    }
    spread(worth_sharing(m, n, depth), pieces(m, plan.block_rows) * across, [&](std::size_t block) {
      multiply_block(plan, slice, block / across * plan.block_rows,
                     block % across * plan.block_columns);
    });
    k0 += depth;
  } while (k0 < k);
}

}  // namespace heed::kernels
