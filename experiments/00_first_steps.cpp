// First steps: a tensor, a backward pass, a network that learns XOR, its file.
#include <cstdio>
#include <filesystem>

#include "heed/linear.hpp"
#include "heed/optimizer.hpp"
#include "heed/safetensors.hpp"

using namespace heed;

// Two layers: one straight line cannot separate XOR, a hidden layer can.
struct Network {
  Linear hidden, output;
  Tensor operator()(const Tensor& x) const { return sigmoid(output(tanh(hidden(x)))); }
  Parameters parameters() const { return Parameters().add("hidden", hidden).add("output", output); }
};

int main() {
  // A tensor remembers how it was computed: y = x², so dy/dx = 2x.
  Tensor x = Tensor::parameter(Array({3}, {1, 2, 3}));
  sum(x * x).backward();
  std::printf("dy/dx = %s\n", to_string(x.grad()).c_str());  // [2, 4, 6]

  // Four questions and their answers.
  const Tensor questions(Array({4, 2}, {0, 0, 0, 1, 1, 0, 1, 1}));
  const Tensor answers(Array({4, 1}, {0, 1, 1, 0}));

  Random random(1);
  Network network{Linear(2, 8, random), Linear(8, 1, random)};
  Adam adam(network.parameters());
  for (int step = 0; step < 1000; ++step) {
    const Tensor error = network(questions) - answers;
    const Tensor loss = mean(error * error);
    network.parameters().zero_grad();
    loss.backward();
    adam.step(0.02);
  }
  std::printf("trained = %s\n", to_string(network(questions).value(), 2).c_str());

  // Saved, and loaded into another network: the same answers.
  const std::string path = std::filesystem::temp_directory_path() / "xor.safetensors";
  save_parameters(path, network.parameters());
  Network loaded{Linear(2, 8, random), Linear(8, 1, random)};
  load_parameters(TensorFile(path), loaded.parameters());
  std::printf("loaded  = %s\n", to_string(loaded(questions).value(), 2).c_str());
}
