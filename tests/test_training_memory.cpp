// What a training keeps while it goes on.
#include <doctest/doctest.h>

#include <cstddef>  // says whether this is glibc
#if defined(__GLIBC__)
#if __GLIBC_PREREQ(2, 33)
#include <malloc.h>
#define HEED_MALLINFO 1
#endif
#endif

#include "heed/checkpoint.hpp"
#include "heed/resolver.hpp"
#include "support.hpp"

using namespace heed;

namespace {

struct Memory {
  std::size_t nodes = live_nodes();
#if defined(HEED_MALLINFO)
  std::size_t bytes = mallinfo2().uordblks;  // in use: the pool, vectors, strings
#else
  std::size_t bytes = 0;
#endif
};

}  // namespace

TEST_CASE("training: 2,000 steps need no more memory than 200") {
  const std::vector<Example> examples = parse_examples(
      "7.0\tThe {animal}* left the {street} because [it] was tired .\n"
      "8.0\tThe {big dog}* and the {cat}* saw {it all} so [it] ran\n"
      "The {cat}* saw {birds} , [it] sang\n",
      "examples");
  const Vocabulary vocabulary(examples);
  ResolverConfig config;
  config.encoder.width = 8;
  config.encoder.heads = 2;
  Random random(1);
  const Resolver model(config, vocabulary.size(), random);
  TrainingState state(model.parameters());
  DataOrder order(examples.size(), 2, 1);
  const auto train_until = [&](std::int64_t end) {
    for (; state.step < end; ++state.step) {
      const Batch batch(examples, order(state.step), vocabulary);
      const Tensor loss = model.loss(batch, model(batch, whole(batch, config)));
      state.parameters.zero_grad();
      loss.backward();
      clip_gradients(state.parameters, 1, state.step);
      state.adam.step(1e-3);
    }
    return Memory();
  };
  const Memory early = train_until(200), late = train_until(2000);
  CHECK(late.nodes == early.nodes);
  CHECK(late.bytes <= early.bytes);
}
