#include "heed/parallel.hpp"
#include "heed/recurrent.hpp"
#include "layer_checks.hpp"

using namespace heed;

namespace {

// Number i is 0.8 sin(i + phase).
Array wave(const Shape& shape, double phase) {
  Array x(shape);
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] = static_cast<Real>(0.8 * std::sin(static_cast<double>(i) + phase));
  }
  return x;
}

template <class Layer>
void set_waves(const Layer& layer) {
  const Parameters parameters = layer.parameters();
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    Tensor tensor = parameters[i].tensor;
    tensor.mutable_value() = wave(tensor.shape(), static_cast<double>(i + 1));
  }
}

// `expected`: the states, and the gradients of x and of each parameter, that torch.nn.RNN, GRU and
// LSTM (1.13.1, float64) have for the same waves, its other biases being 0, on one sequence of three
// steps and one of two, which ran alone and whose last state was repeated.
template <class Layer>
void check_against_pytorch(const Layer& layer, const std::vector<Array>& expected) {
  set_waves(layer);
  const Parameters parameters = layer.parameters();
  const Tensor x = Tensor::parameter(wave({2, 3, 2}, 0));
  const Recurrence read = layer(x, {3, 2});
  read.states.backward(wave({2, 3, 2}, 5));
  CHECK(close(read.states, expected[0], 5e-7));
  CHECK(identical(read.last.value(), select(read.states, 1, 2).value()));
  CHECK(close(x.grad(), expected[1], 5e-7));
  REQUIRE(parameters.size() + 2 == expected.size());
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    CHECK(close(parameters[i].tensor.grad(), expected[i + 2], 5e-7));
  }
}

// The equations of recurrent.hpp, written with one operation after the other.
Tensor stepwise(const RNN& net, const Tensor& x) {
  const std::size_t width = net.recurrent.shape()[0];
  Tensor h(zeros({x.shape()[0], width}));
  std::vector<Tensor> states;
  for (std::size_t t = 0; t < x.shape()[1]; ++t) {
    h = tanh(affine(select(x, 1, t), net.input, net.bias) + matmul(h, net.recurrent));
    states.push_back(reshape(h, {x.shape()[0], 1, width}));
  }
  return concat(states, 1);
}

Tensor stepwise(const GRU& net, const Tensor& x) {
  const std::size_t width = net.recurrent.shape()[0];
  const auto gate = [&](const Tensor& gates, std::size_t k) {
    return slice(gates, 1, k * width, (k + 1) * width);
  };
  Tensor h(zeros({x.shape()[0], width}));
  std::vector<Tensor> states;
  for (std::size_t t = 0; t < x.shape()[1]; ++t) {
    const Tensor given = affine(select(x, 1, t), net.input, net.bias);
    const Tensor product = matmul(h, net.recurrent);
    const Tensor r = sigmoid(gate(given, 0) + gate(product, 0));
    const Tensor z = sigmoid(gate(given, 1) + gate(product, 1));
    const Tensor n = tanh(gate(given, 2) + r * (gate(product, 2) + net.recurrent_bias));
    h = (1 - z) * n + z * h;
    states.push_back(reshape(h, {x.shape()[0], 1, width}));
  }
  return concat(states, 1);
}

Tensor stepwise(const LSTM& net, const Tensor& x) {
  const std::size_t width = net.recurrent.shape()[0];
  Tensor h(zeros({x.shape()[0], width})), c = h;
  std::vector<Tensor> states;
  for (std::size_t t = 0; t < x.shape()[1]; ++t) {
    const Tensor p = affine(select(x, 1, t), net.input, net.bias) + matmul(h, net.recurrent);
    const auto gate = [&](std::size_t k) { return slice(p, 1, k * width, (k + 1) * width); };
    c = sigmoid(gate(1)) * c + sigmoid(gate(0)) * tanh(gate(2));
    h = sigmoid(gate(3)) * tanh(c);
    states.push_back(reshape(h, {x.shape()[0], 1, width}));
  }
  return concat(states, 1);
}

void set_numbers(Tensor tensor, std::initializer_list<double> values) {
  tensor.mutable_value() = Array(tensor.shape(), values);
}

}  // namespace

