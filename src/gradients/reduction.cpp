// Functions over axes.
#include "gradients/cases.hpp"
#include "heed/error.hpp"

namespace heed {
namespace {

using Reduction = std::function<Tensor(const Tensor&, const Axes&, bool)>;

struct Over {
  Shape shape;
  std::vector<Axes> axes;
};

// Every subset of the axes of small tensors, the long runs that kernels treat apart, and single
// numbers. An empty list means all axes.
const std::vector<Over> kAll = {{{}, {{}}},
                                {{1}, {{}, {0}}},
                                {{5}, {{}, {-1}}},
                                {{37}, {{0}}},
                                {{3, 4}, {{}, {0}, {1}, {0, 1}, {-1}}},
                                {{1, 6}, {{0}, {1}}},
                                {{2, 3, 4}, {{0}, {1}, {2}, {0, 1}, {1, 2}, {0, 2}, {-1, -3}, {}}},
                                {{3, 1, 2}, {{1}, {0, 2}}},
                                {{2, 3, 2, 2}, {{0}, {1, 2}, {0, 2}, {1, 3}, {0, 1, 3}, {}}}};

std::string name(const Shape& shape, const Axes& axes, bool keep) {
  std::string out = to_string(shape) + " over";
  for (const int axis : axes) out += concat(" ", axis);
  return out + (axes.empty() ? " all" : "") + (keep ? ", kept" : "");
}

// `sparse`: the gradient is 0 in places. `empty`: over no numbers at all the result is finite.
GradientGroup reduction(const std::string& op, const Reduction& f, bool sparse, bool empty) {
  GradientGroup group(op);
  const auto add = [&](const Shape& shape, const Axes& axes, bool keep) {
    group.add(name(shape, axes, keep),
              [=](const auto& in) {
                const Tensor out = f(in[0], axes, keep);
                return sparse ? beside_sum(out, in) : out;
              },
              {numbers(shape, group.cases.size())});
  };
  for (const bool keep : {false, true}) {
    for (const Over& over : kAll) {
      for (const Axes& axes : over.axes) add(over.shape, axes, keep);
    }
    add({0, 3}, {1}, keep);  // no rows; each would have numbers
    if (empty) add({0}, {0}, keep);
    if (empty) add({2, 0, 3}, {1}, keep);
  }
  group.add("transposed upstream",
            [f](const auto& in) { return transpose(f(in[0], {1}, false)) * 2 + 0.5 * sum(in[0]); },
            {numbers({2, 3, 4}, 91)});
  group.add("used twice",
            [f](const auto& in) { return in[0] * f(in[0], {1}, true) + f(in[0], {0}, true); },
            {numbers({3, 4}, 92)});
  return group;
}

}  // namespace

GradientTable reduction_cases() {
  using T = const Tensor&;
  using A = const Axes&;
  GradientTable table;
  table.push_back(reduction(
      "sum", [](T x, A a, bool k) { return sum(x, a, k); }, false, true));
  table.push_back(reduction(
      "mean", [](T x, A a, bool k) { return mean(x, a, k); }, false, false));
  table.push_back(reduction(
      "max", [](T x, A a, bool k) { return max(x, a, k); }, true, false));
  table.push_back(reduction(
      "min", [](T x, A a, bool k) { return min(x, a, k); }, true, false));
  table.push_back(reduction(
      "norm", [](T x, A a, bool k) { return norm(x, a, k); }, false, true));
  table.push_back(reduction(
      "logsumexp", [](T x, A a, bool k) { return logsumexp(x, a, k); }, false, false));
  return table;
}

}  // namespace heed
