// Layer 5. metrics: the log of a run, one JSON object a line.
//
//   metrics.line({{"step", 10}, {"loss", 0.5}});      {"step":10,"loss":0.5}
#pragma once

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "heed/file.hpp"
#include "heed/json.hpp"

namespace heed {

// A key and its value, as JSON: a number (null where it is not finite), true, false, or a string.
struct Metric {
  std::string json;

  template <class Value>
  Metric(std::string_view key, const Value& value) : json(json_string(key) + ":") {
    if constexpr (std::floating_point<Value>) {
      json += json_number(value);
    } else if constexpr (std::integral<Value>) {
      append(json, value);
    } else {
      json += json_string(value);
    }
  }
};

class Metrics {
 public:
  // The log of that file, cut back to its first `keep` bytes; see AppendFile.
  explicit Metrics(const std::string& path, std::size_t keep = 0) : file_(path, keep) {}

  // Appends one object, its keys in this order. Throws OutputError unless all of it was written.
  void line(const std::vector<Metric>& metrics);
  // Returns when all lines are on the disk: before a checkpoint says how long the log is.
  void sync() { file_.sync(); }
  std::size_t bytes() const { return file_.bytes(); }

 private:
  AppendFile file_;
};

}  // namespace heed
