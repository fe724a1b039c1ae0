// What all measurements of the benchmark share: their settings, and a line of JSON.
#pragma once

#include <algorithm>
#include <cstdio>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace heed {

struct Settings {
  std::string config = "toy";
  std::size_t threads = std::max(1u, std::thread::hardware_concurrency());
  double seconds = 1;
  bool json = false;
};

// One line of JSON: "name": value, in order.
inline void print_json(const std::vector<std::pair<const char*, double>>& fields) {
  const char* before = "{";
  for (const auto& [name, value] : fields) {
    std::printf("%s\"%s\": %.10g", before, name, value);
    before = ", ";
  }
  std::printf("}\n");
}

}  // namespace heed
