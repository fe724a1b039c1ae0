// Layer 3. gradcheck_problem: a function with its parameters, as the gradient checks see it.
#pragma once

#include <vector>

#include "heed/gradcheck.hpp"

namespace heed {

// f, the parameters it reads (each once), and the fixed cotangent of its result.
struct Problem {
  // Throws ValueError in a float build, naming the check.
  Problem(const char* check, const TensorClosure& f, const NamedTensors& all, Random& random);

  Array value() const;  // f(), with nothing recorded
  // The gradients of L = Σ cotangent ⊙ f, one for each parameter.
  std::vector<Array> gradients();
  // What makes every comparison meaningless, in words; "" if nothing does.
  std::string objection();

  const TensorClosure& f;
  NamedTensors parameters;
  Array cotangent;
  double size = 0;  // Σ|cotangent ⊙ f|: what L could be, and the measure of its rounding
};

// Puts the numbers of the parameters back at its end.
class Restored {
 public:
  explicit Restored(const NamedTensors& parameters);
  ~Restored();
  Restored(const Restored&) = delete;
  Restored& operator=(const Restored&) = delete;

 private:
  NamedTensors parameters_;
  std::vector<Array> before_;
};

// A weighted sum of results of f, in L. The weights sum to 0, so what does not change cancels
// exactly; `size` is Σ|cotangent ⊙ f| over what does: it tells what part may be rounding.
struct Difference {
  double value = 0, size = 0;
};
Difference difference(const Problem& problem, const std::vector<Array>& results,
                      const std::vector<double>& weights);

// Is there a kink among seven results at equal steps?
bool kinked(const Problem& problem, const std::vector<Array>& results);

// Fresh parameters with the numbers of the inputs, named x0, x1, ...; and f of them.
NamedTensors copies(const std::vector<Tensor>& inputs);
TensorClosure closed(const TensorFunction& f, const NamedTensors& named);

}  // namespace heed
