#include <doctest/doctest.h>

#include "heed/error.hpp"
#include "heed/tensor.hpp"
#include "support.hpp"

using namespace heed;

namespace {

Tensor number(double value) { return Tensor::parameter(scalar(value)); }
double grad_of(const Tensor& x) { return static_cast<double>(x.grad().item()); }

// An operation whose backward returns whatever it is given.
Tensor with_gradient(const Tensor& x, const Array& gradient) {
  return Tensor::from_op("wrong", x.value(), {x}, [gradient](const Array&, const Array&) -> Grads {
    return {Array(gradient)};
  });
}

}  // namespace

// ---- gradients that meet --------------------------------------------------------------------------

TEST_CASE("tensor: a leaf on several paths gets the sum over all of them") {
  const Tensor x = number(3), a = number(2);
  const Tensor f = x * (x * a) + x * (x * a) + (x * x) * a;
  f.backward();
  CHECK(f.item() == 54);
  CHECK(grad_of(x) == 36);
  CHECK(grad_of(a) == 27);
}

TEST_CASE("tensor: a value with two consumers passes its gradient on once both have arrived") {
  const Tensor x = number(2);
  const Tensor y = x * x;
  const Tensor c = 3 * y + y * y + y;
  c.backward();
  CHECK(c.item() == 32);
  CHECK(grad_of(x) == 48);
}

TEST_CASE("tensor: an older node that is reached first still waits for a newer consumer") {
  const Tensor x = number(2);
  const Tensor a = x * x;      // 4, used by the loss directly and through b
  const Tensor b = a * a * a;  // 64
  const Tensor loss = a * b;   // x⁸
  loss.backward();
  CHECK(grad_of(x) == 8 * 128);
}

TEST_CASE("tensor: backward twice adds the same gradients again, exactly") {
  const Tensor x = number(3);
  const Tensor y = x * x, z = y * y;
  z.backward();
  CHECK(grad_of(x) == 108);
  z.backward();
  CHECK(grad_of(x) == 216);
  CHECK(grad_of(y) == 0);  // leaves alone keep theirs
}

TEST_CASE("tensor: after zero_grad a new graph starts from nothing") {
  Tensor x = number(3);
  for (int i = 0; i < 2; ++i) {
    const Tensor y = x * x;
    (y * y).backward();
    CHECK(grad_of(x) == 108);
    x.zero_grad();
    CHECK(grad_of(x) == 0);
  }
}

TEST_CASE("tensor: two graphs over one leaf add up") {
  const Tensor x = number(3);
  (x * x).backward();
  (2 * x).backward();
  CHECK(grad_of(x) == 8);
}

TEST_CASE("tensor: one number stretched to two gets the gradients of both") {
  const Array m({2, 2}, {1, 2, 3, 4});
  const Tensor v = number(5);
  sum(matmul(m, v * Tensor(ones({2, 1})))).backward();
  CHECK(grad_of(v) == 10);
  CHECK(identical(
      gradient([&](const Tensor& e) { return sum(matmul(m, e)); }, full({2, 1}, 5), scalar(1)),
      Array({2, 1}, {4, 6})));
}

TEST_CASE("tensor: a cotangent weighs the results") {
  const Tensor x = Tensor::parameter(row({1, 2, 3}));
  (x * x).backward(row({1, 0, -1}));
  CHECK(identical(x.grad(), row({2, 0, -6})));
}

TEST_CASE("tensor: a parameter is its own derivative") {
  const Tensor x = number(3);
  x.backward();
  x.backward();
  CHECK(grad_of(x) == 2);
}

TEST_CASE("tensor: where no number takes part the gradient is zeros") {
  const Tensor x = number(3), unused = Tensor::parameter(zeros({2, 0}));
  (x + sum(unused)).backward();
  CHECK(unused.grad().shape() == Shape{2, 0});
  CHECK(identical(Tensor::parameter(zeros({2, 3})).grad(), zeros({2, 3})));
}

// ---- what is recorded -----------------------------------------------------------------------------

TEST_CASE("tensor: handles share, arrays copy") {
  Tensor x = Tensor::parameter(row({1, 2}));
  const Tensor alias = x;
  x.mutable_value()[0] = 7;
  CHECK(alias.value()[0] == 7);
  CHECK(same(alias, x));
  Array copy = x.value();
  copy[0] = 9;
  CHECK(x.value()[0] == 7);
  CHECK_FALSE(same(x, Tensor(x.value())));
}

