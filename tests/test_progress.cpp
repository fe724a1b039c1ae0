#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <thread>

#include "heed/file.hpp"
#include "heed/progress.hpp"
#include "heed/utf8.hpp"
#include "temporary_folder.hpp"

using namespace heed;

namespace {

// What a piece of code writes to stderr.
template <class F>
std::string written_to_stderr(F body) {
  const TemporaryFolder folder;
  std::FILE* file = std::fopen((folder / "stderr").c_str(), "w");
  const int before = ::dup(STDERR_FILENO);
  ::dup2(::fileno(file), STDERR_FILENO);
  body();
  ::dup2(before, STDERR_FILENO);
  ::close(before);
  std::fclose(file);
  return read_file(folder / "stderr");
}

}  // namespace

TEST_CASE("progress: a bar shows the share, the measures, the rate and the time left") {
  const Advance advance = {312, 600, 293, {{"loss", 0.013149}, {"acc", 1}}};
  CHECK(progress_bar(advance, 100) ==
        "step 312/600 52%  [===================>                  ]"
        "  loss 0.0131  acc 1  293 step/s  ETA 0:01");
  CHECK(progress_bar({7, 600, 0, {}}, 60) ==
        "step   7/600 1%   [>                                ]  ETA -");
  CHECK(progress_bar({600, 600, 293, {}}, 60) ==
        "step 600/600 100% [==================]  293 step/s  ETA 0:00");
}

TEST_CASE("progress: a bar is never wider than its window") {
  const Advance advance = {312, 600, 293, {{"动物", 0.013149}, {"accuracy", 1}}};
  for (std::size_t columns = 0; columns < 120; ++columns) {
    CHECK(display_width(progress_bar(advance, columns)) <= columns);
  }
}

TEST_CASE("progress: the time left is minutes and seconds, and hours where there are any") {
  const auto ends_with = [](const Advance& advance, const std::string& end) {
    const std::string bar = progress_bar(advance, 80);
    return bar.substr(bar.size() - end.size()) == end;
  };
  CHECK(ends_with({1, 8, 1, {}}, "ETA 0:07"));
  CHECK(ends_with({0, 750, 1, {}}, "ETA 12:30"));
  CHECK(ends_with({0, 11100, 1, {}}, "ETA 3:05:00"));
  CHECK(ends_with({0, 100000, 1e-9, {}}, "ETA -"));
}

TEST_CASE("progress: a line is key=value, and nothing in it drives a terminal") {
  CHECK(progress_line({300, 600, 293, {{"loss", 0.01412}}}) ==
        "step=300 loss=0.0141 steps_per_s=293 eta_s=2");
  CHECK(progress_line({1, 600, 0, {{"\x1b[2J", 2}}}) == "step=1 \\x1b[2J=2");
}

TEST_CASE("progress: lines come first, at each interval and last, without escapes") {
  const std::string text = written_to_stderr([] {
    Progress progress(25, ProgressStyle::kLines, 10);
    for (std::size_t step = 1; step <= 25; ++step) progress.update(step, {{"loss", 0.5}});
  });
  CHECK(text == "step=1 loss=0.5\nstep=10 loss=0.5\nstep=20 loss=0.5\nstep=25 loss=0.5\n");
}

TEST_CASE("progress: a bar is redrawn in place, at most ten times a second, and cleared") {
  const std::string text = written_to_stderr([] {
    Progress progress(1000, ProgressStyle::kBar, 10);
    for (std::size_t step = 1; step <= 1000; ++step) progress.update(step);
    std::this_thread::sleep_for(std::chrono::milliseconds(110));
    progress.update(1000);
  });
  CHECK(std::count(text.begin(), text.end(), '\n') == 0);
  CHECK(std::count(text.begin(), text.end(), '\r') == 3);
  CHECK(text.substr(text.size() - 4) == "\r\x1b[K");
}

TEST_CASE("progress: quiet and never are silent, always is a bar even without a terminal") {
  CHECK(progress_style("always", true) == ProgressStyle::kNone);
  CHECK(progress_style("never", false) == ProgressStyle::kNone);
  CHECK(progress_style("always", false) == ProgressStyle::kBar);
  ProgressStyle style = ProgressStyle::kNone;
  written_to_stderr([&] { style = progress_style("auto", false); });
  CHECK(style == ProgressStyle::kLines);
  CHECK(written_to_stderr([] { Progress(2, ProgressStyle::kNone, 1).update(1); }).empty());
}

TEST_CASE(
    "progress: --color comes before NO_COLOR, it before FORCE_COLOR, it before the terminal") {
  Surroundings around = {true, "", "", "", "xterm-256color", ""};
  CHECK(choose_colors("auto", around) == Color::kPalette);
  CHECK(choose_colors("never", around) == Color::kNone);
  around.terminal = false;
  CHECK(choose_colors("auto", around) == Color::kNone);
  CHECK(choose_colors("always", around) == Color::kPalette);
  around.clicolor_force = "1";
  CHECK(choose_colors("auto", around) == Color::kPalette);
  around = {false, "", "1", "", "dumb", ""};
  CHECK(choose_colors("auto", around) == Color::kPalette);
  around.no_color = "1";
  CHECK(choose_colors("auto", around) == Color::kNone);
  CHECK(choose_colors("always", around) == Color::kPalette);
  CHECK(choose_colors("auto", {true, "", "", "", "dumb", "truecolor"}) == Color::kNone);
}

TEST_CASE("progress: the number of colours is what the terminal says it has") {
  CHECK(choose_colors("auto", {true, "", "", "", "xterm", "truecolor"}) == Color::kFull);
  CHECK(choose_colors("auto", {true, "", "", "", "xterm", "24bit"}) == Color::kFull);
  CHECK(choose_colors("auto", {true, "", "", "", "screen-256color", ""}) == Color::kPalette);
  CHECK(choose_colors("auto", {true, "", "", "", "xterm", ""}) == Color::kNone);
  CHECK(choose_colors("always", {true, "", "", "", "xterm", ""}) == Color::kPalette);
}
