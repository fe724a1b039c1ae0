// Matrix products, and axes in another order.
#include <algorithm>

#include "gradients/cases.hpp"
#include "heed/error.hpp"

namespace heed {
namespace {

using In = std::vector<Tensor>;
using Binary = std::function<Tensor(const Tensor&, const Tensor&)>;

// Leading axes equal, stretched on either side, missing, and empty; each of M, K, N from 0 and 1 to
// beyond a register.
const std::vector<std::pair<Shape, Shape>> kProducts = {
    {{1, 1}, {1, 1}},          {{1, 4}, {4, 1}},
    {{4, 1}, {1, 4}},          {{2, 3}, {3, 4}},
    {{3, 5}, {5, 2}},          {{1, 3}, {3, 7}},
    {{5, 2}, {2, 1}},          {{2, 17}, {17, 3}},
    {{3, 2}, {2, 19}},         {{18, 2}, {2, 2}},
    {{2, 3, 4}, {4, 5}},       {{2, 1, 4}, {4, 3}},
    {{2, 3, 4}, {2, 4, 2}},    {{2, 3, 4}, {1, 4, 2}},
    {{1, 3, 4}, {2, 4, 2}},    {{3, 4}, {2, 4, 2}},
    {{1, 1, 2}, {3, 2, 1}},    {{2, 2, 3, 2}, {2, 2, 2, 3}},
    {{2, 2, 3, 2}, {2, 4}},    {{2, 1, 2, 3}, {1, 3, 3, 2}},
    {{2, 1, 2, 3}, {2, 3, 2}}, {{9, 1, 2}, {9, 2, 2}},
    {{9, 2, 3}, {3, 2}},       {{0, 3}, {3, 2}},
    {{2, 3}, {3, 0}},          {{2, 0}, {0, 3}},
    {{0, 2, 3}, {3, 2}},       {{2, 2, 0}, {2, 0, 3}},
    {{2, 2, 0}, {0, 3}},       {{0, 2, 3}, {0, 3, 2}}};

Shape turned(const Shape& s) {
  return s.with(s.rank() - 1, s.last(1)).with(s.rank() - 2, s.last());
}

// `turn` is the shape in which the right operand is given.
GradientGroup product(const std::string& name, const Binary& f, Shape (*turn)(const Shape&)) {
  GradientGroup group(name);
  for (const auto& [a, b] : kProducts) {
    group.add(text({a, turn(b)}), [f](const In& in) { return f(in[0], in[1]); },
              {numbers(a, 1), numbers(turn(b), 2)});
  }
  group.add("transposed upstream", [f](const In& in) { return transpose(f(in[0], in[1])); },
            {numbers({3, 4}, 3), numbers(turn({4, 5}), 4)});
  group.add("permuted upstream",
            [f](const In& in) {
              return permute(f(in[0], in[1]), {2, 0, 1});
            },
            {numbers({2, 3, 4}, 5), numbers(turn({4, 5}), 6)});
  group.add("of transposed tensors",
            [f](const In& in) { return f(transpose(in[0]), transpose(in[1])); },
            {numbers({4, 3}, 7), numbers(turned(turn({4, 5})), 8)});
  group.add("a tensor and itself", [f](const In& in) { return f(in[0], in[0]); },
            {numbers({3, 3}, 9)});
  group.add("a constant on the left",
            [f, left = numbers({2, 3, 4}, 10)](const In& in) { return f(left, in[0]); },
            {numbers(turn({4, 5}), 11)});
  group.add("a constant on the right",
            [f, right = numbers(turn({4, 5}), 12)](const In& in) { return f(in[0], right); },
            {numbers({2, 3, 4}, 13)});
  return group;
}

// x W + b, where W is a matrix; the leading axes of x from none to two, and empty ones.
using Affine = Tensor (*)(const Tensor&, const Tensor&, const Tensor&);
GradientGroup affines(const char* name, Affine op) {
  GradientGroup group(name);
  const auto f = [op](const In& in) { return op(in[0], in[1], in[2]); };
  for (const auto& [x, w] : kProducts) {
    if (w.rank() != 2) continue;
    group.add(text({x, w}), f, {numbers(x, 1), numbers(w, 2), numbers({w[1]}, 3)});
  }
  group.add("transposed upstream", [f](const In& in) { return transpose(f(in)); },
            {numbers({3, 4}, 4), numbers({4, 5}, 5), numbers({5}, 6)});
  group.add("x twice", [op](const In& in) { return op(in[0], in[0], in[1]) * in[0]; },
            {numbers({3, 3}, 7), numbers({3}, 8)});
  for (std::size_t constant = 0; constant < 3; ++constant) {
    const std::vector<Array> all = {numbers({2, 3, 4}, 9), numbers({4, 5}, 10), numbers({5}, 11)};
    std::vector<Array> others = all;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(constant));
    group.add(
        concat("input ", constant, " constant"),
        [op, constant, kept = all[constant]](const In& in) {
          In whole = in;
          whole.insert(whole.begin() + static_cast<std::ptrdiff_t>(constant), kept);
          return op(whole[0], whole[1], whole[2]);
        },
        others);
  }
  return group;
}

GradientGroup transpositions() {
  GradientGroup group("transpose");
  for (const Shape& shape :
       {Shape{1, 1}, Shape{1, 5}, Shape{5, 1}, Shape{3, 4}, Shape{2, 17}, Shape{18, 3},
        Shape{2, 3, 4}, Shape{1, 3, 2}, Shape{3, 1, 2}, Shape{2, 3, 1}, Shape{2, 2, 3, 2},
        Shape{1, 3, 1, 4}, Shape{0, 3}, Shape{2, 0}, Shape{2, 3, 0}}) {
    group.add(to_string(shape), [](const In& in) { return transpose(in[0]); }, {numbers(shape)});
    group.add(concat(shape, " used twice"),
              [](const In& in) { return tanh(transpose(in[0])) * transpose(in[0]); },
              {numbers(shape, 1)});
  }
  return group;
}

// All orders of the axes.
GradientGroup permutations() {
  GradientGroup group("permute");
  for (const Shape& shape : {Shape{3}, Shape{2, 3}, Shape{1, 4}, Shape{2, 3, 4}, Shape{2, 1, 3},
                             Shape{2, 3, 1, 2}, Shape{0, 2, 3}}) {
    std::vector<int> order;
    for (std::size_t axis = 0; axis < shape.rank(); ++axis) order.push_back(static_cast<int>(axis));
    do {
      std::string name = to_string(shape) + " by";
      for (const int axis : order) name += concat(" ", axis);
      group.add(name, [order](const In& in) { return permute(in[0], order); }, {numbers(shape)});
    } while (std::next_permutation(order.begin(), order.end()));
  }
  group.add("used twice",
            [](const In& in) {
              return permute(in[0], {2, 0, 1}) * permute(in[0] * in[0], {2, 0, 1});
            },
            {numbers({2, 3, 4}, 1)});
  return group;
}

}  // namespace

GradientTable matrix_cases() {
  using T = const Tensor&;
  GradientTable table;
  table.push_back(product(
      "matmul", [](T a, T b) { return matmul(a, b); }, [](const Shape& s) { return s; }));
  table.push_back(product(
      "matmul_transposed", [](T a, T b) { return matmul_transposed(a, b); }, turned));
  table.push_back(affines("affine", affine));
  // Of the two, one passes a gradient on wherever relu stops the other.
  table.push_back(affines("affine_relu", [](T x, T weight, T bias) {
    return affine_relu(x, weight, bias) + 2 * affine_relu(-x, weight, -bias);
  }));
  table.push_back(transpositions());
  table.push_back(permutations());
  return table;
}

}  // namespace heed
