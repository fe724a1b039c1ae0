#include "heed/encoder.hpp"
#include "layer_checks.hpp"

using namespace heed;

namespace {

constexpr double kSlack = 100 * kEpsilon;

EncoderConfig small() {
  EncoderConfig config;
  config.width = 8;
  config.layers = 2;
  config.heads = 2;
  config.hidden = 16;
  config.longest = 32;
  return config;
}

// An encoder whose every number is random, biases and gains included.
Encoder random_encoder(const EncoderConfig& config, std::uint64_t seed) {
  Random random(seed);
  Encoder encoder(config, random);
  randomise(encoder.parameters(), seed);
  return encoder;
}

const std::vector<Array> kNoMask = {Array()};

// x [1, T, D] with `more` words behind it, all of them `value`.
Array padded(const Array& x, std::size_t more, double value) {
  if (more == 0) return x;
  return concat({x, full({1, more, x.shape()[2]}, value)}, 1).value();
}

}  // namespace

TEST_CASE("sinusoidal positions: sin and cos of position / 10000^(2i/D)") {
  CHECK(close(sinusoidal_positions(2, 4),
              Array({2, 4}, {0, 1, 0, 1, 0.84147098, 0.54030231, 0.00999983, 0.99995000}), 1e-8));
  const Array table = sinusoidal_positions(30, 6);
  for (std::size_t t = 0; t < 30; ++t) {
    for (std::size_t i = 0; i < 3; ++i) {
      const double angle = static_cast<double>(t) * std::exp(-std::log(10000.0) * double(i) / 3);
      CHECK(close(table.at({t, 2 * i}), std::sin(angle)));
      CHECK(close(table.at({t, 2 * i + 1}), std::cos(angle)));
    }
  }
}

TEST_CASE("encoder: as many parameters as the formula says") {
  Random random(1);
  const std::size_t D = 8, hidden = 16, longest = 32;
  const std::size_t attention = 2 * D + 4 * D * D;  // a norm and four matrices
  const std::size_t feed_forward = 2 * D + 2 * D * hidden + hidden + D;
  EncoderConfig config = small();
  CHECK(Encoder(config, random).parameters().count() ==
        longest * D + 2 * (attention + feed_forward) + 2 * D);
  config.positions = Positions::kSinusoidal;
  CHECK(Encoder(config, random).parameters().count() == 2 * (attention + feed_forward) + 2 * D);
  config.positions = Positions::kNone;
  config.hidden = 0;
  CHECK(Encoder(config, random).parameters().count() == 2 * attention + 2 * D);
  config.layers = 0;
  CHECK(names(Encoder(config, random).parameters()) == "norm.gain norm.bias");
}

TEST_CASE("encoder: names say where a parameter belongs") {
  Random random(1);
  EncoderConfig config = small();
  config.layers = 1;
  CHECK(names(Encoder(config, random).parameters()) ==
        "positions blocks.0.attention_norm.gain blocks.0.attention_norm.bias "
        "blocks.0.attention.query blocks.0.attention.key blocks.0.attention.value "
        "blocks.0.attention.output blocks.0.feed_forward_norm.gain blocks.0.feed_forward_norm.bias "
        "blocks.0.feed_forward.up.weight blocks.0.feed_forward.up.bias "
        "blocks.0.feed_forward.down.weight blocks.0.feed_forward.down.bias norm.gain norm.bias");
}

TEST_CASE("encoder: every parameter gets a gradient, and the same seed the same numbers") {
  for (const std::size_t hidden : {0u, 16u}) {
    EncoderConfig config = small();
    config.hidden = hidden;
    Random one(1), same(1);
    const Encoder encoder(config, one), twin(config, same);
    CHECK(identical(encoder.parameters(), twin.parameters()));
    const Encoded encoded = encoder(random_array({2, 5, 8}), kNoMask);
    CHECK(encoded.output.shape() == Shape{2, 5, 8});
    REQUIRE(encoded.weights.size() == 2);
    CHECK(encoded.weights[1].shape() == Shape{2, 2, 5, 5});
    CHECK(without_gradient(encoder.parameters(), encoded.output) == "");
  }
}

