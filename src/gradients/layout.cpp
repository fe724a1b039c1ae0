// Numbers in another arrangement, and rows of a table.
#include "gradients/cases.hpp"
#include "heed/error.hpp"

namespace heed {
namespace {

using In = std::vector<Tensor>;

GradientGroup reshapes() {
  GradientGroup group("reshape");
  const std::vector<std::pair<Shape, Shape>> pairs = {{{}, {1}},
                                                      {{}, {1, 1}},
                                                      {{1}, {}},
                                                      {{6}, {2, 3}},
                                                      {{6}, {6, 1}},
                                                      {{2, 3}, {6}},
                                                      {{2, 3}, {3, 2}},
                                                      {{2, 3}, {1, 2, 3}},
                                                      {{4, 1}, {4}},
                                                      {{4, 1}, {1, 4}},
                                                      {{2, 3, 4}, {6, 4}},
                                                      {{2, 3, 4}, {2, 12}},
                                                      {{2, 3, 4}, {24}},
                                                      {{2, 3, 4}, {4, 3, 2}},
                                                      {{2, 2, 3, 2}, {4, 6}},
                                                      {{4, 6}, {2, 2, 3, 2}},
                                                      {{0}, {0, 3}},
                                                      {{0, 3}, {0}},
                                                      {{2, 0}, {0, 5, 2}}};
  for (const auto& [from, to] : pairs) {
    group.add(text({from, to}), [to = to](const In& in) { return reshape(in[0], to); },
              {numbers(from)});
  }
  group.add("transposed upstream",
            [](const In& in) {
              return transpose(reshape(in[0], {3, 4}));
            },
            {numbers({2, 6})});
  group.add("of a transposed tensor",
            [](const In& in) {
              return reshape(transpose(in[0]), {2, 6});
            },
            {numbers({3, 4})});
  group.add("split into heads and joined again",
            [](const In& in) {
              const Tensor heads = permute(reshape(in[0], {2, 3, 2, 2}), {0, 2, 1, 3});
              return reshape(permute(exp(heads), {0, 2, 1, 3}), {2, 3, 4});
            },
            {numbers({2, 3, 4})});
  group.add("used twice",
            [](const In& in) {
              return reshape(in[0], {3, 2}) * reshape(in[0], {3, 2});
            },
            {numbers({6})});
  return group;
}

GradientGroup concatenations() {
  GradientGroup group("concat");
  const auto add = [&group](int axis, const std::vector<Shape>& shapes) {
    std::vector<Array> parts;
    for (const Shape& shape : shapes) parts.push_back(numbers(shape, parts.size()));
    group.add(
        concat(text(shapes), " along ", axis), [axis](const In& in) { return concat(in, axis); },
        parts);
  };
  add(0, {{1}});
  add(0, {{2}, {3}});
  add(-1, {{1}, {1}, {1}});
  add(0, {{2}, {5}, {1}, {3}, {2}, {1}});
  add(0, {{0}, {3}});
  add(0, {{3}, {0}, {2}});
  add(0, {{2, 3}});
  add(0, {{2, 3}, {1, 3}});
  add(1, {{2, 3}, {2, 1}});
  add(-1, {{2, 1}, {2, 4}, {2, 2}});
  add(-2, {{1, 3}, {2, 3}});
  add(1, {{3, 0}, {3, 2}});
  add(0, {{2, 0}, {1, 0}});
  for (const int axis : {0, 1, 2, -1}) {
    const std::size_t at = axis < 0 ? 2 : static_cast<std::size_t>(axis);
    add(axis, {{2, 3, 2}, Shape{2, 3, 2}.with(at, 1)});
    add(axis, {Shape{2, 3, 2}.with(at, 4), {2, 3, 2}, {2, 3, 2}});
  }
  for (const int axis : {0, 1, 2, 3}) {
    add(axis, {{1, 2, 1, 3}, Shape{1, 2, 1, 3}.with(static_cast<std::size_t>(axis), 2)});
  }
  group.add("a tensor and itself",
            [](const In& in) {
              return concat({in[0], in[0]}, 1);
            },
            {numbers({2, 3})});
  group.add("a tensor and a part of itself",
            [](const In& in) {
              return concat({in[0], slice(in[0], 0, 1, 2), in[0]}, 0);
            },
            {numbers({2, 3})});
  group.add("transposed upstream", [](const In& in) { return transpose(concat(in, 0)); },
            {numbers({2, 3}), numbers({1, 3}, 1)});
  return group;
}

// Each range of each axis; the numbers outside it get a gradient from beside.
GradientGroup slices() {
  GradientGroup group("slice");
  for (const Shape& shape : {Shape{1}, Shape{4}, Shape{2, 3}, Shape{1, 3, 2}, Shape{2, 1, 2, 3}}) {
    for (std::size_t axis = 0; axis < shape.rank(); ++axis) {
      for (std::size_t begin = 0; begin < shape[axis]; ++begin) {
        for (std::size_t end = begin + 1; end <= shape[axis]; ++end) {
          group.add(concat(shape, ", axis ", axis, ": ", begin, " to ", end),
                    [=](const In& in) {
                      return beside_sum(slice(in[0], static_cast<int>(axis), begin, end), in);
                    },
                    {numbers(shape, axis)});
        }
      }
    }
  }
  group.add("empty", [](const In& in) { return slice(in[0], 1, 1, 2); }, {numbers({0, 2})});
  group.add("overlapping",
            [](const In& in) { return slice(in[0], -1, 0, 3) * slice(in[0], -1, 1, 4); },
            {numbers({2, 4})});
  group.add("transposed upstream",
            [](const In& in) { return beside_sum(transpose(slice(in[0], 1, 1, 3)), in); },
            {numbers({3, 4})});
  return group;
}

GradientGroup selections() {
  GradientGroup group("select");
  for (const Shape& shape : {Shape{1}, Shape{4}, Shape{2, 3}, Shape{3, 1, 2}, Shape{2, 1, 2, 3}}) {
    for (std::size_t axis = 0; axis < shape.rank(); ++axis) {
      for (std::size_t index = 0; index < shape[axis]; ++index) {
        const int named =
            static_cast<int>(axis) - (index == 0 ? static_cast<int>(shape.rank()) : 0);
        group.add(concat(shape, ", axis ", named, ": ", index),
                  [=](const In& in) { return beside_sum(select(in[0], named, index), in); },
                  {numbers(shape, axis)});
      }
    }
  }
  group.add("empty", [](const In& in) { return select(in[0], 1, 0); }, {numbers({0, 2})});
  group.add("one index twice",
            [](const In& in) {
              return select(in[0], 0, 1) * select(in[0], 0, 1) + select(in[0], 0, 0) +
                     select(in[0], 0, 2);
            },
            {numbers({3, 4})});
  return group;
}

// Ids that repeat, leave rows out, stand in several axes; a padding row among them or not.
GradientGroup embeddings() {
  GradientGroup group("embedding");
  struct Ids {
    Shape shape;
    std::vector<int> values;
  };
  const std::vector<Ids> all = {{{}, {1}},
                                {{1}, {0}},
                                {{3}, {2, 0, 1}},
                                {{4}, {1, 1, 1, 1}},
                                {{2, 3}, {0, 2, 1, 1, 2, 2}},
                                {{3, 1}, {2, 2, 0}},
                                {{1, 5}, {0, 1, 0, 1, 2}},
                                {{2, 2, 2}, {0, 1, 2, 0, 1, 2, 0, 0}},
                                {{0}, {}},
                                {{2, 0}, {}}};
  for (const Shape& table : {Shape{3, 1}, Shape{3, 4}, Shape{5, 2}}) {
    for (const int padding : {-1, 0, 1}) {
      for (const Ids& ids : all) {
        if (ids.values.empty() && padding >= 0) continue;
        group.add(concat("ids ", ids.shape, " of ", table, ", padding ", padding),
                  [ids, padding](const In& in) {
                    // A padding row is looked at, yet learns nothing: its part is cut off.
                    const Tensor rows = embedding(in[0], {ids.shape, ids.values}, padding);
                    if (padding < 0) return beside_sum(rows, in);
                    Array real(ids.shape.appended(1));
                    for (std::size_t i = 0; i < real.size(); ++i)
                      real[i] = ids.values[i] != padding;
                    return beside_sum(where(real, rows, scalar(0)), in);
                  },
                  {numbers(table)});
      }
    }
  }
  group.add("twice from one table",
            [](const In& in) {
              return embedding(in[0], {{2}, {0, 1}}) * embedding(in[0], {{2}, {1, 1}});
            },
            {numbers({2, 3})});
  group.add("transposed upstream",
            [](const In& in) {
              return transpose(embedding(in[0], {{3}, {1, 0, 1}}));
            },
            {numbers({2, 3})});
  return group;
}

}  // namespace

GradientTable layout_cases() {
  GradientTable table;
  table.push_back(reshapes());
  table.push_back(concatenations());
  table.push_back(slices());
  table.push_back(selections());
  table.push_back(embeddings());
  return table;
}

}  // namespace heed
