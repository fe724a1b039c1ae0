// Recurrent networks: a state that goes from step to step, and its gradient back through time.
//
// All steps are one operation. Forward and backward of layers of 25,000 parameters, on one thread
// of a Zen 4 core, it is faster than the equations composed of one operation after the other, as
// tests/test_recurrent.cpp writes them, by a factor of
//                    10 steps     50 steps     200 steps
//   1 sequence       2.2 – 3.5    3.4 – 5.4    5.1 – 9.2
//   32 sequences     1.2 – 1.5    1.7 – 2.3    2.4 – 3.2      (of LSTM, RNN and GRU)
// It grows with the steps, since each step of the composition cuts its input out of [B, T, D], and
// the gradient of each cut is as large as the whole.
#include "heed/error.hpp"
#include "heed/ops.hpp"
#include "kernels/cell.hpp"
#include "kernels/gemm.hpp"

namespace heed {
namespace {

constexpr std::size_t kSteps = 1;  // the axis T of [B, T, …]

void check_lengths(const char* op, const Lengths& lengths, const Shape& x) {
  if (!lengths.empty() && lengths.size() != x[0]) {
    fail<ShapeError>(op, ": ", lengths.size(), " lengths for ", x[0], " sequences");
  }
  for (std::size_t b = 0; b < lengths.size(); ++b) {
    if (lengths[b] <= x[1]) continue;
    fail<ShapeError>(op, ": sequence ", b, " has a length of ", lengths[b], ", but there are ",
                     x[1], " steps");
  }
}

void check_scan(const char* op, std::size_t gates, const Shape& given, const Shape& weight,
                const Lengths& lengths) {
  const bool fits = given.rank() == 3 && given[1] > 0 && weight.rank() == 2 &&
                    weight[1] == gates * weight[0] && given[2] == weight[1];
  if (!fits) {
    fail<ShapeError>(op, ": given ", given, " and weight ", weight, ": [B, T, ", gates,
                     "H] with T ≥ 1 and [H, ", gates, "H] are needed");
  }
  check_lengths(op, lengths, given);
}

// One recurrent network over a batch of sequences. Step t of sequence b is row b·T + t of all that
// is kept for each step; before the first step there are zeros.
template <class Cell>
class Scan {
 public:
  Scan(const Shape& given, std::size_t width, const Lengths& lengths)
      : batch_(given[0]),
        steps_(given[1]),
        n_(width),
        lengths_(lengths.empty() ? Lengths(batch_, steps_) : lengths),
        none_(zeros({std::max(n_, kept_n_)})),
        kept_({batch_, steps_, kept_n_}) {}

  // The states [B, T, H]; `bias` [kH], unless it is nothing, is added to every product.
  Array forward(const Array& given, const Array& weight, const Array& bias) {
    Array states({batch_, steps_, n_}), product({batch_, gates_n_});
    for_groups([&](std::size_t first, std::size_t end) {
      for (std::size_t t = 0; t < steps_; ++t) {
        // product = h U + c, h being the states of the step before
        const kernels::MatrixView h =
            t == 0 ? kernels::MatrixView{none_.data(), 0, 1} : step_of(states, t - 1, first, n_);
        kernels::gemm(end - first, gates_n_, n_, h, {weight.data(), gates_n_, 1},
                      product.data() + first * gates_n_, gates_n_, {bias.data(), 0});
        for (std::size_t b = first; b < end; ++b) {
          const std::size_t row = b * steps_ + t;
          Real *state = states.data() + row * n_, *kept = kept_.data() + row * kept_n_;
          const Real* h_before = before(t, state, n_);
          if (t < lengths_[b]) {
            Cell::forward(n_, given.data() + row * gates_n_, product.data() + b * gates_n_,
                          h_before, before(t, kept, kept_n_), state, kept);
          } else {
            std::copy_n(h_before, n_, state);
          }
        }
      }
    });
    return states;
  }

  struct Gradients {
    Array given, weight, product;  // the last is nothing where it is that of given
  };
  Gradients backward(const Array& dstates, const Array& states, const Array& weight) const {
    const Array transposed = transpose(weight);
    Array dh = zeros({batch_, n_}), dc = zeros({batch_, n_});
    Array dgiven({batch_, steps_, gates_n_}), own;
    if (!Cell::kOneGradient) own = Array(dgiven.shape());
    Array& dproduct = Cell::kOneGradient ? dgiven : own;
    for_groups([&](std::size_t first, std::size_t end) {
      for (std::size_t t = steps_; t-- > 0;) {
        for (std::size_t b = first; b < end; ++b) {
          const std::size_t row = b * steps_ + t;
          add_row(dstates.data() + row * n_, dh.data() + b * n_);
          Real *to_given = dgiven.data() + row * gates_n_,
               *to_product = dproduct.data() + row * gates_n_;
          if (t < lengths_[b]) {
            const Real *state = states.data() + row * n_, *kept = kept_.data() + row * kept_n_;
            Cell::backward(n_, state, kept, before(t, state, n_), before(t, kept, kept_n_),
                           dh.data() + b * n_, dc.data() + b * n_, to_given, to_product);
          } else {
            std::fill_n(to_given, gates_n_, Real{0});
            std::fill_n(to_product, gates_n_, Real{0});
          }
        }
        // dh += dproduct Uᵀ
        Real* sum = dh.data() + first * n_;
        kernels::gemm(end - first, n_, gates_n_, step_of(dproduct, t, first, gates_n_),
                      {transposed.data(), n_, 1}, sum, n_, {sum, n_});
      }
    });
    // product = h U + c, so  dU = Σ hᵀ dproduct over all steps, h being the state before each.
    const Array h = unslice(slice(states, kSteps, 0, steps_ - 1), states.shape(), kSteps, 1);
    Array dweight = outer_sum(h, dproduct);
    return {std::move(dgiven), std::move(dweight), std::move(own)};
  }

