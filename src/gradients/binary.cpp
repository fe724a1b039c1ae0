// Functions of two tensors, element by element, the smaller one stretched.
#include "gradients/cases.hpp"
#include "heed/error.hpp"

namespace heed {
namespace {

using Binary = std::function<Tensor(const Tensor&, const Tensor&)>;
using In = std::vector<Tensor>;

// Every way in which an axis can be stretched, missing or empty.
const std::vector<std::pair<Shape, Shape>> kPairs = {{{}, {}},
                                                     {{3}, {}},
                                                     {{}, {3}},
                                                     {{1}, {1}},
                                                     {{4}, {1}},
                                                     {{1}, {4}},
                                                     {{17}, {17}},
                                                     {{2, 19}, {19}},
                                                     {{2, 3}, {2, 3}},
                                                     {{2, 3}, {3}},
                                                     {{3}, {2, 3}},
                                                     {{2, 3}, {2, 1}},
                                                     {{2, 1}, {2, 3}},
                                                     {{2, 3}, {1, 3}},
                                                     {{2, 1}, {1, 3}},
                                                     {{1, 3}, {2, 1}},
                                                     {{2, 3, 4}, {4}},
                                                     {{2, 3, 4}, {3, 1}},
                                                     {{3, 4}, {2, 3, 4}},
                                                     {{2, 3, 4}, {2, 1, 4}},
                                                     {{2, 3, 4}, {1, 3, 1}},
                                                     {{2, 1, 4}, {3, 1}},
                                                     {{2, 3, 4}, {1, 1, 1}},
                                                     {{2, 1, 3, 1}, {1, 2, 1, 2}},
                                                     {{2, 2, 3, 2}, {2}},
                                                     {{0}, {0}},
                                                     {{0, 3}, {3}},
                                                     {{2, 0}, {1}},
                                                     {{2, 0, 3}, {2, 1, 1}}};

GradientGroup binary(const std::string& name, const Binary& f,
                     Array (*right)(const Shape&, std::uint64_t)) {
  GradientGroup group(name);
  for (const auto& [a, b] : kPairs) {
    group.add(text({a, b}), [f](const In& in) { return f(in[0], in[1]); },
              {numbers(a, 1), right(b, 2)});
  }
  group.add("transposed upstream", [f](const In& in) { return transpose(f(in[0], in[1])); },
            {numbers({3, 4}, 1), right({4}, 2)});
  group.add("permuted upstream",
            [f](const In& in) {
              return permute(f(in[0], in[1]), {1, 2, 0});
            },
            {numbers({2, 3, 4}, 1), right({3, 1}, 2)});
  group.add("a tensor and itself", [f](const In& in) { return beside_sum(f(in[0], in[0]), in); },
            {right({2, 5}, 3)});
  group.add("a tensor and a part of itself",
            [f](const In& in) { return beside_sum(f(in[0], slice(in[0], 0, 0, 1)), in); },
            {right({3, 4}, 4)});
  return group;
}

// Further numbers, at a distance from those of the left operand: a tie is a kink.
Array between_numbers(const Shape& shape, std::uint64_t stream) {
  return add(numbers(shape, stream), full({}, 0.02));
}

// The overloads with a plain number on one side.
void add_scalars(GradientGroup& group,
                 const std::vector<std::function<Tensor(const Tensor&)>>& all) {
  for (const auto& f : all) {
    for (const Shape& shape : {Shape{}, Shape{4}, Shape{2, 3}, Shape{2, 1, 3}}) {
      group.add(concat("a number and ", shape), [f](const In& in) { return f(in[0]); },
                {numbers(shape, group.cases.size())});
    }
  }
}

GradientGroup choices() {
  GradientGroup group("where");
  const auto add = [&group](const Shape& which, const Shape& a, const Shape& b) {
    Array condition(which);
    Random random(which.elements(), group.cases.size());
    for (Real& c : condition) c = static_cast<Real>(random.below(2));
    group.add(concat(which, " between ", a, " and ", b),
              [condition](const In& in) { return beside_sum(where(condition, in[0], in[1]), in); },
              {numbers(a, 1), numbers(b, 2)});
  };
  for (const auto& [a, b] : kPairs) add(broadcast("where", a, b), a, b);
  add({2, 3}, {}, {});
  add({3}, {2, 3}, {1, 3});
  add({2, 1}, {2, 3}, {3});
  add({}, {2, 3}, {2, 1});
  add({4, 1, 2}, {3, 1}, {2});
  return group;
}

}  // namespace

GradientTable binary_cases() {
  using T = const Tensor&;
  GradientTable table;
  table.push_back(binary(
      "operator+", [](T a, T b) { return a + b; }, numbers));
  add_scalars(table.back(), {[](T x) { return x + 1.5; }});
  table.push_back(binary(
      "operator-", [](T a, T b) { return a - b; }, numbers));
  add_scalars(table.back(),
              {[](T x) { return x - 1.5; }, [](T x) { return 1.5 - x; }, [](T x) { return -x; }});
  table.push_back(binary(
      "operator*", [](T a, T b) { return a * b; }, numbers));
  add_scalars(table.back(), {[](T x) { return x * 1.5; }, [](T x) { return -1.5 * x; }});
  table.push_back(binary(
      "operator/", [](T a, T b) { return a / b; }, positive_numbers));
  add_scalars(table.back(), {[](T x) { return x / 1.5; }});
  table.push_back(binary(
      "maximum",
      [](T a, T b) {
        return beside_sum(maximum(a, b), {a, b});
      },
      between_numbers));
  table.push_back(choices());
  return table;
}

}  // namespace heed
