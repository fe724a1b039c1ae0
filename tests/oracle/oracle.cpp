// What heed computes, for compare.py to compute again in PyTorch:  oracle FILE.safetensors
//
// Of each case "name" the file holds its inputs "name/x", the gradient "name/x.grad" of those that
// have one, the output "name/out" and the random cotangent "name/out.grad" of all these gradients.
// Of a training it holds the losses, and each parameter before and after: "name/b", "name/b.after".
#include <iostream>

#include "heed/encoder.hpp"
#include "heed/init.hpp"
#include "heed/optimizer.hpp"
#include "heed/recurrent.hpp"
#include "heed/run.hpp"
#include "heed/safetensors.hpp"

namespace {

using namespace heed;

// Every parameter as N(0, ½²), biases and gains too: none of them drops out of the comparison.
Parameters randomised(const Parameters& parameters, Random& random) {
  for (Parameter parameter : parameters) {
    parameter.tensor.mutable_value() = normal(parameter.tensor.shape(), 0.5, random);
  }
  return parameters;
}

void keep_case(NamedArrays& file, const std::string& name, const Parameters& inputs,
               const Tensor& out, Random& random) {
  const Array cotangent = normal(out.shape(), 1, random);
  out.backward(cotangent);
  for (const Parameter& input : inputs) {
    file.emplace_back(name + "/" + input.name, input.tensor.value());
    file.emplace_back(name + "/" + input.name + ".grad", input.tensor.grad());
  }
  file.emplace_back(name + "/out", out.value());
  file.emplace_back(name + "/out.grad", cotangent);
}

// Two sentences of five words, the second with one word of padding.  [2, 5, 8], two heads
void keep_attention(NamedArrays& file, Random& random) {
  const Array mask = mul(padding_mask({5, 4}, 5), causal_mask(5));
  for (const bool weights : {true, false}) {
    const std::string name = weights ? "attention" : "fused_attention";
    const MultiHeadAttention attention(8, 2, random);
    const Tensor x = Tensor::parameter(normal({2, 5, 8}, 1, random));
    Parameters inputs = randomised(attention.parameters(), random);
    file.emplace_back(name + "/mask", mask);
    Pass pass;
    pass.weights = weights;
    keep_case(file, name, inputs.add("x", x), attention(x, mask, pass).output, random);
  }
}

void keep_encoder_block(NamedArrays& file, Random& random) {
  EncoderConfig config;
  config.width = 8;
  config.heads = 2;
  config.hidden = 32;
  const EncoderBlock block(config, random);
  for (const Parameter& parameter : randomised(block.parameters(), random)) {
    file.emplace_back("encoder_block/" + parameter.name, parameter.tensor.value());
  }
  const Tensor x = Tensor::parameter(normal({2, 5, 8}, 1, random));
  keep_case(file, "encoder_block", Parameters().add("x", x), block(x, Array()).output, random);
}

void keep_layer_norm(NamedArrays& file, Random& random) {
  const LayerNorm norm(8);
  const Tensor x = Tensor::parameter(normal({3, 8}, 1, random));
  Parameters inputs = randomised(norm.parameters(), random);
  keep_case(file, "layer_norm", inputs.add("x", x), norm(x), random);
}

// Two sequences of six steps.  x [2, 6, 5], states [2, 6, 7]
template <class Network>
void keep_recurrence(NamedArrays& file, const std::string& name, Random& random) {
  const Network network(5, 7, random);
  const Tensor x = Tensor::parameter(normal({2, 6, 5}, 1, random));
  Parameters inputs = randomised(network.parameters(), random);
  keep_case(file, name, inputs.add("x", x), network(x).states, random);
}

void keep_cross_entropy(NamedArrays& file, Random& random) {
  const Tensor logits = Tensor::parameter(normal({5, 4}, 2, random));
  const Indices labels{{5}, {3, 0, kIgnore, 1, 0}};
  file.emplace_back("cross_entropy/labels", Array({5}, {3, 0, kIgnore, 1, 0}));
  keep_case(file, "cross_entropy", Parameters().add("logits", logits),
            cross_entropy(logits, labels), random);
}

// A hundred steps of a small classifier, with weight decay or without.
void keep_training(NamedArrays& file, const std::string& name, double decay, Random& random) {
  const Tensor x(normal({16, 6}, 1, random));
  Indices labels{{16}, {}};
  Array same({16});
  for (std::size_t i = 0; i < 16; ++i) {
    labels.values.push_back(static_cast<int>(random.below(3)));
    same[i] = static_cast<Real>(labels.values[i]);
  }
  file.emplace_back(name + "/x", x.value());
  file.emplace_back(name + "/labels", same);
  const Linear hidden(6, 8, random), output(8, 3, random);
  const Parameters parameters = Parameters().add("hidden", hidden).add("output", output);
  for (const Parameter& parameter : randomised(parameters, random)) {
    file.emplace_back(name + "/" + parameter.name, parameter.tensor.value());
  }
  Adam adam(parameters, {.decay = decay});
  Array losses({100});
  for (Real& loss_of_step : losses) {
    const Tensor loss = cross_entropy(output(tanh(hidden(x))), labels);
    loss_of_step = loss.item();
    parameters.zero_grad();
    loss.backward();
    adam.step(0.01);
  }
  file.emplace_back(name + "/losses", losses);
  for (const Parameter& parameter : parameters) {
    file.emplace_back(name + "/" + parameter.name + ".after", parameter.tensor.value());
  }
}

}  // namespace

int main(int argc, char** argv) {
  return run_program("oracle", [&] {
    if (argc != 2) fail<UsageError>("name the file to write");
    Random random(1);
    NamedArrays file;
    keep_attention(file, random);
    keep_encoder_block(file, random);
    keep_layer_norm(file, random);
    keep_recurrence<RNN>(file, "rnn", random);
    keep_recurrence<GRU>(file, "gru", random);
    keep_recurrence<LSTM>(file, "lstm", random);
    keep_cross_entropy(file, random);
    keep_training(file, "adam", 0, random);
    keep_training(file, "adamw", 0.1, random);
    save_tensors(argv[1], file);
    return 0;
  });
}
