#include <doctest/doctest.h>

#include "parts/story_model.hpp"
#include "support.hpp"

using namespace heed;

namespace {

const char* const kTold =
    "1 Mary went home.\n2 Then she went off.\n3 John ran up.\n4 Where is Mary?\toff\t1 2\n";

// A model of one size whose every number differs from zero, the distances too.
StoryModel model_of(const Vocabulary& vocabulary, std::size_t statements) {
  Random random(1);
  StoryModel model(vocabulary.size(), 8, 2, statements, random);
  for (const StoryLayer& layer : {model.look_back, model.ask}) {
    Tensor table = layer.distance.table;
    for (Real& x : table.mutable_value()) x = static_cast<Real>(random.normal());
  }
  return model;
}

// What it answers about a story, with so many slots.
Array answers(const std::string& told, std::size_t statements, const StoryModel& model,
              const Vocabulary& vocabulary) {
  const StoryBatch batch = StoryQuestions(parse_babi(told, "qa"), vocabulary, statements).all();
  return model(batch, batch.earlier).answers.value();
}

}  // namespace

TEST_CASE("story model: empty slots change nothing") {
  const Vocabulary vocabulary = story_vocabulary(parse_babi(kTold, "qa"));
  const StoryModel model = model_of(vocabulary, 6);
  CHECK(close(answers(kTold, 3, model, vocabulary), answers(kTold, 6, model, vocabulary)));
}

TEST_CASE("story model: a sentence is the sum of its words, and their order is lost") {
  const Vocabulary vocabulary = story_vocabulary(parse_babi(kTold, "qa"));
  const StoryModel model = model_of(vocabulary, 3);
  std::string other = kTold;
  other.replace(other.find("Then she went off"), 17, "Went off then she");
  CHECK(close(answers(kTold, 3, model, vocabulary), answers(other, 3, model, vocabulary)));
}

TEST_CASE("story model: the order of the sentences counts") {
  const Vocabulary vocabulary = story_vocabulary(parse_babi(kTold, "qa"));
  const StoryModel model = model_of(vocabulary, 3);
  const std::string other =
      "1 John ran up.\n2 Then she went off.\n3 Mary went home.\n4 Where is Mary?\toff\t1 2\n";
  CHECK_FALSE(answers(kTold, 3, model, vocabulary)[2] ==
              doctest::Approx(static_cast<double>(answers(other, 3, model, vocabulary)[2])));
}

TEST_CASE("story model: the padding stays a word of zeros, as a word and as an answer") {
  const std::vector<Story> stories = parse_babi(kTold, "qa");
  const Vocabulary vocabulary = story_vocabulary(stories);
  const StoryModel model = model_of(vocabulary, 3);
  const StoryBatch batch = StoryQuestions(stories, vocabulary, 3).all();
  cross_entropy(model(batch, batch.earlier).answers, batch.answers).backward();
  const Array& gradient = model.words.table.grad();
  for (std::size_t i = 0; i < 8; ++i) CHECK(gradient[i] == 0);
  for (const Parameter& parameter : model.parameters()) {
    CAPTURE(parameter.name);
    CHECK(std::any_of(parameter.tensor.grad().begin(), parameter.tensor.grad().end(),
                      [](Real g) { return g != 0; }));
  }
}
