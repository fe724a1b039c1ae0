// What `benchmark recurrent` measures: networks that read word after word, and attention, which
// looks at all words at once, with about as many parameters each.
#pragma once

#include "benchmark.hpp"
#include "heed/encoder.hpp"
#include "heed/init.hpp"
#include "heed/recurrent.hpp"
#include "timing.hpp"

namespace heed {

inline Tensor outputs(const Encoder& encoder, const Tensor& x) {
  return encoder(x, {Array()}, {.weights = false}).output;
}
template <class Layer>
Tensor outputs(const Layer& layer, const Tensor& x) {
  return layer(x).states;
}

// Milliseconds forward and backward. The vectors of the words collect a gradient too, as they do
// behind an embedding.
template <class Layer>
double step_ms(const Layer& layer, const Shape& shape, double seconds) {
  Random random(1);
  Tensor x = Tensor::parameter(normal(shape, 1, random));
  const Array cotangent = normal(outputs(layer, x).shape(), 1, random);
  const Parameters parameters = layer.parameters();
  return 1e3 * timing::measure(seconds, [&] {
                 x.zero_grad();
                 parameters.zero_grad();
                 outputs(layer, x).backward(cotangent);
               }).median_wall;
}

inline int run_recurrent(const Settings& settings) {
  constexpr std::size_t kBatch = 32, kWidth = 64;
  Random random(1);
  const RNN rnn(kWidth, 128, random);
  const GRU gru(kWidth, 64, random);
  const LSTM lstm(kWidth, 52, random);
  // One block: attention of 4 heads and a feed-forward network.
  const Encoder encoder({.width = kWidth, .hidden = 64, .positions = Positions::kNone}, random);
  if (!settings.json) {
    std::printf("%zu sequences of T words, forward and backward, ms\n", kBatch);
    std::printf("%10s  %9s  %9s  %9s  %9s\n", "T", "RNN", "GRU", "LSTM", "attention");
    std::printf("parameters  %9zu  %9zu  %9zu  %9zu\n", rnn.parameters().count(),
                gru.parameters().count(), lstm.parameters().count(), encoder.parameters().count());
  }
  for (const std::size_t length : {10u, 20u, 50u, 100u, 200u}) {
    const Shape shape = {kBatch, length, kWidth};
    const double seconds = settings.seconds / 4;
    const double ms[] = {step_ms(rnn, shape, seconds), step_ms(gru, shape, seconds),
                         step_ms(lstm, shape, seconds), step_ms(encoder, shape, seconds)};
    if (settings.json) {
      print_json({{"threads", static_cast<double>(settings.threads)},
                  {"length", static_cast<double>(length)},
                  {"rnn_ms", ms[0]},
                  {"gru_ms", ms[1]},
                  {"lstm_ms", ms[2]},
                  {"attention_ms", ms[3]}});
    } else {
      std::printf("%10zu  %9.3f  %9.3f  %9.3f  %9.3f\n", length, ms[0], ms[1], ms[2], ms[3]);
    }
  }
  return 0;
}

}  // namespace heed
