#include <set>

#include "heed/error.hpp"
#include "heed/optimizer.hpp"
#include "heed/resolver.hpp"
#include "layer_checks.hpp"

using namespace heed;

namespace {

// 10, 12 and 7 words. The second has two antecedents, one of two words; the third has none.
const std::vector<Example>& examples() {
  static const std::vector<Example> list = parse_examples(
      "7.0\tThe {animal}* left the {street} because [it] was tired .\n"
      "8.0\tThe {big dog}* and the {cat}* saw {it all} so [it] ran\n"
      "The {cat} saw {birds} , [it] sang\n",
      "examples");
  return list;
}

const Vocabulary& vocabulary() {
  static const Vocabulary words(examples());
  return words;
}

ResolverConfig small(Readout readout, std::size_t layers = 2) {
  ResolverConfig config;
  config.encoder.width = 8;
  config.encoder.layers = layers;
  config.encoder.heads = 2;
  config.encoder.hidden = 16;
  config.encoder.longest = 40;
  config.readout = readout;
  return config;
}

Resolver random_resolver(const ResolverConfig& config, std::uint64_t seed) {
  Random random(seed);
  return Resolver(config, vocabulary().size(), random);
}

Reading read(const Resolver& model, const Batch& batch, const Pass& pass = {}) {
  return model(batch, whole(batch, model.config()), pass);
}

// A reading that gives these probabilities, row after row.
Reading fixed(const Shape& shape, const std::vector<double>& probabilities) {
  return {log(Tensor(Array(shape, probabilities))), {}};
}

}  // namespace

TEST_CASE("batch: ids of every word in the order asked for, and padding behind the shorter") {
  const Batch batch(examples(), {2, 1}, vocabulary());
  CHECK(batch.size() == 2);
  CHECK(batch.longest() == 12);
  CHECK(batch.ids.shape == Shape{2, 12});
  for (std::size_t t = 0; t < 12; ++t) {
    const int first = t < 7 ? vocabulary().id(examples()[2].words[t]) : Vocabulary::kPad;
    CHECK(batch.ids.values[t] == first);
    CHECK(batch.ids.values[12 + t] == vocabulary().id(examples()[1].words[t]));
  }
  CHECK(batch.words.shape() == Shape{2, 1, 1, 12});
  for (std::size_t t = 0; t < 24; ++t) CHECK(batch.words[t] == (t < 7 || t >= 12 ? 1 : 0));
}

TEST_CASE("batch: pronouns, and every word of every antecedent") {
  const Batch batch(examples(), {0, 1, 2}, vocabulary());
  CHECK(batch.pronouns.values == std::vector<int>{6, 10, 5});
  const std::set<std::size_t> right = {1, 12 + 1, 12 + 2, 12 + 5};
  CHECK(batch.antecedent.shape() == Shape{3, 12});
  for (std::size_t i = 0; i < 36; ++i) CHECK(batch.antecedent[i] == (right.count(i) == 1 ? 1 : 0));
}

TEST_CASE("batch: the names are the last words of all antecedents, or none") {
  const Batch batch(examples(), {0, 1, 2}, vocabulary());
  const std::size_t words = vocabulary().size();
  CHECK(batch.names.shape() == Shape{3, words});
  const std::set<std::pair<std::size_t, std::string>> right = {
      {0, "animal"}, {1, "dog"}, {1, "cat"}};
  for (std::size_t i = 0; i < 3 * words; ++i) {
    const std::string& word = vocabulary().word(static_cast<int>(i % words));
    CHECK(batch.names[i] == (right.count({i / words, word}) == 1 ? 1 : 0));
  }
}

TEST_CASE("batch: words that were not in the training text stay two places of one unknown id") {
  const Vocabulary few(std::vector<std::string>{"the", "it"});
  const Batch batch(parse_examples("the {zebra}* saw the {gnu} , [it] ran", "one"), {0}, few);
  CHECK(batch.ids.values ==
        std::vector<int>{2 + (few.id("the") == 3), 1, 1, few.id("the"), 1, 1, few.id("it"), 1});
  CHECK(batch.names.at({0, Vocabulary::kUnknown}) == 1);
  CHECK(sum_over(batch.names, {0, 1}).item() == 1);
}

TEST_CASE("masks: whole() lets every word look at the words, causally at earlier ones alone") {
  const Batch batch(examples(), {0, 2}, vocabulary());
  ResolverConfig config = small(Readout::kPointer);
  const Masks masks = whole(batch, config);
  REQUIRE(masks.layers.size() == 2);
  CHECK(identical(masks.layers[1], batch.words));
  CHECK(masks.pointer.shape() == Shape{2, 10});
  CHECK(identical(masks.pointer, reshape(batch.words, {2, 10})));
  config.causal = true;
  const Masks causal = whole(batch, config);
  REQUIRE(causal.layers[0].shape() == Shape{2, 1, 10, 10});
  for (std::size_t t = 0; t < 10; ++t) {
    for (std::size_t s = 0; s < 10; ++s) {
      CHECK(causal.layers[0].at({0, 0, t, s}) == (s <= t ? 1 : 0));
      CHECK(causal.layers[0].at({1, 0, t, s}) == (s <= t && s < 7 ? 1 : 0));
    }
  }
  CHECK(whole(batch, small(Readout::kName)).pointer.nothing());
  CHECK(whole(batch, small(Readout::kPointer, 0)).layers.size() == 1);
}

