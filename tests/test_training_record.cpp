#include <doctest/doctest.h>

#include "heed/array.hpp"
#include "heed/training_record.hpp"

using namespace heed;

namespace {

Parameters numbers(const Tensor& tensor) { return Parameters().add("numbers", tensor); }

}  // namespace

TEST_CASE("training record: the weights of step 0, then most steps early, never the last") {
  const Tensor weight = Tensor::parameter(zeros({2}));
  TrainingRecord record(numbers(weight), 576);
  for (std::size_t step = 1; step <= 576; ++step)
    record.step(step, 1.0 / static_cast<double>(step));
  REQUIRE(record.snapshots().size() == 24);
  for (std::size_t i = 0; i < 24; ++i) CHECK(record.snapshots()[i].step == i * i);  // 576 (i/24)²
  CHECK(record.losses().size() == 576);
  CHECK(record.losses()[3] == 0.25);
}

TEST_CASE("training record: a short training is taken down once a step") {
  TrainingRecord record(numbers(Tensor::parameter(zeros({2}))), 5);
  for (std::size_t step = 1; step <= 5; ++step) record.step(step, 1);
  REQUIRE(record.snapshots().size() == 5);
  for (std::size_t i = 0; i < 5; ++i) CHECK(record.snapshots()[i].step == i);
}

TEST_CASE("training record: a snapshot holds the weights of its time, not of later ones") {
  Tensor weight = Tensor::parameter(zeros({2}));
  TrainingRecord record(numbers(weight), 2);
  restore(numbers(weight), {Array({2}, {1, -2})});
  record.step(1, 1);
  CHECK(record.snapshots()[0].halves == std::string(4, '\0'));
  CHECK(record.snapshots()[1].halves == std::string("\x00\x3C\x00\xC0", 4));
}

TEST_CASE("training record: large models leave fewer snapshots, or none") {
  TrainingRecord some(numbers(Tensor::parameter(zeros({100'000}))), 100);
  for (std::size_t step = 1; step <= 100; ++step) some.step(step, 1);
  CHECK(some.snapshots().size() == 3);  // 645,000 / 200,000
  TrainingRecord none(numbers(Tensor::parameter(zeros({400'000}))), 100);
  none.step(1, 1);
  CHECK(none.snapshots().empty());
  CHECK(none.losses().size() == 1);
}
