#include <doctest/doctest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "heed/parallel.hpp"
#include "support.hpp"

using namespace heed;

namespace {

// Runs f with 1, 2, 3 and 8 threads, then sets the number back.
template <class F>
void for_thread_counts(F f) {
  const std::size_t before = threads();
  for (const std::size_t count : {1u, 2u, 3u, 8u}) {
    set_threads(count);
    CAPTURE(count);
    f();
  }
  set_threads(before);
}

// Does f() give the same bits with every number of threads?
template <class F>
bool same_with_any_threads(F f) {
  std::vector<Array> results;
  for_thread_counts([&] { results.push_back(f()); });
  return std::all_of(results.begin(), results.end(),
                     [&](const Array& result) { return identical(result, results.front()); });
}

}  // namespace

TEST_CASE("parallel: every block runs exactly once, however many threads there are") {
  for_thread_counts([] {
    for (const std::size_t blocks : {0u, 1u, 2u, 7u, 1000u}) {
      std::vector<std::atomic<int>> runs(blocks);
      parallel(blocks, [&](std::size_t block) { ++runs[block]; });
      CHECK(std::all_of(runs.begin(), runs.end(), [](const auto& count) { return count == 1; }));
    }
  });
}

TEST_CASE("parallel: the number of threads is the one that was set, and at least 1") {
  const std::size_t before = threads();
  set_threads(3);
  CHECK(threads() == 3);
  set_threads(0);
  CHECK(threads() == 1);
  set_threads(before);
  CHECK(threads() == before);
}

TEST_CASE("parallel: of several exceptions that of the lowest block comes out") {
  for_thread_counts([] {
    const auto fails_from_5 = [](std::size_t block) {
      if (block >= 5) throw std::runtime_error("block " + std::to_string(block));
    };
    for (int i = 0; i < 20; ++i) {
      CHECK_THROWS_WITH_AS(parallel(64, fails_from_5), "block 5", std::runtime_error);
    }
    CHECK_THROWS_WITH_AS(parallel(1, [](std::size_t) { throw std::runtime_error("alone"); }),
                         "alone", std::runtime_error);
  });
}

TEST_CASE("parallel: after an exception the next call works as ever") {
  for_thread_counts([] {
    CHECK_THROWS(parallel(8, [](std::size_t) { throw 1; }));
    std::atomic<std::size_t> sum = 0;
    parallel(8, [&](std::size_t block) { sum += block; });
    CHECK(sum == 28);
  });
}

TEST_CASE("parallel: a call inside a block runs all of its blocks") {
  for_thread_counts([] {
    std::vector<std::atomic<int>> runs(6 * 50);
    parallel(6, [&](std::size_t outer) {
      parallel(50, [&](std::size_t inner) { ++runs[outer * 50 + inner]; });
    });
    CHECK(std::all_of(runs.begin(), runs.end(), [](const auto& count) { return count == 1; }));
  });
}

TEST_CASE("parallel: two threads may call it at once") {
  const std::size_t before = threads();
  set_threads(3);
  std::atomic<std::size_t> sum = 0;
  const auto call = [&] {
    for (int i = 0; i < 200; ++i) parallel(10, [&](std::size_t block) { sum += block; });
  };
  std::thread other(call);
  call();
  other.join();
  set_threads(before);
  CHECK(sum == 2 * 200 * 45);
}

TEST_CASE("parallel: a large product has the same bits for every number of threads") {
  const Array a = random_array({200, 130}, 1), b = random_array({130, 150}, 2);
  CHECK(same_with_any_threads([&] { return matmul(a, b); }));
}

TEST_CASE("parallel: a batch of products has the same bits for every number of threads") {
  const Array a = random_array({32, 40, 33}, 1), b = random_array({32, 33, 40}, 2);
  CHECK(same_with_any_threads([&] { return matmul(a, b); }));
  CHECK(same_with_any_threads([&] { return matmul(a, a, Side::kPlain, Side::kTransposed); }));
}

TEST_CASE("parallel: map, stretching and sums have the same bits for every number of threads") {
  const Array x = random_array({300, 501}, 1), y = random_array({300, 1}, 2);
  CHECK(same_with_any_threads([&] { return map(x, [](Real v) { return v * v / (1 + v * v); }); }));
  CHECK(same_with_any_threads([&] { return mul(x, y); }));
  CHECK(same_with_any_threads([&] { return sum_over(x, {0, 1}); }));
  CHECK(same_with_any_threads([&] { return sum_over(x, {0}); }));
  CHECK(same_with_any_threads([&] { return sum_over(x, {1}); }));
}

TEST_CASE("parallel: softmax, layer norm and their gradients have the same bits, likewise") {
  const Array x = random_array({700, 64}, 1), dout = random_array({700, 64}, 2);
  CHECK(same_with_any_threads([&] { return softmax(x).value(); }));
  CHECK(same_with_any_threads(
      [&] { return gradient([](const Tensor& t) { return softmax(t); }, x, dout); }));
  CHECK(same_with_any_threads([&] {
    return gradient([](const Tensor& t) { return layer_norm(t, ones({64}), zeros({64})); }, x,
                    dout);
  }));
}

TEST_CASE("parallel: in many short rounds, one after the other, each block runs once") {
  const std::size_t before = threads();
  set_threads(4);
  std::size_t wrong = 0;
  for (std::size_t round = 0; round < 20'000; ++round) {
    std::vector<int> runs(2 + round * 7 % 23, 0);
    parallel(runs.size(), [&](std::size_t block) { ++runs[block]; });
    for (const int count : runs) wrong += count == 1 ? 0 : 1;
  }
  CHECK(wrong == 0);
  set_threads(before);
}
