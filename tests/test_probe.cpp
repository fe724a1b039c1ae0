#include "heed/probe.hpp"
#include "support.hpp"

using namespace heed;

namespace {

// Plain twins, contrastive twins, and a sentence alone with two mentions of two words.
//   0 The  1 cat  2 met  3 the  4 car  5 and  6 it  7 was  8 tired  9 not  10 wide
const char* const kText =
    "1.0\tThe {cat}* met the {car} and [it] was tired\n"
    "1.1\tThe {cat} met the {car}* and [it] was wide\n"
    "2.0\tThe {cat}* met the {car} and [it] was tired not wide\n"
    "2.1\tThe {cat} met the {car}* and [it] was wide not tired\n"
    "{The cat}* met {the car} and [it] was tired\n";

Questions ask_about(const char* text) { return Questions(parse_examples(text, "text")); }

bool holds(const std::vector<Twins>& twins, std::size_t first, std::size_t second) {
  return twins.size() == 1 && twins[0].first == first && twins[0].second == second;
}

ResolverConfig config_of(std::size_t layers, Readout readout = Readout::kPointer) {
  ResolverConfig config;
  config.encoder.width = 16;
  config.encoder.heads = 2;
  config.encoder.layers = layers;
  config.readout = readout;
  return config;
}

Resolver random_model(const ResolverConfig& config, std::size_t words, std::uint64_t seed = 1) {
  Random random(seed);
  return Resolver(config, words, random);
}

}  // namespace

TEST_CASE("questions: plain and contrastive twins are kept apart, with the clues of both") {
  const Questions questions = ask_about(kText);
  CHECK(holds(questions.plain, 0, 1));
  CHECK(holds(questions.contrastive, 2, 3));
  using Clues = std::vector<std::vector<std::size_t>>;
  CHECK(questions.clues == Clues{{8}, {8}, {8, 10}, {8, 10}, {}});
}

TEST_CASE("questions: a sentence without an antecedent has no twin") {
  const Questions questions = ask_about("1.0\tA {b}* c {d} [it] e\n1.1\tA {b} c {d} [it] f\n");
  CHECK(questions.plain.empty());
  CHECK(questions.contrastive.empty());
  CHECK(questions.clues[0].empty());
}

TEST_CASE("questions: sentences with the same answer are no twins") {
  CHECK(ask_about("1.0\tA {b}* c {d} [it] e\n1.1\tA {b}* c {d} [it] f\n").plain.empty());
  CHECK(ask_about("1.0\tA {b}* c {d}* [it] e\n1.1\tA {b} c {d}* [it] f\n").plain.size() == 1);
}

TEST_CASE("right: the most probable candidate decides, and a draw counts its share") {
  const Questions questions = ask_about(
      "{a}* {b} [it]\n{a}* {b} [it]\n{a}* {b} [it]\n"
      "{a}* {b} {c} [it]\n{a}* {b}* {c} [it]\n{a}* {b}* {c} [it]\n{a} {b} [it]\n");
  const std::vector<double> found = right(
      questions, {{.2, .1}, {.1, .2}, {.3, .3}, {.1, .1, .1}, {.1, .1, .1}, {.2, .2, .1}, {1, 0}});
  const std::vector<double> expected = {1, 0, 1. / 2, 1. / 3, 2. / 3, 1, 0};
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) CHECK(close(found[i], expected[i]));
}

TEST_CASE("right: answers that are not numbers are wrong") {
  const Questions questions = ask_about("{a}* {b} [it]\n");
  CHECK(right(questions, {{kNaN, kNaN}}) == std::vector<double>{0});
}

TEST_CASE("score: means and both-right products of plain and contrastive twins, each alone") {
  const Questions questions = ask_about(kText);
  const Score s = score(questions, {1, .5, .5, .25, 0});
  CHECK(s.plain == .5);  // the sentence without a twin is a plain one
  CHECK(s.plain_twins == .5);
  CHECK(s.contrastive == .375);
  CHECK(s.contrastive_twins == .125);
  CHECK(close(s.all, .45));
}

