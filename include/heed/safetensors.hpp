// Layer 5. safetensors: named arrays in a file that other programs read too.
//
//   8 bytes   N, the length of the header, little-endian
//   N bytes   the header, see tensor_header.hpp
//   the data  the numbers of every tensor, little-endian, the last axis innermost
//
// A file may come from anywhere: nothing is reserved for what it does not hold.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "heed/array.hpp"
#include "heed/file.hpp"
#include "heed/parameters.hpp"
#include "heed/tensor_header.hpp"

namespace heed {

// A file whose header has been read and found right.
class TensorFile {
 public:
  explicit TensorFile(const std::string& path);  // InputError, see above

  const std::string& path() const { return file_.path(); }
  const std::vector<TensorInfo>& tensors() const { return header_.tensors; }
  const Metadata& metadata() const { return header_.metadata; }
  // The tensor of that name, or null; the text of that metadata key, or null.
  const TensorInfo* find(std::string_view name) const;
  const std::string* find_metadata(std::string_view key) const;

  // The numbers of a tensor, read now. F16 and BF16 are widened, F64 is rounded to a Real. Throws
  // InputError where there is no such tensor, for other types, and above Shape::kMaxRank axes.
  Array load(std::string_view name) const;

 private:
  InputFile file_;
  std::uint64_t data_begin_ = 0;
  TensorHeader header_;
};

// The numbers of all parameters, from a file that holds them and nothing else, each with its shape.
// Throws InputError naming what is missing, not expected, of another shape, or not finite; no
// parameter has changed then.
void load_parameters(const TensorFile& file, const Parameters& parameters);

// Writes the arrays in this order, as F32 (F64 in a double build), with the metadata behind
// "format": "pt". The same arrays and metadata give the same bytes. Throws ValueError for two
// arrays or two keys of one name, OutputError where the file cannot be written.
using NamedArrays = std::vector<std::pair<std::string, Array>>;
void save_tensors(const std::string& path, const NamedArrays& arrays,
                  const Metadata& metadata = {});
void save_parameters(const std::string& path, const Parameters& parameters,
                     const Metadata& metadata = {});

}  // namespace heed