 private:
  // f(first, end) for groups of sequences, each of which goes through all steps on one thread.
  template <class F>
  void for_groups(F f) const {
    constexpr std::size_t kGroup = 16;
    parallel((batch_ + kGroup - 1) / kGroup,
             [&](std::size_t i) { f(i * kGroup, std::min(batch_, (i + 1) * kGroup)); });
  }
  // The rows of step t, from that of sequence `first` on.
  kernels::MatrixView step_of(const Array& x, std::size_t t, std::size_t first,
                              std::size_t n) const {
    return {x.data() + (first * steps_ + t) * n, steps_ * n, 1};
  }
  // The row before that of step t.
  const Real* before(std::size_t t, const Real* row, std::size_t n) const {
    return t == 0 ? none_.data() : row - n;
  }
  void add_row(const Real* __restrict from, Real* __restrict to) const {
    for (std::size_t i = 0; i < n_; ++i) to[i] += from[i];
  }

  std::size_t batch_, steps_, n_;
  std::size_t gates_n_ = Cell::kGates * n_, kept_n_ = Cell::kKept * n_;  // numbers of a row
  Lengths lengths_;                                                      // of each sequence
  Array none_, kept_;
};

// A network whose product has no bias of its own.
template <class Cell>
Tensor scan_of(const char* op, const Tensor& given, const Tensor& weight, const Lengths& lengths) {
  check_scan(op, Cell::kGates, given.shape(), weight.shape(), lengths);
  Scan<Cell> scan(given.shape(), weight.shape()[0], lengths);
  Array states = scan.forward(given.value(), weight.value(), Array());
  return Tensor::from_op(
      op, std::move(states), {given, weight},
      [weight, scan = std::move(scan)](const Array& dout, const Array& out) -> Grads {
        auto d = scan.backward(dout, out, weight.value());
        return {std::move(d.given), std::move(d.weight)};
      });
}

}  // namespace

Tensor rnn_scan(const Tensor& given, const Tensor& weight, const Lengths& lengths) {
  return scan_of<kernels::RnnCell>("rnn_scan", given, weight, lengths);
}

Tensor lstm_scan(const Tensor& given, const Tensor& weight, const Lengths& lengths) {
  return scan_of<kernels::LstmCell>("lstm_scan", given, weight, lengths);
}

Tensor gru_scan(const Tensor& given, const Tensor& weight, const Tensor& bias,
                const Lengths& lengths) {
  check_scan("gru_scan", 3, given.shape(), weight.shape(), lengths);
  const std::size_t n = weight.shape()[0];
  if (bias.shape() != Shape{n}) {
    fail<ShapeError>("gru_scan: bias ", bias.shape(), " for a state of ", n, " numbers");
  }
  Scan<kernels::GruCell> scan(given.shape(), n, lengths);
  // Of the three gates only n has a recurrent bias.
  Array states =
      scan.forward(given.value(), weight.value(), unslice(bias.value(), {3 * n}, 0, 2 * n));
  return Tensor::from_op(
      "gru_scan", std::move(states), {given, weight, bias},
      [weight, n, scan = std::move(scan)](const Array& dout, const Array& out) -> Grads {
        auto d = scan.backward(dout, out, weight.value());
        Array dbias = slice(sum_to(std::move(d.product), {3 * n}), std::size_t{0}, 2 * n, 3 * n);
        return {std::move(d.given), std::move(d.weight), std::move(dbias)};
      });
}

Tensor reverse_steps(const Tensor& x, const Lengths& lengths) {
  const Shape& s = x.shape();
  if (s.rank() != 3) fail<ShapeError>("reverse_steps: x ", s, " is not [B, T, D]");
  check_lengths("reverse_steps", lengths, s);
  Indices rows{s.first(2), {}};
  for (std::size_t b = 0; b < s[0]; ++b) {
    const std::size_t length = lengths.empty() ? s[1] : lengths[b];
    for (std::size_t t = 0; t < s[1]; ++t) {
      rows.values.push_back(static_cast<int>(b * s[1] + (t < length ? length - 1 - t : t)));
    }
  }
  return embedding(reshape(x, {s[0] * s[1], s[2]}), rows);
}

}  // namespace heed
