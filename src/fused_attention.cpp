// Attention whose weights are not asked for.
#include "heed/error.hpp"
#include "heed/ops.hpp"
#include "kernels/attention.hpp"

namespace heed {
namespace {

// A mask that stretches to [B, H, T, S]: where it is, and how far each row of it reaches.
struct MaskView {
  MaskView(const Array& given, std::size_t batch, std::size_t heads, std::size_t queries,
           std::size_t keys) {
    const Shape whole = {batch, heads, queries, keys};
    if (!given.nothing() && !broadcasts_to(given.shape(), whole)) {
      fail<ShapeError>("fused_attention: a mask ", given.shape(), " does not stretch to ", whole);
    }
    if (given.nothing() || whole.elements() == 0) {
      reach = {keys};
      return;
    }
    mask = Tensor(given);
    const Shape& shape = given.shape();
    std::size_t step = 1;
    for (std::size_t axis = 4; axis-- > 0;) {
      const std::size_t from_end = 3 - axis;
      const std::size_t size = from_end < shape.rank() ? shape.last(from_end) : 1;
      steps[axis] = size == 1 ? 0 : step;
      step *= size;
    }
    row_width = shape.rank() == 0 ? 1 : shape.last();
    for (std::size_t row = 0; row < given.size(); row += row_width) {
      std::size_t last = row_width;
      while (last > 0 && given[row + last - 1] == 0) --last;
      reach.push_back(row_width == 1 ? last * keys : last);
    }
  }

  void apply(kernels::AttentionHead& head, std::size_t b, std::size_t h) const {
    const std::size_t place = b * steps[0] + h * steps[1];
    head.mask = mask.exists() ? mask.value().data() + place : nullptr;
    head.mask_row = steps[2];
    head.mask_column = steps[3];
    head.reach = reach.data() + place / row_width;
    head.reach_row = steps[2] / row_width;
  }

  Tensor mask;  // shared by the passes, not copied for each
  std::array<std::size_t, 4> steps = {};
  std::size_t row_width = 1;
  std::vector<std::size_t> reach;  // of each row: one more than the last key it may look at
};

// Everything but the numbers: what forward and backward both need.
struct Plan {
  std::size_t batch, heads, queries, keys, width;  // width is D, of all heads
  Real scale;
  MaskView mask;

  kernels::AttentionHead head(std::size_t unit, const Array& q, const Array& k,
                              const Array& v) const {
    const std::size_t b = unit / heads, h = unit % heads, d = width / heads;
    const std::size_t at = b * keys * width + h * d;
    kernels::AttentionHead head = {
        queries, keys, d, width, q.data() + place(unit), k.data() + at, v.data() + at, scale};
    mask.apply(head, b, h);
    return head;
  }
  // Where a head begins in [B, T, D].
  std::size_t place(std::size_t unit) const {
    return unit / heads * queries * width + unit % heads * (width / heads);
  }
  std::size_t work() const { return queries * keys * (width / heads / 4 + 4); }
};

void check(const Tensor& query, const Tensor& key, const Tensor& value, std::size_t heads) {
  const Shape &q = query.shape(), &k = key.shape();
  const bool fits = q.rank() == 3 && k.rank() == 3 && q[0] == k[0] && q[2] == k[2];
  if (!fits || value.shape() != k) {
    fail<ShapeError>("fused_attention: query ", q, ", key ", k, ", value ", value.shape(),
                     ": [B, T, D], [B, S, D] and [B, S, D] are needed");
  }
  if (heads == 0 || q[2] % heads != 0) {
    fail<ValueError>("fused_attention: ", heads, " heads do not divide a width of ", q[2]);
  }
}

}  // namespace

Tensor fused_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                       std::size_t heads, const Array& mask, double scale) {
  check(query, key, value, heads);
  const Shape& s = query.shape();
  const std::size_t keys = key.shape()[1];
  const Plan plan = {s[0],
                     heads,
                     s[1],
                     keys,
                     s[2],
                     static_cast<Real>(scale),
                     MaskView(mask, s[0], heads, s[1], keys)};
  Array out(s);
  std::vector<kernels::Softmax> kept(plan.batch * heads * plan.queries);
  // Blocks of one head share its packed keys and values: up to eight are a piece of work, if there
  // are pieces enough for many threads.
  const std::size_t block = kernels::attention_rows(keys);
  const std::size_t blocks = plan.batch * heads * ((plan.queries + block - 1) / block);
  const std::size_t rows = block * std::clamp<std::size_t>(blocks / 32, 1, 8);
  const std::size_t pieces = (plan.queries + rows - 1) / rows;
  for_blocks(
      plan.batch * heads * pieces,
      [&](std::size_t begin, std::size_t end) {
        for (; begin < end; ++begin) {
          const std::size_t unit = begin / pieces, row = begin % pieces * rows;
          kernels::attend(plan.head(unit, query.value(), key.value(), value.value()), row,
                          std::min(plan.queries, row + rows), out.data() + plan.place(unit),
                          kept.data() + unit * plan.queries);
        }
      },
      plan.work() / std::max<std::size_t>(pieces, 1));
  return Tensor::from_op(
      "fused_attention", std::move(out), {query, key, value},
      [query, key, value, plan, kept = std::move(kept)](const Array& dout,
                                                        const Array& result) -> Grads {
        Array dquery(query.shape()), dkey(key.shape()), dvalue(key.shape());
        for_blocks(
            plan.batch * plan.heads,
            [&](std::size_t unit, std::size_t end) {
              for (; unit < end; ++unit) {
                const kernels::AttentionHead head =
                    plan.head(unit, query.value(), key.value(), value.value());
                const std::size_t at = plan.place(unit);
                const auto other = static_cast<std::size_t>(head.key - key.value().data());
                kernels::attend_backward(head, kept.data() + unit * plan.queries,
                                         result.data() + at, dout.data() + at, dquery.data() + at,
                                         dkey.data() + other, dvalue.data() + other);
              }
            },
            2 * plan.work());
        return {std::move(dquery), std::move(dkey), std::move(dvalue)};
      });
}

}  // namespace heed
