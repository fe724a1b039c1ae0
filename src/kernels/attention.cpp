#include "kernels/attention.hpp"

#include <algorithm>
#include <limits>

#include "heed/pool.hpp"
#include "kernels/gemm.hpp"
#include "kernels/vec.hpp"

namespace heed::kernels {
namespace {

// How many keys a block of rows may look at.
std::size_t reach_of(const AttentionHead& head, std::size_t begin, std::size_t end) {
  std::size_t reach = 0;
  for (std::size_t i = begin; i < end; ++i) {
    reach = std::max(reach, head.reach[i * head.reach_row]);
  }
  return reach;
}

// The queries of a block times scale: on these few numbers it costs nothing, on the scores a pass.
void scale_queries(const AttentionHead& head, std::size_t begin, std::size_t end, Real* out) {
  const Real scale = head.scale;
  for (std::size_t i = begin; i < end; ++i, out += head.width) {
    const Real* from = head.query + i * head.stride;
    for (std::size_t j = 0; j < head.width; ++j) out[j] = scale * from[j];
  }
}

// How far apart the rows of a block of scores lie: the usual power of two would crowd them into a
// few sets of the L1 cache.
std::size_t score_row(const AttentionHead& head) { return head.keys + kLanes; }

// scores [rows, n] = queries Kᵀ where the mask allows it, else −∞; queries is what scale_queries
// made, keys is Kᵀ.
void score(const AttentionHead& head, std::size_t begin, std::size_t end, std::size_t n,
           const Real* queries, const Panels& keys, Real* scores) {
  constexpr Real kNever = -std::numeric_limits<Real>::infinity();
  const std::size_t row = score_row(head);
  gemm(end - begin, n, head.width, {queries, head.width, 1}, keys, scores, row);
  if (head.mask == nullptr) return;
  for (std::size_t i = begin; i < end; ++i, scores += row) {
    const Real* mask = head.mask + i * head.mask_row;
    if (head.mask_column == 1) {
      for (std::size_t j = 0; j < n; ++j) scores[j] = mask[j] == 0 ? kNever : scores[j];
    } else if (mask[0] == 0) {
      std::fill_n(scores, n, kNever);
    }
  }
}

Real dot(std::size_t n, const Real* a, const Real* b) {
  Sums sums;
  sums.add(n, [a, b](std::size_t i) { return a[i] * b[i]; });
  return sums.total();
}

}  // namespace

std::size_t attention_rows(std::size_t keys) {
  // A block of scores fills about a quarter of the L2 cache, and two of them half.
  const std::size_t rows = 65'536 / std::max<std::size_t>(keys, 1) / 16 * 16;
  return std::clamp<std::size_t>(rows, 16, 128);
}

void attend(const AttentionHead& head, std::size_t begin, std::size_t end, Real* out,
            Softmax* kept) {
  const std::size_t step = attention_rows(head.keys), row = score_row(head), d = head.width;
  const std::size_t block = std::min(step, end - begin);
  const Scratch weights(block * row), queries(block * d);
  const std::size_t most = reach_of(head, begin, end), stride = head.stride;
  const bool several = end - begin > step;  // blocks of rows, and so products
  const Panels keys(d, most, {head.key, 1, stride}, several);
  const Panels values(most, d, {head.value, stride, 1}, several);
  for (; begin < end; begin += step) {
    const std::size_t stop = std::min(end, begin + step), rows = stop - begin;
    const std::size_t n = reach_of(head, begin, stop);
    scale_queries(head, begin, stop, queries.data);
    score(head, begin, stop, n, queries.data, keys, weights.data);
    for (std::size_t i = 0; i < rows; ++i) kept[begin + i] = exp_row(n, weights.data + i * row);
    gemm(rows, d, n, {weights.data, row, 1}, values, out + begin * stride, stride);
    for (std::size_t i = begin; i < stop; ++i) {
      Real* to = out + i * stride;
      for (std::size_t j = 0; j < d; ++j) to[j] *= kept[i].factor;
    }
  }
}

namespace {

// ds = p ⊙ (dp − along), in the place of dp; where p is 0 so is ds, whatever dp holds.
void slope_row(std::size_t n, Real along, const Real* __restrict p, Real* __restrict dp) {
  for (std::size_t j = 0; j < n; ++j) dp[j] = p[j] == 0 ? Real{0} : p[j] * (dp[j] - along);
}

}  // namespace

void attend_backward(const AttentionHead& head, const Softmax* kept, const Real* out,
                     const Real* dout, Real* dquery, Real* dkey, Real* dvalue) {
  const std::size_t step = attention_rows(head.keys);
  const std::size_t d = head.width, stride = head.stride, row = score_row(head);
  const std::size_t block = std::min(step, head.queries);
  const Scratch weights(block * row), dscores(block * row), queries(block * d);
  const std::size_t most = reach_of(head, 0, head.queries);
  const bool several = head.queries > step;
  const Panels keys(most, d, {head.key, stride, 1}, several);
  const Panels keys_transposed(d, most, {head.key, 1, stride}, several);
  const Panels values_transposed(d, most, {head.value, 1, stride}, several);
  for (std::size_t j = 0; j < head.keys; ++j) {
    std::fill_n(dkey + j * stride, d, Real{0});
    std::fill_n(dvalue + j * stride, d, Real{0});
  }
  for (std::size_t begin = 0; begin < head.queries; begin += step) {
    const std::size_t end = std::min(head.queries, begin + step), rows = end - begin;
    const std::size_t n = reach_of(head, begin, end), at = begin * stride;
    // P, as forward had it
    scale_queries(head, begin, end, queries.data);
    score(head, begin, end, n, queries.data, keys_transposed, weights.data);
    for (std::size_t i = 0; i < rows; ++i) {
      softmax_row_again(n, kept[begin + i], weights.data + i * row);
    }
    // out = P V:  dV = Pᵀ dout,  dP = dout Vᵀ
    gemm(n, d, rows, {weights.data, 1, row}, {dout + at, stride, 1}, dvalue, stride,
         {dvalue, stride});
    gemm(rows, n, d, {dout + at, stride, 1}, values_transposed, dscores.data, row);
    // dS = P ⊙ (dP − dP·P), and dP·P = Σ over the keys of P (dout·V) = dout·out
    for (std::size_t i = 0; i < rows; ++i) {
      const Real along = dot(d, dout + at + i * stride, out + at + i * stride);
      slope_row(n, along, weights.data + i * row, dscores.data + i * row);
    }
    // S = (scale Q) Kᵀ:  dQ = scale dS K,  dK = dSᵀ (scale Q)
    gemm(rows, d, n, {dscores.data, row, 1}, keys, dquery + at, stride);
    for (std::size_t i = begin; i < end; ++i) {
      for (std::size_t j = 0; j < d; ++j) dquery[i * stride + j] *= head.scale;
    }
    gemm(n, d, rows, {dscores.data, 1, row}, {queries.data, d, 1}, dkey, stride, {dkey, stride});
  }
}

}  // namespace heed::kernels