TEST_CASE("score: what there is none of is not measured") {
  const Score alone = score(ask_about("{a}* {b} [it]\n"), {1});
  CHECK(alone.plain == 1);
  CHECK(std::isnan(alone.plain_twins));
  CHECK(std::isnan(alone.contrastive));
  CHECK(std::isnan(alone.contrastive_twins));
  const Score moved = score(ask_about("1.0\t{a}* {b} [it]\n1.1\t{b}* {a} [it]\n"), {1, 0});
  CHECK(std::isnan(moved.plain));
  CHECK(moved.contrastive == .5);
}

TEST_CASE("logit difference: ln of the antecedent's over the best other's, the mean") {
  const Questions questions = ask_about("{a}* {b} {c} [it]\n{a} {b}* [it]\n");
  // (ln(0.6 / 0.2) + ln(0.1 / 0.4)) / 2 = ln(0.75) / 2
  CHECK(close(logit_difference(questions, {{.6, .1, .2}, {.4, .1}}), -.14384103622589046));
  CHECK(std::isfinite(logit_difference(questions, {{1, 0, 0}, {0, 0}})));
}

TEST_CASE("ask: more than a batch of questions get the answers that each gets alone") {
  const std::vector<Example> five = parse_examples(kText, "text");
  std::vector<Example> many;
  for (int i = 0; i < 21; ++i) many.insert(many.end(), five.begin(), five.end());
  const Vocabulary words(five);
  const Resolver model = random_model(config_of(2), words.size());
  const auto together = ask(model, words, Questions(many));
  REQUIRE(together.size() == 105);
  for (std::size_t i = 0; i < together.size(); ++i) {
    const auto alone = ask(model, words, Questions({many[i]})).front();
    REQUIRE(together[i].size() == 2);
    CHECK(close(together[i][0], alone[0]));
    CHECK(close(together[i][1], alone[1]));
  }
}

TEST_CASE("ask: the cut is told where in the questions its batch begins") {
  std::vector<Example> many(120, parse_examples("{a}* {b} [it]\n", "text").front());
  std::vector<std::size_t> begins;
  const Vocabulary words(many);
  ask(random_model(config_of(1), words.size()), words, Questions(many),
      [&](const Questions&, std::size_t first, const Batch&, Masks&) { begins.push_back(first); });
  CHECK(begins == std::vector<std::size_t>{0, 50, 100});
}

// ---- heads --------------------------------------------------------------------------------------

namespace {

// The first noun is meant: the cat, then the car.
const char* const kMoved =
    "1.0\tThe {cat}* met the {car} and [it] ran\n"
    "1.1\tThe {car}* met the {cat} and [it] ran\n";

void clear(Tensor matrix) {
  std::fill(matrix.mutable_value().begin(), matrix.mutable_value().end(), Real(0));
}
void set(Tensor matrix, std::size_t row, std::size_t column, Real value) {
  matrix.mutable_value()[row * 16 + column] = value;
}

// Word i is the unit vector i; place 1, where the first noun stands, adds the last unit vector. The
// first head of "it" looks for the word "cat", the second for place 1.
Resolver hand_made(const Vocabulary& words) {
  const Resolver model = random_model(config_of(1), words.size());
  for (const Parameter& parameter : model.parameters()) {
    if (parameter.name.find("norm") == std::string::npos) clear(parameter.tensor);
  }
  const auto id = [&](const char* word) { return static_cast<std::size_t>(words.id(word)); };
  const MultiHeadAttention& attention = model.encoder.blocks[0].attention;
  for (std::size_t i = 0; i < words.size(); ++i) set(model.embedding.table, i, i, 1);
  set(model.encoder.position_table, 1, 15, 1);
  set(attention.query, id("it"), 0, 50), set(attention.key, id("cat"), 0, 1);
  set(attention.query, id("it"), 8, 50), set(attention.key, 15, 8, 1);
  return model;  // the pointer's queries are 0: it looks at all words alike
}

}  // namespace

TEST_CASE("heads: one that looks at one word always has flip 0, one that switches 1") {
  const Questions questions = ask_about(kMoved);
  REQUIRE(holds(questions.contrastive, 0, 1));
  const Vocabulary words(questions.examples);
  const auto heads = measure_heads(hand_made(words), words, questions, questions.contrastive);
  REQUIRE(heads.size() == 3);
  CHECK(heads[0].name == "L1 H1");  // the cat
  CHECK(close(heads[0].mass, .5));
  CHECK(heads[0].candidates == .5);
  CHECK(heads[0].twins == 0);
  CHECK(close(heads[0].flip, 0));
  CHECK(heads[1].name == "L1 H2");  // the first noun: the cat, then the car
  CHECK(close(heads[1].mass, 1));
  CHECK(heads[1].candidates == 1);
  CHECK(heads[1].twins == 1);
  CHECK(close(heads[1].flip, 1));
}

