// Layer 6. seed_log: the results of several seeds, kept so that none is computed twice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "heed/findings.hpp"
#include "heed/metrics.hpp"

namespace heed {

// A line a seed, in their order whichever comes first; nothing is on the disk of a seed whose
// predecessor is missing. Not for two threads at once.
class SeedLog {
 public:
  // Goes on with the log of that file: what it holds of these seeds, first, first + 1, …, is done.
  SeedLog(const std::string& path, std::uint64_t first, std::size_t seeds);

  std::size_t done() const { return results_.size() + waiting_.size(); }
  void add(const SeedResult& result);
  // Of the first ones, without a gap.
  const std::vector<SeedResult>& results() const { return results_; }

 private:
  std::vector<SeedResult> results_;
  std::map<std::uint64_t, SeedResult> waiting_;  // for the seeds before them
  std::uint64_t first_;
  Metrics metrics_;
};

}  // namespace heed