TEST_CASE("encoder block: x + attention(norm(x)), then x + feed_forward(norm(x))") {
  const Encoder encoder = random_encoder(small(), 2);
  const EncoderBlock& block = encoder.blocks[0];
  const Tensor x(random_array({2, 5, 8}, 3));
  const Array mask = padding_mask({5, 3}, 5);
  const Tensor normed = layer_norm(x, block.attention_norm.gain, block.attention_norm.bias);
  const Tensor mixed = x + block.attention(normed, mask).output;
  const Tensor again =
      layer_norm(mixed, block.feed_forward_norm.gain, block.feed_forward_norm.bias);
  const Linear &up = block.feed_forward->up, &down = block.feed_forward->down;
  const Tensor added = matmul(relu(matmul(again, up.weight) + up.bias), down.weight) + down.bias;
  CHECK(close(block(x, mask).output, mixed + added));
  CHECK(close(block(x, mask).weights, block.attention(normed, mask).weights));
}

TEST_CASE("encoder: the last block alone has its own heads and no residual, where so configured") {
  EncoderConfig config = small();
  config.hidden = 0;
  config.last_heads = 1;
  config.last_residual = false;
  const Encoder encoder = random_encoder(config, 2);
  const Tensor x(random_array({2, 5, 8}, 3));
  const Encoded encoded = encoder(x, kNoMask);
  CHECK(encoded.weights[0].shape() == Shape{2, 2, 5, 5});
  CHECK(encoded.weights[1].shape() == Shape{2, 1, 5, 5});
  const EncoderBlock &first = encoder.blocks[0], &last = encoder.blocks[1];
  const Tensor placed = x + slice(encoder.position_table, 0, 0, 5);
  const Tensor mixed = placed + first.attention(first.attention_norm(placed), Array()).output;
  const Tensor heard = last.attention(last.attention_norm(mixed), Array()).output;
  CHECK(close(encoded.output, encoder.norm(heard)));
}

TEST_CASE(
    "encoder: without residual and with bare values, a word is made of what it looks at alone") {
  // In layer 1 all words look at all; in layer 2 only at word 2, which is left as it is.
  const Array at_word_2({3, 3}, {0, 0, 1, 0, 0, 1, 0, 0, 1});
  const Array x = random_array({1, 3, 8});
  Array changed = x;
  for (std::size_t i = 0; i < 2 * 8; ++i) changed[i] *= -1;
  for (const bool residual : {true, false}) {
    for (const bool bare : {true, false}) {
      EncoderConfig config = small();
      config.last_residual = residual;
      config.last_bare = bare;
      const Encoder encoder = random_encoder(config, 1);
      const Array before = encoder(x, {Array(), at_word_2}).output.value();
      const bool same = identical(before, encoder(changed, {Array(), at_word_2}).output.value());
      CHECK(same == (bare && !residual));
    }
  }
}

TEST_CASE("encoder: no layers leave the vectors with their positions, and the last norm") {
  EncoderConfig config = small();
  config.layers = 0;
  const Array x = random_array({1, 3, 8});
  const Encoder learned = random_encoder(config, 1);
  const Encoded encoded = learned(x, kNoMask);
  CHECK(encoded.weights.empty());
  const Tensor table = slice(learned.position_table, 0, 0, 3);
  CHECK(close(encoded.output, learned.norm(Tensor(x) + table)));
  config.positions = Positions::kSinusoidal;
  const Encoder waves = random_encoder(config, 1);
  CHECK(close(waves(x, kNoMask).output, waves.norm(Tensor(x) + sinusoidal_positions(3, 8))));
  config.positions = Positions::kNone;
  const Encoder bag = random_encoder(config, 1);
  CHECK(close(bag(x, kNoMask).output, bag.norm(x)));
}

