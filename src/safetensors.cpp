#include "heed/safetensors.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <set>

#include "heed/encoding.hpp"
#include "heed/json.hpp"
#include "heed/utf8.hpp"

namespace heed {
namespace {

constexpr std::size_t kLengthBytes = 8;
constexpr std::uint64_t kMostHeaderBytes = 100'000'000;
constexpr const char* kRealType = kDouble ? "F64" : "F32";

// ---- bytes and numbers --------------------------------------------------------------------------

// Little-endian, on any machine.
template <class Bits>
Bits bits_at(const char* bytes) {
  Bits bits = 0;
  for (std::size_t i = 0; i < sizeof bits; ++i) {
    bits = static_cast<Bits>(bits | static_cast<Bits>(static_cast<unsigned char>(bytes[i]))
                                        << (8 * i));
  }
  return bits;
}

// Sign, 5 bits of exponent, 10 of fraction (IEEE 754 binary16).
float half_to_float(std::uint16_t half) {
  const int exponent = (half >> 10) & 31, fraction = half & 1023;
  float magnitude = exponent == 0 ? std::ldexp(static_cast<float>(fraction), -24)
                                  : std::ldexp(static_cast<float>(1024 + fraction), exponent - 25);
  if (exponent == 31) {
    magnitude = fraction == 0 ? std::numeric_limits<float>::infinity()
                              : std::numeric_limits<float>::quiet_NaN();
  }
  return (half & 0x8000) != 0 ? -magnitude : magnitude;
}

Real number_at(const char* bytes, std::string_view dtype) {
  if (dtype == "F32") return static_cast<Real>(std::bit_cast<float>(bits_at<std::uint32_t>(bytes)));
  if (dtype == "F64")
    return static_cast<Real>(std::bit_cast<double>(bits_at<std::uint64_t>(bytes)));
  const auto bits = bits_at<std::uint16_t>(bytes);
  // A bfloat16 is the upper half of a float.
  if (dtype == "BF16") return static_cast<Real>(std::bit_cast<float>(std::uint32_t{bits} << 16));
  return static_cast<Real>(half_to_float(bits));
}

// ---- writing ------------------------------------------------------------------------------------

std::string header_text(const NamedArrays& arrays, const Metadata& metadata) {
  std::string header = R"({"__metadata__":{"format":"pt")";
  for (const auto& [key, value] : metadata)
    header += concat(",", json_string(key), ":", json_string(value));
  header += "}";
  std::size_t offset = 0;
  for (const auto& [name, array] : arrays) {
    const std::size_t end = offset + array.size() * sizeof(Real);
    header += concat(",", json_string(name), ":{\"dtype\":\"", kRealType,
                     "\",\"shape\":", array.shape(), ",\"data_offsets\":[", offset, ",", end, "]}");
    offset = end;
  }
  header += "}";
  // Blanks, so that the data begins where a reader may use it in place.
  header.append((8 - header.size() % 8) % 8, ' ');
  return header;
}

void require_different_names(const NamedArrays& arrays, const Metadata& metadata) {
  std::set<std::string_view> names = {"__metadata__"}, keys = {"format"};
  for (const auto& [name, array] : arrays) {
    if (!names.insert(name).second)
      fail<ValueError>("save_tensors: two arrays are named ", quote(name));
  }
  for (const auto& [key, value] : metadata) {
    if (!keys.insert(key).second)
      fail<ValueError>("save_tensors: two metadata keys are ", quote(key));
  }
}

}  // namespace

TensorFile::TensorFile(const std::string& path) : file_(path) {
  if (file_.bytes() < kLengthBytes) {
    fail<InputError>(path, ": has ", file_.bytes(), " bytes, but a safetensors file has 8 or more");
  }
  const auto length = bits_at<std::uint64_t>(file_.read(0, kLengthBytes).data());
  if (length > kMostHeaderBytes) {
    fail<InputError>(path, ": is no safetensors file: a header of ", length, " bytes, above the ",
                     kMostHeaderBytes, " that are read");
  }
  if (length > file_.bytes() - kLengthBytes) {
    fail<InputError>(path, ": the header takes ", length, " bytes, but ",
                     file_.bytes() - kLengthBytes, " follow its length: the file is cut short");
  }
  data_begin_ = kLengthBytes + length;
  const std::string header = file_.read(kLengthBytes, static_cast<std::size_t>(length));
  header_ = parse_tensor_header(header, file_.bytes() - data_begin_, path);
}

const TensorInfo* TensorFile::find(std::string_view name) const {
  const auto found = std::find_if(tensors().begin(), tensors().end(),
                                  [name](const TensorInfo& info) { return info.name == name; });
  return found == tensors().end() ? nullptr : &*found;
}

const std::string* TensorFile::find_metadata(std::string_view key) const {
  const auto found = std::find_if(metadata().begin(), metadata().end(),
                                  [key](const auto& entry) { return entry.first == key; });
  return found == metadata().end() ? nullptr : &found->second;
}

Array TensorFile::load(std::string_view name) const {
  const TensorInfo* info = find(name);
  if (info == nullptr) fail<InputError>(path(), ": there is no tensor ", quote(name));
  if (info->dtype != "F32" && info->dtype != "F64" && info->dtype != "F16" &&
      info->dtype != "BF16") {
    fail<InputError>(path(), ": tensor ", quote(name), ": cannot load ", info->dtype,
                     ", only F16, BF16, F32 and F64");
  }
  if (info->shape.size() > Shape::kMaxRank) {
    fail<InputError>(path(), ": tensor ", quote(name), ": has ", info->shape.size(),
                     " axes, but an array has at most ", Shape::kMaxRank);
  }
  Shape shape;
  for (const std::uint64_t size : info->shape)
    shape = shape.appended(static_cast<std::size_t>(size));
  const std::string bytes = file_.read(static_cast<std::size_t>(data_begin_ + info->begin),
                                       static_cast<std::size_t>(info->end - info->begin));
  Array array(shape);
  const auto step = static_cast<std::size_t>(bytes_of_type(info->dtype));
  for (std::size_t i = 0; i < array.size(); ++i) {
    array[i] = number_at(bytes.data() + i * step, info->dtype);
  }
  return array;
}

void load_parameters(const TensorFile& file, const Parameters& parameters) {
  std::vector<Array> values;
  std::set<std::string_view> expected;
  for (const Parameter& parameter : parameters) {
    expected.insert(parameter.name);
    values.push_back(file.load(parameter.name));
    if (values.back().shape() != parameter.tensor.shape()) {
      fail<InputError>(file.path(), ": tensor ", quote(parameter.name), ": has the shape ",
                       values.back().shape(), ", but the model's is ", parameter.tensor.shape());
    }
    const std::string found = first_non_finite(values.back());
    if (!found.empty()) {
      fail<InputError>(file.path(), ": tensor ", quote(parameter.name), ": holds ", found);
    }
  }
  for (const TensorInfo& info : file.tensors()) {
    if (!expected.contains(info.name)) {
      fail<InputError>(file.path(), ": tensor ", quote(info.name), ": the model has none such");
    }
  }
  restore(parameters, values);
}

void save_tensors(const std::string& path, const NamedArrays& arrays, const Metadata& metadata) {
  require_different_names(arrays, metadata);
  const std::string header = header_text(arrays, metadata);
  std::string bytes;
  append_little_endian(bytes, std::uint64_t{header.size()});
  bytes += header;
  using Bits = std::conditional_t<kDouble, std::uint64_t, std::uint32_t>;
  for (const auto& [name, array] : arrays) {
    for (const Real number : array) append_little_endian(bytes, std::bit_cast<Bits>(number));
  }
  write_file(path, bytes);
}

void save_parameters(const std::string& path, const Parameters& parameters,
                     const Metadata& metadata) {
  NamedArrays arrays;
  for (const Parameter& parameter : parameters) {
    arrays.emplace_back(parameter.name, parameter.tensor.value());
  }
  save_tensors(path, arrays, metadata);
}

}  // namespace heed
