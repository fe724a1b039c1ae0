// Functions of one tensor, element by element.
#include "gradients/cases.hpp"
#include "heed/error.hpp"

namespace heed {
namespace {

using Unary = std::function<Tensor(const Tensor&)>;

const std::vector<Shape> kShapes = {
    {},        {1},          {5},          {17},         {33},      {1, 1},    {3, 4},
    {1, 7},    {6, 1},       {2, 19},      {1, 1, 1},    {2, 3, 4}, {4, 1, 3}, {3, 1, 2},
    {2, 3, 2}, {2, 3, 2, 2}, {1, 2, 1, 5}, {3, 1, 1, 2}, {0},       {0, 3},    {2, 0, 3}};

// What comes before and after the function: its input or its upstream gradient in another order,
// its input used again.
void add_surroundings(GradientGroup& group, const Unary& f,
                      Array (*draw)(const Shape&, std::uint64_t)) {
  using In = std::vector<Tensor>;
  group.add("transposed upstream", [f](const In& in) { return transpose(f(in[0])); },
            {draw({3, 4}, 1)});
  group.add("permuted upstream",
            [f](const In& in) {
              return permute(f(in[0]), {2, 0, 1});
            },
            {draw({2, 3, 4}, 2)});
  group.add("of a transposed tensor", [f](const In& in) { return f(transpose(in[0])); },
            {draw({4, 3}, 3)});
  group.add("of a slice", [f](const In& in) { return f(slice(in[0], 1, 1, 3)) + sum(in[0]); },
            {draw({3, 4}, 4)});
  group.add("used twice", [f](const In& in) { return f(in[0]) * f(in[0] + 0.25) + in[0]; },
            {draw({2, 5}, 5)});
  group.add("beside its input", [f](const In& in) { return f(in[0]) * in[0] + in[0]; },
            {draw({7}, 6)});
}

// `sparse` says that the gradient is 0 in places.
GradientGroup unary(const std::string& name, const Unary& op, bool sparse = false,
                    Array (*draw)(const Shape&, std::uint64_t) = numbers) {
  GradientGroup group(name);
  Unary f = op;
  if (sparse) f = [op](const Tensor& x) { return beside_sum(op(x), {x}); };
  for (const Shape& shape : kShapes) {
    group.add(to_string(shape), [f](const auto& in) { return f(in[0]); },
              {draw(shape, shape.rank())});
  }
  add_surroundings(group, f, draw);
  return group;
}

GradientGroup powers() {
  GradientGroup group("pow");
  for (const Shape& shape : kShapes) {
    const double exponent = static_cast<double>(group.cases.size() % 7) - 2.5;
    group.add(concat(shape, " to the ", exponent),
              [exponent](const auto& in) { return pow(in[0], exponent); },
              {positive_numbers(shape, 1)});
  }
  for (const double exponent : {1.0, 2.0, 3.0}) {  // of negative numbers, too
    group.add(concat("of either sign, to the ", exponent),
              [exponent](const auto& in) { return pow(in[0], exponent); }, {numbers({3, 4}, 1)});
  }
  group.add("to the 0", [](const auto& in) { return beside_sum(pow(in[0], 0), in); },
            {numbers({2, 3})});
  add_surroundings(
      group, [](const Tensor& x) { return pow(x, 1.5); }, positive_numbers);
  return group;
}

}  // namespace

GradientTable elementwise_cases() {
  GradientTable table;
  table.push_back(unary("scale", [](const Tensor& x) { return scale(x, -1.75); }));
  table.push_back(unary("shift", [](const Tensor& x) { return shift(x, 0.75); }));
  table.push_back(unary("exp", [](const Tensor& x) { return exp(x); }));
  table.push_back(unary(
      "log", [](const Tensor& x) { return log(x); }, false, positive_numbers));
  table.push_back(unary(
      "sqrt", [](const Tensor& x) { return sqrt(x); }, false, positive_numbers));
  table.push_back(powers());
  table.push_back(unary("tanh", [](const Tensor& x) { return tanh(x); }));
  table.push_back(unary("sigmoid", [](const Tensor& x) { return sigmoid(x); }));
  table.push_back(unary(
      "relu", [](const Tensor& x) { return relu(x); }, true));
  table.push_back(unary("gelu", [](const Tensor& x) { return gelu(x); }));
  table.push_back(unary("abs", [](const Tensor& x) { return abs(x); }));
  table.push_back(unary(
      "dropout",
      [](const Tensor& x) {
        Random random(7, x.shape().elements());  // the same choice in every call
        return dropout(x, 0.4, random);
      },
      true));
  return table;
}

}  // namespace heed
