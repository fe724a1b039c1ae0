// One table from the logs of runs that shared the seeds of an experiment.
#include <iostream>

#include "heed/page.hpp"

namespace {

int run(int argc, char** argv) {
  std::vector<std::string> folders;
  heed::Options options("sweep", "Join the results of runs that shared an experiment's seeds.");
  options.example("sweep runs/seed-1 runs/seed-2", "one table of both");
  options.operands("RUN ...", folders, 1, 100'000);
  if (!options.parse(argc, argv)) return 0;
  heed::Results results;
  for (const std::string& folder : folders) results.read(folder + "/metrics.jsonl");
  std::cout << results.text();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return heed::run_program("sweep", [=] { return run(argc, argv); });
}
