// Layer 6. page: what the pages of experiments/ share: sizes, seeds, what came out, and the verdict.
//
//   int main(int argc, char** argv) {
//     PageSetting setting;                                      // --quick, --full, --seeds, …
//     Options options("05_heads", "Train 1 and 4 heads.");
//     return run_page(options, setting, argc, argv, [&](const RunFolder& folder) {
//       Results results(folder / "metrics.jsonl");
//       results.measure({"1 head", "4 heads"}, setting.seeds_or(setting.pick(1U, 5U, 20U)),
//                       setting.run, folder, [&](std::size_t row, std::uint64_t seed) {
//                         ...                                   // one training, in the open
//                         return Values{{"right", 0.98}, {"twins", 0.97}};
//                       });
//       std::cout << results.text();                            // median, least and most of seeds
//       Verdict verdict;
//       verdict.predict("4 heads: right", results.median("4 heads", "right"), 0.99, 1);
//       verdict.claim("C18", "holds if", "each relation has a loss of its own");
//       return verdict.exit_code();
//     });
//   }
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "heed/error.hpp"
#include "heed/json.hpp"
#include "heed/metrics.hpp"
#include "heed/options.hpp"
#include "heed/run.hpp"
#include "heed/setting.hpp"

namespace heed {

// How much work a page does. The prediction of a quick run is its own, smaller one.
enum class Size { kQuick, kDefault, kFull };

struct PageSetting {
  bool quick = false, full = false;
  std::uint64_t seed = 1;
  std::size_t seeds = 0;  // 0: what the page does at that size
  RunSetting run;

  // --quick, --full, --seed, --seeds, and those of RunSetting.
  void declare(Options& options);
  Size size() const;  // throws UsageError where both were given
  // What belongs to the page's size.
  template <class T>
  T pick(T when_quick, T by_default, T when_full) const {
    const Size asked = size();
    return asked == Size::kQuick ? when_quick : asked == Size::kFull ? when_full : by_default;
  }
  // The seeds to run: as many as were asked for, or what the page does at its size.
  std::vector<std::uint64_t> seeds_or(std::size_t count) const;
};

// main() of a page: the options, to which those of the setting are added; the run's folder; and the
// body, which returns the exit code. Nothing is written when the options only ask for help or
// contradict one another.
int run_page(Options& options, PageSetting& setting, int argc, char** argv,
             const std::function<int(const RunFolder&)>& body);

// The names of some configurations, which are the rows of a table.
template <class Configurations>
std::vector<std::string> names_of(const Configurations& list) {
  std::vector<std::string> names;
  for (const auto& configuration : list) names.push_back(configuration.name);
  return names;
}

// What f(), one of several trainings, returns. A NonFiniteError of it says which one it was: "4 heads,
// seed 3: step 12: loss is nan".
template <class F>
auto one_of_several(const std::string& which, F&& f) {
  try {
    return f();
  } catch (const NonFiniteError& error) {
    fail<NonFiniteError>(which, ": ", error.what());
  }
}

// A number of a log; NaN for null, for what is no number, and for one that a double cannot hold.
double number_of(const Json& value);

// Named numbers that one training gave, in the order of the table's columns.
using Values = std::vector<std::pair<std::string, double>>;

// What was measured: some numbers for each row (a configuration) and seed. Every finished training
// is a line of the log,
//   {"row":"4 heads","seed":3,"right":0.98,"twins":0.97}
// so that machines can share the seeds and `sweep` joins their logs, and a run that was stopped goes
// on where it was.
class Results {
 public:
  Results() = default;
  // Keeps a log: goes on with the whole lines that this file holds.
  explicit Results(const std::string& log);

  // Adds the results of a log; lines without a row and a seed are passed over. Throws InputError
  // "path:line: what" for what is no JSON object, or contradicts an earlier line.
  void read(const std::string& path);

  // f(row, seed) for all rows and seeds that are not there yet, as many at once as there are
  // threads. The log gets its lines in the order of rows and seeds, whichever is done first. A
  // NonFiniteError of f gets "row, seed N: " in front.
  using Measure = std::function<Values(std::size_t row, std::uint64_t seed)>;
  void measure(const std::vector<std::string>& rows, const std::vector<std::uint64_t>& seeds,
               const RunSetting& run, const RunFolder& folder, const Measure& f);

  // Of the seeds of a row; NaN (empty) where nothing was measured.
  std::vector<double> values(const std::string& row, const std::string& measure) const;
  double median(const std::string& row, const std::string& measure) const;
  double least(const std::string& row, const std::string& measure) const;
  double most(const std::string& row, const std::string& measure) const;

  // A line a row, a column a measure: the median over the seeds, and [least … most].
  std::string text() const;

 private:
  struct Line {
    std::string row;
    std::uint64_t seed;
    Values values;
  };
  const Line* find(const std::string& row, std::uint64_t seed) const;
  void add(Line line);
  std::string columns(std::size_t first, std::size_t end) const;

  std::vector<Line> lines_;
  std::vector<std::string> rows_, measures_;  // in the order they came
  std::optional<Metrics> log_;
};

// What a page says at its end, on stdout.
class Verdict {
 public:
  // One part of a prediction, with what was measured, and whether it held: otherwise exit_code() is 1.
  void part(const std::string& text, bool held);
  // The part that `measured` lies between both.
  void predict(const std::string& what, double measured, double least,
               double most = std::numeric_limits<double>::infinity());
  // What became of an article's claim: "holds", "holds if" or "does not hold"; and why or when.
  void claim(const std::string& number, const std::string& word, const std::string& why);
  int exit_code() const { return failed_ ? 1 : 0; }

 private:
  bool failed_ = false, claimed_ = false;
};

}  // namespace heed
