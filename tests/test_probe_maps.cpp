// The measures of whole maps in probe.hpp.
#include <cmath>

#include "heed/probe.hpp"
#include "support.hpp"

using namespace heed;

namespace {

struct Trial {
  Questions questions = Questions(parse_examples(
      "1.0\tThe {cat}* met the {car} and [it] was tired\n"
      "1.1\tThe {cat} met the {car}* and [it] was wide\n"
      "2.0\tThe {cat}* met the {car} and [it] was tired not wide\n"
      "2.1\tThe {cat} met the {car}* and [it] was wide not tired\n",
      "text"));
  Vocabulary vocabulary = Vocabulary(questions.examples);

  Resolver model(std::size_t layers, double key = 1) const {
    ResolverConfig config;
    config.encoder.width = 16;
    config.encoder.heads = 2;
    config.encoder.layers = layers;
    config.encoder.positions = Positions::kNone;
    Random random(1);
    Resolver model(config, vocabulary.size(), random);
    Tensor table = model.embedding.table;  // words far apart, so that maps are not flat
    table.mutable_value() = scale(table.value(), 50);
    for (EncoderBlock& block : model.encoder.blocks) {
      block.attention.query.mutable_value() = scale(identity(16), key);
      block.attention.key.mutable_value() = identity(16);
    }
    return model;
  }
  static Array identity(std::size_t width) {
    Array matrix = zeros({width, width});
    for (std::size_t i = 0; i < width; ++i) matrix[i * width + i] = 1;
    return matrix;
  }
};

}  // namespace

TEST_CASE("ratio changes: nothing but rounding in the first layer, much in the second") {
  const Trial trial;
  const std::vector<double> changes =
      ratio_changes(trial.model(2), trial.vocabulary, trial.questions);
  REQUIRE(changes.size() == 2);
  CHECK(changes[0] < 1e-5);
  CHECK(changes[1] > 1e-3);
  CHECK(ratio_changes(trial.model(0), trial.vocabulary, trial.questions).empty());
}

TEST_CASE("diagonal share: words that look for themselves, or for their opposite") {
  const Trial trial;
  CHECK(diagonal_share(trial.model(1, 1), trial.vocabulary, trial.questions) > 0.9);
  CHECK(diagonal_share(trial.model(1, -1), trial.vocabulary, trial.questions) == 0);
  CHECK(std::isnan(diagonal_share(trial.model(0), trial.vocabulary, trial.questions)));
}
