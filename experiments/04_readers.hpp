// The readers that 04_distance.cpp compares: networks that read word after word, and attention.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "../datasets/recall/recall.hpp"
#include "heed/embedding.hpp"
#include "heed/encoder.hpp"
#include "heed/linear.hpp"
#include "heed/recurrent.hpp"
#include "heed/relative_bias.hpp"

namespace heed {

inline constexpr std::size_t kWidth = 32;  // of a word's vector, and of attention
inline constexpr std::size_t kReach = 16;  // relative positions further back share one number
inline constexpr std::size_t kLongest = 220, kMet = 31;  // learned positions; those met in training

// The vectors of a story [B, T, D] → what is known after its last word [B, width].
struct Reader {
  std::size_t width;
  Parameters parameters;
  std::function<Tensor(const Tensor&)> last;
  std::size_t unmet = 0;  // parameters that gaps of at most 20 words never reach
};

template <class Layer>
Reader recurrent(const Layer& layer) {
  return {layer.recurrent.shape()[0], layer.parameters(),
          [layer](const Tensor& x) { return layer(x).last; }};
}

// Two layers of four heads; a word looks at itself and what came before, as an RNN does. `relative`
// adds to each head's scores a learned number for each distance.
inline Reader attention(Positions positions, bool relative, Random& random) {
  Encoder encoder({.width = kWidth, .layers = 2, .positions = positions, .longest = kLongest},
                  random);
  Parameters parameters = encoder.parameters();
  const RelativeBias bias(4, kReach);
  if (relative) parameters.add("bias", bias);
  // Of a relative bias, the half that looks ahead.
  const std::size_t unmet = positions == Positions::kLearned ? (kLongest - kMet) * kWidth
                            : relative                       ? kReach * 4
                                                             : 0;
  return {kWidth, parameters,
          [=](const Tensor& x) mutable {
            const std::size_t length = x.shape()[1];
            const Tensor scores = relative ? bias(length) : Tensor();  // [H, T, T]
            for (EncoderBlock& block : encoder.blocks) block.attention.options.bias = scores;
            const Tensor read = encoder(x, {causal_mask(length)}, {.weights = false}).output;
            return select(read, 1, length - 1);
          },
          unmet};
}

// About as many parameters each.
inline const std::vector<std::string> kReaders = {"RNN",
                                                  "RNN, orthogonal",
                                                  "GRU",
                                                  "LSTM, forget bias 0",
                                                  "LSTM, forget bias 1",
                                                  "attention",
                                                  "attention, sinusoidal",
                                                  "attention, learned",
                                                  "attention, relative"};

inline Reader reader(const std::string& name, Random& random) {
  if (name == "RNN") return recurrent(RNN(kWidth, 78, random));
  if (name == "RNN, orthogonal") {
    return recurrent(RNN(kWidth, 78, random, RNN::Start::kOrthogonal));
  }
  if (name == "GRU") return recurrent(GRU(kWidth, 39, random));
  if (name == "LSTM, forget bias 0") return recurrent(LSTM(kWidth, 33, random, 0));
  if (name == "LSTM, forget bias 1") return recurrent(LSTM(kWidth, 33, random, 1));
  if (name == "attention, sinusoidal") return attention(Positions::kSinusoidal, false, random);
  if (name == "attention, learned") return attention(Positions::kLearned, false, random);
  return attention(Positions::kNone, name == "attention, relative", random);
}

struct Model {
  Model(const std::string& name, Random& random)
      : words(recall::kWords, kWidth, 1, random),
        reader(heed::reader(name, random)),
        answer(reader.width, recall::kAnswers, random) {}

  Embedding words;
  Reader reader;
  Linear answer;
  Tensor operator()(const Indices& ids) const { return answer(reader.last(words(ids))); }
  Parameters parameters() const {
    Parameters list = reader.parameters;
    return list.add("words", words).add("answer", answer);
  }
};

}  // namespace heed
