#include "heed/tensor.hpp"

#include <algorithm>

#include "heed/error.hpp"

namespace heed {
namespace {

constinit thread_local std::uint64_t births = 0;
constinit thread_local std::uint64_t passes = 0;
constinit thread_local bool record = true;
constinit thread_local const DetectAnomaly* detector = nullptr;
constinit thread_local std::size_t alive = 0;

// The first gradient to arrive is moved in, later ones are added.
void accumulate(Array& total, Array&& gradient) {
  if (total.nothing()) {
    total = std::move(gradient);
  } else {
    add_to(total, gradient);
  }
}

}  // namespace

Grads Node::backward(Array&&) { return {}; }

Tensor::Tensor(Array value) : Tensor(new Node("constant", std::move(value))) { ++alive; }

Tensor Tensor::parameter(Array value) {
  Tensor leaf(std::move(value));
  leaf.node_->op = "parameter";
  leaf.node_->number = ++births;
  return leaf;
}

bool Tensor::recording(const Op& op, const Array& out, const Tensor* inputs, std::size_t count) {
  if (detector != nullptr) check_result(op, out, inputs, count);
  return record &&
         std::any_of(inputs, inputs + count, [](const Tensor& t) { return t.requires_grad(); });
}

// Says who made or gave the first number that is not finite, if there is one. An operation that was
// given −∞, which a mask makes, may give it too.
void Tensor::check_result(const Op& op, const Array& out, const Tensor* inputs, std::size_t count) {
  if (first_non_finite(out).empty()) return;
  bool minus_infinity_is_meant = op.means_minus_infinity;
  for (std::size_t k = 0; k < count; ++k) {
    const Array& input = inputs[k].value();
    const std::string given = first_non_finite(input, Infinity::kPositive);
    if (!given.empty()) {
      fail<NonFiniteError>("step ", detector->step_, ": ", op.name, " (forward) was given ", given,
                           " in input ", k, ", a ", inputs[k].op());
    }
    minus_infinity_is_meant |= !first_non_finite(input).empty();
  }
  const std::string made =
      first_non_finite(out, minus_infinity_is_meant ? Infinity::kPositive : Infinity::kBoth);
  if (made.empty()) return;
  fail<NonFiniteError>("step ", detector->step_, ": ", op.name,
                       " (forward) made the first non-finite number: ", made);
}

std::uint64_t Tensor::next_number() {
  ++alive;
  return ++births;
}

// A node that dies releases its inputs, which may die of it. They wait in a list instead of dying
// inside one another, so that a chain of a million nodes needs no stack.
void Tensor::destroy(Node* node) noexcept {
  constinit static thread_local Node* dead = nullptr;
  constinit static thread_local bool emptying = false;
  node->next_dead = std::exchange(dead, node);
  if (emptying) return;
  emptying = true;
  while (dead != nullptr) {
    Node* next = std::exchange(dead, dead->next_dead);
    --alive;
    delete next;
  }
  emptying = false;
}

const Array& Tensor::grad() const {
  if (node_->grad.nothing()) node_->grad = zeros(shape());
  return node_->grad;
}

void Tensor::zero_grad() { node_->grad = Array(); }

Array& Tensor::mutable_value() {
  if (node_->input_count() > 0) {
    fail<ValueError>("mutable_value: the result of ", node_->op, " is not a leaf");
  }
  return node_->value;
}

Array& Tensor::mutable_grad() {
  grad();
  return node_->grad;
}

void Tensor::backward() const {
  if (node_->value.size() != 1) {
    fail<ShapeError>("backward: a loss is one number, this has the shape ", shape(),
                     "; give a cotangent of that shape");
  }
  backward(ones(shape()));
}

// Every node that `result` depends on and that needs a gradient, from the newest to the oldest: so
// outputs come before their inputs.
std::vector<Node*> Tensor::newest_first(Node* result) {
  const std::uint64_t pass = ++passes;
  std::vector<Node*> nodes = {result};
  result->visited = pass;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Tensor* inputs = nodes[i]->inputs();
    for (std::size_t k = 0; k < nodes[i]->input_count(); ++k) {
      Node* input = inputs[k].node_;
      if (input->number == 0 || input->visited == pass) continue;
      input->visited = pass;
      nodes.push_back(input);
    }
  }
  const auto newer = [](const Node* a, const Node* b) { return a->number > b->number; };
  if (!std::is_sorted(nodes.begin(), nodes.end(), newer)) {
    std::sort(nodes.begin(), nodes.end(), newer);
  }
  return nodes;
}

// Hands the gradient of an operation's result on to its inputs.
void Tensor::pass_on(Node* node) {
  const auto check = [node](const Array& gradient, const auto&... what) {
    if (detector == nullptr) return;
    const std::string found = first_non_finite(gradient);
    if (found.empty()) return;
    fail<NonFiniteError>("step ", detector->step_, ": ", node->op, " (backward) ", what..., found);
  };
  Array dout(std::move(node->grad));
  check(dout, "was given ");
  Grads grads = node->backward(std::move(dout));
  const std::size_t count = node->input_count();
  if (grads.size() != count) {
    fail<ShapeError>(node->op, ": backward returned ", grads.size(), " gradients for ", count,
                     " inputs");
  }
  for (std::size_t k = 0; k < count; ++k) {
    Node* input = node->inputs()[k].node_;
    if (input->number == 0) continue;
    if (grads[k].shape() != input->value.shape()) {
      fail<ShapeError>(node->op, ": backward returned a gradient ", grads[k].shape(), " for input ",
                       k, " of shape ", input->value.shape());
    }
    check(grads[k], "made the first non-finite number: ");
    accumulate(input->grad, std::move(grads[k]));
    check(input->grad, "made the sum of the gradients of input ", k, ", a ", input->op,
          ", overflow: ");
  }
}

void Tensor::backward(const Array& cotangent) const {
  if (cotangent.shape() != shape()) {
    fail<ShapeError>("backward: the cotangent has the shape ", cotangent.shape(), ", the result ",
                     shape());
  }
  if (!requires_grad()) fail<ValueError>("backward: the result depends on no parameter");
  const std::vector<Node*> nodes = newest_first(node_);
  // Whatever happens, no interior gradient outlives the pass: a later one would add it again.
  struct Cleaner {
    const std::vector<Node*>& nodes;
    ~Cleaner() {
      for (Node* node : nodes) {
        if (node->input_count() > 0 && !node->grad.nothing()) node->grad = Array();
      }
    }
  } const cleaner{nodes};
  accumulate(node_->grad, Array(cotangent));
  for (Node* node : nodes) {
    // Leaves keep what has arrived.
    if (node->input_count() > 0 && !node->grad.nothing()) pass_on(node);
  }
}

NoGrad::NoGrad() : before_(std::exchange(record, false)) {}
NoGrad::~NoGrad() { record = before_; }

DetectAnomaly::DetectAnomaly(std::int64_t step)
    : step_(step), before_(std::exchange(detector, this)) {}
DetectAnomaly::~DetectAnomaly() { detector = before_; }

std::string to_string(const Tensor& x) { return to_string(x.value()); }

std::size_t live_nodes() { return alive; }

}  // namespace heed
