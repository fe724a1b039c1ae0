// gradcheck: is every gradient right? Checks each operation and layer of heed against difference
// quotients and prints a line for each.
#include <algorithm>
#include <cstdio>
#include <iostream>

#include "gradients/cases.hpp"
#include "heed/options.hpp"

using namespace heed;

namespace {

// What is asked of the whole table, beyond every gradient being right.
constexpr std::size_t kFewestCases = 8, kMeanCases = 24;  // of an operation
constexpr double kNonzero = 0.99;                         // of the compared gradients

struct Line {
  std::string name;
  std::size_t cases = 0, elements = 0, nonzero = 0;
  double worst = 0, lowest = 9, highest = -9;  // slopes
  bool ok = true;

  void add(const Line& other) {
    cases += other.cases, elements += other.elements, nonzero += other.nonzero;
    ok &= other.ok;
    worst = std::max(worst, other.worst);
    lowest = std::min(lowest, other.lowest), highest = std::max(highest, other.highest);
  }
  double share() const {
    return elements == 0 ? 0 : static_cast<double>(nonzero) / static_cast<double>(elements);
  }
  void print() const {
    std::printf("%-30s %5zu %9zu %8.1f %%  %.1e   ", name.c_str(), cases, elements, 100 * share(),
                worst);
    if (lowest <= highest) {
      std::printf("%.3f … %.3f", lowest, highest);
    } else {
      std::printf("linear       ");
    }
    std::printf("  %s\n", ok ? "ok" : "FAIL");
  }
};

// A case's line; its tables go to stdout where they show something wrong.
Line check(const std::string& group, const GradientCase& gradient_case) {
  GradcheckOptions options;
  options.at_least = gradient_case.at_least;
  const Gradcheck gradients = gradcheck(gradient_case.f, gradient_case.inputs, options);
  const Taylor slopes = taylor(gradient_case.f, gradient_case.inputs, options);
  Line line{group, 1, gradients.elements, gradients.nonzero, gradients.worst};
  for (const double slope : slopes.slopes) {
    line.lowest = std::min(line.lowest, slope), line.highest = std::max(line.highest, slope);
  }
  line.ok = gradients.ok && slopes.ok;
  if (!line.ok) std::cout << group << ": " << gradient_case.what << '\n';
  if (!gradients.ok) std::cout << gradients.text;
  if (!slopes.ok) std::cout << slopes.text;
  return line;
}

// A backward pass that returns another shape than its input's is an error; here it is a finding.
Line check_or_tell(const std::string& group, const GradientCase& gradient_case) {
  try {
    return check(group, gradient_case);
  } catch (const ShapeError& error) {
    std::cout << group << ": " << gradient_case.what << '\n' << error.what() << '\n';
    Line line{group, 1};
    line.ok = false;
    return line;
  }
}

bool chosen(const std::string& name, const std::vector<std::string>& filters) {
  const auto has = [&](const std::string& part) { return name.find(part) != std::string::npos; };
  return filters.empty() || std::any_of(filters.begin(), filters.end(), has);
}

// Whether enough was compared for the verdict to mean something.
bool enough(const Line& total, std::size_t groups, std::size_t fewest) {
  const auto ask = [](bool yes, const char* what) {
    if (!yes) std::cout << "too little was compared: " << what << '\n';
    return yes;
  };
  bool held = ask(fewest >= kFewestCases, "an operation has fewer than 8 cases");
  held &= ask(total.cases >= kMeanCases * groups, "fewer than 24 cases an operation");
  held &= ask(total.share() >= kNonzero, "less than 99 % of the gradients are not 0");
  return held;
}

int run(int argc, char** argv) {
  Options options("gradcheck",
                  "Check the gradient of every operation and layer against differences.");
  std::vector<std::string> filters;
  options.example("gradcheck", "all of them");
  options.example("gradcheck softmax matmul", "those with such a name");
  options.operands("[NAME ...]", filters, 0, 1000);
  if (!options.parse(argc, argv)) return 0;

  std::printf("%-30s %5s %9s %10s  %-7s   %s\n", "", "cases", "elements", "non-zero", "worst",
              "Taylor slopes");
  Line total;
  std::size_t groups = 0, fewest = 1000;
  for (const GradientGroup& group : gradient_table()) {
    if (!chosen(group.name, filters)) continue;
    Line line{group.name};
    for (const GradientCase& one : group.cases) line.add(check_or_tell(group.name, one));
    line.print();
    total.add(line);
    groups += 1;
    fewest = std::min(fewest, line.cases);
  }
  if (groups == 0) fail<UsageError>("gradcheck: no operation or layer has such a name");
  total.name = std::to_string(groups) + " operations and layers";
  total.print();
  if (filters.empty()) total.ok &= enough(total, groups, fewest);
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
    fail<OutputError>("gradcheck: the output cannot be written");
  return total.ok ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const UsageError& error) {
    std::cerr << error.what() << '\n';
    return 2;
  } catch (const OutputError& error) {
    std::cerr << error.what() << '\n';
    return 5;
  }
}