TEST_CASE("RNN: states and gradients are those of PyTorch") {
  Random random(1);
  check_against_pytorch(
      RNN(2, 2, random),
      {Array({2, 3, 2}, {0.1866799, -0.7670047, 0.8383249, 0.4340264, -0.0342155, -0.6749176,
                         0.0217527, -0.7955097, 0.8275734, 0.3656799, 0.8275734, 0.3656799}),
       Array({2, 3, 2}, {-0.5996761, 0.1504772, 0.604646, -0.3555095, 0.0493024, 0.180649,
                         -0.6272722, 0.1528726, 0.5359179, -0.264378, 0, 0}),
       Array({2, 2}, {0.29645, 1.0651313, -0.7757662, -0.0055237}),
       Array({2, 2}, {0.3229062, -0.0708083, -0.2400718, -0.9720209}),
       row({-0.2477088, 0.1782554})});
}

TEST_CASE("GRU: states and gradients are those of PyTorch") {
  Random random(1);
  check_against_pytorch(
      GRU(2, 2, random),
      {Array({2, 3, 2}, {-0.2323748, 0.0827366, -0.3764156, 0.1233419, 0.5294983, 0.3539756,
                         -0.0402959, 0.1680703, -0.4540568, 0.0871101, -0.4540568, 0.0871101}),
       Array({2, 3, 2}, {0.2893094, 0.3034026, -0.3679766, -0.4321833, -0.0739011, -0.0706803,
                         0.3681936, 0.422339, -0.3954624, -0.4580169, 0, 0}),
       Array({2, 6}, {-0.0710337, -0.1175156, 0.1751901, -0.0415597, 0.5103211, 0.6191183, 0.043634,
                      -0.0032292, 0.073999, -0.0291709, -0.2960675, 0.0318634}),
       Array({2, 6}, {0.0134338, 0.0155529, 0.0196682, -0.0238866, -0.058933, -0.0413888,
                      -0.0110244, -0.016749, 0.0129889, 0.0097479, 0.0539761, 0.050238}),
       row({0.0088377, -0.0730558, 0.0155596, 0.1056964, -0.0087433, 0.3449782}),
       row({0.0359348, 0.240146})});
}

TEST_CASE("LSTM: states and gradients are those of PyTorch") {
  Random random(1);
  check_against_pytorch(
      LSTM(2, 2, random),
      {Array({2, 3, 2}, {0.2354724, 0.0877277, 0.0846246, 0.2016676, 0.1199497, 0.1064413,
                         0.2220974, 0.0731208, 0.0889143, 0.2067682, 0.0889143, 0.2067682}),
       Array({2, 3, 2}, {0.0262162, -0.0892886, -0.1389567, 0.0867488, -0.0119133, 0.0186314,
                         -0.0146312, -0.0830887, -0.261645, 0.1235201, 0, 0}),
       Array({2, 8}, {0.0054895, 0.0822895, 0.0559903, 0.0269341, 0.5706068, 0.1014634, 0.0268511,
                      0.1200844, -0.0772676, 0.0395845, 0.0154388, 0.013709, 0.0396101, 0.0473784,
                      -0.0906104, 0.0448827}),
       Array({2, 8}, {0.0032643, 0.0223589, 0.0176105, 0.0053474, 0.1697449, 0.0238342, 0.0092694,
                      0.0273178, 0.0045692, 0.0061196, 0.0067375, 0.0000756, 0.0627839, 0.0038536,
                      0.007242, 0.0041088}),
       row({-0.0797847, 0.1063775, 0.0795578, 0.0165651, 0.5594762, 0.0927921, -0.0802717,
            0.0866366})});
}

TEST_CASE_TEMPLATE("recurrent: the scan is the equations, step by step", Layer, RNN, GRU, LSTM) {
  Random random(1);
  const Layer layer(3, 4, random);
  const Array x = random_array({19, 6, 3}, 2), cotangent = random_array({19, 6, 4}, 3);
  const auto scanned = [&](const Tensor& in) { return layer(in).states; };
  const auto by_hand = [&](const Tensor& in) { return stepwise(layer, in); };
  CHECK(close(scanned(x), by_hand(x), kEpsilon * 10));
  CHECK(close(gradient(scanned, x, cotangent), gradient(by_hand, x, cotangent), kEpsilon * 100));
}