TEST_CASE("resolver: a pointer's answers are weights of the words, which sum to 1") {
  const Resolver model = random_resolver(small(Readout::kPointer), 1);
  const Batch batch(examples(), {0, 1, 2}, vocabulary());
  const Reading reading = read(model, batch);
  CHECK(reading.log_answer.shape() == Shape{3, 12});
  CHECK(reading.weights.size() == 2);
  CHECK(reading.weights[0].shape() == Shape{3, 2, 12, 12});
  const Tensor answer = exp(reading.log_answer);
  CHECK(close(sum(answer, {-1}), ones({3})));
  for (std::size_t i = 0; i < 36; ++i) {
    CHECK((answer.value()[i] > 0) == (batch.words[i] != 0));
  }
}

TEST_CASE("resolver: a namer's answers are probabilities of all words there are") {
  const Resolver model = random_resolver(small(Readout::kName), 1);
  const Reading reading = read(model, Batch(examples(), {0, 1}, vocabulary()));
  CHECK(reading.log_answer.shape() == Shape{2, vocabulary().size()});
  CHECK(close(sum(exp(reading.log_answer), {-1}), ones({2})));
}

TEST_CASE("resolver: as many parameters as the formula says, and each gets a gradient") {
  const std::size_t D = 8, hidden = 16, longest = 40, V = vocabulary().size();
  const std::size_t block = 4 * D + 4 * D * D + 2 * D * hidden + hidden + D;
  const std::size_t common = V * D + longest * D + 2 * block + 2 * D;
  const Batch batch(examples(), {0, 1}, vocabulary());
  const Resolver pointing = random_resolver(small(Readout::kPointer), 1);
  CHECK(pointing.parameters().count() == common + D * D);
  CHECK(without_gradient(pointing.parameters(), read(pointing, batch).log_answer) == "");
  const Resolver naming = random_resolver(small(Readout::kName), 1);
  CHECK(naming.parameters().count() == common + D * V + V);
  CHECK(without_gradient(naming.parameters(), read(naming, batch).log_answer) == "");
  CHECK(identical(naming.parameters(), random_resolver(small(Readout::kName), 1).parameters()));
}

TEST_CASE("resolver: a pointer's loss and answers add up over the words of the mentions") {
  const Resolver model = random_resolver(small(Readout::kPointer), 1);
  const Batch batch(examples(), {0, 1}, vocabulary());
  const Reading reading = fixed({2, 12}, {.05, .5, .1, .1, .2, .05, 0,   0,   0, 0,  0,  0,  //
                                          .1,  .2, .3, 0,  0,  .1,  .05, .05, 0, .1, .1, 0});
  // −(ln 0.5 + ln(0.2 + 0.3 + 0.1)) / 2
  CHECK(close(model.loss(batch, reading), scalar(0.60198641), 1e-8));
  const std::vector<std::vector<double>> answers = model.answers(batch, reading);
  REQUIRE(answers.size() == 2);
  REQUIRE(answers[0].size() == 2);
  CHECK(close(answers[0][0], 0.5));  // animal
  CHECK(close(answers[0][1], 0.2));  // street
  REQUIRE(answers[1].size() == 3);
  CHECK(close(answers[1][0], 0.5));   // big dog
  CHECK(close(answers[1][1], 0.1));   // cat
  CHECK(close(answers[1][2], 0.05));  // it all
}

TEST_CASE("resolver: a namer's loss and answers look at the last words of the mentions") {
  const Resolver model = random_resolver(small(Readout::kName), 1);
  const Batch batch(examples(), {0, 1}, vocabulary());
  const std::size_t V = vocabulary().size();
  std::vector<double> p(2 * V, 0);
  const auto set = [&](std::size_t b, const char* word, double probability) {
    p[b * V + static_cast<std::size_t>(vocabulary().id(word))] = probability;
  };
  set(0, "animal", 0.4), set(0, "street", 0.6);
  set(1, "dog", 0.2), set(1, "big", 0.5), set(1, "cat", 0.25), set(1, "all", 0.05);
  const Reading reading = fixed({2, V}, p);
  // −(ln 0.4 + ln(0.2 + 0.25)) / 2: both names of the second are right
  CHECK(close(model.loss(batch, reading), scalar(0.85739921), 1e-8));
  const std::vector<std::vector<double>> answers = model.answers(batch, reading);
  CHECK(close(answers[0][0], 0.4));
  CHECK(close(answers[0][1], 0.6));
  CHECK(close(answers[1][0], 0.2));
  CHECK(close(answers[1][1], 0.25));
  CHECK(close(answers[1][2], 0.05));
}

