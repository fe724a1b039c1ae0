// Layer 2. Tensor: an Array that remembers how it was computed.
//
// Every operation makes a node that knows its inputs and how to turn the gradient of its output
// into the gradients of its inputs. Nodes are numbered at birth. Inputs exist before outputs, so
// walking the nodes from the newest to the oldest meets every output before its inputs: that is all
// of reverse-mode differentiation.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "heed/array.hpp"

namespace heed {

// The gradients that a backward function returns: one for each input, in order. An input that needs
// none may get an Array() in its place.
class Grads {
 public:
  template <class... Arrays>
  requires(sizeof...(Arrays) <= 4 && (std::is_same_v<Arrays, Array> && ...))
      Grads(Arrays&&... arrays)
      : few_{std::move(arrays)...}, count_(sizeof...(Arrays)) {}
  explicit Grads(std::vector<Array> many) : many_(std::move(many)), count_(many_.size()) {}

  std::size_t size() const { return count_; }
  Array& operator[](std::size_t i) { return many_.empty() ? few_[i] : many_[i]; }

 private:
  std::array<Array, 4> few_;
  std::vector<Array> many_;
  std::size_t count_;
};

class Tensor;

// How messages call an operation; and whether −∞ among its results is meant: as the logarithm of 0,
// or the largest of no numbers.
struct Op {
  Op(const char* name_, bool means_minus_infinity_ = false)
      : name(name_), means_minus_infinity(means_minus_infinity_) {}
  const char* name;
  bool means_minus_infinity;
};

// What the engine knows of one result. Reached through Tensor only.
struct Node {
  explicit Node(const char* op_, Array value_) : value(std::move(value_)), op(op_) {}
  virtual ~Node() = default;
  // The gradients of the inputs, from that of the output, whose memory they may take over.
  virtual Grads backward(Array&& dout);
  // Inputs in the order of from_op. A leaf has none.
  virtual const Tensor* inputs() const { return nullptr; }
  virtual std::size_t input_count() const { return 0; }

  static void* operator new(std::size_t bytes) { return pool_take(bytes); }
  static void operator delete(void* block, std::size_t bytes) { pool_return(block, bytes); }

  Array value, grad;
  const char* op;             // "matmul"; "parameter" and "constant" for leaves
  std::uint64_t number = 0;   // of its birth; 0 for what needs no gradient
  std::uint64_t visited = 0;  // the last backward pass that collected it
  std::size_t references = 0;
  Node* next_dead = nullptr;
};

// A handle: copying shares, so an alias is one parameter under two names. A graph, and every handle
// to its nodes, belongs to one thread.
class Tensor {
 public:
  Tensor() = default;                    // no tensor; only to be assigned to
  Tensor(Array value);                   // a constant
  static Tensor parameter(Array value);  // a leaf that collects a gradient
  Tensor(const Tensor& other) : Tensor(other.node_) {}
  Tensor(Tensor&& other) noexcept : node_(std::exchange(other.node_, nullptr)) {}
  Tensor& operator=(Tensor other) noexcept { return std::swap(node_, other.node_), *this; }
  ~Tensor() {
    if (node_ != nullptr && --node_->references == 0) destroy(node_);
  }

  // The result of an operation. `backward` is called as backward(dout, out) and returns Grads: the
  // gradient of each input from that of the output; dout is an rvalue, so a function that takes an
  // Array may go on in its memory. It may capture input handles; it is given the output and must
  // never capture it. Nothing is recorded when no input needs a gradient, or inside
  // a NoGrad.
  template <std::size_t count, class Backward>
  static Tensor from_op(const Op& op, Array out, const Tensor (&inputs)[count], Backward backward);
  template <class Backward>
  static Tensor from_op(const Op& op, Array out, std::vector<Tensor> inputs, Backward backward);

  bool exists() const { return node_ != nullptr; }
  const Array& value() const { return node_->value; }
  const Shape& shape() const { return node_->value.shape(); }
  Real item() const { return node_->value.item(); }  // ShapeError unless it is one number
  bool requires_grad() const { return node_->number != 0; }
  const char* op() const { return node_->op; }
  // The same numbers, cut off from how they were computed.
  Tensor detach() const { return Tensor(node_->value); }

