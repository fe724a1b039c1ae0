// Layers that treat every word on its own.
#include "gradients/cases.hpp"
#include "heed/dropout.hpp"
#include "heed/embedding.hpp"
#include "heed/error.hpp"
#include "heed/feed_forward.hpp"
#include "heed/layer_norm.hpp"
#include "heed/linear.hpp"

namespace heed {
namespace {

using In = std::vector<Tensor>;

const std::vector<Shape> kWords = {{1, 1},    {1, 4},    {5, 1},    {3, 4},       {2, 17},
                                   {2, 3, 4}, {1, 1, 3}, {2, 1, 4}, {2, 2, 2, 3}, {0, 3}};

GradientGroup linears() {
  GradientGroup group("Linear");
  Random random(1);
  for (const Shape& shape : kWords) {
    for (const std::size_t out : {1u, 3u, 5u}) {
      if (shape.elements() == 0 && out != 1) continue;
      const Linear layer(shape.last(), out, random);
      group.add(
          concat(shape, " to ", out), [layer](const In& in) { return layer(in[0]); },
          {numbers(shape)}, layer.parameters());
    }
  }
  const Linear layer(3, 3, random);
  group.add(
      "used twice", [layer](const In& in) { return layer(tanh(layer(in[0]))); }, {numbers({2, 3})},
      layer.parameters());
  return group;
}

GradientGroup embeddings() {
  GradientGroup group("Embedding");
  Random random(2);
  for (const std::size_t width : {1u, 3u, 4u}) {
    for (const int padding : {-1, 0}) {
      for (const Indices& ids : {Indices{{3}, {1, 2, 1}}, Indices{{2, 3}, {1, 2, 2, 1, 1, 1}},
                                 Indices{{1, 1}, {1}}, Indices{{1, 2, 2}, {2, 1, 2, 2}}}) {
        const Embedding layer(3, width, 0.5, random, padding);
        group.add(
            concat("ids ", ids.shape, ", width ", width, ", padding ", padding),
            [=](const In&) { return beside_sum(layer(ids), {layer.table}); }, {},
            layer.parameters());
      }
    }
  }
  return group;
}

GradientGroup layer_norms() {
  GradientGroup group("LayerNorm");
  for (const Shape& shape : kWords) {
    const LayerNorm layer(shape.last());
    group.add(
        to_string(shape),
        [layer](const In& in) {
          return beside_sum(layer(in[0]), {in[0], layer.gain});
        },
        {varied_rows(shape)}, layer.parameters());
  }
  return group;
}

GradientGroup dropouts() {
  GradientGroup group("Dropout");
  for (const Shape& shape : kWords) {
    for (const double rate : {0.0, 0.3}) {
      for (const bool training : {false, true}) {
        group.add(concat(shape, ", rate ", rate, training ? ", training" : ""),
                  [=](const In& in) {
                    Random random(3);  // the same choice in every call
                    const Pass pass{training ? &random : nullptr};
                    return beside_sum(Dropout{rate}(in[0], pass), in);
                  },
                  {numbers(shape)});
      }
    }
  }
  return group;
}

GradientGroup feed_forwards() {
  GradientGroup group("FeedForward");
  Random random(4);
  for (const Shape& shape : kWords) {
    for (const std::size_t hidden : {1u, 4u, 6u}) {
      if (shape.elements() == 0 && hidden != 1) continue;
      const FeedForward layer(shape.last(), hidden, random);
      const Parameters parameters = layer.parameters();
      group.add(
          concat(shape, " through ", hidden),
          [=](const In& in) {  // relu leaves some of its weights without a gradient
            Tensor y = beside_sum(layer(in[0]), in);
            for (const Parameter& p : parameters) y = beside_sum(y, {p.tensor});
            return y;
          },
          {numbers(shape)}, parameters);
    }
  }
  return group;
}

}  // namespace

GradientTable layer_cases() {
  return {linears(), embeddings(), layer_norms(), dropouts(), feed_forwards()};
}

}  // namespace heed
