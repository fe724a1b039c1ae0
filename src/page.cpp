#include "heed/page.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iostream>
#include <map>
#include <mutex>

#include "heed/error.hpp"
#include "heed/file.hpp"
#include "heed/format.hpp"
#include "heed/parallel.hpp"
#include "heed/progress.hpp"
#include "heed/table.hpp"
#include "heed/utf8.hpp"

namespace heed {

void PageSetting::declare(Options& options) {
  options.group("Page");
  options.flag("quick", quick, "seconds: a small version, with a prediction of its own");
  options.flag("full", full, "longer, and with more seeds");
  options.number("seed", seed, {0, 1'000'000'000'000}, "N", "the first one");
  options.number("seeds", seeds, {0, 1000}, "N", "trainings of each row; 0: as the size says");
  run.declare(options);
}

Size PageSetting::size() const {
  if (quick && full) fail<UsageError>("--quick and --full exclude each other");
  return quick ? Size::kQuick : full ? Size::kFull : Size::kDefault;
}

std::vector<std::uint64_t> PageSetting::seeds_or(std::size_t count) const {
  std::vector<std::uint64_t> list(seeds > 0 ? seeds : count);
  for (std::size_t i = 0; i < list.size(); ++i) list[i] = seed + i;
  return list;
}

int run_page(Options& options, PageSetting& setting, int argc, char** argv,
             const std::function<int(const RunFolder&)>& body) {
  return run_program(options.program(), [&] {
    setting.declare(options);
    if (!options.parse(argc, argv)) return 0;
    setting.size();  // refuses --quick with --full
    setting.run.apply();
    return body(RunFolder(options.program(), setting.run.out, setting.run.existing(),
                          setting.run.asked(options)));
  });
}

// ---- results ------------------------------------------------------------------------------------

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

}  // namespace

double number_of(const Json& value) {
  double number = kNaN;
  if (value.kind == Json::Kind::number)
    std::from_chars(value.text.data(), value.text.data() + value.text.size(), number);
  return number;
}

Results::Results(const std::string& log) {
  std::size_t whole = 0;  // bytes of lines that were written to their end
  if (exists(log)) {
    whole = read_file(log).rfind('\n') + 1;
    log_.emplace(log, whole);
    read(log);
  } else {
    log_.emplace(log);
  }
}

void Results::read(const std::string& path) {
  const std::string text = read_text(path);
  std::size_t number = 1;
  for (std::size_t at = 0; at < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string name = concat(path, ":", number);
    const Json object = parse_json(text.substr(at, end - at), name);
    at = end + 1;
    if (object.kind != Json::Kind::object) {
      fail<InputError>(name, ": an object was expected, as in {\"row\":\"a\",\"seed\":1}");
    }
    const Json *row = object.find("row"), *seed = object.find("seed");
    if (row == nullptr || seed == nullptr || !seed->whole()) continue;
    Line line{row->text, *seed->whole(), {}};
    for (std::size_t i = 0; i < object.keys.size(); ++i) {
      const Json& item = object.items[i];
      if (&item == row || &item == seed) continue;
      line.values.emplace_back(object.keys[i], number_of(item));
    }
    const Line* earlier = find(line.row, line.seed);
    if (earlier == nullptr) {
      add(std::move(line));
      continue;
    }
    const bool equal = std::equal(line.values.begin(), line.values.end(), earlier->values.begin(),
                                  earlier->values.end(), [](const auto& a, const auto& b) {
                                    return a.first == b.first && same(a.second, b.second);
                                  });
    if (!equal) {
      fail<InputError>(name, ": other results for ", quote(line.row), ", seed ", line.seed,
                       ", than an earlier line has; join logs of the same experiment alone");
    }
  }
}

const Results::Line* Results::find(const std::string& row, std::uint64_t seed) const {
  for (const Line& line : lines_) {
    if (line.row == row && line.seed == seed) return &line;
  }
  return nullptr;
}

void Results::add(Line line) {
  const auto note = [](std::vector<std::string>& list, const std::string& name) {
    if (std::find(list.begin(), list.end(), name) == list.end()) list.push_back(name);
  };
  note(rows_, line.row);
  for (const auto& [name, value] : line.values) note(measures_, name);
  lines_.push_back(std::move(line));
}

