#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "heed/error.hpp"
#include "heed/safetensors.hpp"
#include "temporary_folder.hpp"

using namespace heed;
using namespace std::string_literals;

namespace {

// The bytes of a file with this header, its length before it.
std::string file_bytes(const std::string& header, const std::string& data) {
  std::string bytes;
  for (std::size_t i = 0; i < 8; ++i) bytes += static_cast<char>(header.size() >> (8 * i));
  return bytes + header + data;
}

template <class F>
std::string refusal(F body) {
  try {
    body();
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

// A file of one tensor 'w', as a TensorFile.
TensorFile one(const TemporaryFolder& folder, const std::string& dtype, const std::string& shape,
               const std::string& data) {
  write_file(folder / "one", file_bytes(concat("{\"w\":{\"dtype\":\"", dtype, "\",\"shape\":",
                                               shape, ",\"data_offsets\":[0,", data.size(), "]}}"),
                                        data));
  return TensorFile(folder / "one");
}

bool same_bits(const Array& a, const Array& b) {
  return a.shape() == b.shape() &&
         (a.size() == 0 || std::memcmp(a.data(), b.data(), a.size() * sizeof(Real)) == 0);
}

Parameters two_parameters(double value) {
  return Parameters()
      .add("up.weight", Tensor::parameter(full({2, 3}, value)))
      .add("up.bias", Tensor::parameter(full({3}, value)));
}

}  // namespace

TEST_CASE("safetensors: the bytes written are those of the format") {
  const TemporaryFolder folder;
  save_tensors(folder / "x", {{"w", Array({2}, {1, -2})}}, {{"step", "10"}});
  const std::string expected =
      kDouble ? file_bytes(R"({"__metadata__":{"format":"pt","step":"10"},)"
                           R"("w":{"dtype":"F64","shape":[2],"data_offsets":[0,16]}}      )",
                           "\0\0\0\0\0\0\xF0\x3F\0\0\0\0\0\0\0\xC0"s)
              : file_bytes(R"({"__metadata__":{"format":"pt","step":"10"},)"
                           R"("w":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}       )",
                           "\0\0\x80\x3F\0\0\0\xC0"s);
  const std::string bytes = read_file(folder / "x");
  CHECK(bytes == expected);
  CHECK((bytes.size() - 2 * sizeof(Real)) % 8 == 0);
}

TEST_CASE(
    "safetensors: what is saved comes back bit for bit, with its names, shapes and metadata") {
  const TemporaryFolder folder;
  const double infinity = std::numeric_limits<double>::infinity();
  const double tiny = std::numeric_limits<Real>::denorm_min();
  const NamedArrays arrays = {
      {"a.weight", Array({2, 3}, {0.1, -0.0, tiny, infinity, -infinity, std::nan("")})},
      {"标量\n", scalar(3)},
      {"none", zeros({2, 0})},
      {"nothing", zeros({0})},
      {"last", ones({1})},
  };
  const Metadata metadata = {{"words", "动物 \"it\" </script>\x1b"}, {"", ""}};
  save_tensors(folder / "x", arrays, metadata);
  const TensorFile file(folder / "x");
  REQUIRE(file.tensors().size() == 5);
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    CAPTURE(i);
    CHECK(same_bits(file.load(arrays[i].first), arrays[i].second));
  }
  CHECK(*file.find_metadata("format") == "pt");
  CHECK(*file.find_metadata("words") == metadata[0].second);
  CHECK(*file.find_metadata("") == "");
  CHECK(file.find_metadata("step") == nullptr);
  CHECK(file.find("weight") == nullptr);
}

TEST_CASE("safetensors: of a transposed or sliced array the numbers are saved as they are read") {
  const TemporaryFolder folder;
  const Array table({2, 3}, {0, 1, 2, 3, 4, 5});
  save_tensors(folder / "x", {{"turned", transpose(table)}, {"column", slice(table, 1u, 1, 2)}});
  const TensorFile file(folder / "x");
  CHECK(same_bits(file.load("turned"), Array({3, 2}, {0, 3, 1, 4, 2, 5})));
  CHECK(same_bits(file.load("column"), Array({2, 1}, {1, 4})));
  CHECK(file.tensors()[0].end == 6 * sizeof(Real));
  CHECK(file.tensors()[1].end == 8 * sizeof(Real));
}

TEST_CASE("safetensors: the same arrays give the same bytes") {
  const TemporaryFolder folder;
  for (const char* name : {"x", "y"}) save_tensors(folder / name, {{"w", ones({3})}}, {{"k", "v"}});
  CHECK(read_file(folder / "x") == read_file(folder / "y"));
}

TEST_CASE("safetensors: narrower and wider floats become Reals") {
  const TemporaryFolder folder;
  // 1, -2, 2^-24 (the smallest), 65504 (the largest), infinity
  const Array half =
      one(folder, "F16", "[5]", "\x00\x3C\x00\xC0\x01\x00\xFF\x7B\x00\x7C"s).load("w");
  CHECK(same_bits(half, Array({5}, {1, -2, std::ldexp(1, -24), 65504,
                                    std::numeric_limits<double>::infinity()})));
  CHECK(std::isnan(one(folder, "F16", "[]", "\x01\x7E"s).load("w").item()));
  // 1, -2, 2^-133 (the smallest)
  const Array brain = one(folder, "BF16", "[3]", "\x80\x3F\x00\xC0\x01\x00"s).load("w");
  CHECK(same_bits(brain, Array({3}, {1, -2, std::ldexp(1, -133)})));
  CHECK(one(folder, "F64", "[]", "\0\0\0\0\0\0\xF8\xBF"s).load("w").item() == -1.5);
  CHECK(one(folder, "F32", "[]", "\0\0\xC0\xBF"s).load("w").item() == -1.5);
}

TEST_CASE("safetensors: what is no array of numbers is listed, but not loaded") {
  const TemporaryFolder folder;
  const std::string path = folder / "one";
  const auto load = [](const TensorFile& file, const char* name) {
    return refusal([&] { file.load(name); });
  };
  CHECK(load(one(folder, "I64", "[1]", std::string(8, '\0')), "w") ==
        path + ": tensor 'w': cannot load I64, only F16, BF16, F32 and F64");
  CHECK(load(one(folder, "F32", "[1,1,1,1,1,1,1]", std::string(4, '\0')), "w") ==
        path + ": tensor 'w': has 7 axes, but an array has at most 6");
  CHECK(load(one(folder, "F32", "[]", std::string(4, '\0')), "v") ==
        path + ": there is no tensor 'v'");
}

TEST_CASE("safetensors: a file that is too short or no such file is refused by its numbers") {
  const TemporaryFolder folder;
  const std::string path = folder / "x";
  const auto opened = [&](const std::string& bytes) {
    write_file(path, bytes);
    return refusal([&] { TensorFile file(path); });
  };
  CHECK(opened("") == path + ": has 0 bytes, but a safetensors file has 8 or more");
  CHECK(opened("1234567") == path + ": has 7 bytes, but a safetensors file has 8 or more");
  CHECK(opened(file_bytes("{}", "").substr(0, 9)) ==
        path + ": the header takes 2 bytes, but 1 follow its length: the file is cut short");
  CHECK(opened("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF{}") ==
        path +
            ": is no safetensors file: a header of 18446744073709551615 bytes, above the "
            "100000000 that are read");
  CHECK(opened(std::string(4096, '\0')) == path + ": the header does not begin with {");
  CHECK(opened(file_bytes("{}", "")) == "accepted");
  CHECK(refusal([&] { TensorFile file(folder.path); }) ==
        folder.path + ": is a folder, not a file");
}

TEST_CASE("safetensors: a model's file cut after any byte is refused") {
  const TemporaryFolder folder;
  save_parameters(folder / "x", two_parameters(1), {{"step", "7"}});
  const std::string bytes = read_file(folder / "x");
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    write_file(folder / "cut", bytes.substr(0, length));
    CHECK_THROWS_AS(TensorFile(folder / "cut"), InputError);
  }
}

