#include "heed/tensor_header.hpp"

#include <algorithm>
#include <limits>

#include "heed/error.hpp"
#include "heed/json.hpp"
#include "heed/utf8.hpp"

namespace heed {
namespace {

constexpr std::size_t kMostAxes = 32;

std::string list_text(const std::vector<std::uint64_t>& numbers) {
  std::string text = "[";
  for (std::size_t i = 0; i < std::min<std::size_t>(numbers.size(), 8); ++i) {
    text += concat(i == 0 ? "" : ", ", numbers[i]);
  }
  return text + (numbers.size() > 8 ? ", …]" : "]");
}

// Reads what the header says of one tensor, and refuses in its name.
class InfoReader {
 public:
  InfoReader(const std::string& file, const std::string& tensor, const Json& json)
      : file_(file), tensor_(tensor), json_(json) {}

  TensorInfo read() const {
    if (json_.kind != Json::Kind::object) refuse("is not described by an object");
    for (const std::string& key : json_.keys) {
      const bool known = key == "dtype" || key == "shape" || key == "data_offsets";
      if (!known) refuse("has the unknown field ", quote(key));
    }
    TensorInfo info = {tensor_, dtype(), whole_numbers("shape")};
    const std::vector<std::uint64_t> offsets = whole_numbers("data_offsets");
    if (info.shape.size() > kMostAxes) {
      refuse("has ", info.shape.size(), " axes, but at most ", kMostAxes, " are read");
    }
    if (offsets.size() != 2) refuse("data_offsets has ", offsets.size(), " numbers, not 2");
    info.begin = offsets[0];
    info.end = offsets[1];
    if (info.end < info.begin)
      refuse("data_offsets ", list_text(offsets), " end before they begin");
    const std::uint64_t bytes = bytes_taken(info);
    if (bytes != info.end - info.begin) {
      refuse("shape ", list_text(info.shape), " of ", info.dtype, " takes ", bytes,
             " bytes, but data_offsets ", list_text(offsets), " hold ", info.end - info.begin);
    }
    return info;
  }

 private:
  template <class... Parts>
  [[noreturn]] void refuse(const Parts&... parts) const {
    fail<InputError>(file_, ": tensor ", quote(tensor_), ": ", parts...);
  }

  const Json& field(std::string_view key, Json::Kind kind, std::string_view what) const {
    const Json* value = json_.find(key);
    if (value == nullptr) refuse("has no ", key);
    if (value->kind != kind) refuse(key, " is not ", what);
    return *value;
  }

  std::string dtype() const {
    const std::string& name = field("dtype", Json::Kind::string, "a string").text;
    if (bytes_of_type(name) == 0) refuse("the dtype ", quote(name), " is not known");
    return name;
  }

  std::vector<std::uint64_t> whole_numbers(std::string_view key) const {
    std::vector<std::uint64_t> numbers;
    for (const Json& item : field(key, Json::Kind::list, "a list").items) {
      const auto number = item.whole();
      if (!number) refuse(key, " holds something that is not a whole number from 0 to 2^64 - 1");
      numbers.push_back(*number);
    }
    return numbers;
  }

  // An axis of 0 makes an empty tensor, but the others must still have a product that exists: steps
  // from row to row are computed from them.
  std::uint64_t bytes_taken(const TensorInfo& info) const {
    std::uint64_t bytes = bytes_of_type(info.dtype);
    bool empty = false;
    for (const std::uint64_t size : info.shape) {
      empty = empty || size == 0;
      const std::uint64_t factor = std::max<std::uint64_t>(size, 1);
      if (bytes > std::numeric_limits<std::uint64_t>::max() / factor) {
        refuse("shape ", list_text(info.shape), " of ", info.dtype, " takes 2^64 bytes or more");
      }
      bytes *= factor;
    }
    return empty ? 0 : bytes;
  }

  const std::string& file_;
  const std::string& tensor_;
  const Json& json_;
};

Metadata read_metadata(const Json& json, const std::string& name) {
  if (json.kind != Json::Kind::object) fail<InputError>(name, ": __metadata__ is not an object");
  Metadata metadata;
  for (std::size_t i = 0; i < json.items.size(); ++i) {
    if (json.items[i].kind != Json::Kind::string) {
      fail<InputError>(name, ": __metadata__ ", quote(json.keys[i]), " is not a string");
    }
    metadata.emplace_back(json.keys[i], json.items[i].text);
  }
  return metadata;
}

// Sorts the tensors by their place; the ranges must then meet end to end, and fill the data.
void require_side_by_side(std::vector<TensorInfo>& tensors, std::uint64_t data_bytes,
                          const std::string& name) {
  std::sort(tensors.begin(), tensors.end(), [](const TensorInfo& a, const TensorInfo& b) {
    return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
  });
  std::uint64_t end = 0;
  for (const TensorInfo& tensor : tensors) {
    if (tensor.begin != end) {
      fail<InputError>(name, ": tensor ", quote(tensor.name), ": begins at byte ", tensor.begin,
                       " of the data, but the one before it ends at ", end, ": ",
                       tensor.begin < end ? "they overlap" : "there is a hole");
    }
    end = tensor.end;
  }
  if (end != data_bytes) {
    fail<InputError>(name, ": there are ", data_bytes, " bytes of data, but the tensors take ",
                     end);
  }
}

}  // namespace

std::uint64_t bytes_of_type(std::string_view dtype) {
  constexpr std::pair<std::string_view, std::uint64_t> kTypes[] = {
      {"BOOL", 1}, {"U8", 1},  {"I8", 1},  {"U16", 2}, {"I16", 2}, {"F16", 2}, {"BF16", 2},
      {"U32", 4},  {"I32", 4}, {"F32", 4}, {"U64", 8}, {"I64", 8}, {"F64", 8}};
  for (const auto& [name, bytes] : kTypes) {
    if (name == dtype) return bytes;
  }
  return 0;
}

TensorHeader parse_tensor_header(std::string_view header, std::uint64_t data_bytes,
                                 const std::string& name) {
  // JSON allows more blanks around a value than this format does.
  if (header.empty() || header[0] != '{')
    fail<InputError>(name, ": the header does not begin with {");
  if (header[header.find_last_not_of(' ')] != '}') {
    fail<InputError>(name, ": the header does not end with } and blanks");
  }
  const Json json = parse_json(header, name + ": header");
  TensorHeader result;
  for (std::size_t i = 0; i < json.items.size(); ++i) {
    if (json.keys[i] == "__metadata__") {
      result.metadata = read_metadata(json.items[i], name);
    } else {
      result.tensors.push_back(InfoReader(name, json.keys[i], json.items[i]).read());
    }
  }
  require_side_by_side(result.tensors, data_bytes, name);
  return result;
}

}  // namespace heed
