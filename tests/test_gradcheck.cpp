// The checker itself: backward passes with a planted mistake, every one of which it must find.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "gradients/cases.hpp"
#include "heed/error.hpp"
#include "heed/linear.hpp"

using namespace heed;

#if !defined(HEED_DOUBLE)

TEST_CASE("gradcheck: a float build refuses, and says how to build the check") {
  const auto f = [](const std::vector<Tensor>& in) { return exp(in[0]); };
  for (const char* part : {"gradcheck: ", "make REAL=double", "build/bin/gradcheck"}) {
    CHECK_THROWS_WITH_AS(gradcheck(f, {numbers({2})}), doctest::Contains(part), ValueError);
  }
  CHECK_THROWS_WITH_AS(taylor(f, {numbers({2})}), doctest::Contains("taylor: "), ValueError);
}

#else

namespace {

using In = std::vector<Tensor>;

// x² with a backward pass of one's own.
template <class Backward>
TensorFunction square(Backward dx) {
  return [dx](const In& in) {
    const Tensor x = in[0];
    return Tensor::from_op(
        "square", mul(x.value(), x.value()), {x},
        [x, dx](const Array& dout, const Array&) -> Grads { return {dx(x.value(), dout)}; });
  };
}

// The right backward pass of x², times `factor`.
TensorFunction square_times(double factor) {
  return square(
      [factor](const Array& x, const Array& dout) { return scale(mul(dout, x), 2 * factor); });
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Found by the differences, and explained in these words.
void check_found(const TensorFunction& f, const std::vector<Tensor>& inputs,
                 const std::string& words) {
  const Gradcheck result = gradcheck(f, inputs);
  CHECK_FALSE(result.ok);
  CHECK_MESSAGE(contains(result.text, words), words, " is not in\n", result.text);
}

}  // namespace

TEST_CASE("gradcheck: every operation and layer agrees with differences to 1e-9, Taylor order 2") {
  for (const GradientGroup& group : gradient_table()) {
    CHECK_MESSAGE(group.cases.size() >= 8, group.name);
    for (const GradientCase& one : group.cases) {
      INFO(group.name, ": ", one.what);
      GradcheckOptions options;
      options.at_least = one.at_least;
      const Gradcheck gradients = gradcheck(one.f, one.inputs, options);
      const Taylor slopes = taylor(one.f, one.inputs, options);
      CHECK_MESSAGE(gradients.ok, gradients.text);
      CHECK_MESSAGE(slopes.ok, slopes.text);
    }
  }
}

TEST_CASE("gradcheck: a right backward pass passes, with every element compared") {
  const Gradcheck result = gradcheck(square_times(1), {numbers({20, 20})});
  CHECK_MESSAGE(result.ok, result.text);
  CHECK(result.elements == 400);
  CHECK(result.nonzero == 400);
  CHECK(result.worst < 1e-10);
}

TEST_CASE("gradcheck: a softmax whose backward pass returns zeros is found") {
  check_found(
      [](const In& in) {
        return Tensor::from_op(
            "softmax", softmax(in[0]).value(), {in[0]},
            [](const Array& dy, const Array&) -> Grads { return {zeros(dy.shape())}; });
      },
      {numbers({3, 5})}, "no gradient reaches it");
}

TEST_CASE("gradcheck: a constant cut out of the graph is found") {
  check_found([](const In& in) { return exp(in[0].detach()); }, {numbers({3})},
              "no gradient reaches it");
}

TEST_CASE("gradcheck: one element of 400 that is off by 1e-4 is found, and where it is") {
  const TensorFunction f = square([](const Array& x, const Array& dout) {
    Array dx = scale(mul(dout, x), 2);
    dx[127] *= 1.0001;
    return dx;
  });
  check_found(f, {numbers({20, 20})}, "one of 400 elements is wrong");
  check_found(f, {numbers({20, 20})}, "[6, 7]");
}

TEST_CASE("gradcheck: a gradient that is off by 1e-6 everywhere is found") {
  check_found(square_times(1 + 1e-6), {numbers({4, 5})}, "FAIL");
}

TEST_CASE("gradcheck: a float constant in a double path is found") {
  check_found(square_times(static_cast<double>(0.1f) / 0.1), {numbers({4, 5})}, "a float");
}

TEST_CASE("gradcheck: sign, factors and missing scales are named") {
  check_found(square_times(-1), {numbers({4})}, "the sign");
  check_found(square_times(2), {numbers({4})}, "2.000 times");
  check_found(square_times(0.5), {numbers({4})}, "0.500 times");
  check_found(square_times(7), {numbers({3, 7})}, "7 is the size of axis 1 of x0");
  check_found(square_times(1.0 / 21), {numbers({3, 7})}, "x0 has 21 elements");
}

TEST_CASE("gradcheck: scores whose backward pass forgets 1/sqrt(d_k) are found, and so named") {
  const auto scores = [](const In& in) {
    const Tensor q = in[0], k = in[1];
    Array out = scale(matmul(q.value(), k.value(), Side::kPlain, Side::kTransposed), 1 / 4.0);
    return Tensor::from_op("scores", std::move(out), {q, k},
                           [q, k](const Array& d, const Array&) -> Grads {
                             return {matmul(d, k.value()), matmul(d, q.value(), Side::kTransposed)};
                           });
  };
  check_found(scores, {numbers({3, 16}, 1), numbers({5, 16}, 2)}, "4.000  FAIL");
  check_found(scores, {numbers({3, 16}, 1), numbers({5, 16}, 2)}, "√d_k (d_k = 16)");
  check_found(square_times(std::sqrt(5)), {numbers({2, 5})}, "√d_k (d_k = 5)");
  check_found(square_times(1 / std::sqrt(5)), {numbers({2, 5})}, "1/√d_k (d_k = 5)");
}

TEST_CASE("gradcheck: a gradient that is not summed over a stretched axis is found") {
  // row [3] + matrix [2, 3]: one forgets the sum, the other takes the first row for it.
  const auto add_rows = [](const In& in, bool first_row) {
    return Tensor::from_op("add", add(in[0].value(), in[1].value()), {in[0], in[1]},
                           [first_row](const Array& d, const Array&) -> Grads {
                             if (!first_row) return {Array(d), Array(d)};
                             return {reshape(slice(d, std::size_t{0}, 0, 1), {3}), Array(d)};
                           });
  };
  const std::vector<Tensor> inputs = {numbers({3}), numbers({2, 3})};
  CHECK_THROWS_WITH_AS(gradcheck([&](const In& in) { return add_rows(in, false); }, inputs),
                       "add: backward returned a gradient [2, 3] for input 0 of shape [3]",
                       ShapeError);
  CHECK_FALSE(gradcheck([&](const In& in) { return add_rows(in, true); }, inputs));
}

TEST_CASE("gradcheck: a repeated index that overwrites instead of adding is found") {
  check_found(
      [](const In& in) {  // rows 1, 0, 1 of a table [3, 2]
        Array out = embedding(in[0], {{3}, {1, 0, 1}}).value();
        return Tensor::from_op("rows", std::move(out), {in[0]},
                               [](const Array& d, const Array&) -> Grads {
                                 Array dx = zeros({3, 2});
                                 const std::size_t rows[] = {1, 0, 1};
                                 for (std::size_t i = 0; i < 6; ++i)
                                   dx[rows[i / 2] * 2 + i % 2] = d[i];
                                 return {std::move(dx)};
                               });
      },
      {numbers({3, 2})}, "2 of 6 elements are wrong");
}

TEST_CASE("gradcheck: a transposed gradient is found, and so named") {
  check_found(square([](const Array& x, const Array& d) { return scale(transpose(mul(d, x)), 2); }),
              {numbers({3, 3})}, "transposed");
}

TEST_CASE("gradcheck: a layer norm without its variance term, or with another eps, is found") {
  const auto norm_with = [](bool variance, double eps) -> TensorFunction {
    return [=](const In& in) {
      const Tensor x = in[0];
      const Array gain = ones({5}), bias = zeros({5});
      return Tensor::from_op(
          "norm", layer_norm(x, gain, bias, 1e-5).value(), {x},
          [=](const Array& d, const Array& h) -> Grads {
            const Array centred = sub(x.value(), scale(sum_over(x.value(), {1}), 0.2));
            const Array spread = scale(sum_over(mul(centred, centred), {1}), 0.2);
            const Array root = map(spread, [eps](Real v) { return std::sqrt(v + eps); });
            Array dx = sub(d, scale(sum_over(d, {1}), 0.2));
            if (variance) dx = sub(dx, mul(h, scale(sum_over(mul(d, h), {1}), 0.2)));
            return {div(dx, root)};
          });
    };
  };
  CHECK(gradcheck(norm_with(true, 1e-5), {numbers({3, 5})}));
  CHECK_FALSE(gradcheck(norm_with(false, 1e-5), {numbers({3, 5})}));
  CHECK_FALSE(gradcheck(norm_with(true, 1e-6), {numbers({3, 5})}));
}

TEST_CASE("gradcheck: what is not finite is a failure of its own") {
  const TensorFunction nan = square([](const Array& x, const Array&) {
    return full(x.shape(), std::numeric_limits<double>::quiet_NaN());
  });
  check_found(nan, {numbers({2})}, "the gradient of x0 is not finite");
  check_found([](const In& in) { return log(in[0]); }, {zeros({2})}, "f is not finite");
  check_found([](const In& in) { return sqrt(in[0]); }, {full({2}, 1e-4)},
              "not finite near this input");
}

TEST_CASE("gradcheck: a function or a backward pass that changes from call to call is named so") {
  Random random(1);
  const TensorFunction chance = [&](const In& in) { return dropout(in[0], 0.5, random); };
  check_found(chance, {numbers({30})}, "f is not deterministic");
  check_found(
      square([&](const Array& x, const Array&) { return full(x.shape(), random.normal()); }),
      {numbers({2})}, "the gradient of x0 is not deterministic");
  const Taylor slopes = taylor(chance, {numbers({30})});
  CHECK_FALSE(slopes.ok);
  CHECK(contains(slopes.text, "not deterministic"));
}

TEST_CASE("gradcheck: a check that compared nothing but zeros fails, unless nothing was expected") {
  GradcheckOptions nothing;
  nothing.at_least = 0;
  const auto f = [](const In& in) { return exp(in[0]); };
  CHECK_FALSE(gradcheck(f, {zeros({0, 3})}));
  CHECK(gradcheck(f, {zeros({0, 3})}, nothing));
  check_found([](const In& in) { return sum(softmax(in[0])); }, {numbers({4})},
              "too little to compare");
}

TEST_CASE("gradcheck: an input at a kink is moved away from it, and the number of them said") {
  const auto f = [](const In& in) { return relu(in[0]) + 0.5 * in[0]; };
  const Array x({5}, {0, 0.0015, -0.0004, 1, -1});
  const Gradcheck result = gradcheck(f, {x});
  CHECK_MESSAGE(result.ok, result.text);
  CHECK(result.moved == 3);
  CHECK(contains(result.text, "3 moved away from a kink"));
  const auto ties = [](const In& in) { return max(in[0]) + 0.5 * sum(in[0]); };
  CHECK(gradcheck(ties, {ones({4})}));
  // Moving helps no wrong gradient.
  const TensorFunction wrong = [](const In& in) { return relu(in[0]) + square_times(2)(in); };
  CHECK_FALSE(gradcheck(wrong, {x}));
}

TEST_CASE("gradcheck: inputs are copied, parameters are put back, and one met twice counts once") {
  const Tensor x = Tensor::parameter(numbers({1, 3}));
  CHECK(gradcheck([](const In& in) { return in[0] * in[1]; }, {x, x}).elements == 6);
  Random random(1);
  const Linear layer(3, 2, random);
  const std::vector<Array> before = snapshot(layer.parameters());
  const Gradcheck own = gradcheck([&] { return tanh(layer(x)); }, layer.parameters());
  CHECK_MESSAGE(own.ok, own.text);
  CHECK(own.elements == 8);
  CHECK(contains(own.text, "weight"));
  for (std::size_t i = 0; i < before.size(); ++i) {
    CHECK(to_string(before[i], 17) == to_string(layer.parameters()[i].tensor.value(), 17));
  }
  CHECK(gradcheck([&] { return x * x; }, NamedTensors{{"a", x}, {"b", x}}).elements == 3);
}

TEST_CASE("taylor: the slope is 2 with the right gradient and 1 with a wrong one") {
  const Taylor right = taylor(square_times(1), {numbers({3, 4})});
  CHECK_MESSAGE(right.ok, right.text);
  CHECK(right.slopes.size() == 4);
  const Taylor wrong = taylor(square_times(1.001), {numbers({3, 4})});
  CHECK_FALSE(wrong.ok);
  CHECK(wrong.slopes.back() < 1.2);
}

TEST_CASE("taylor: of a linear function nothing remains, unless its gradient is wrong") {
  const Taylor right = taylor([](const In& in) { return 3.0 * in[0]; }, {numbers({3, 4})});
  CHECK(right.ok);
  CHECK(right.linear);
  const auto wrong = [](const In& in) {
    return Tensor::from_op(
        "triple", scale(in[0].value(), 3), {in[0]},
        [](const Array& d, const Array&) -> Grads { return {scale(d, 3.000001)}; });
  };
  CHECK_FALSE(taylor(wrong, {numbers({3, 4})}));
}

#endif