  // What backward() has added up so far; zeros before the first. Leaves alone keep theirs.
  const Array& grad() const;
  void zero_grad();
  // The numbers of a leaf, to be changed by an optimizer after backward(): changing them before
  // would falsify the gradients of every graph that used them.
  Array& mutable_value();
  Array& mutable_grad();

  // Adds to every parameter's gradient ∂this/∂parameter, this being a single number; or, with a
  // cotangent of this shape, the gradient of sum(cotangent ⊙ this). Calling it again adds again.
  void backward() const;
  void backward(const Array& cotangent) const;

  // The same node under two handles?
  friend bool same(const Tensor& a, const Tensor& b) { return a.node_ == b.node_; }

 private:
  explicit Tensor(Node* node) : node_(node) {
    if (node_ != nullptr) ++node_->references;
  }
  static bool recording(const Op& op, const Array& out, const Tensor* inputs, std::size_t count);
  static void check_result(const Op& op, const Array& out, const Tensor* inputs, std::size_t count);
  static std::uint64_t next_number();
  static void destroy(Node* node) noexcept;
  static std::vector<Node*> newest_first(Node* result);
  static void pass_on(Node* node);

  Node* node_ = nullptr;
};

// While it lives, operations on this thread record nothing.
class NoGrad {
 public:
  NoGrad();
  ~NoGrad();
  NoGrad(const NoGrad&) = delete;
  NoGrad& operator=(const NoGrad&) = delete;

 private:
  bool before_;
};

// While it lives, every operation on this thread that makes a number that is not finite, forward or
// backward, throws NonFiniteError and says so:
//   "step 120: log (backward) made the first non-finite number: inf at [3, 5] of [32, 17]"
// "… was given …" where the number comes from outside, or "… made the sum of the gradients of input
// 0, a parameter, overflow …". −∞ may be given and passed on: it is the logarithm of what a mask
// leaves out; and max and logsumexp may make it of no numbers. All results are read once more, so
// it is slower.
class DetectAnomaly {
 public:
  explicit DetectAnomaly(std::int64_t step);  // only to be named in the message
  ~DetectAnomaly();
  DetectAnomaly(const DetectAnomaly&) = delete;
  DetectAnomaly& operator=(const DetectAnomaly&) = delete;

 private:
  friend class Tensor;
  std::int64_t step_;
  const DetectAnomaly* before_;
};

std::string to_string(const Tensor& x);  // its numbers

// How many nodes are alive on this thread: back where it was when a graph is gone.
std::size_t live_nodes();

// ---- how from_op builds a node ------------------------------------------------------------------

template <class Inputs, class Backward>
struct OpNode final : Node {
  OpNode(const char* op_, Array out, Inputs from, Backward f)
      : Node(op_, std::move(out)), inputs_(std::move(from)), backward_(std::move(f)) {}
  Grads backward(Array&& dout) override { return backward_(std::move(dout), std::as_const(value)); }
  const Tensor* inputs() const override { return inputs_.data(); }
  std::size_t input_count() const override { return inputs_.size(); }

  Inputs inputs_;
  Backward backward_;
};

template <std::size_t count, class Backward>
Tensor Tensor::from_op(const Op& op, Array out, const Tensor (&inputs)[count], Backward backward) {
  if (!recording(op, out, inputs, count)) return Tensor(std::move(out));
  std::array<Tensor, count> kept;
  for (std::size_t i = 0; i < count; ++i) kept[i] = inputs[i];
  Tensor result(new OpNode<std::array<Tensor, count>, Backward>(
      op.name, std::move(out), std::move(kept), std::move(backward)));
  result.node_->number = next_number();
  return result;
}

template <class Backward>
Tensor Tensor::from_op(const Op& op, Array out, std::vector<Tensor> inputs, Backward backward) {
  if (!recording(op, out, inputs.data(), inputs.size())) return Tensor(std::move(out));
  Tensor result(new OpNode<std::vector<Tensor>, Backward>(op.name, std::move(out),
                                                          std::move(inputs), std::move(backward)));
  result.node_->number = next_number();
  return result;
}

}  // namespace heed