TEST_CASE("encoder: four learned positions serve four words, and no more and not none") {
  EncoderConfig config = small();
  config.longest = 4;
  Random random(1);
  const Encoder encoder(config, random);
  CHECK(encoder(random_array({2, 4, 8}), kNoMask).output.shape() == Shape{2, 4, 8});
  CHECK_THROWS_WITH_AS(encoder(random_array({2, 5, 8}), kNoMask),
                       "encoder: a sentence of 5 words, but there are positions for 4", ShapeError);
  CHECK_THROWS_WITH_AS(encoder(zeros({2, 0, 8}), kNoMask),
                       "encoder: x [2, 0, 8] is not [B, T, D] with at least one word", ShapeError);
  CHECK_THROWS_WITH_AS(encoder(zeros({4, 8}), kNoMask),
                       "encoder: x [4, 8] is not [B, T, D] with at least one word", ShapeError);
}

TEST_CASE("encoder: one mask serves every block, or each block has its own") {
  const Encoder encoder = random_encoder(small(), 1);
  const Array x = random_array({1, 4, 8});
  const Encoded encoded = encoder(x, {Array(), causal_mask(4)});
  CHECK(encoded.weights[0].value().at({0, 0, 0, 3}) > 0);
  CHECK(encoded.weights[1].value().at({0, 0, 0, 3}) == 0);
  CHECK(identical(encoder(x, {causal_mask(4)}).output.value(),
                  encoder(x, {causal_mask(4), causal_mask(4)}).output.value()));
  CHECK_THROWS_WITH_AS(encoder(x, {Array(), Array(), Array()}), "encoder: 3 masks for 2 blocks",
                       ShapeError);
}

TEST_CASE("encoder: unscaled scores are those of queries longer by the root of a head's width") {
  EncoderConfig config = small();
  const Encoder scaled = random_encoder(config, 1);
  config.scaled = false;
  const Encoder unscaled = random_encoder(config, 1);
  const Array x = random_array({1, 5, 8});
  CHECK_FALSE(close(unscaled(x, kNoMask).output.value()[0], scaled(x, kNoMask).output.value()[0]));
  for (const EncoderBlock& block : scaled.blocks) {
    Tensor query = block.attention.query;
    query.mutable_value() = scale(query.value(), 2);  // √(8 / 2)
  }
  CHECK(close(unscaled(x, kNoMask).output, scaled(x, kNoMask).output));
}

TEST_CASE("encoder: under a causal mask no word depends on a later one") {
  const Encoder encoder = random_encoder(small(), 1);
  const Array x = random_array({1, 5, 8});
  Array changed = x;
  for (std::size_t i = 3 * 8; i < 5 * 8; ++i) changed[i] *= -1;
  const Tensor before = encoder(x, {causal_mask(5)}).output;
  const Tensor after = encoder(changed, {causal_mask(5)}).output;
  CHECK(close(slice(before, 1, 0, 3), slice(after, 1, 0, 3)));
  CHECK_FALSE(close(before.value().at({0, 3, 0}), after.value().at({0, 3, 0}), 1e-3));
}

TEST_CASE(
    "encoder: without positions, words in another order give the same outputs in that order") {
  EncoderConfig config = small();
  const Indices order{{1, 5}, {3, 0, 4, 2, 1}};
  const Array x = random_array({1, 5, 8});
  const auto reorder = [&](const Tensor& rows) { return embedding(reshape(rows, {5, 8}), order); };
  config.positions = Positions::kNone;
  const Encoder bag = random_encoder(config, 1);
  const Tensor reordered = bag(reorder(x).value(), kNoMask).output;
  CHECK(close(reordered, reorder(bag(x, kNoMask).output), kSlack));

  // And positions are what breaks this
  config.positions = Positions::kLearned;
  const Encoder ordered = random_encoder(config, 1);
  const Array moved = sub(ordered(reorder(x).value(), kNoMask).output.value(),
                          reorder(ordered(x, kNoMask).output).value());
  CHECK(norm(moved).item() > 1);
}

