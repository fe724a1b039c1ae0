// Any bytes as a safetensors file: they are refused with an InputError, or they are read, and
//   every byte of the data belongs to one tensor, whose numbers are those bytes;
//   the header, written again from what was read, is read as the same.
#include "heed/safetensors.hpp"

#include <cstring>

#include "fuzz.hpp"
#include "heed/json.hpp"

using namespace heed;

namespace {

std::string header_of(const TensorFile& file) {
  std::string text = "{\"__metadata__\":{";
  for (const auto& [key, value] : file.metadata())
    text += concat(text.back() == '{' ? "" : ",", json_string(key), ":", json_string(value));
  text += "}";
  for (const TensorInfo& t : file.tensors()) {
    text += concat(",", json_string(t.name), ":{\"dtype\":\"", t.dtype, "\",\"shape\":[");
    for (const std::uint64_t axis : t.shape) text += concat(text.back() == '[' ? "" : ",", axis);
    text += concat("],\"data_offsets\":[", t.begin, ",", t.end, "]}");
  }
  return text + "}";
}

bool same(const TensorInfo& a, const TensorInfo& b) {
  return a.name == b.name && a.dtype == b.dtype && a.shape == b.shape && a.begin == b.begin &&
         a.end == b.end;
}

void check_numbers(const TensorFile& file, const TensorInfo& info, std::string_view bytes) {
  // Whole numbers and too many axes are refused.
  const auto array = accepted(file.path() + ": ", [&] { return file.load(info.name); });
  if (!array) return;
  require(array->size() * bytes_of_type(info.dtype) == bytes.size(), "a number for its bytes each");
  const bool kept = info.dtype == (kDouble ? "F64" : "F32");
  if (kept && !bytes.empty())
    require(std::memcmp(array->data(), bytes.data(), bytes.size()) == 0,
            "the numbers are the bytes");
}

void check(std::string_view bytes) {
  const MemoryFile memory(bytes);
  const auto read = accepted(memory.path() + ": ", [&] { return TensorFile(memory.path()); });
  if (!read) return;
  const TensorFile& file = *read;
  const std::uint64_t all = file.tensors().empty() ? 0 : file.tensors().back().end;
  const std::string_view data = bytes.substr(bytes.size() - all);
  std::uint64_t end = 0;
  for (const TensorInfo& info : file.tensors()) {
    require(info.begin == end && info.end <= all, "the tensors lie side by side");
    end = info.end;
    check_numbers(file, info, data.substr(info.begin, info.end - info.begin));
  }
  const TensorHeader again = parse_tensor_header(header_of(file), all, "again");
  require(again.metadata == file.metadata(), "the same metadata, written and read again");
  require(std::equal(again.tensors.begin(), again.tensors.end(), file.tensors().begin(),
                     file.tensors().end(), same),
          "the same tensors, written and read again");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return check(text_of(data, size)), 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  return mutate_tensor_file(data, size, most, seed);
}
