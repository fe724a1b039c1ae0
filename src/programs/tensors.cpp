// What is in a safetensors file, and whether it is one.
#include <algorithm>
#include <iostream>

#include "heed/error.hpp"
#include "heed/options.hpp"
#include "heed/run.hpp"
#include "heed/safetensors.hpp"
#include "heed/utf8.hpp"

namespace {

using namespace heed;

std::string shape_text(const TensorInfo& info) {
  std::string text = "[";
  for (const std::uint64_t size : info.shape) text += concat(text.size() > 1 ? ", " : "", size);
  return text + "]";
}

// One tensor a line, the columns as wide as their widest entry; then the metadata.
void list(const TensorFile& file) {
  std::size_t name_width = 0, shape_width = 0;
  for (const TensorInfo& info : file.tensors()) {
    name_width = std::max(name_width, display_width(printable(info.name)));
    shape_width = std::max(shape_width, shape_text(info).size());
  }
  for (const TensorInfo& info : file.tensors()) {
    std::cout << fit(printable(info.name), name_width) << "  " << fit(info.dtype, 4) << "  "
              << fit(shape_text(info), shape_width) << "  " << info.end - info.begin << " bytes\n";
  }
  for (const auto& [key, value] : file.metadata()) {
    std::cout << printable(key) << " = " << quote(value) << '\n';
  }
}

void verify(const TensorFile& file) {
  const std::size_t count = file.tensors().size();
  const std::uint64_t bytes = count == 0 ? 0 : file.tensors().back().end;
  std::cout << printable(file.path()) << ": valid, " << count
            << (count == 1 ? " tensor in " : " tensors in ") << bytes << " bytes\n";
}

int run(int argc, char** argv) {
  std::vector<std::string> words;
  Options options("tensors", "Show or check a safetensors file.");
  options.example("tensors list runs/coreference-1/model.safetensors",
                  "name, type and shape of each");
  options.example("tensors verify runs/coreference-1/model.safetensors",
                  "is every byte accounted for?");
  options.operands("list|verify FILE", words, 2, 2);
  if (!options.parse(argc, argv)) return 0;
  if (words[0] != "list" && words[0] != "verify") {
    fail<UsageError>(quote(words[0]), " is neither list nor verify. Try 'tensors --help'.");
  }
  const TensorFile file(words[1]);
  words[0] == "list" ? list(file) : verify(file);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return heed::run_program("tensors", [=] { return run(argc, argv); });
}
