// Softmax, the losses and layer norm.
#include "gradients/cases.hpp"
#include "heed/error.hpp"

namespace heed {
namespace {

using In = std::vector<Tensor>;
using Masked = std::function<Tensor(const Tensor&, const Array&)>;

const std::vector<Shape> kRows = {{1},       {2},       {5},          {33},    {1, 1},
                                  {3, 1},    {3, 4},    {1, 7},       {2, 17}, {2, 3, 4},
                                  {1, 2, 3}, {2, 1, 3}, {2, 2, 2, 3}, {0, 3}};

// 0 and 1 in random order, at least one 1 a row unless `rows_of_zeros`.
Array random_mask(const Shape& shape, bool rows_of_zeros) {
  Random random(shape.elements(), 5);
  Array mask(shape);
  for (Real& m : mask) m = static_cast<Real>(random.below(2));
  for (std::size_t i = 0; !rows_of_zeros && i < mask.size(); i += shape.last()) mask[i] = 1;
  for (std::size_t i = 0; rows_of_zeros && i < shape.last(); ++i) mask[i] = 0;
  return mask;
}

// Masks of the shape of the scores and stretched ones; rows that may look at nothing, all of them.
void add_masked(GradientGroup& group, const Masked& f) {
  const auto add = [&](const std::string& what, const Shape& shape, const Array& mask) {
    group.add(concat(shape, " ", what),
              [f, mask](const In& in) { return beside_sum(f(in[0], mask), in); },
              {numbers(shape, group.cases.size())});
  };
  for (const Shape& shape :
       {Shape{4}, Shape{3, 4}, Shape{1, 6}, Shape{2, 3, 3}, Shape{2, 2, 3, 3}}) {
    add("masked", shape, random_mask(shape, false));
    add("with a row masked", shape, random_mask(shape, true));
    add("masked as a whole", shape, zeros(shape));
    add("with a mask of ones", shape, ones({}));
    add("with one mask for all rows", shape, random_mask({shape.last()}, false));
  }
  add("with whole rows masked", {3, 4}, Array({3, 1}, {1, 0, 1}));
  add("causal", {2, 3, 3}, Array({3, 3}, {1, 0, 0, 1, 1, 0, 1, 1, 1}));
  add("with padding", {2, 2, 3, 3}, Array({2, 1, 1, 3}, {1, 1, 0, 1, 0, 0}));
}

GradientGroup softmax_like(const std::string& name, const std::function<Tensor(const Tensor&)>& f,
                           const Masked& masked) {
  GradientGroup group(name);
  for (const Shape& shape : kRows) {
    group.add(to_string(shape),
              [f, one = shape.last() == 1](const In& in) {  // of one number the gradient is 0
                return one ? beside_sum(f(in[0]), in) : f(in[0]);
              },
              {numbers(shape, shape.rank())});
  }
  group.add("scores far apart", [f](const In& in) { return f(4.0 * in[0]); }, {numbers({2, 4})});
  group.add("transposed upstream", [f](const In& in) { return transpose(f(in[0])); },
            {numbers({3, 4}, 1)});
  group.add("permuted upstream",
            [f](const In& in) {
              return permute(f(in[0]), {2, 0, 1});
            },
            {numbers({2, 3, 4}, 2)});
  group.add("of a transposed tensor", [f](const In& in) { return f(transpose(in[0])); },
            {numbers({3, 4}, 3)});
  group.add("used twice", [f](const In& in) { return f(in[0]) * in[0] + f(2.0 * in[0]); },
            {numbers({3, 4}, 4)});
  add_masked(group, masked);
  return group;
}

GradientGroup cross_entropies() {
  GradientGroup group("cross_entropy");
  // Labels 0, 1, 2, ... in turn, every `skip`-th of them to be ignored (0: none).
  const auto add = [&group](const Shape& shape, std::size_t skip, int ignore) {
    Indices labels{shape.first(shape.rank() - 1), {}};
    const std::size_t classes = shape.last();
    for (std::size_t row = 0; row < labels.shape.elements(); ++row) {
      const bool ignored = skip > 0 && row % skip == 0;
      labels.values.push_back(ignored ? ignore : static_cast<int>(row % classes));
    }
    group.add(concat(shape, " ignoring one in ", skip, " as ", ignore),
              [=](const In& in) {
                const Tensor loss = cross_entropy(in[0], labels, ignore);
                return skip > 0 || classes == 1 ? beside_sum(loss, in) : loss;
              },
              {numbers(shape, skip)});
  };
  for (const Shape& shape : {Shape{4}, Shape{1, 1}, Shape{1, 5}, Shape{3, 1}, Shape{5, 3},
                             Shape{4, 17}, Shape{2, 3, 4}, Shape{2, 1, 2, 3}, Shape{0, 3}}) {
    for (const std::size_t skip : {0u, 1u, 2u}) add(shape, skip, kIgnore);
  }
  add({5, 3}, 3, 0);  // the ignored label may be a class
  add({5, 3}, 2, -1);
  group.add("of transposed logits",
            [](const In& in) {
              return cross_entropy(transpose(in[0]), {{3}, {0, 2, 1}});
            },
            {numbers({4, 3})});
  group.add(
      "used twice",
      [](const In& in) {
        return cross_entropy(in[0], {{2}, {0, 1}}) * cross_entropy(2.0 * in[0], {{2}, {2, 2}});
      },
      {numbers({2, 3})});
  return group;
}

GradientGroup layer_norms() {
  GradientGroup group("layer_norm");
  const auto add = [&group](const Shape& shape, double eps) {
    const Shape width = {shape.last()};
    group.add(concat(shape, ", eps ", eps),
              [eps](const In& in) {
                const Tensor y = layer_norm(in[0], in[1], in[2], eps);
                return in[1].shape().elements() == 1 ? beside_sum(y, in) : y;  // dx = 0
              },
              {numbers(shape, 1), numbers(width, 2), numbers(width, 3)});
  };
  for (const Shape& shape : kRows) {
    if (shape == Shape{2}) continue;  // below, wide apart
    add(shape, 1e-5);
    add(shape, 0.1);
  }
  group.add("two numbers", [](const In& in) { return layer_norm(in[0], in[1], in[2], 0.01); },
            {Array({2, 2}, {-1.3, 1.1, 1.4, -1.2}), numbers({2}, 2), numbers({2}, 3)});
  group.add("transposed upstream",
            [](const In& in) { return transpose(layer_norm(in[0], in[1], in[2])); },
            {numbers({3, 4}, 4), numbers({4}, 5), numbers({4}, 6)});
  group.add("permuted upstream",
            [](const In& in) {
              return permute(layer_norm(in[0], in[1], in[2]), {2, 0, 1});
            },
            {numbers({2, 3, 4}, 7), numbers({4}, 8), numbers({4}, 9)});
  group.add("of a transposed tensor",
            [](const In& in) { return layer_norm(transpose(in[0]), in[1], in[2]); },
            {numbers({4, 3}, 10), numbers({4}, 11), numbers({4}, 12)});
  group.add("one tensor as gain and bias",
            [](const In& in) { return layer_norm(in[0], in[1], in[1]); },
            {numbers({3, 5}, 13), numbers({5}, 14)});
  return group;
}

}  // namespace

GradientTable softmax_cases() {
  using T = const Tensor&;
  // What a mask hides is −∞ there, which no difference can be taken of; 0 stands for it.
  const auto hidden = [](T x, const Array& mask) {
    return where(mask, log_softmax(x, mask), scalar(0));
  };
  GradientTable table;
  table.push_back(softmax_like(
      "softmax", [](T x) { return softmax(x); },
      [](T x, const Array& mask) { return softmax(x, mask); }));
  table.push_back(softmax_like(
      "log_softmax", [](T x) { return log_softmax(x); }, hidden));
  table.push_back(cross_entropies());
  table.push_back(layer_norms());
  return table;
}

}  // namespace heed