TEST_CASE("tensor: a detached tensor has the same numbers, no history, and memory of its own") {
  Tensor x = number(3);
  const Tensor y = x * x, cut = y.detach();
  CHECK(cut.item() == 9);
  CHECK_FALSE(cut.requires_grad());
  (cut * x).backward();
  CHECK(grad_of(x) == 9);  // 9 is a constant to the product
  const Tensor frozen = x.detach();
  x.mutable_value()[0] = 5;
  CHECK(frozen.item() == 3);
}

TEST_CASE("tensor: within NoGrad nothing is recorded, and afterwards it is again") {
  const Tensor x = number(3);
  {
    const NoGrad outer;
    { const NoGrad inner; }
    CHECK_FALSE((x * x).requires_grad());
    CHECK(x.requires_grad());
  }
  CHECK((x * x).requires_grad());
  CHECK_THROWS([&] {
    const NoGrad scope;
    throw 1;
  }());
  CHECK((x * x).requires_grad());
}

TEST_CASE("tensor: the result of constants is a constant") {
  const Tensor a = scalar(2), b = scalar(3);
  CHECK_FALSE((a * b).requires_grad());
  CHECK(std::string((a * b).op()) == "constant");
  CHECK(std::string((number(1) * b).op()) == "a * b");
  CHECK(std::string(number(1).op()) == "parameter");
}

TEST_CASE("tensor: exists() tells a tensor from a place for one") {
  Tensor x;
  CHECK_FALSE(x.exists());
  x = scalar(1);
  CHECK(x.exists());
  CHECK(to_string(x) == "1");
  CHECK(to_string(Tensor(row({1, 2}))) == "[1, 2]");
}

TEST_CASE("tensor: mutable_grad starts from zeros, and backward adds to it") {
  Tensor x = number(3);
  CHECK(x.mutable_grad().item() == 0);
  x.mutable_grad()[0] = 10;
  (x * x).backward();
  CHECK(grad_of(x) == 16);
}

// ---- mistakes -------------------------------------------------------------------------------------

TEST_CASE("tensor: a loss of several numbers, a foreign cotangent and a constant are refused") {
  const Tensor x = Tensor::parameter(row({1, 2}));
  CHECK_THROWS_WITH_AS((x * x).backward(),
                       "backward: a loss is one number, this has the shape [2]; give a cotangent "
                       "of that shape",
                       ShapeError);
  CHECK_THROWS_WITH_AS((x * x).backward(ones({2, 1})),
                       "backward: the cotangent has the shape [2, 1], the result [2]", ShapeError);
  CHECK_THROWS_WITH_AS(Tensor(scalar(1)).backward(), "backward: the result depends on no parameter",
                       ValueError);
  CHECK_THROWS_WITH_AS(x.item(), "item: the shape [2] holds 2 numbers, not one", ShapeError);
  CHECK_THROWS_WITH_AS((x * x).mutable_value(), "mutable_value: the result of a * b is not a leaf",
                       ValueError);
}

TEST_CASE("tensor: a backward function that returns the wrong shape is named") {
  const Tensor x = Tensor::parameter(row({1, 2}));
  CHECK_THROWS_WITH_AS(sum(with_gradient(x, ones({1, 2}))).backward(),
                       "wrong: backward returned a gradient [1, 2] for input 0 of shape [2]",
                       ShapeError);
  CHECK_THROWS_WITH_AS(sum(with_gradient(x, Array())).backward(),
                       "wrong: backward returned a gradient [0] for input 0 of shape [2]",
                       ShapeError);
}

TEST_CASE("tensor: a backward function that returns too few gradients is named") {
  const Tensor x = number(1), y = number(2);
  const Tensor f =
      Tensor::from_op("short", scalar(3), {x, y},
                      [](const Array& dout, const Array&) -> Grads { return {Array(dout)}; });
  CHECK_THROWS_WITH_AS(f.backward(), "short: backward returned 1 gradients for 2 inputs",
                       ShapeError);
}

TEST_CASE("tensor: an input that needs no gradient may get nothing, whatever the shapes") {
  const Tensor x = number(3), constant = row({1, 2});
  const Tensor f = Tensor::from_op("half", scalar(3), {x, constant},
                                   [](const Array& dout, const Array&) -> Grads {
                                     return {Array(dout), Array()};
                                   });
  f.backward();
  CHECK(grad_of(x) == 1);
}

TEST_CASE("tensor: backward is told the gradient and the numbers of its output") {
  const Tensor x = number(3);
  const Tensor square = Tensor::from_op(
      "square", scalar(9), std::vector<Tensor>{x},
      [](const Array& dout, const Array& out) -> Grads { return {mul(dout, out)}; });
  (2 * square).backward();
  CHECK(grad_of(x) == 18);
}