void Results::measure(const std::vector<std::string>& rows, const std::vector<std::uint64_t>& seeds,
                      const RunSetting& run, const RunFolder& folder, const Measure& f) {
  struct Unit {
    std::size_t row;
    std::uint64_t seed;
  };
  std::vector<Unit> units;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (const std::uint64_t seed : seeds) {
      if (find(rows[row], seed) == nullptr) units.push_back({row, seed});
    }
  }
  const std::size_t total = rows.size() * seeds.size(), before = total - units.size();
  Progress progress(total, run.progress_style(), 1, before);
  std::map<std::size_t, Line> waiting;  // for the units before them
  std::size_t done = before, next = 0;
  std::mutex lock;
  parallel(units.size(), [&](std::size_t i) {
    folder.stop_if_interrupted();
    const auto& [row, seed] = units[i];
    Line line{rows[row], seed, one_of_several(concat(rows[row], ", seed ", seed), [&] {
                return f(units[i].row, units[i].seed);
              })};
    const std::lock_guard<std::mutex> one_at_a_time(lock);
    waiting.emplace(i, std::move(line));
    for (; waiting.contains(next); ++next) {
      Line& first = waiting.at(next);
      std::vector<Metric> fields = {{"row", first.row}, {"seed", first.seed}};
      for (const auto& [name, value] : first.values) fields.emplace_back(name, value);
      if (log_) log_->line(fields), log_->sync();
      add(std::move(first));
    }
    progress.update(++done);
  });
}

std::vector<double> Results::values(const std::string& row, const std::string& measure) const {
  std::vector<double> list;
  for (const Line& line : lines_) {
    if (line.row != row) continue;
    for (const auto& [name, value] : line.values) {
      if (name == measure && !std::isnan(value)) list.push_back(value);
    }
  }
  std::sort(list.begin(), list.end());
  return list;
}

double Results::median(const std::string& row, const std::string& measure) const {
  const std::vector<double> list = values(row, measure);
  const std::size_t n = list.size();
  return n == 0 ? kNaN : (list[(n - 1) / 2] + list[n / 2]) / 2;
}

double Results::least(const std::string& row, const std::string& measure) const {
  const std::vector<double> list = values(row, measure);
  return list.empty() ? kNaN : list.front();
}

double Results::most(const std::string& row, const std::string& measure) const {
  const std::vector<double> list = values(row, measure);
  return list.empty() ? kNaN : list.back();
}

std::string Results::text() const {
  constexpr std::size_t kAtOnce = 4;  // columns that fit side by side
  std::string text;
  for (std::size_t i = 0; i < measures_.size(); i += kAtOnce) {
    if (i > 0) text += '\n';
    text += columns(i, std::min(i + kAtOnce, measures_.size()));
  }
  return text;
}

std::string Results::columns(std::size_t first, std::size_t end) const {
  std::vector<std::vector<std::string>> cells = {{"", "seeds"}};
  cells[0].insert(cells[0].end(), measures_.begin() + static_cast<std::ptrdiff_t>(first),
                  measures_.begin() + static_cast<std::ptrdiff_t>(end));
  for (const std::string& row : rows_) {
    const auto seeds = std::count_if(lines_.begin(), lines_.end(),
                                     [&](const Line& line) { return line.row == row; });
    std::vector<std::string> line = {row, concat(seeds)};
    bool any = false;
    for (std::size_t i = first; i < end; ++i) {
      const std::vector<double> list = values(row, measures_[i]);
      any = any || !list.empty();
      std::string cell = list.empty() ? "–" : general(median(row, measures_[i]), 3);
      if (list.size() > 1) {
        cell += concat(" [", general(list.front(), 3), " … ", general(list.back(), 3), "]");
      }
      line.push_back(cell);
    }
    if (any) cells.push_back(std::move(line));
  }
  return table(cells);
}

// ---- verdict ------------------------------------------------------------------------------------

void Verdict::part(const std::string& text, bool held) {
  failed_ = failed_ || !held;
  std::cout << (held ? "  held    " : "  FAILED  ") << text << "\n";
}

void Verdict::predict(const std::string& what, double measured, double least, double most) {
  std::string range = concat(general(least, 4), " to ", general(most, 4));
  if (std::isinf(most)) range = concat("at least ", general(least, 4));
  if (std::isinf(least)) range = concat("at most ", general(most, 4));
  part(concat(what, ": ", general(measured, 4), " (", range, " predicted)"),
       measured >= least && measured <= most);
}

void Verdict::claim(const std::string& number, const std::string& word, const std::string& why) {
  if (!claimed_) std::cout << "\nThe articles' claims\n";
  claimed_ = true;
  std::cout << "  " << number << "  " << word << ": " << why << "\n";
}

}  // namespace heed
