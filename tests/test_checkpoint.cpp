#include "heed/checkpoint.hpp"
#include "heed/linear.hpp"
#include "heed/safetensors.hpp"
#include "support.hpp"
#include "temporary_folder.hpp"

using namespace heed;

namespace {

// A training of one layer whose gradients follow from the step.
struct Training {
  Linear linear;
  TrainingState state;

  explicit Training(std::uint64_t seed, std::size_t generators = 1)
      : linear(random(seed)), state(linear.parameters(), {.decay = 0.1}) {
    for (std::size_t i = 0; i < generators; ++i) state.generators.emplace_back(seed, i);
  }
  static Linear random(std::uint64_t seed) {
    Random chance(seed);
    return Linear(3, 2, chance);
  }

  void step() {
    for (const Parameter& parameter : state.parameters) {
      Tensor(parameter.tensor).mutable_grad() =
          random_array(parameter.tensor.shape(), static_cast<std::uint64_t>(state.step));
    }
    state.adam.step(0.01 * (1 + state.generators.back().uniform()));
    ++state.step;
  }
};

bool identical(const std::vector<Array>& a, const std::vector<Array>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Array& x, const Array& y) { return ::identical(x, y); });
}

bool identical(const TrainingState& a, const TrainingState& b) {
  const auto same_state = [](const Random& x, const Random& y) { return x.state() == y.state(); };
  return identical(snapshot(a.parameters), snapshot(b.parameters)) &&
         identical(a.adam.memory().mean, b.adam.memory().mean) &&
         identical(a.adam.memory().square, b.adam.memory().square) &&
         a.adam.memory().steps == b.adam.memory().steps && a.step == b.step &&
         a.log_bytes == b.log_bytes && a.best.has_value() == b.best.has_value() &&
         (!a.best ||
          (a.best->score == b.best->score && identical(a.best->values, b.best->values))) &&
         std::equal(a.generators.begin(), a.generators.end(), b.generators.begin(),
                    b.generators.end(), same_state);
}

std::string refusal(const std::string& path, TrainingState& state) {
  try {
    load_checkpoint(path, state);
  } catch (const InputError& error) {
    return std::string(error.what()).substr(path.size());
  }
  return "";
}

}  // namespace

TEST_CASE("checkpoint: another training goes on from it with the same bits, step by step") {
  const TemporaryFolder folder;
  for (const bool best : {false, true}) {
    Training saved(1), loaded(2);
    for (int i = 0; i < 5; ++i) saved.step();
    saved.state.log_bytes = 123'456'789'012;
    if (best) saved.state.best = {0.1 + 0.2, snapshot(saved.state.parameters)};
    if (!best) loaded.state.best = {1, snapshot(loaded.state.parameters)};
    save_checkpoint(folder / "checkpoint", saved.state);
    CHECK_FALSE(identical(saved.state, loaded.state));
    load_checkpoint(folder / "checkpoint", loaded.state);
    for (int i = 0; i < 5; ++i) {
      CHECK(identical(saved.state, loaded.state));
      saved.step();
      loaded.step();
    }
  }
}

TEST_CASE("checkpoint: the same state makes the same bytes") {
  const TemporaryFolder folder;
  Training training(1);
  training.step();
  save_checkpoint(folder / "one", training.state);
  save_checkpoint(folder / "two", training.state);
  CHECK(read_file(folder / "one") == read_file(folder / "two"));
}

TEST_CASE("checkpoint: whichever bit is flipped, it is refused or harmless, never believed") {
  const TemporaryFolder folder;
  Training saved(1);
  saved.step();
  saved.state.best = {0.5, snapshot(saved.state.parameters)};
  save_checkpoint(folder / "checkpoint", saved.state);
  const std::string bytes = read_file(folder / "checkpoint");
  std::size_t refused = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ (1 << (i % 8)));
    write_file(folder / "damaged", damaged);
    Training loaded(2);
    const bool accepted = refusal(folder / "damaged", loaded.state).empty();
    if (accepted) CHECK(identical(loaded.state, saved.state));
    if (!accepted) CHECK(identical(loaded.state, Training(2).state));
    refused += !accepted;
  }
  CHECK(refused > bytes.size() * 9 / 10);
}