TEST_CASE("RNN: the last state is that of the last word, however much padding follows") {
  Random random(1);
  const RNN net(1, 1, random);
  set_numbers(net.input, {1});
  set_numbers(net.recurrent, {0.5});
  set_numbers(net.bias, {0.1});
  // tanh(−1 + tanh(1 + 0.1)/2 + 0.1); the state after two more steps of zeros would be 0.0349
  CHECK(close(net(Array({1, 2, 1}, {1, -1})).last, Array({1, 1}, {-0.46192091}), 1e-8));
  CHECK(close(net(Array({1, 4, 1}, {1, -1, 0, 0}), {2}).last, Array({1, 1}, {-0.46192091}), 1e-8));
  // Read backward it begins at the word −1, not at the padding (0.6416).
  const Tensor back = reverse_steps(Array({1, 4, 1}, {1, -1, 0, 0}), {2});
  CHECK(close(net(back, {2}).last, Array({1, 1}, {0.63026223}), 1e-8));
}

TEST_CASE("GRU: the reset comes after the recurrent product, and z keeps the old state") {
  Random random(1);
  const GRU net(2, 2, random);  // gates r, z, n
  // The second input makes the first step: z = r = 0 and n = tanh(±0.5493…) = ±0.5.
  set_numbers(net.input, {0.3, -0.4, 0.1, 0.2, 0.5, 0.6, -1000, -1000, -1000, -1000,
                          std::atanh(0.5) - 0.05, std::atanh(-0.5) + 0.05});
  set_numbers(net.recurrent, {-0.1, 0.2, 0.1, 0.3, 0.7, 0.4, 0.5, -0.3, 0.2, 0.4, -0.2, 0.9});
  set_numbers(net.bias, {0.2, -0.1, 0, 0.1, 0.05, -0.05});
  set_numbers(net.recurrent_bias, {0.3, -0.3});
  // With the reset before the product 0.6441, −0.2104 would come second; with z and 1 − z exchanged
  // 0.6257, −0.0504.
  CHECK(close(net(Array({1, 3, 2}, {0, 1, 1, 0, -2, 0})).states,
              Array({1, 3, 2}, {0.5, -0.5, 0.61960125, -0.14986971, -0.03254818, -0.54736028}),
              1e-8));
}

TEST_CASE("LSTM: one step by hand") {
  Random random(1);
  const LSTM net(1, 1, random);
  set_numbers(net.input, {1, 0, 0.5, 0});
  set_numbers(net.recurrent, {0, 0, 0, 0});
  set_numbers(net.bias, {0, 0, 0, 0});
  // x = 2:  i = σ(2) = 0.880797, f = o = ½, g = tanh 1 = 0.761594;  c = i g, h = ½ tanh c.
  // x = 0:  i = f = o = ½, g = 0;  c = ½ c.
  const double c = 0.8807970780 * 0.7615941560;
  CHECK(close(net(Array({1, 2, 1}, {2, 0})).states,
              Array({1, 2, 1}, {std::tanh(c) / 2, std::tanh(c / 2) / 2}), 1e-9));
}

TEST_CASE_TEMPLATE("recurrent: what padding holds changes nothing, nor does its length", Layer, RNN,
                   GRU, LSTM) {
  Random random(1);
  const Layer layer(3, 4, random);
  const Lengths lengths = {5, 2, 0};
  Array x = random_array({3, 5, 3}, 2);
  const Recurrence before = layer(x, lengths);
  for (std::size_t i = 15 + 6; i < x.size(); ++i) x[i] = Real(1e6);  // the padding of both
  const Recurrence read = layer(x, lengths);
  CHECK(identical(read.states.value(), before.states.value()));
  const Tensor second = slice(Tensor(x), 0, 1, 2);
  CHECK(identical(layer(second, {2}).last.value(), layer(slice(second, 1, 0, 2)).last.value()));
  for (std::size_t t = 2; t < 5; ++t) {  // the second sequence stands still, the third is not there
    CHECK(identical(select(slice(read.states, 0, 1, 2), 1, t).value(),
                    slice(read.last, 0, 1, 2).value()));
    CHECK(identical(select(slice(read.states, 0, 2, 3), 1, t).value(), zeros({1, 4})));
  }
  const Array dx = gradient([&](const Tensor& in) { return layer(in, lengths).states; }, x,
                            random_array({3, 5, 4}, 3));
  CHECK(std::all_of(dx.begin() + 15 + 6, dx.end(), [](Real g) { return g == 0; }));
  CHECK(std::any_of(dx.begin() + 15, dx.begin() + 15 + 3, [](Real g) { return g != 0; }));
}

