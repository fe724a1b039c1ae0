#include "heed/seed_log.hpp"

#include <array>
#include <optional>
#include <utility>

#include "heed/file.hpp"
#include "heed/json.hpp"
#include "heed/page.hpp"

namespace heed {
namespace {

// What a line says beside the seed, for writing and for reading.
template <class Result>
auto fields(Result& result) {
  auto& s = result.score;
  auto& c = result.cuts;
  using Field = std::pair<const char*, decltype(&result.flip)>;
  return std::array<Field, 14>{{{"right", &s.all},
                                {"plain", &s.plain},
                                {"plain_twins", &s.plain_twins},
                                {"contrastive", &s.contrastive},
                                {"contrastive_twins", &s.contrastive_twins},
                                {"flip", &result.flip},
                                {"whole", &c.whole},
                                {"cut_pronoun", &c.pronoun},
                                {"cut_candidates", &c.candidates},
                                {"cut_both", &c.both},
                                {"cut_random", &c.random},
                                {"cut_antecedent", &c.antecedent},
                                {"cut_others", &c.others},
                                {"chance", &c.chance}}};
}

// Nothing where the line is not the result of that seed: another one, or cut short by a crash.
std::optional<SeedResult> read_line(const std::string& line, std::uint64_t seed) try {
  const Json object = parse_json(line, "line");
  const Json* own = object.find("seed");
  if (own == nullptr || own->whole() != seed) return std::nullopt;
  SeedResult result;
  result.seed = seed;
  for (const auto& [key, field] : fields(result)) {
    const Json* value = object.find(key);
    using enum Json::Kind;
    if (value == nullptr || (value->kind != number && value->kind != null)) return std::nullopt;
    *field = number_of(*value);
  }
  return result;
} catch (const InputError&) {
  return std::nullopt;
}

// How many bytes of the log the results of these seeds take, which it holds in their order; they are
// appended to `results`.
std::size_t read_log(const std::string& path, std::uint64_t first, std::size_t seeds,
                     std::vector<SeedResult>& results) {
  if (!exists(path)) return 0;
  const std::string text = read_file(path);
  std::size_t at = 0;
  while (results.size() < seeds) {
    const std::size_t end = text.find('\n', at);
    const std::optional<SeedResult> result =
        read_line(text.substr(at, end - at), first + results.size());
    if (end == text.npos || !result) break;
    results.push_back(*result);
    at = end + 1;
  }
  return at;
}

}  // namespace

SeedLog::SeedLog(const std::string& path, std::uint64_t first, std::size_t seeds)
    : first_(first), metrics_(path, read_log(path, first, seeds, results_)) {}

void SeedLog::add(const SeedResult& result) {
  waiting_[result.seed] = result;
  while (const auto next = waiting_.extract(first_ + results_.size())) {
    results_.push_back(next.mapped());
    std::vector<Metric> line = {{"seed", next.key()}};
    for (const auto& [key, field] : fields(next.mapped())) line.emplace_back(key, *field);
    metrics_.line(line);
    metrics_.sync();
  }
}

}  // namespace heed
