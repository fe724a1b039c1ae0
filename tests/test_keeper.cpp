#include <csignal>

#include "heed/keeper.hpp"
#include "support.hpp"
#include "temporary_folder.hpp"

using namespace heed;

namespace {

constexpr std::size_t kSteps = 12;
const std::string kNewest = "/checkpoint.safetensors",
                  kPrevious = "/checkpoint-previous.safetensors";

RunFolder open(const std::string& path) {
  return RunFolder("train", path, Existing::kResume, {"seed = 1\n", "build/bin/train --seed 1"});
}

// Runs a training in the folder until a step, where a crash or the end finds it; from the start or
// from where it was. Returns the parameters.
Array run(const std::string& path, std::size_t until, std::size_t save_every = 3) {
  const RunFolder folder = open(path);
  TrainingState state(Parameters().add("x", Tensor::parameter(row({1, -2, 3}))));
  Keeper keeper(folder, state, kSteps, save_every);
  while (state.step < static_cast<std::int64_t>(until)) {
    Tensor x = state.parameters[0].tensor;
    x.mutable_grad() = random_array({3}, static_cast<std::uint64_t>(state.step));
    state.adam.step(0.1);
    ++state.step;
    keeper.metrics().line({{"step", state.step}, {"x", x.value()[0]}});
    keeper.keep();
  }
  return state.parameters[0].tensor.value();
}

void damage(const std::string& path) {
  std::string bytes = read_file(path);
  bytes.back() = static_cast<char>(bytes.back() ^ 1);
  write_file(path, bytes);
}

std::int64_t step_of(const std::string& path) {
  TrainingState state(Parameters().add("x", Tensor::parameter(zeros({3}))));
  load_checkpoint(path, state);
  return state.step;
}

}  // namespace

TEST_CASE("keeper: a run that ends at any step goes on to the same bits, log included") {
  const TemporaryFolder whole;
  const Array expected = run(whole.path, kSteps);
  const std::string log = read_file(whole / "metrics.jsonl");
  CHECK(static_cast<std::size_t>(std::count(log.begin(), log.end(), '\n')) == kSteps);
  for (std::size_t end = 0; end <= kSteps; ++end) {
    const TemporaryFolder folder;
    run(folder.path, end);
    CHECK(identical(run(folder.path, kSteps), expected));
    CHECK(read_file(folder / "metrics.jsonl") == log);
    CHECK(read_file(folder.path + kNewest) == read_file(whole.path + kNewest));
  }
}

TEST_CASE("keeper: saves every few steps and after the last, and keeps the one before") {
  const TemporaryFolder folder;
  run(folder.path, 4, 5);
  CHECK_FALSE(exists(folder.path + kNewest));
  run(folder.path, 5, 5);
  CHECK(step_of(folder.path + kNewest) == 5);
  CHECK_FALSE(exists(folder.path + kPrevious));
  run(folder.path, kSteps, 5);
  CHECK(step_of(folder.path + kNewest) == kSteps);
  CHECK(step_of(folder.path + kPrevious) == 10);
}

TEST_CASE("keeper: with the newest damaged it goes on from the one before, which stays") {
  const TemporaryFolder whole, folder;
  const Array expected = run(whole.path, kSteps);
  run(folder.path, 7);
  damage(folder.path + kNewest);
  run(folder.path, 4);  // ends before it has saved another
  CHECK(step_of(folder.path + kPrevious) == 3);
  run(folder.path, 6);
  CHECK(step_of(folder.path + kNewest) == 6);
  CHECK(step_of(folder.path + kPrevious) == 3);
  CHECK(identical(run(folder.path, kSteps), expected));
  CHECK(read_file(folder / "metrics.jsonl") == read_file(whole / "metrics.jsonl"));
}

TEST_CASE("keeper: with both damaged it starts afresh, and its log too") {
  const TemporaryFolder whole, folder;
  const Array expected = run(whole.path, kSteps);
  run(folder.path, 7);
  damage(folder.path + kNewest);
  damage(folder.path + kPrevious);
  CHECK(identical(run(folder.path, kSteps), expected));
  CHECK(read_file(folder / "metrics.jsonl") == read_file(whole / "metrics.jsonl"));
}

TEST_CASE("keeper: a signal ends the run after its step, saved, with the way to go on") {
  for (const int signal : {SIGINT, SIGTERM}) {
    const TemporaryFolder folder;
    const RunFolder run_folder = open(folder.path);
    TrainingState state(Parameters().add("x", Tensor::parameter(zeros({3}))));
    Keeper keeper(run_folder, state, kSteps, 1000);
    state.step = 1;
    CHECK_NOTHROW(keeper.keep());
    std::raise(signal);
    state.step = 2;
    try {
      keeper.keep();
      FAIL("goes on");
    } catch (const Interrupted& end) {
      CHECK(end.signal == signal);
      CHECK(end.what() ==
            "interrupted; to go on: build/bin/train --seed 1 --out " + folder.path + " --resume");
    }
    CHECK(step_of(folder.path + kNewest) == 2);
  }
}