TEST_CASE("heads: one that looks at the first noun has flip 0 where the nouns stay in place") {
  const Questions questions = ask_about(kText);
  const Vocabulary words(questions.examples);
  const auto heads = measure_heads(hand_made(words), words, questions, questions.plain);
  CHECK(close(heads[1].mass, .5));
  CHECK(heads[1].twins == 0);
  CHECK(close(heads[1].flip, 0));
}

TEST_CASE("heads: one that looks at all words alike gives a mention the sum over its words") {
  const Questions questions = ask_about(
      "1.0\tThe {old cat}* met {cars} and {me} , [it] ran off\n"
      "1.1\tThe {old cat} met {cars}* and {me} , [it] ran out\n");
  const Vocabulary words(questions.examples);
  const auto pointer = measure_heads(hand_made(words), words, questions, questions.plain).back();
  CHECK(pointer.name == "pointer");
  CHECK(close(pointer.mass, (2. / 11 + 1. / 11) / 2));
  CHECK(pointer.candidates == .5);  // 2 words against 1 and 1, each other candidate alone
  CHECK(pointer.twins == 0);
  CHECK(close(pointer.flip, 1. / 11));
}

TEST_CASE("heads: a draw between the candidates is no hit") {
  const Questions questions = ask_about(kMoved);
  const Vocabulary words(questions.examples);
  const auto heads = measure_heads(hand_made(words), words, questions, questions.contrastive);
  CHECK(close(heads[2].mass, 1. / 8));
  CHECK(heads[2].candidates == 0);
}

TEST_CASE("heads: a model that names has a row for each head of each layer, and no pointer") {
  const Questions questions = ask_about(kText);
  const Vocabulary words(questions.examples);
  const Resolver model = random_model(config_of(2, Readout::kName), words.size());
  std::string names;
  for (const HeadMeasures& head : measure_heads(model, words, questions, questions.plain)) {
    names += head.name + ";";
  }
  CHECK(names == "L1 H1;L1 H2;L2 H1;L2 H2;");
}

TEST_CASE("fixed offset: the one that hits most often in train, and its hits in test") {
  // From "it", in train: −3 and −2 (one mention of two words), −2, −1; in test −2, −1.
  const auto train =
      parse_examples("{a b}* {c} [it]\n{a b}* {c} [it]\nx {a}* {b} [it]\n{a}* [it] {b}\n", "train");
  const auto test = parse_examples("{a}* {b} [it]\n{a} {b}* [it]\n{a b}* {c} [it]\n", "test");
  const FixedOffset found = fixed_offset(train, test);
  CHECK(found.offset == -2);
  CHECK(close(found.hits, 2. / 3));
  CHECK(fixed_offset(train, {}).hits == 0);
}

TEST_CASE("fixed offset: may lie behind the pronoun") {
  const auto train = parse_examples("[it] {a} x {b}*\n", "train");
  CHECK(fixed_offset(train, train).offset == 3);
  CHECK(fixed_offset(train, train).hits == 1);
}

TEST_CASE("pronoun map: rows of weights that sum to 1, the pronoun's own, a column a word") {
  const Questions questions = ask_about(kMoved);
  const Vocabulary words(questions.examples);
  const HeatMap map = pronoun_map(hand_made(words), words, questions.examples[1]);
  CHECK(map.rows == std::vector<std::string>{"L1 H1", "L1 H2", "pointer"});
  CHECK(map.columns == questions.examples[1].words);
  REQUIRE(map.values.size() == 3 * 8);
  for (std::size_t t = 0; t < 8; ++t) {
    CHECK(close(map.values[t], t == 4 ? 1 : 0));      // "cat"
    CHECK(close(map.values[8 + t], t == 1 ? 1 : 0));  // the first noun
    CHECK(close(map.values[16 + t], 1. / 8));
  }
}
