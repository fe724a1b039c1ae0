// The tasks that 08_babi.cpp asks, and its table of errors: rules, published models, and its own.
#pragma once

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "heed/format.hpp"
#include "heed/page.hpp"
#include "heed/table.hpp"
#include "parts/babi.hpp"

namespace heed {

// The name of each task, and the beginning of its files' names. Task 1 has no pronouns: the same
// model, asked for the last place of somebody.
inline const std::vector<std::pair<std::string, std::string>> kTasks = {
    {"11, 1k", "en/qa11_basic-coreference"},      {"13, 1k", "en/qa13_compound-coreference"},
    {"11, 10k", "en-10k/qa11_basic-coreference"}, {"13, 10k", "en-10k/qa13_compound-coreference"},
    {"1, 1k", "en/qa1_single-supporting-fact"},   {"1, 10k", "en-10k/qa1_single-supporting-fact"}};

// Published errors in %, of these.
inline const std::vector<std::vector<std::string>> kPublished = {
    {"LSTM, Weston et al. 2015 (cited in Keras' babi_rnn.py)", "28", "6"},
    {"LSTM of babi_rnn.py", "25.1", "5.6"},
    {"MemN2N, PE LS RN (README of vinhkhuc/MemN2N-babi-python)", "0.7", "0.3"},
    {"EntNet (README of jimfleming/recurrent-entity-networks)", "–", "–", "0.3", "1.3"}};

// The errors of a row over the seeds: "0.1 (0.4)", the median and the worst.
inline std::string median_and_worst(const Results& results, const std::string& row) {
  const double worst = results.most(row, "errors");
  if (std::isnan(worst)) return "–";
  return concat(fixed(results.median(row, "errors"), 1), " (", fixed(worst, 1), ")");
}

// A column for each of the tasks, which are the first of kTasks.
inline std::string error_table(const std::vector<StoryTask>& tasks, const Results& results) {
  std::vector<std::vector<std::string>> rows = {{"errors in %, test questions"}};
  for (std::size_t t = 0; t < tasks.size(); ++t) rows[0].push_back(kTasks[t].first);
  for (std::size_t r = 0; r < tasks[0].rules.size(); ++r) {
    rows.push_back({"rule: " + tasks[0].rules[r].name});
    for (const StoryTask& task : tasks) rows.back().push_back(percent(1 - task.rules[r].right));
  }
  rows.insert(rows.end(), kPublished.begin(), kPublished.end());
  for (const std::string kind : {"", ", renamed"}) {
    rows.push_back({"this model" + kind + ": median (worst)"});
    for (std::size_t t = 0; t < tasks.size(); ++t) {
      rows.back().push_back(median_and_worst(results, kTasks[t].first + kind));
    }
  }
  return table(rows);
}

}  // namespace heed
