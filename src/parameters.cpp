#include "heed/parameters.hpp"

#include "heed/error.hpp"

namespace heed {

Parameters& Parameters::add(const std::string& name, const Tensor& tensor) {
  for (const Parameter& listed : list_) {
    if (same(listed.tensor, tensor)) return *this;
    if (listed.name == name) fail<ValueError>("parameters: two tensors are named ", name);
  }
  list_.push_back({name, tensor});
  return *this;
}

Parameters& Parameters::add(const std::string& part, const Parameters& parameters) {
  for (const Parameter& parameter : parameters) add(part + "." + parameter.name, parameter.tensor);
  return *this;
}

Parameters Parameters::without(const std::string& text) const {
  Parameters rest;
  for (const Parameter& parameter : list_) {
    if (parameter.name.find(text) == std::string::npos) rest.list_.push_back(parameter);
  }
  return rest;
}

std::size_t Parameters::count() const {
  std::size_t numbers = 0;
  for (const Parameter& parameter : list_) numbers += parameter.tensor.value().size();
  return numbers;
}

void Parameters::zero_grad() const {
  for (const Parameter& parameter : list_) Tensor(parameter.tensor).zero_grad();
}

void check_fit(const char* what, const Parameters& parameters, const std::vector<Array>& arrays) {
  if (arrays.size() != parameters.size()) {
    fail<ValueError>(what, ": ", arrays.size(), " arrays for ", parameters.size(), " parameters");
  }
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    const auto& [name, tensor] = parameters[i];
    if (tensor.shape() != arrays[i].shape()) {
      fail<ShapeError>(what, ": ", name, " has the shape ", tensor.shape(), ", not ",
                       arrays[i].shape());
    }
  }
}

std::vector<Array> snapshot(const Parameters& parameters) {
  std::vector<Array> values;
  for (const Parameter& parameter : parameters) values.push_back(parameter.tensor.value());
  return values;
}

void restore(const Parameters& parameters, const std::vector<Array>& values) {
  check_fit("restore", parameters, values);
  for (std::size_t i = 0; i < values.size(); ++i) {
    Tensor(parameters[i].tensor).mutable_value() = values[i];
  }
}

}  // namespace heed