TEST_CASE_TEMPLATE("recurrent: every parameter has a gradient, and the seed makes the numbers",
                   Layer, RNN, GRU, LSTM) {
  Random one(1), same(1);
  const Layer layer(3, 16, one), twin(3, 16, same);
  CHECK(identical(layer.parameters(), twin.parameters()));
  const Recurrence read = layer(random_array({2, 4, 3}));
  CHECK(read.states.shape() == Shape{2, 4, 16});
  CHECK(read.last.shape() == Shape{2, 16});
  CHECK(without_gradient(layer.parameters(), read.last) == "");
}

TEST_CASE("recurrent: numbers start in ±1/√H, the forget gate's bias at what is asked for") {
  Random random(1);
  const RNN rnn(50, 64, random);
  const GRU gru(50, 64, random);
  const LSTM lstm(50, 64, random), forgetful(50, 64, random, 0);
  CHECK(names(rnn.parameters()) == "input recurrent bias");
  CHECK(names(gru.parameters()) == "input recurrent bias recurrent_bias");
  CHECK(rnn.parameters().count() == 50 * 64 + 64 * 64 + 64);
  CHECK(gru.parameters().count() == 3 * (50 * 64 + 64 * 64 + 64) + 64);
  CHECK(lstm.parameters().count() == 4 * (50 * 64 + 64 * 64 + 64));
  for (const Tensor& tensor : {rnn.recurrent, rnn.bias, gru.input, lstm.recurrent}) {
    double top = 0;
    for (const Real v : tensor.value()) top = std::max(top, std::abs(static_cast<double>(v)));
    CHECK(top <= 0.125);
    CHECK(top > 0.115);
  }
  CHECK(identical(slice(lstm.bias, 0, 64, 128).value(), ones({64})));
  CHECK(identical(slice(forgetful.bias, 0, 64, 128).value(), zeros({64})));
}

TEST_CASE("RNN: an orthogonal start keeps the length of a gradient, a uniform one does not") {
  Random random(1);
  const RNN orthogonal(4, 32, random, RNN::Start::kOrthogonal), uniform(4, 32, random);
  const Array v = random_array({1, 32});
  const auto growth = [&](const RNN& net) {
    Tensor h(v);
    for (int t = 0; t < 50; ++t) h = matmul(h, net.recurrent);
    return static_cast<double>(norm(h).item() / norm(Tensor(v)).item());
  };
  CHECK(close(growth(orthogonal), 1, kEpsilon * 50));
  CHECK(growth(uniform) < 1e-6);  // a spectral radius of about 1/√3, to the power of 50
}

TEST_CASE_TEMPLATE("recurrent: the same bits on 1, 2, 3 and 8 threads", Layer, RNN, GRU, LSTM) {
  Random random(1);
  const Layer layer(20, 40, random);
  const Array x = random_array({50, 12, 20}, 2), cotangent = random_array({50, 12, 40}, 3);
  const std::size_t before = threads();
  std::vector<Array> first;
  for (const std::size_t count : {1u, 2u, 3u, 8u}) {
    set_threads(count);
    layer.parameters().zero_grad();
    const Tensor states = layer(x).states;
    states.backward(cotangent);
    std::vector<Array> found = {states.value()};
    for (const Parameter& p : layer.parameters()) found.push_back(p.tensor.grad());
    if (first.empty()) first = found;
    for (std::size_t i = 0; i < found.size(); ++i) CHECK(identical(found[i], first[i]));
  }
  set_threads(before);
}
