// Any bytes as a safetensors file: they are refused with an InputError, or they are read, and
//   every byte of the data belongs to one tensor, whose numbers are those bytes;
//   the header, written again from what was read, is read as the same.
#include "heed/safetensors.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "fuzz.hpp"
#include "heed/json.hpp"

using namespace heed;

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace {

constexpr std::size_t kLengthBytes = 8;

// A file that lies in memory and is called so.
std::string file_of(std::string_view bytes) {
  static const int file = memfd_create("input", MFD_CLOEXEC);
  const bool written = ftruncate(file, 0) == 0 &&
                       pwrite(file, bytes.data(), bytes.size(), 0) == ssize_t(bytes.size());
  require(written, "the input is in a file");
  return concat("/proc/self/fd/", file);
}

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

void check_numbers(const TensorFile& file, const TensorInfo& info, std::string_view bytes) try {
  const Array array = file.load(info.name);
  require(array.size() * bytes_of_type(info.dtype) == bytes.size(), "a number for its bytes each");
  const bool kept = info.dtype == (kDouble ? "F64" : "F32");
  if (kept && !bytes.empty())
    require(std::memcmp(array.data(), bytes.data(), bytes.size()) == 0,
            "the numbers are the bytes");
} catch (const InputError&) {  // whole numbers, or too many axes
}

void check(std::string_view bytes) try {
  const TensorFile file(file_of(bytes));
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
} catch (const InputError&) {
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return check(text_of(data, size)), 0;
}

// Most changes shift the end of the header: seven times of eight its length is set right again, or
// all that would be tried is the check of that length.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  size = LLVMFuzzerMutate(data, size, most);
  const std::size_t brace = text_of(data, size).rfind('}');
  if (seed % 8 == 0 || brace == std::string_view::npos || brace < kLengthBytes) return size;
  const std::uint64_t length = brace + 1 - kLengthBytes;
  for (std::size_t i = 0; i < kLengthBytes; ++i)
    data[i] = static_cast<std::uint8_t>(length >> (8 * i));
  return size;
}
