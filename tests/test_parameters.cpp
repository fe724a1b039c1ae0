#include "heed/linear.hpp"
#include "heed/parameters.hpp"
#include "layer_checks.hpp"

using namespace heed;

TEST_CASE("parameters: a part's names stand behind the part's name, in the order of adding") {
  Random random(1);
  const Linear up(2, 3, random), down(3, 1, random);
  const Parameters list = Parameters()
                              .add("net", Parameters().add("up", up).add("down", down))
                              .add("scale", Tensor::parameter(scalar(1)));
  CHECK(names(list) == "net.up.weight net.up.bias net.down.weight net.down.bias scale");
  CHECK(list.size() == 5);
  CHECK(list.count() == (2 * 3 + 3) + (3 * 1 + 1) + 1);
}

TEST_CASE("parameters: a tensor that two layers share is listed and counted once") {
  Random random(1);
  const Linear first(4, 4, random);
  Linear second(4, 4, random);
  second.weight = first.weight;
  const Parameters list = Parameters().add("first", first).add("second", second);
  CHECK(names(list) == "first.weight first.bias second.bias");
  CHECK(list.count() == 16 + 4 + 4);
}

TEST_CASE("parameters: two tensors of one name are refused") {
  Parameters list;
  list.add("weight", Tensor::parameter(zeros({2})));
  CHECK_THROWS_WITH_AS(list.add("weight", Tensor::parameter(zeros({2}))),
                       "parameters: two tensors are named weight", ValueError);
  CHECK(list.size() == 1);
}

TEST_CASE("parameters: without() leaves out the names that hold the text, wherever they hold it") {
  Random random(1);
  const Linear up(2, 3, random), down(3, 1, random);
  const Parameters list = Parameters().add("up", up).add("down", down);
  CHECK(names(list.without("bias")) == "up.weight down.weight");
  CHECK(names(list.without("up.")) == "down.weight down.bias");
  CHECK(names(list.without("attention")) == names(list));
  CHECK(list.size() == 4);
}

TEST_CASE("parameters: zero_grad() clears the gradient of every one") {
  const Tensor a = Tensor::parameter(row({1, 2})), b = Tensor::parameter(row({3, 4}));
  const Parameters list = Parameters().add("a", a).add("b", b);
  sum(a * b).backward();
  CHECK(identical(a.grad(), row({3, 4})));
  list.zero_grad();
  CHECK(identical(a.grad(), row({0, 0})));
  CHECK(identical(b.grad(), row({0, 0})));
}

TEST_CASE(
    "parameters: the snapshot of the best epoch is not touched by the training that follows") {
  Tensor weight = Tensor::parameter(row({0, 0}));
  const Parameters list = Parameters().add("weight", weight);
  std::vector<Array> best;
  double least = kInf;
  const std::vector<double> losses = {3, 1, 2};
  for (std::size_t epoch = 0; epoch < losses.size(); ++epoch) {
    for (Real& x : weight.mutable_value()) x += Real(0.1);
    if (losses[epoch] >= least) continue;
    least = losses[epoch];
    best = snapshot(list);
  }
  const Array second = row({Real(0.1) + Real(0.1), Real(0.1) + Real(0.1)});
  CHECK_FALSE(identical(weight.value(), second));
  restore(list, best);
  CHECK(identical(weight.value(), second));

  // Nor does training after the return reach into it
  weight.mutable_value()[0] = 7;
  restore(list, best);
  CHECK(identical(weight.value(), second));
}

TEST_CASE("parameters: a snapshot that does not fit is refused, and nothing is restored of it") {
  const Tensor a = Tensor::parameter(row({1, 2})), b = Tensor::parameter(row({3, 4, 5}));
  const Parameters list = Parameters().add("a", a).add("b", b);
  CHECK_THROWS_WITH_AS(restore(list, {row({9, 9})}), "restore: 1 arrays for 2 parameters",
                       ValueError);
  CHECK_THROWS_WITH_AS(restore(list, {row({9, 9}), row({9, 9})}),
                       "restore: b has the shape [3], not [2]", ShapeError);
  CHECK(identical(a.value(), row({1, 2})));
  CHECK(identical(b.value(), row({3, 4, 5})));
}
