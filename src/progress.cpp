#include "heed/progress.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "heed/error.hpp"
#include "heed/format.hpp"
#include "heed/utf8.hpp"

namespace heed {
namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// A few digits are enough to watch: 0.0131, 293, 1.2e+04.
std::string brief(double value) { return general(value, 3); }

double seconds_left(const Advance& advance) {
  return static_cast<double>(advance.total - advance.done) / advance.rate;
}

// 0:07, 12:30, 3:05:00; "-" where it is not known.
std::string clock_time(const Advance& advance) {
  if (!(advance.rate > 0) || seconds_left(advance) > 1e7) return "-";
  const auto left = static_cast<long>(std::ceil(seconds_left(advance)));
  const auto two = [](long value) { return concat(value < 10 ? "0" : "", value); };
  const long hours = left / 3600, minutes = left / 60 % 60;
  return (hours > 0 ? concat(hours, ":", two(minutes)) : concat(minutes)) + ":" + two(left % 60);
}

// The window may have been resized since the last time, so it is always asked.
std::size_t window_columns(int stream) {
  winsize window = {};
  const bool known = ::ioctl(stream, TIOCGWINSZ, &window) == 0 && window.ws_col > 0;
  return known ? window.ws_col : 80;
}

void write_error(const std::string& text) {
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace

ProgressStyle progress_style(std::string_view choice, bool quiet) {
  if (quiet || choice == "never") return ProgressStyle::kNone;
  const bool redraws = ::isatty(STDERR_FILENO) != 0 && environment("TERM") != "dumb";
  return choice == "always" || redraws ? ProgressStyle::kBar : ProgressStyle::kLines;
}

std::string progress_bar(const Advance& advance, std::size_t columns) {
  const std::string total = concat(advance.total), done = concat(advance.done);
  const double share = advance.total == 0
                           ? 1
                           : static_cast<double>(advance.done) / static_cast<double>(advance.total);
  std::string left = "step " + std::string(total.size() - std::min(total.size(), done.size()), ' ');
  left += concat(done, "/", total, " ", fit(concat(static_cast<int>(share * 100), "%"), 4), " ");
  std::string right;
  for (const auto& [name, value] : advance.measures) right += concat("  ", name, " ", brief(value));
  if (advance.rate > 0) right += concat("  ", brief(advance.rate), " step/s");
  right = printable(right + "  ETA " + clock_time(advance));

  // The bar has two ends, and at most 40 cells between them.
  const std::size_t words = display_width(left) + display_width(right) + 2;
  const std::size_t cells = columns > words ? std::min<std::size_t>(columns - words, 40) : 0;
  const auto full = static_cast<std::size_t>(share * static_cast<double>(cells));
  const std::string bar = std::string(full, '=') + (full < cells ? ">" : "");
  const std::string line = left + (cells > 0 ? "[" + fit(bar, cells) + "]" : "") + right;
  return fit(line, std::min(columns, display_width(line)));
}

std::string progress_line(const Advance& advance) {
  std::string line = concat("step=", advance.done);
  for (const auto& [name, value] : advance.measures) line += concat(" ", name, "=", brief(value));
  if (advance.rate > 0) {
    line +=
        concat(" steps_per_s=", brief(advance.rate), " eta_s=", std::ceil(seconds_left(advance)));
  }
  return printable(line);
}

Progress::Progress(std::size_t total, ProgressStyle style, std::size_t interval, std::size_t done)
    : total_(total), interval_(std::max<std::size_t>(interval, 1)), style_(style), done_(done) {}

Progress::~Progress() {
  if (drawn_) write_error("\r\x1b[K");
}

void Progress::update(std::size_t done, const Measures& measures) {
  const bool line_due = done == 1 || done == total_ || done % interval_ == 0;
  if (style_ == ProgressStyle::kNone || (style_ == ProgressStyle::kLines && !line_due)) return;
  const Clock::time_point now = Clock::now();
  if (style_ == ProgressStyle::kBar && drawn_ && now - drawn_at_ < std::chrono::milliseconds(100))
    return;

  measure_rate(done, now);
  const Advance advance = {done, total_, rate_, measures};
  if (style_ == ProgressStyle::kLines) return write_error(progress_line(advance) + "\n");
  // A terminal that is full to its last column may go on to the next line, so that one stays free.
  write_error(concat("\r", progress_bar(advance, window_columns(STDERR_FILENO) - 1), "\x1b[K"));
  drawn_ = true;
  drawn_at_ = now;
}

// The first second says little, and of later ones each weighs half as much as the next.
void Progress::measure_rate(std::size_t done, Clock::time_point now) {
  const double seconds = std::chrono::duration<double>(now - measured_at_).count();
  if (seconds < 1 || done <= done_) return;
  const double recent = static_cast<double>(done - done_) / seconds;
  const double past = rate_ > 0 ? std::exp2(-seconds) : 0;
  rate_ = past * rate_ + (1 - past) * recent;
  done_ = done;
  measured_at_ = now;
}

Surroundings surroundings() {
  return {::isatty(STDOUT_FILENO) != 0,  environment("NO_COLOR"), environment("FORCE_COLOR"),
          environment("CLICOLOR_FORCE"), environment("TERM"),     environment("COLORTERM")};
}

Color choose_colors(std::string_view choice, const Surroundings& around) {
  const bool asked =
      choice == "always" || !around.force_color.empty() || !around.clicolor_force.empty();
  if (choice == "never") return Color::kNone;
  if (choice != "always" && !around.no_color.empty()) return Color::kNone;
  if (!asked && (!around.terminal || around.term == "dumb")) return Color::kNone;
  if (around.colorterm == "truecolor" || around.colorterm == "24bit") return Color::kFull;
  const bool palette =
      around.term.size() >= 8 && around.term.substr(around.term.size() - 8) == "256color";
  return palette || asked ? Color::kPalette : Color::kNone;
}

std::size_t terminal_columns() {
  const std::string asked = environment("COLUMNS");
  std::size_t columns = 0;
  std::from_chars(asked.data(), asked.data() + asked.size(), columns);
  return columns >= 20 && columns <= 10'000 ? columns : window_columns(STDOUT_FILENO);
}

}  // namespace heed
