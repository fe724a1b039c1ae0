#include "heed/tensor.hpp"

#include <algorithm>

#include "heed/error.hpp"

namespace heed {
namespace {

constinit thread_local std::uint64_t births = 0;
constinit thread_local std::uint64_t passes = 0;
constinit thread_local bool record = true;
constinit thread_local std::size_t alive = 0;

}  // namespace

Grads Node::backward(Array&&) { return {}; }

Tensor::Tensor(Array value) : Tensor(new Node("constant", std::move(value))) { ++alive; }

Tensor Tensor::parameter(Array value) {
  Tensor leaf(std::move(value));
  leaf.node_->op = "parameter";
  leaf.node_->number = ++births;
  return leaf;
}

bool Tensor::recording(const Tensor* inputs, std::size_t count) {
  return record &&
         std::any_of(inputs, inputs + count, [](const Tensor& t) { return t.requires_grad(); });
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

void Tensor::backward(const Array& cotangent) const {
  if (cotangent.shape() != shape()) {
    fail<ShapeError>("backward: the cotangent has the shape ", cotangent.shape(), ", the result ",
                     shape());
  }
  if (!requires_grad()) fail<ValueError>("backward: the result depends on no parameter");
  // Collect every node that the result depends on and that needs a gradient.
  const std::uint64_t pass = ++passes;
  std::vector<Node*> nodes = {node_};
  node_->visited = pass;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Tensor* inputs = nodes[i]->inputs();
    for (std::size_t k = 0; k < nodes[i]->input_count(); ++k) {
      Node* input = inputs[k].node_;
      if (input->number == 0 || input->visited == pass) continue;
      input->visited = pass;
      nodes.push_back(input);
    }
  }
  // Walk them from the newest to the oldest, so that outputs come before their inputs.
  const auto newer = [](const Node* a, const Node* b) { return a->number > b->number; };
  if (!std::is_sorted(nodes.begin(), nodes.end(), newer))
    std::sort(nodes.begin(), nodes.end(), newer);
  const auto accumulate = [](Node* node, Array&& gradient) {
    if (node->grad.nothing()) {
      node->grad = std::move(gradient);
    } else {
      add_to(node->grad, gradient);
    }
  };
  accumulate(node_, Array(cotangent));
  for (Node* node : nodes) {
    const std::size_t count = node->input_count();
    if (count == 0 || node->grad.nothing()) continue;  // leaves keep what has arrived
    Array dout(std::move(node->grad));
    Grads grads = node->backward(std::move(dout));
    if (grads.size() != count) {
      fail<ShapeError>(node->op, ": backward returned ", grads.size(), " gradients for ", count,
                       " inputs");
    }
    for (std::size_t k = 0; k < count; ++k) {
      Node* input = node->inputs()[k].node_;
      if (input->number == 0) continue;
      if (grads[k].shape() != input->value.shape()) {
        fail<ShapeError>(node->op, ": backward returned a gradient ", grads[k].shape(),
                         " for input ", k, " of shape ", input->value.shape());
      }
      accumulate(input, std::move(grads[k]));
    }
  }
}

NoGrad::NoGrad() : before_(std::exchange(record, false)) {}
NoGrad::~NoGrad() { record = before_; }

std::string to_string(const Tensor& x) { return to_string(x.value()); }

std::size_t live_nodes() { return alive; }

}  // namespace heed
