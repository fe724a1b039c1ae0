#include <doctest/doctest.h>

#include <cstdint>
#include <cstring>
#include <set>
#include <thread>
#include <vector>

#include "heed/pool.hpp"
#include "support.hpp"

using namespace heed;

namespace {

constexpr bool kReuses = !kAddressSanitizer;

// One step of training, in small: several operations, and their gradients.
void step(Tensor& weight, const Array& input) {
  weight.zero_grad();
  const Tensor hidden = tanh(matmul(Tensor(input), weight));
  const Tensor normal = layer_norm(hidden, ones({12}), zeros({12}));
  const Tensor loss =
      mean(softmax(normal) * hidden + relu(normal)) + sum(concat({hidden, normal}, 0));
  loss.backward();
}

}  // namespace

TEST_CASE("pool: blocks are aligned to 64 bytes, never null, and hold what was asked for") {
  std::vector<std::pair<void*, std::size_t>> blocks;
  for (std::size_t bytes = 0; bytes < 3000; bytes += bytes < 300 ? 1 : 37) {
    void* block = pool_take(bytes);
    CHECK(block != nullptr);
    CHECK(reinterpret_cast<std::uintptr_t>(block) % 64 == 0);
    std::memset(block, static_cast<int>(blocks.size() % 251), bytes);
    blocks.emplace_back(block, bytes);
  }
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const auto* bytes = static_cast<const unsigned char*>(blocks[i].first);
    CHECK(std::all_of(bytes, bytes + blocks[i].second,
                      [i](unsigned char byte) { return byte == i % 251; }));
    pool_return(blocks[i].first, blocks[i].second);
  }
}

TEST_CASE("pool: a returned block goes to the next that asks for its size" *
          doctest::skip(!kReuses)) {
  void* first = pool_take(5000);
  pool_return(first, 5000);
  const std::size_t before = system_allocations();
  void* second = pool_take(5000);
  CHECK(second == first);
  void* third = pool_take(5000);
  CHECK(third != second);
  CHECK(system_allocations() <= before + 1);
  pool_return(second, 5000);
  pool_return(third, 5000);
}

TEST_CASE("pool: what one thread took another may give back") {
  void* block = pool_take(1000);
  std::thread([block] { pool_return(block, 1000); }).join();
  Array made;
  std::thread([&made] { made = full({100}, 7); }).join();
  CHECK(identical(made, full({100}, 7)));
}

TEST_CASE("pool: from the second step on, a training step asks nothing of the system" *
          doctest::skip(!kReuses)) {
  Tensor weight = Tensor::parameter(random_array({10, 12}, 1));
  const Array input = random_array({8, 10}, 2);
  step(weight, input);
  const std::size_t after_first = system_allocations();
  for (int i = 0; i < 20; ++i) step(weight, input);
  CHECK(system_allocations() == after_first);
}

TEST_CASE("pool: a step on large arrays, with threads, asks nothing again either" *
          doctest::skip(!kReuses)) {
  Tensor weight = Tensor::parameter(random_array({200, 12}, 1));
  const Array input = random_array({3000, 200}, 2);
  step(weight, input);
  const std::size_t after_first = system_allocations();
  for (int i = 0; i < 3; ++i) step(weight, input);
  CHECK(system_allocations() == after_first);
}
