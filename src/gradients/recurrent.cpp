// Networks that read one word after the other.
#include "heed/recurrent.hpp"

#include "gradients/cases.hpp"
#include "heed/error.hpp"

namespace heed {
namespace {

using In = std::vector<Tensor>;

// B sequences of T steps; their lengths: all steps, fewer, one without any.
struct Batch {
  std::size_t batch, steps;
  std::vector<Lengths> lengths;
};
const std::vector<Batch> kBatches = {
    {1, 1, {{}, {0}}},   {2, 3, {{}, {3, 2}, {1, 3}, {0, 2}}},
    {3, 5, {{5, 1, 3}}}, {17, 2, {{}}},  // more than are computed together
    {1, 9, {{}, {7}}},   {0, 2, {{}}}};

std::string lengths_text(const Lengths& lengths) {
  std::string text = lengths.empty() ? "" : ", lengths";
  for (const std::size_t length : lengths) text += concat(" ", length);
  return text;
}

// f(case's name, B, T, H, lengths) for all of these, and for states of one and more numbers.
template <class F>
void for_batches(F f) {
  for (const Batch& batch : kBatches) {
    for (const Lengths& lengths : batch.lengths) {
      for (const std::size_t width : {1u, 2u, 5u}) {
        f(concat(batch.batch, " of ", batch.steps, " steps, width ", width, lengths_text(lengths)),
          batch.batch, batch.steps, width, lengths);
      }
    }
  }
}

// An operation on what is given to k gates and on its weights.
GradientGroup scans(const std::string& name, std::size_t gates, bool biased,
                    const std::function<Tensor(const In&, const Lengths&)>& f) {
  GradientGroup group(name);
  for_batches([&](const std::string& what, std::size_t batch, std::size_t steps, std::size_t width,
                  const Lengths& lengths) {
    std::vector<Array> inputs = {numbers({batch, steps, gates * width}, 1),
                                 numbers({width, gates * width}, 2)};
    if (biased) inputs.push_back(numbers({width}, 3));
    group.add(
        what, [=](const In& in) { return beside_sum(f(in, lengths), in); }, inputs);
  });
  return group;
}

// A layer: all of its states, and the last ones once more.
template <class Layer>
GradientGroup layers(const std::string& name) {
  GradientGroup group(name);
  Random random(6);
  for_batches([&](const std::string& what, std::size_t batch, std::size_t steps, std::size_t width,
                  const Lengths& lengths) {
    const Layer layer(3, width, random);
    const Parameters parameters = layer.parameters();
    group.add(
        what,
        [=](const In& in) {
          const Recurrence read = layer(in[0], lengths);
          Tensor y = beside_sum(read.states + reshape(read.last, {batch, 1, width}), in);
          for (const Parameter& p : parameters) y = beside_sum(y, {p.tensor});
          return y;
        },
        {numbers({batch, steps, 3})}, parameters);
  });
  return group;
}

}  // namespace

GradientTable recurrent_cases() {
  return {scans("rnn_scan", 1, false,
                [](const In& in, const Lengths& l) { return rnn_scan(in[0], in[1], l); }),
          scans("gru_scan", 3, true,
                [](const In& in, const Lengths& l) { return gru_scan(in[0], in[1], in[2], l); }),
          scans("lstm_scan", 4, false,
                [](const In& in, const Lengths& l) { return lstm_scan(in[0], in[1], l); }),
          scans("reverse_steps", 1, false,
                [](const In& in, const Lengths& l) { return reverse_steps(in[0], l); }),
          layers<RNN>("RNN"),
          layers<GRU>("GRU"),
          layers<LSTM>("LSTM")};
}

}  // namespace heed
