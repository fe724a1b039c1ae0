#include <doctest/doctest.h>

#include "heed/array.hpp"
#include "heed/training_record.hpp"
#include "support.hpp"
#include "temporary_folder.hpp"

using namespace heed;

namespace {

// Training that changes nothing, from the step that the state has come to.
void run(TrainingState& state, TrainingRecord& record, std::size_t until) {
  while (static_cast<std::size_t>(state.step) < until) {
    ++state.step;
    record.step(1.0 / static_cast<double>(state.step));
  }
}

struct Made {
  Tensor weight;
  TrainingState state;
  TrainingRecord record;
  Made(std::size_t numbers, std::size_t steps)
      : weight(Tensor::parameter(zeros({numbers}))),
        state(Parameters().add("numbers", weight)),
        record(state, steps) {}
};

}  // namespace

TEST_CASE("training record: the weights of step 0, then most steps early, never the last") {
  Made made(2, 576);
  run(made.state, made.record, 576);
  const std::vector<Snapshot> snapshots = made.record.snapshots();
  REQUIRE(snapshots.size() == 24);
  for (std::size_t i = 0; i < 24; ++i) CHECK(snapshots[i].step == i * i);  // 576 (i/24)²
}

TEST_CASE("training record: a short training is taken down once a step") {
  Made made(2, 5);
  run(made.state, made.record, 5);
  REQUIRE(made.record.snapshots().size() == 5);
  for (std::size_t i = 0; i < 5; ++i) CHECK(made.record.snapshots()[i].step == i);
  CHECK(made.record.losses() == std::vector<double>{1, .5, static_cast<double>(Real(1. / 3)), .25,
                                                    static_cast<double>(Real(.2))});
}

TEST_CASE("training record: of a long training each loss is the mean of several") {
  Made made(1, 800);
  run(made.state, made.record, 799);
  CHECK(made.record.every() == 2);
  REQUIRE(made.record.losses().size() == 400);
  CHECK(made.record.losses()[0] == .75);                                    // of 1 and 1/2
  CHECK(made.record.losses()[399] == static_cast<double>(Real(1. / 799)));  // one step so far
}

TEST_CASE("training record: a snapshot holds the weights of its time, not of later ones") {
  Made made(2, 2);
  restore(made.state.parameters, {Array({2}, {1, -2})});
  run(made.state, made.record, 1);
  CHECK(made.record.snapshots()[0].halves == std::string(4, '\0'));
  CHECK(made.record.snapshots()[1].halves == std::string("\x00\x3C\x00\xC0", 4));
}

TEST_CASE("training record: large models leave fewer snapshots, or none") {
  Made some(100'000, 100);
  run(some.state, some.record, 100);
  CHECK(some.record.snapshots().size() == 3);  // 645,000 / 200,000
  Made none(400'000, 100);
  run(none.state, none.record, 1);
  CHECK(none.record.snapshots().empty());
  CHECK(none.record.losses().size() == 1);
}

TEST_CASE("training record: a run that goes on from a checkpoint leaves the same") {
  const TemporaryFolder folder;
  Made whole(2, 50), before(2, 50), after(2, 50);
  run(whole.state, whole.record, 50);
  run(before.state, before.record, 20);
  save_checkpoint(folder / "c", before.state);
  load_checkpoint(folder / "c", after.state);
  TrainingRecord record(after.state, 50);
  run(after.state, record, 50);
  CHECK(record.losses() == whole.record.losses());
  REQUIRE(record.snapshots().size() == whole.record.snapshots().size());
  for (std::size_t i = 0; i < record.snapshots().size(); ++i) {
    CHECK(record.snapshots()[i].step == whole.record.snapshots()[i].step);
    CHECK(record.snapshots()[i].halves == whole.record.snapshots()[i].halves);
  }
}

TEST_CASE("training record: the history of another training is refused") {
  Made made(2, 100);
  run(made.state, made.record, 60);
  CHECK_NOTHROW(TrainingRecord(made.state, 100));
  const auto refused = [&](std::size_t steps) {
    return input_error([&] { TrainingRecord(made.state, steps); });
  };
  CHECK(refused(50) ==
        "the losses that the checkpoint keeps are not those of 60 steps of 50; start afresh with "
        "--overwrite");  // beyond its end
  CHECK(refused(90) ==
        "the losses that the checkpoint keeps are not those of 60 steps of 90; start afresh with "
        "--overwrite");  // fewer losses
  made.state.step = 59;
  made.state.history.back() = zeros({3});  // of more weights
  CHECK(refused(100) ==
        "the losses that the checkpoint keeps are not those of 59 steps of 100; start afresh with "
        "--overwrite");
  made.state.history.pop_back();
  CHECK(refused(100) ==
        "the losses that the checkpoint keeps are not those of 59 steps of 100; start afresh with "
        "--overwrite");
}