TEST_CASE("encoder: neither the length nor the content of the padding changes a word") {
  const double huge = kDouble ? 1e300 : 1e30;
  for (const auto positions : {Positions::kNone, Positions::kSinusoidal, Positions::kLearned}) {
    EncoderConfig config = small();
    config.positions = positions;
    const Encoder encoder = random_encoder(config, 1);
    const Array x = random_array({1, 6, 8});
    const Tensor alone = encoder(x, kNoMask).output;
    for (const std::size_t more : {0u, 1u, 20u}) {
      for (const double value : {0.0, 1.0, -huge}) {
        const Encoded encoded = encoder(padded(x, more, value), {padding_mask({6}, 6 + more)});
        CHECK(close(slice(encoded.output, 1, 0, 6), alone, kSlack));
        encoder.parameters().zero_grad();
        sum(slice(encoded.output, 1, 0, 6) * random_array({1, 6, 8}, 9)).backward();
        for (const Parameter& p : encoder.parameters()) {
          CAPTURE(p.name);
          CHECK(std::isfinite(norm(p.tensor.grad()).item()));
        }
      }
    }
  }
}

TEST_CASE("encoder: evaluation with dropout is exact, repeatable, and the same as without") {
  EncoderConfig config = small();
  Random random(1), same(1);
  const Encoder without(config, random);
  config.dropout = 0.5;
  const Encoder encoder(config, same);
  const Array x = random_array({2, 5, 8});
  const Array exact = without(x, kNoMask).output.value();
  CHECK(identical(encoder(x, kNoMask).output.value(), exact));
  CHECK(identical(encoder(x, kNoMask).output.value(), exact));
  Random one(7), two(7);
  const Array trained = encoder(x, kNoMask, {&one}).output.value();
  CHECK(identical(trained, encoder(x, kNoMask, {&two}).output.value()));
  CHECK_FALSE(identical(trained, exact));
  CHECK_FALSE(identical(trained, encoder(x, kNoMask, {&one}).output.value()));
}

TEST_CASE(
    "encoder: in one layer a changed clue cannot shift the pronoun's favour between two nouns") {
  // Twins of 9 words that differ in word 8. Nouns 1 and 3, pronoun 6.
  const Array x = random_array({1, 9, 8}, 5);
  Array twin = x;
  for (std::size_t i = 8 * 8; i < 9 * 8; ++i) twin[i] *= -1;
  const auto ratio = [](const Tensor& weights, std::size_t head) {
    const auto to = [&](std::size_t s) {
      return static_cast<double>(weights.value().at({0, head, 6, s}));
    };
    return to(1) / to(3);
  };
  double most = 0;  // change of the ratio in a second layer
  for (const auto positions : {Positions::kNone, Positions::kSinusoidal, Positions::kLearned}) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      EncoderConfig config = small();
      config.positions = positions;
      const Encoder encoder = random_encoder(config, seed);
      const Encoded one = encoder(x, kNoMask), other = encoder(twin, kNoMask);
      for (std::size_t head = 0; head < 2; ++head) {
        const double first = ratio(one.weights[0], head), again = ratio(other.weights[0], head);
        CHECK(std::abs(again / first - 1) < 1e-5);
        const double change = ratio(other.weights[1], head) / ratio(one.weights[1], head);
        if (std::isfinite(change)) most = std::max(most, std::abs(change - 1));
      }
      CHECK(one.weights[0].value().at({0, 0, 6, 1}) != other.weights[0].value().at({0, 0, 6, 1}));
    }
  }
  CHECK(most > 0.1);  // where the clue has had a layer to reach the nouns
}
