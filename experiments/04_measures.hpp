// What 04_distance.cpp measures of a model besides its loss, and how it prints it.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iostream>
#include <limits>

#include "04_readers.hpp"
#include "heed/format.hpp"
#include "heed/init.hpp"
#include "heed/page.hpp"
#include "heed/parallel.hpp"
#include "heed/table.hpp"

namespace heed {

// The share of stories that are answered with the right noun.
inline double right(const Model& model, const recall::Batch& batch) {
  const NoGrad no_grad;
  const Indices named = argmax(model(batch.words).value());
  std::size_t count = 0;
  for (std::size_t i = 0; i < named.values.size(); ++i) {
    count += named.values[i] == batch.answers.values[i];
  }
  return static_cast<double>(count) / static_cast<double>(batch.answers.values.size());
}

// How much what is known after the last word changes with the noun `gap` words before: log₁₀ of the
// mean of |∂(c · last) / ∂noun|, c at random; −38 where that is less than a float can hold.
inline double log_gradient(const Model& model, std::size_t gap, std::uint64_t seed) {
  Random random(seed, 1);
  const Tensor x =
      Tensor::parameter(model.words(recall::stories({}, gap, 16, random).words).value());
  const Tensor last = model.reader.last(x);
  last.backward(normal(last.shape(), 1, random));
  const Tensor noun = select(Tensor(x.grad()), 1, 1);
  return std::log10(std::max(1e-38, static_cast<double>(mean(abs(noun)).item())));
}

// Milliseconds of a training step on one story of that length: the fastest of several.
inline double step_ms(const Model& model, std::size_t length, double seconds) {
  using Clock = std::chrono::steady_clock;
  Random random(1);
  const recall::Batch batch = recall::stories({}, length - 3, 1, random);
  double least = std::numeric_limits<double>::infinity(), total = 0;
  for (int repeats = 0; total < seconds || repeats < 3; ++repeats) {
    const auto start = Clock::now();
    cross_entropy(model(batch.words), batch.answers).backward();
    const double taken = std::chrono::duration<double>(Clock::now() - start).count();
    least = std::min(least, taken);
    total += taken;
  }
  return 1e3 * least;
}

// "4.0 ×0.95": milliseconds on one thread, and how many times as long it takes on two. Both take
// turns, and of several turns the medians count, so that other work on the machine counts little.
inline std::string pace(const Model& model, std::size_t length, double seconds) {
  constexpr std::size_t kTurns = 9;
  std::vector<double> one, two;  // two: beside one thread
  for (std::size_t turn = 0; turn < kTurns; ++turn) {
    set_threads(1);
    one.push_back(step_ms(model, length, seconds / kTurns));
    set_threads(2);
    two.push_back(step_ms(model, length, seconds / kTurns) / one.back());
  }
  for (std::vector<double>* list : {&one, &two}) std::sort(list->begin(), list->end());
  return concat(general(one[kTurns / 2], 2), " ×", fixed(two[kTurns / 2], 2));
}

inline void print_times(const std::vector<std::size_t>& lengths, double seconds) {
  const std::size_t chosen = threads();
  std::vector<std::vector<std::string>> rows = {{""}};
  for (const std::size_t length : lengths) rows[0].push_back(concat(length));
  for (const char* name : {"RNN", "GRU", "LSTM, forget bias 1", "attention, sinusoidal"}) {
    Random random(1);
    const Model model(name, random);
    rows.push_back({name});
    for (const std::size_t length : lengths) rows.back().push_back(pace(model, length, seconds));
  }
  set_threads(chosen);
  std::cout << "\nForward and backward of one story of so many words: ms on one thread, and how\n"
               "many times as long it takes on two\n"
            << table(rows);
}

struct Column {
  std::string head, regime, measure;
};

// A measure of one regime at each gap.
inline std::vector<Column> gap_columns(const std::vector<std::size_t>& gaps,
                                       const std::string& regime, const std::string& measure) {
  std::vector<Column> columns;
  for (const std::size_t gap : gaps) {
    columns.push_back({concat(gap), regime, concat(measure, " ", gap)});
  }
  return columns;
}

// A line a reader. Shares in percent, and the worst seed's in brackets; other measures: the median.
inline void print(const Results& results, const std::string& title,
                  const std::vector<Column>& columns) {
  std::vector<std::vector<std::string>> rows = {{""}};
  for (const Column& column : columns) rows[0].push_back(column.head);
  for (const std::string& name : kReaders) {
    rows.push_back({name});
    for (const auto& [head, regime, measure] : columns) {
      const std::string row = concat(regime, ": ", name);
      const double median = results.median(row, measure);
      const bool share = measure.starts_with("gap");
      rows.back().push_back(!share ? std::abs(median) < 100 ? general(median, 3) : fixed(median, 0)
                                   : concat(general(100 * median, 3), " (",
                                            general(100 * results.least(row, measure), 3), ")"));
    }
  }
  std::cout << "\n" << title << "\n" << table(rows);
}

}  // namespace heed