TEST_CASE("resolver: the loss of a model is that of its own answers") {
  for (const Readout readout : {Readout::kPointer, Readout::kName}) {
    const Resolver model = random_resolver(small(readout), 1);
    const Batch batch(examples(), {0}, vocabulary());
    const Reading reading = read(model, batch);
    const double answer = model.answers(batch, reading)[0][0];
    CHECK(close(static_cast<double>(model.loss(batch, reading).item()), -std::log(answer)));
  }
}

TEST_CASE(
    "resolver: answers are the same behind 0, 1 and 20 places of padding, whatever is in them") {
  for (const Readout readout : {Readout::kPointer, Readout::kName}) {
    Resolver model = random_resolver(small(readout), 1);
    randomise(model.parameters(), 3);
    const Batch alone(examples(), {0}, vocabulary());
    const std::vector<double> expected = model.answers(alone, read(model, alone))[0];
    for (const std::size_t more : {0u, 1u, 20u}) {
      for (const double content : {0.0, kDouble ? 1e300 : 1e30}) {
        std::fill_n(model.embedding.table.mutable_value().data(), 8, static_cast<Real>(content));
        std::vector<Example> two = {examples()[0], examples()[0]};
        two[1].words.resize(10 + more, "tired");
        const Batch batch(two, {0, 1}, vocabulary());
        const std::vector<double> found = model.answers(batch, read(model, batch))[0];
        CHECK(close(found[0], expected[0], 100 * kEpsilon));
        CHECK(close(found[1], expected[1], 100 * kEpsilon));
      }
    }
  }
}

TEST_CASE("resolver: a NaN in any parameter, or in its gradient, is named") {
  for (const Readout readout : {Readout::kPointer, Readout::kName}) {
    const Batch batch(examples(), {0, 1}, vocabulary());
    for (std::size_t p = 0; p < random_resolver(small(readout), 1).parameters().size(); ++p) {
      const Resolver model = random_resolver(small(readout), 1);
      const std::string name = model.parameters()[p].name;
      Tensor spoilt = model.parameters()[p].tensor;
      const std::string place =
          concat(name, " holds nan at ", spoilt.shape().rank() == 1 ? "[0]" : "[0, 0]");
      model.loss(batch, read(model, batch)).backward();
      spoilt.mutable_grad()[0] = static_cast<Real>(kNaN);
      CHECK_THROWS_WITH_AS(clip_gradients(model.parameters(), 1, 3),
                           doctest::Contains(concat("step 3: the gradient of ", place).c_str()),
                           NonFiniteError);
      spoilt.mutable_value() = full(spoilt.shape(), kNaN);
      const auto loss = static_cast<double>(model.loss(batch, read(model, batch)).item());
      CHECK_THROWS_WITH_AS(
          check_loss(loss, 3, model.parameters()),
          doctest::Contains(concat("step 3: loss is nan; parameter ", place).c_str()),
          NonFiniteError);
      const DetectAnomaly detect(3);
      CHECK_THROWS_WITH_AS(read(model, batch), doctest::Contains(", a parameter"), NonFiniteError);
    }
  }
}

TEST_CASE("resolver: a training with evaluations in between goes the same way to the bit") {
  ResolverConfig config = small(Readout::kPointer);
  config.encoder.dropout = 0.2;
  const auto train = [&](bool evaluate) {
    const Resolver model = random_resolver(config, 1);
    Adam adam(model.parameters());
    Random dropout(1, 2);
    for (int step = 0; step < 6; ++step) {
      const Batch batch(examples(), {0, 1}, vocabulary());
      model.parameters().zero_grad();
      model.loss(batch, read(model, batch, {&dropout})).backward();
      if (evaluate) {
        const NoGrad evaluation;
        const Batch all(examples(), {0, 1, 2}, vocabulary());
        const Array once = read(model, all).log_answer.value();
        CHECK(identical(once, read(model, all).log_answer.value()));
      }
      adam.step(0.01);
    }
    return model;
  };
  CHECK(identical(train(true).parameters(), train(false).parameters()));
}

TEST_CASE("resolver: learns a pair of twins by heart") {
  const std::vector<Example> twins = parse_examples(
      "7.0\tThe {animal}* left the {street} because [it] was tired .\n"
      "7.1\tThe {animal} left the {street}* because [it] was wide .\n",
      "twins");
  const Vocabulary words(twins);
  for (const Readout readout : {Readout::kPointer, Readout::kName}) {
    Random random(1);
    const Resolver model(small(readout), words.size(), random);
    Adam adam(model.parameters());
    const Batch batch(twins, {0, 1}, words);
    double loss = kInf;
    for (int step = 0; step < 150; ++step) {
      model.parameters().zero_grad();
      const Tensor now = model.loss(batch, read(model, batch));
      now.backward();
      clip_gradients(model.parameters(), 1, step + 1);
      adam.step(0.01);
      loss = static_cast<double>(now.item());
    }
    CHECK(loss < 0.05);
  }
}
