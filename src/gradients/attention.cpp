// Layers in which words look at one another.
#include <algorithm>

#include "gradients/cases.hpp"
#include "heed/encoder.hpp"
#include "heed/error.hpp"
#include "heed/pointer.hpp"
#include "heed/relative_bias.hpp"

namespace heed {
namespace {

using In = std::vector<Tensor>;

struct Mask {
  std::string name;
  Array values;  // stretches to [2, H, T, T]
};

// For two sentences: nothing hidden, padding, the future, words that may look at nothing.
std::vector<Mask> masks(std::size_t words) {
  Array lonely = ones({words, words});
  std::fill_n(lonely.data(), words, Real{0});
  return {{"no mask", Array()},
          {"padding", padding_mask({words, words - 1}, words)},
          {"causal", causal_mask(words)},
          {"one word alone", lonely},
          {"an empty sentence", padding_mask({words, 0}, words)},
          {"all alone", zeros({})}};
}

// f, such that every input and parameter has a gradient where masks or relu leave none.
TensorFunction beside_all(const TensorFunction& f, const Parameters& parameters = {}) {
  return [=](const In& in) {
    Tensor y = beside_sum(f(in), in);
    for (const Parameter& parameter : parameters) y = beside_sum(y, {parameter.tensor});
    return y;
  };
}

// Output and weights side by side: both are results.
Tensor both(const Attention& a) { return concat({a.output, a.weights}, -1); }

GradientGroup equation() {
  GradientGroup group("scaled_dot_product_attention");
  const auto add = [&group](const std::string& what, const Shape& query, const Shape& key,
                            const Array& mask, const AttentionOptions& options, bool biased) {
    std::vector<Array> inputs = {numbers(query, 1), numbers(key, 2), numbers(key, 3)};
    if (biased) inputs.push_back(numbers({query[1], query[2], key[2]}, 4));
    const TensorFunction f = [=](const In& in) {
      AttentionOptions with = options;
      if (biased) with.bias = in[3];
      Random random(5);  // the same dropout in every call
      return both(scaled_dot_product_attention(in[0], in[1], in[2], mask, with, {&random}));
    };
    group.add(concat(what, ": ", query, " looks at ", key, biased ? ", biased" : ""), beside_all(f),
              inputs);
  };
  for (const Mask& mask : masks(3)) {
    add(mask.name, {2, 2, 3, 2}, {2, 2, 3, 2}, mask.values, {}, false);
    add(mask.name, {2, 2, 3, 2}, {2, 2, 3, 2}, mask.values, {}, true);
    add(mask.name + ", unscaled", {2, 1, 3, 4}, {2, 1, 3, 4}, mask.values, {false, {}, {}}, false);
    add(mask.name + ", dropout", {2, 2, 3, 1}, {2, 2, 3, 1}, mask.values, {true, {}, {0.4}}, false);
  }
  for (const bool biased : {false, true}) {
    add("one word", {1, 1, 1, 1}, {1, 1, 1, 1}, Array(), {}, biased);
    add("one asks", {1, 2, 1, 3}, {1, 2, 5, 3}, Array(), {}, biased);
    add("one is asked", {1, 2, 4, 3}, {1, 2, 1, 3}, Array(), {}, biased);
    add("a long sentence", {1, 1, 2, 2}, {1, 1, 17, 2}, Array(), {}, biased);
    add("no sentences", {0, 2, 3, 2}, {0, 2, 3, 2}, Array(), {}, biased);
  }
  return group;
}

// The same equation in one operation; also over more rows than it takes at a time.
GradientGroup fused() {
  GradientGroup group("fused_attention");
  const auto add = [&group](const std::string& what, const Shape& query, const Shape& key,
                            std::size_t heads, const Array& mask, double scale) {
    group.add(concat(what, ": ", query, " looks at ", key, ", ", heads, " heads"),
              beside_all([=](const In& in) {
                return fused_attention(in[0], in[1], in[2], heads, mask, scale);
              }),
              {numbers(query, 1), numbers(key, 2), numbers(key, 3)});
  };
  for (const Mask& mask : masks(3)) {
    add(mask.name, {2, 3, 4}, {2, 3, 4}, 2, mask.values, 0.7);
    add(mask.name, {2, 3, 2}, {2, 3, 2}, 1, mask.values, 1);
    add(mask.name, {2, 3, 3}, {2, 3, 3}, 3, mask.values, 0.5);
  }
  add("one word", {1, 1, 1}, {1, 1, 1}, 1, Array(), 1);
  add("one asks", {1, 1, 6}, {1, 5, 6}, 2, Array(), 0.6);
  add("one is asked", {1, 4, 6}, {1, 1, 6}, 2, Array(), 0.6);
  add("other lengths", {2, 2, 4}, {2, 7, 4}, 2, Array(), 0.7);
  add("a long sentence", {1, 130, 1}, {1, 130, 1}, 1, causal_mask(130), 1);
  add("no sentences", {0, 3, 4}, {0, 3, 4}, 2, Array(), 0.7);
  group.add(
      "a tensor asks itself",
      [](const In& in) { return fused_attention(in[0], in[0], in[0], 2, causal_mask(3), 0.7); },
      {numbers({2, 3, 4}, 4)});
  return group;
}

GradientGroup heads(const std::string& name, const std::function<Tensor(const Tensor&)>& f,
                    const std::vector<Shape>& shapes) {
  GradientGroup group(name);
  for (const Shape& shape : shapes) {
    group.add(to_string(shape), [f](const In& in) { return f(in[0]); }, {numbers(shape)});
  }
  return group;
}

GradientGroup multi_head_attentions() {
  GradientGroup group("MultiHeadAttention");
  Random random(1);
  struct Size {
    std::size_t width, heads, words;
  };
  for (const Size size :
       {Size{1, 1, 2}, Size{4, 1, 3}, Size{4, 2, 3}, Size{3, 3, 4}, Size{8, 4, 5}}) {
    for (const Mask& mask : masks(size.words)) {
      const MultiHeadAttention layer(size.width, size.heads, random);
      const auto f = [=](const In& in) {
        const Attention out = layer(in[0], mask.values);
        return out.output + sum(out.weights * numbers(out.weights.shape()));
      };
      group.add(concat(size.heads, " heads of width ", size.width, ", ", mask.name),
                beside_all(f, layer.parameters()), {numbers({2, size.words, size.width})},
                layer.parameters());
    }
  }
  MultiHeadAttention layer(4, 2, random);
  layer.options.bias = Tensor::parameter(numbers({2, 2, 3}));
  group.add(
      "two words look at three others, biased",
      [layer](const In& in) { return layer(in[0], in[1], Array()).output; },
      {numbers({2, 2, 4}, 1), numbers({2, 3, 4}, 2)}, layer.parameters());
  group.add(
      "and take from three more",
      [layer](const In& in) { return layer(in[0], in[1], in[2], Array()).output; },
      {numbers({2, 2, 4}, 1), numbers({2, 3, 4}, 2), numbers({2, 3, 4}, 3)}, layer.parameters());
  return group;
}

GradientGroup relative_biases() {
  GradientGroup group("RelativeBias");
  for (const std::size_t heads : {1u, 3u}) {
    for (const std::size_t reach : {0u, 1u, 4u}) {
      for (const std::size_t words : {1u, 2u, 5u}) {
        const RelativeBias layer(heads, reach);
        group.add(
            concat(heads, " heads, reach ", reach, ", ", words, " words"),
            [=](const In&) { return beside_sum(layer(words), {layer.table}); }, {},
            layer.parameters());
      }
    }
  }
  return group;
}

GradientGroup encoder_blocks() {
  GradientGroup group("EncoderBlock");
  Random random(2);
  for (const std::size_t hidden : {0u, 5u}) {
    for (const double rate : {0.0, 0.3}) {
      for (const Mask& mask : masks(3)) {
        const EncoderBlock layer({.width = 4, .heads = 2, .hidden = hidden, .dropout = rate},
                                 random);
        const auto f = [=](const In& in) {
          Random chance(6);
          return layer(in[0], mask.values, {&chance}).output;
        };
        group.add(concat(mask.name, ", hidden ", hidden, ", dropout ", rate),
                  beside_all(f, layer.parameters()), {varied_rows({2, 3, 4})}, layer.parameters());
      }
    }
    EncoderBlock layer({.width = 4, .heads = 2, .hidden = hidden}, random);
    layer.residual = false;
    const auto f = [=](const In& in) { return layer(in[0], Array(), {}, in[1]).output; };
    group.add(concat("hidden ", hidden, ", no residual, bare values"),
              beside_all(f, layer.parameters()), {varied_rows({2, 3, 4}), varied_rows({2, 3, 4})},
              layer.parameters());
  }
  return group;
}

GradientGroup encoders() {
  GradientGroup group("Encoder");
  Random random(3);
  const auto add = [&](const EncoderConfig& config, const Mask& mask) {
    const Encoder layer(config, random);
    const auto f = [=](const In& in) { return layer(in[0], {mask.values}).output; };
    group.add(concat(config.layers, " layers of width ", config.width, ", positions ",
                     static_cast<int>(config.positions), ", ", mask.name),
              beside_all(f, layer.parameters()), {varied_rows({2, 3, config.width})},
              layer.parameters());
  };
  for (const Positions positions :
       {Positions::kNone, Positions::kSinusoidal, Positions::kLearned}) {
    EncoderConfig config{.width = 4, .heads = 2, .hidden = 5, .positions = positions, .longest = 4};
    for (const Mask& mask : masks(3)) {
      for (config.layers = 0; config.layers < 2; ++config.layers) add(config, mask);
    }
    config.layers = 2;
    add(config, masks(3)[1]);
    config.width = 8, config.heads = 4, config.hidden = 16, config.longest = 3;
    for (const Mask& mask : masks(3)) add(config, mask);
  }
  return group;
}

const std::vector<Shape> kSentences = {{1, 1, 1}, {1, 1, 3},  {1, 4, 1},  {2, 3, 4},
                                       {3, 2, 5}, {2, 17, 2}, {2, 2, 17}, {4, 1, 2}};

GradientGroup pointers() {
  GradientGroup group("Pointer");
  Random random(4);
  for (const Shape& words : kSentences) {
    const Pointer layer(words.last(), random);
    const Array asker = numbers(words.without(1), 1);
    group.add(
        to_string(words), [layer](const In& in) { return layer(in[0], in[1]); },
        {asker, numbers(words, 2)}, layer.parameters());
    group.add(
        concat(words, " by a softmax"),
        [=](const In& in) {
          return beside_all([=](const In& at) { return softmax(layer(at[0], at[1])); },
                            layer.parameters())(in);
        },
        {asker, numbers(words, 3)}, layer.parameters());
    group.add(
        concat(words, ", the asker among them"),
        [=](const In& in) {
          Indices first{{words[0]}, std::vector<int>(words[0])};
          return layer(pick_words(in[0], first), in[0]);
        },
        {numbers(words, 4)}, layer.parameters());
  }
  return group;
}

GradientGroup picks() {
  GradientGroup group("pick_words");
  for (const Shape& words : kSentences) {
    for (const std::size_t step : {0u, 1u, 5u}) {
      Indices at{{words[0]}, {}};
      for (std::size_t b = 0; b < words[0]; ++b) {
        at.values.push_back(static_cast<int>((b + 1) * step % words[1]));
      }
      group.add(concat(words, ", every ", step),
                beside_all([at](const In& in) { return pick_words(in[0], at); }), {numbers(words)});
    }
  }
  return group;
}

GradientGroup pointer_losses() {
  GradientGroup group("pointer_loss");
  for (const Shape& shape : {Shape{1, 1}, Shape{1, 4}, Shape{3, 2}, Shape{2, 5}, Shape{4, 3},
                             Shape{1, 17}, Shape{5, 1}, Shape{6, 2}}) {
    for (const std::size_t answers : {1u, 2u, 9u}) {
      Array right = zeros(shape);
      for (std::size_t i = 0; i < shape.elements(); ++i) right[i] = i % shape.last() < answers;
      group.add(concat(shape, ", ", answers, " of them right"), beside_all([right](const In& in) {
                  return pointer_loss(log_softmax(in[0]), right);
                }),
                {numbers(shape)});
    }
  }
  return group;
}

}  // namespace

GradientTable attention_cases() {
  const std::vector<Shape> joined = {{1, 1, 2}, {1, 3, 4}, {2, 3, 2}, {2, 1, 6}, {3, 2, 4},
                                     {1, 5, 8}, {2, 2, 2}, {0, 3, 4}, {2, 0, 4}};
  std::vector<Shape> split;
  for (const Shape& s : joined) split.push_back({s[0], 2, s[1], s[2] / 2});
  return {equation(),
          fused(),
          heads(
              "split_heads", [](const Tensor& x) { return split_heads(x, 2); }, joined),
          heads(
              "merge_heads", [](const Tensor& x) { return merge_heads(x); }, split),
          multi_head_attentions(),
          relative_biases(),
          encoder_blocks(),
          encoders(),
          pointers(),
          picks(),
          pointer_losses()};
}

}  // namespace heed
