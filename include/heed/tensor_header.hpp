// Layer 5. tensor_header: what a safetensors file says of the tensors in it, believed only when all
// of it is consistent.
//
//   {"__metadata__": {"format": "pt"},
//    "embedding.table": {"dtype": "F32", "shape": [40, 32], "data_offsets": [0, 5120]}}
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed {

// The bytes of one number of a type: BOOL, U8 … U64, I8 … I64, F16, BF16, F32, F64. 0 for others.
std::uint64_t bytes_of_type(std::string_view dtype);

// One tensor of `shape`, its bytes being [begin, end) of the data.
struct TensorInfo {
  std::string name, dtype;
  std::vector<std::uint64_t> shape;
  std::uint64_t begin = 0, end = 0;
};

using Metadata = std::vector<std::pair<std::string, std::string>>;

struct TensorHeader {
  std::vector<TensorInfo> tensors;  // in the order of the data
  Metadata metadata;                // in the order of the header
};

// The header of a file with so many bytes of data. Refused: what is not strict JSON, a key met
// twice, a field or type that is not known, more than 32 axes, a shape that does not take exactly
// its range, ranges that are not side by side from the first to the last byte. Throws InputError
// "name: tensor 't': what", with the numbers that disagree.
TensorHeader parse_tensor_header(std::string_view header, std::uint64_t data_bytes,
                                 const std::string& name);

}  // namespace heed
