// Question    Do eight heads of width D / 8 cost as much as one of width D?
// Claim       C19 heads are concatenated and mixed by a linear map; with 8 heads of width D / 8 the
//             total cost stays about the same.
// Method      one layer of attention, forward and backward on one thread; the median processor time
//             of several passes, the head counts in turn, so that other programs disturb all alike.
// Control     one head against itself: the second "1 head" says how far equal work differs.
// Prediction  The parameters are 4 D², whatever the heads. With D = 512 most of the work are the
//             projections, which know no heads: 8 heads take at most 1.5 times as long as one. With D
//             = 64 and 200 words it is the weights, T² of them for each head, and the short rows of 8
//             numbers, which fill no vector register: 8 heads take at least 1.5 times as long.
// Run         build/bin/05_head_cost         --quick: few passes, and times are not judged; --full
#include <ctime>
#include <iostream>

#include "heed/attention.hpp"
#include "heed/format.hpp"
#include "heed/init.hpp"
#include "heed/page.hpp"
#include "heed/parallel.hpp"
#include "heed/table.hpp"

namespace {

using namespace heed;

struct Job {
  std::string name;
  std::size_t width, batch, length;  // D, B, T
};
const std::vector<Job> kJobs = {{"D = 64, T = 20", 64, 32, 20},
                                {"D = 64, T = 200", 64, 4, 200},
                                {"D = 512, T = 20", 512, 8, 20},
                                {"D = 512, T = 200", 512, 1, 200}};
const std::vector<std::size_t> kHeads = {1, 1, 2, 4, 8};  // the first beside its control

double milliseconds(const MultiHeadAttention& layer, const Tensor& x) {
  const std::clock_t start = std::clock();
  sum(layer(x, Array(), {.weights = false}).output).backward();
  return 1e3 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

// The median time of each head count.
std::vector<double> times(const Job& job, std::size_t passes, std::uint64_t seed) {
  Random random(seed);
  const Tensor x(normal({job.batch, job.length, job.width}, 1, random));
  std::vector<MultiHeadAttention> layers;
  for (const std::size_t heads : kHeads) layers.emplace_back(job.width, heads, random);
  std::vector<std::vector<double>> all(kHeads.size());
  for (std::size_t pass = 0; pass < passes; ++pass) {
    for (std::size_t i = 0; i < layers.size(); ++i) all[i].push_back(milliseconds(layers[i], x));
  }
  std::vector<double> medians;
  for (std::vector<double>& list : all) {
    std::nth_element(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(passes / 2),
                     list.end());
    medians.push_back(list[passes / 2]);
  }
  return medians;
}

}  // namespace

int main(int argc, char** argv) {
  PageSetting page;
  Options options("05_head_cost", "Time attention with 1, 2, 4 and 8 heads of one width in all.");
  return run_page(options, page, argc, argv, [&](const RunFolder& folder) {
    set_threads(1);
    // The log gets what is the same at every run, and so no times.
    Results results(folder / "metrics.jsonl");
    results.measure({"1 head", "8 heads"}, {page.seed}, page.run, folder,
                    [](std::size_t row, std::uint64_t seed) {
                      Random random(seed);
                      const MultiHeadAttention layer(64, row == 0 ? 1 : 8, random);
                      return Values{{"parameters", layer.parameters().count()}};
                    });

    const std::size_t passes = page.pick<std::size_t>(15, 101, 1001);
    std::vector<std::vector<std::string>> cells = {
        {"", "1 head, ms", "1 again", "2 heads", "4 heads", "8 heads"}};
    std::vector<double> eight;  // times as long as one head
    for (const Job& job : kJobs) {
      const std::vector<double> medians = times(job, passes, page.seed);
      eight.push_back(medians.back() / medians.front());
      cells.push_back({job.name, fixed(medians[0], 3)});
      for (std::size_t i = 1; i < medians.size(); ++i) {
        cells.back().push_back("x " + fixed(medians[i] / medians[0], 2));
      }
    }
    std::cout << "One layer, forward and backward, one thread; x: times as long as one head\n"
              << table(cells) << '\n';
    Verdict verdict;
    const double numbers = 4 * 64 * 64;
    for (const char* row : {"1 head", "8 heads"}) {
      verdict.predict(concat(row, ", D = 64: parameters"), results.median(row, "parameters"),
                      numbers, numbers);
    }
    if (!page.quick) {
      verdict.predict("8 heads, D = 512, T = 20: times 1 head", eight[2], 0.5, 1.5);
      verdict.predict("8 heads, D = 64, T = 200: times 1 head", eight[1], 1.5);
    }
    verdict.claim("C19", "holds if", "the width is large beside the heads, 64 numbers in each");
    return verdict.exit_code();
  });
}
