// Layer 6. The files of src/web/ as text inside the program; embed.sh writes their definition.
#pragma once

#include <cstddef>
#include <string_view>

namespace heed {

struct WebFile {
  std::string_view name, text;
};
extern const WebFile kWebFiles[];
extern const std::size_t kWebFileCount;

}  // namespace heed
