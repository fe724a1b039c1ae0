// Layer 6. progress: how far a program is, on stderr, and whether stdout gets colours.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed {

// ---- progress -----------------------------------------------------------------------------------

// A bar that is redrawn in place, whole lines for a log, or nothing at all.
enum class ProgressStyle { kBar, kLines, kNone };

// choice is --progress: always a bar, never anything, or auto: a bar on a terminal, else lines.
ProgressStyle progress_style(std::string_view choice, bool quiet);

// What is shown beside the steps: {"loss", 0.0131}.
using Measures = std::vector<std::pair<std::string, double>>;

// How far a run is: `done` of `total` steps, now at `rate` steps a second (0: not known yet).
struct Advance {
  std::size_t done = 0, total = 0;
  double rate = 0;
  Measures measures = {};
};

// "step 312/600 52%  [=========>         ]  loss 0.0131  293 step/s  ETA 0:01", at most `columns`
// wide; the bar takes what the words leave.
std::string progress_bar(const Advance& advance, std::size_t columns);
// "step=300 loss=0.0141 steps_per_s=293 eta_s=1"
std::string progress_line(const Advance& advance);

class Progress {
 public:
  // Reports up to `total` steps, of which a resumed run has `done` some already; in lines, the
  // first, every `interval`-th and the last.
  Progress(std::size_t total, ProgressStyle style, std::size_t interval, std::size_t done = 0);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();  // clears the bar

  // `done` steps are done now. A bar is redrawn at most ten times a second.
  void update(std::size_t done, const Measures& measures = {});

 private:
  using Clock = std::chrono::steady_clock;
  void measure_rate(std::size_t done, Clock::time_point now);

  std::size_t total_, interval_;
  ProgressStyle style_;
  bool drawn_ = false;
  Clock::time_point drawn_at_ = {};
  double rate_ = 0;   // steps a second, the recent ones weighing most
  std::size_t done_;  // when the rate was last measured
  Clock::time_point measured_at_ = Clock::now();
};

// ---- colours ------------------------------------------------------------------------------------

enum class Color { kNone, kPalette, kFull };  // no colours, the 256 of xterm, 24 bits

// What decides about colours besides --color.
struct Surroundings {
  bool terminal = false;  // is stdout one?
  std::string no_color, force_color, clicolor_force, term, colorterm;
};
Surroundings surroundings();

// choice is --color: always, never, or auto: off with NO_COLOR, else on with FORCE_COLOR or
// CLICOLOR_FORCE, else off without a terminal or on a dumb one. How many there are is said by
// COLORTERM (truecolor, 24bit) or TERM (…256color); of a terminal that says neither nothing is
// known, and it gets none unless they were asked for.
Color choose_colors(std::string_view choice, const Surroundings& around);
// How wide the text on stdout may be: COLUMNS, else its terminal's width, else 80.
std::size_t terminal_columns();

}  // namespace heed