TEST_CASE("checkpoint: cut short anywhere, it is refused") {
  const TemporaryFolder folder;
  Training saved(1);
  save_checkpoint(folder / "checkpoint", saved.state);
  const std::string bytes = read_file(folder / "checkpoint");
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    write_file(folder / "cut", bytes.substr(0, length));
    CHECK_FALSE(refusal(folder / "cut", saved.state).empty());
  }
}

TEST_CASE("checkpoint: what is absent, no checkpoint or of another model is refused, by its name") {
  const TemporaryFolder folder;
  Training training(1);
  CHECK(refusal(folder / "absent", training.state) == ": cannot read: No such file or directory");
  save_parameters(folder / "model", training.state.parameters);
  CHECK(refusal(folder / "model", training.state) == ": is no checkpoint of heed");

  save_checkpoint(folder / "checkpoint", training.state);
  Training two(1, 2);
  CHECK(refusal(folder / "checkpoint", two.state) ==
        ": has 4 numbers of generators, but 8 are expected");
  TrainingState wider(Parameters().add("weight", Tensor::parameter(zeros({3, 4}))));
  CHECK(refusal(folder / "checkpoint", wider) ==
        ": is of another model: 6 arrays for 1 parameters");
  const Parameters turned = Parameters()
                                .add("weight", Tensor::parameter(zeros({2, 3})))
                                .add("bias", Tensor::parameter(zeros({2})));
  TrainingState other(turned);
  CHECK(refusal(folder / "checkpoint", other) ==
        ": is of another model: 'model.weight' [3, 2], but this one has weight [2, 3]");
}

TEST_CASE("checkpoint: numbers that are not finite are not saved, and the old file is kept") {
  const TemporaryFolder folder;
  Training training(1);
  save_checkpoint(folder / "checkpoint", training.state);
  const std::string before = read_file(folder / "checkpoint");
  training.state.step = 12;
  training.linear.bias.mutable_value()[1] = static_cast<Real>(kNaN);
  CHECK_THROWS_WITH_AS(save_checkpoint(folder / "checkpoint", training.state),
                       "step 12: model.bias holds nan at [1] of [2]", NonFiniteError);
  CHECK(read_file(folder / "checkpoint") == before);
}

// ---- with the right checksum --------------------------------------------------------------------

namespace {

// What the refusal of a checkpoint says that has another text in the place of this one, which is as
// long, and the checksum that belongs to it.
std::string refusal_of_altered(const TrainingState& saved, const std::string& text,
                               const std::string& other) {
  const TemporaryFolder folder;
  const std::string path = folder / "checkpoint";
  save_checkpoint(path, saved);
  std::string bytes = read_file(path);
  bytes.replace(bytes.find(text), text.size(), other);
  write_file(path, bytes);
  Training loaded(2);
  const std::string damaged = refusal(path, loaded.state);
  constexpr std::size_t kSum = 16;
  const std::size_t sum = damaged.find("checksum is '") + 13, right = damaged.rfind("'") - kSum;
  bytes.replace(bytes.find(damaged.substr(sum, kSum)), kSum, damaged.substr(right, kSum));
  write_file(path, bytes);
  const std::string message = refusal(path, loaded.state);
  CHECK(identical(loaded.state, Training(2).state));
  return message;
}

}  // namespace

TEST_CASE("checkpoint: of a step that no training comes to, it is refused") {
  Training training(1);
  training.state.step = 1'000'000'000'000'000'000;  // of 19 digits, as 2⁶³
  CHECK(refusal_of_altered(training.state, concat(training.state.step), "9223372036854775808") ==
        ": says that its step is 9223372036854775808");
}

TEST_CASE("checkpoint: a number in it that is not finite is refused") {
  Training training(1);
  training.linear.bias.mutable_value()[1] = Real{1.5};
  const Real right = Real{1.5}, wrong = static_cast<Real>(kInf);
  const auto bytes = [](const Real& x) {
    return std::string(reinterpret_cast<const char*>(&x), sizeof x);
  };
  CHECK(refusal_of_altered(training.state, bytes(right), bytes(wrong)) ==
        ": model.bias holds inf at [1] of [2]");
}
