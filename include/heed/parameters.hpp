// Layer 4. Parameters: the ordered list of (name, tensor) that a layer learns.
//
// A layer is a plain struct; parameters() names its parts. The one list feeds the optimizer, the
// saved file, the count and the gradient check.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "heed/tensor.hpp"

namespace heed {

struct Parameter {
  std::string name;  // "blocks.0.attention.query"
  Tensor tensor;
};

class Parameters {
 public:
  // Appends one parameter. A tensor that is already listed (two layers share it) is not listed
  // again. Throws ValueError when another tensor has the name already.
  Parameters& add(const std::string& name, const Tensor& tensor);
  // Appends a part's parameters, each named "part.name".
  Parameters& add(const std::string& part, const Parameters& parameters);
  template <class Layer>
  requires requires(const Layer& layer) { layer.parameters(); }
  Parameters& add(const std::string& part, const Layer& layer) {
    return add(part, layer.parameters());
  }

  // The list without the parameters whose name contains `text`: what is to stay as it is.
  Parameters without(const std::string& text) const;

  std::size_t size() const { return list_.size(); }
  std::size_t count() const;  // how many numbers
  void zero_grad() const;
  const Parameter& operator[](std::size_t i) const { return list_[i]; }
  std::vector<Parameter>::const_iterator begin() const { return list_.begin(); }
  std::vector<Parameter>::const_iterator end() const { return list_.end(); }

 private:
  std::vector<Parameter> list_;
};

// Throws ValueError "what: …" unless there is an array for each parameter, and ShapeError for one of
// another shape.
void check_fit(const char* what, const Parameters& parameters, const std::vector<Array>& arrays);

// The numbers of every parameter, and their return: for "best so far". Throws as check_fit does; no
// parameter has changed then.
std::vector<Array> snapshot(const Parameters& parameters);
void restore(const Parameters& parameters, const std::vector<Array>& values);

}  // namespace heed
