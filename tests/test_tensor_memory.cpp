#include <doctest/doctest.h>
#include <pthread.h>

#include "heed/error.hpp"
#include "heed/tensor.hpp"
#include "support.hpp"

using namespace heed;

namespace {

Tensor number(double value) { return Tensor::parameter(scalar(value)); }

// An operation whose backward returns a gradient of another shape.
Tensor with_wrong_gradient(const Tensor& x) {
  return Tensor::from_op("wrong", x.value(), {x},
                         [](const Array&, const Array&) -> Grads { return {ones({7})}; });
}

// Runs f on a thread with a stack of 256 KiB.
void on_small_stack(void (*f)()) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  REQUIRE(pthread_attr_setstacksize(&attributes, 256 * 1024) == 0);
  pthread_t thread;
  const auto run = [](void* body) -> void* {
    reinterpret_cast<void (*)()>(body)();
    return nullptr;
  };
  REQUIRE(pthread_create(&thread, &attributes, run, reinterpret_cast<void*>(f)) == 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

Tensor chain(Tensor x) {
  for (int i = 0; i < 1'000'000; ++i) x = x + 1;
  return x;
}

}  // namespace

TEST_CASE("tensor: a graph that is gone leaves no node behind, used, unused or interrupted") {
  const Tensor x = number(3);
  const std::size_t before = live_nodes();
  for (int i = 0; i < 10'000; ++i) {
    (x * x + x).backward();
    { const Tensor unused = x * x + x; }
    try {
      const Tensor y = x * x + x;
      throw 1;
    } catch (int) {
    }
    REQUIRE(live_nodes() == before);
  }
}

TEST_CASE("tensor: an error inside an operation leaves no node behind") {
  const Tensor x = Tensor::parameter(row({1, 2}));
  const std::size_t before = live_nodes();
  CHECK_THROWS_AS(sum(x * x + row({1, 2, 3})), ShapeError);
  CHECK_THROWS_AS(sum(with_wrong_gradient(x * x)).backward(), ShapeError);
  CHECK(live_nodes() == before);
}

TEST_CASE("tensor: a total kept as a number, and a state that is detached, hold no graph") {
  const Tensor weight = number(0.5);
  Tensor state = scalar(1);
  double total = 0;
  std::size_t early = 0;
  for (int step = 0; step < 1000; ++step) {
    const Tensor next = tanh(weight * state);
    const Tensor loss = next * next;
    loss.backward();
    total += static_cast<double>(loss.item());
    state = next.detach();
    if (step == 10) early = live_nodes();
    if (step > 10) REQUIRE(live_nodes() == early);
  }
  CHECK(total > 0);
}

TEST_CASE("tensor: a chain of a million nodes needs no stack to be walked or dropped") {
  on_small_stack([] {
    const Tensor x = number(0);
    const std::size_t before = live_nodes();
    {
      const Tensor end = chain(x);
      CHECK(end.item() == 1'000'000);
      CHECK(live_nodes() == before + 1'000'000);
      end.backward();
    }
    CHECK(x.grad().item() == 1);
    CHECK(live_nodes() == before);
    { const Tensor unused = chain(x); }
    CHECK(live_nodes() == before);
    CHECK_THROWS_AS(chain(x) + row({1, 2}) + row({1, 2, 3}), ShapeError);
    CHECK(live_nodes() == before);
  });
}
