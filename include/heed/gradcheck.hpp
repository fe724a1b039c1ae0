// Layer 3. gradcheck: is every gradient right? Asked of difference quotients, without calculus.
//
// Both checks look at the one number L = Σ cotangent ⊙ f(x), with a fixed random cotangent. A sum
// in its place would check nothing of a softmax, whose rows always sum to 1. They run in double: in
// a float build they throw a ValueError that says how to build them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "heed/ops.hpp"

namespace heed {

// A function of tensors, to be checked in all of them.
using TensorFunction = std::function<Tensor(const std::vector<Tensor>&)>;
// A function of parameters that it holds itself, as a layer does, and the names of those.
using TensorClosure = std::function<Tensor()>;
using NamedTensors = std::vector<std::pair<std::string, Tensor>>;
template <class List>
concept NamedList = requires(const List& list) {
  list.begin()->name, list.begin()->tensor;
};

template <NamedList List>
NamedTensors named_tensors(const List& list) {
  NamedTensors out;
  for (const auto& item : list) out.emplace_back(item.name, item.tensor);
  return out;
}

struct GradcheckOptions {
  double tolerance = 1e-9;   // the largest error that passes
  std::size_t at_least = 1;  // gradients other than 0 that must have been compared; 0 for no inputs
  std::uint64_t seed = 2017;  // of the cotangent, and of the direction of taylor()
};

struct Gradcheck {
  bool ok = false;
  std::size_t elements = 0;  // compared
  std::size_t nonzero = 0;   // of them, those whose gradient is not 0
  std::size_t moved = 0;     // inputs that were moved away from a kink
  double worst = 0;          // the largest error
  std::string text;          // a line for each tensor, and a guess at what is wrong with it
  explicit operator bool() const { return ok; }
};

// Compares each element of each gradient with the four-point quotient, h = 1e-3,
//
//   n = (8 (L(x + h) − L(x − h)) − (L(x + 2h) − L(x − 2h))) / 12h,      error O(h⁴),
//
// and calls  |a − n| / max(|a|, |n|, max|g| / 100)  the error of the gradient a, where max|g| is
// the largest in its tensor. What rounding makes of n is not held against a gradient near 0.
//
// An input that lies closer than 10 h to a kink of f (relu at 0, two equal maxima) is moved away
// from it and checked there. Not ok is also: a NaN or an infinity anywhere; a function that gives
// other numbers when called again (dropout must start from the same generator in every call); fewer
// gradients than `at_least`, for a check that compared nothing has shown nothing.
//
// The inputs are copied: they may be constants, may be one tensor twice, and stay as they were.
Gradcheck gradcheck(const TensorFunction& f, const std::vector<Tensor>& inputs,
                    const GradcheckOptions& options = {});
// The same for parameters in their place: f() reads them, and finds them unchanged afterwards, with
// their gradients at zero. One that comes twice is checked once.
Gradcheck gradcheck(const TensorClosure& f, const NamedTensors& parameters,
                    const GradcheckOptions& options = {});
// The same for any list of items with a name and a tensor: gradcheck(f, layer.parameters()).
template <NamedList List>
Gradcheck gradcheck(const TensorClosure& f, const List& list,
                    const GradcheckOptions& options = {}) {
  return gradcheck(f, named_tensors(list), options);
}

struct Taylor {
  bool ok = false;
  bool linear = false;         // nothing left but rounding
  std::vector<double> slopes;  // log₂(Rₖ / Rₖ₊₁), where both stand clear of rounding
  std::string text;
  explicit operator bool() const { return ok; }
};

// What the gradient leaves of a step along a random direction v,
//
//   R(ε) = |L(x + εv) − L(x) − ε⟨g, v⟩|,     ε = 1e-2 · 2⁻ᵏ,  k = 0 … 8,
//
// must fall like ε², a slope of 2.0 ± 0.1; with a wrong g it falls like ε. The slope is a statement
// about small steps, so the four smallest that stand clear of rounding decide. Where f is linear
// along v all of R is rounding: then R ≤ 1e-13 · max(1, Σ|cotangent ⊙ f|) is asked instead.
Taylor taylor(const TensorFunction& f, const std::vector<Tensor>& inputs,
              const GradcheckOptions& options = {});
Taylor taylor(const TensorClosure& f, const NamedTensors& parameters,
              const GradcheckOptions& options = {});
template <NamedList List>
Taylor taylor(const TensorClosure& f, const List& list, const GradcheckOptions& options = {}) {
  return taylor(f, named_tensors(list), options);
}

}  // namespace heed