TEST_CASE("safetensors: parameters come back, and one file is one model") {
  const TemporaryFolder folder;
  save_parameters(folder / "x", two_parameters(1));
  const Parameters parameters = two_parameters(0);
  load_parameters(TensorFile(folder / "x"), parameters);
  CHECK(same_bits(parameters[0].tensor.value(), ones({2, 3})));
  CHECK(same_bits(parameters[1].tensor.value(), ones({3})));
}

TEST_CASE(
    "safetensors: a missing, extra, misshapen or infinite tensor is named, and nothing has "
    "changed") {
  const TemporaryFolder folder;
  const std::string path = folder / "x";
  const auto loaded = [&](const NamedArrays& arrays) {
    save_tensors(path, arrays);
    const Parameters parameters = two_parameters(0);
    const std::string message = refusal([&] { load_parameters(TensorFile(path), parameters); });
    CHECK(same_bits(parameters[0].tensor.value(), zeros({2, 3})));
    return message;
  };
  CHECK(loaded({{"up.weight", ones({2, 3})}}) == path + ": there is no tensor 'up.bias'");
  CHECK(loaded({{"up.weight", ones({2, 3})}, {"up.bias", ones({3})}, {"down", ones({1})}}) ==
        path + ": tensor 'down': the model has none such");
  CHECK(loaded({{"up.weight", ones({3, 2})}, {"up.bias", ones({3})}}) ==
        path + ": tensor 'up.weight': has the shape [3, 2], but the model's is [2, 3]");
  const Array odd({3}, {1, -std::numeric_limits<double>::infinity(), std::nan("")});
  CHECK(loaded({{"up.weight", ones({2, 3})}, {"up.bias", odd}}) ==
        path + ": tensor 'up.bias': holds -inf at [1] of [3]");
}

TEST_CASE("safetensors: two arrays of one name are refused before anything is written") {
  const TemporaryFolder folder;
  const std::string path = folder / "x";
  CHECK_THROWS_WITH_AS(save_tensors(path, {{"w", ones({1})}, {"w", ones({2})}}),
                       "save_tensors: two arrays are named 'w'", ValueError);
  CHECK_THROWS_AS(save_tensors(path, {{"__metadata__", ones({1})}}), ValueError);
  CHECK_THROWS_WITH_AS(save_tensors(path, {}, {{"format", "np"}}),
                       "save_tensors: two metadata keys are 'format'", ValueError);
  CHECK_FALSE(exists(path));
}
