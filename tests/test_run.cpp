#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <iostream>

#include "heed/error.hpp"
#include "heed/real.hpp"
#include "heed/run.hpp"
#include "temporary_folder.hpp"

using namespace heed;
namespace fs = std::filesystem;

namespace {

struct Ended {
  int code = 0;
  std::string errors;
};

// Runs a program in a process of its own, its stdout going to `out` (closed for −1).
Ended run_apart(int out, const std::function<int()>& body) {
  const TemporaryFolder folder;
  const std::string errors = folder / "stderr";
  std::cout.flush();
  std::fflush(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(::open(errors.c_str(), O_WRONLY | O_CREAT, 0600), STDERR_FILENO);
    if (out < 0) ::close(STDOUT_FILENO);
    if (out >= 0) ::dup2(out, STDOUT_FILENO);
    ::_exit(run_program("train", body));
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status), read_file(errors)};
}

Ended run_apart(const std::function<int()>& body) {
  const Descriptor out(::open("/dev/null", O_WRONLY));
  return run_apart(out.number(), body);
}

// The last line of every config.
const std::string kPrecision = kDouble ? "precision = double\n" : "precision = float\n";

int hello() {
  std::cout << "hello\n";
  return 0;
}

// The folder the process stands in, for as long as this lives.
struct Standing {
  fs::path before = fs::current_path();
  explicit Standing(const std::string& path) { fs::current_path(path); }
  ~Standing() { fs::current_path(before); }
};

}  // namespace

TEST_CASE("run: a run gets the next free folder, with its config in it") {
  const TemporaryFolder folder;
  const Standing standing(folder.path);
  const RunFolder first("train", "", Existing::kRefuse, {"heads = 2\n", ""});
  const RunFolder second("train", "", Existing::kRefuse, {"", ""});
  const RunFolder other("attend", "", Existing::kRefuse, {"", ""});
  CHECK(first.path() == "runs/train-1");
  CHECK(second.path() == "runs/train-2");
  CHECK(other.path() == "runs/attend-1");
  CHECK(read_file(first / "config.txt") == "heads = 2\n" + kPrecision);
}

TEST_CASE("run: a folder that holds anything is left alone without --overwrite") {
  const TemporaryFolder folder;
  const std::string out = folder / "deep/run";
  { const RunFolder run("train", out, Existing::kRefuse, {"seed = 1\n", ""}); }
  CHECK_THROWS_WITH_AS(
      RunFolder("train", out, Existing::kRefuse, {"", ""}),
      (out + ": is not empty: choose another --out, or --overwrite the run in it").c_str(),
      OutputError);
  CHECK(read_file(out + "/config.txt") == "seed = 1\n" + kPrecision);
}

TEST_CASE("run: --overwrite takes the files of a run away, and no others") {
  const TemporaryFolder folder;
  { const RunFolder run("train", folder.path, Existing::kRefuse, {"seed = 1\n", ""}); }
  write_file(folder / "report.html", "old");
  write_file(folder / "notes.txt", "mine");
  const RunFolder run("train", folder.path, Existing::kReplace, {"seed = 2\n", ""});
  CHECK(read_file(folder / "config.txt") == "seed = 2\n" + kPrecision);
  CHECK_FALSE(exists(folder / "report.html"));
  CHECK(read_file(folder / "notes.txt") == "mine");
}

TEST_CASE("run: to resume is to go on with the same config, whatever else is there") {
  const TemporaryFolder folder;
  const auto resume = [&](const std::string& config) {
    return RunFolder("train", folder.path, Existing::kResume, {config, ""}).path();
  };
  CHECK(resume("a = 1\nb = 2\n") == folder.path);
  write_file(folder / "model.safetensors", "m");
  write_file(folder / "model.safetensors.tmp", "half");
  CHECK(resume("a = 1\nb = 2\n") == folder.path);
  CHECK(read_file(folder / "model.safetensors") == "m");
  CHECK_FALSE(exists(folder / "model.safetensors.tmp"));
  const auto refused = [&](const std::string& config, const std::string& message) {
    CHECK_THROWS_WITH_AS(resume(config), (folder / "config.txt" + message).c_str(), UsageError);
  };
  refused("a = 1\nb = 3\n",
          ": says 'b = 2', but this command 'b = 3'; resume with the options of that run");
  refused("a = 1\n",
          concat(": says 'b = 2', but this command '", kPrecision.substr(0, kPrecision.size() - 1),
                 "'; resume with the options of that run"));
  CHECK(read_file(folder / "config.txt") == "a = 1\nb = 2\n" + kPrecision);
}

TEST_CASE("run: nothing to resume is a start, but not in a folder of other things") {
  const TemporaryFolder folder;
  const auto resume = [&](const std::string& out) {
    return RunFolder("train", out, Existing::kResume, {"a = 1\n", ""}).path();
  };
  CHECK(exists(resume(folder / "new") + "/config.txt"));
  make_folders(folder / "killed");
  write_file(folder / "killed/config.txt.tmp", "a =");
  CHECK(exists(resume(folder / "killed") + "/config.txt"));
  make_folders(folder / "letters");
  write_file(folder / "letters/mine.txt", "Dear");
  CHECK_THROWS_AS(resume(folder / "letters"), OutputError);
  CHECK_FALSE(exists(folder / "letters/config.txt"));
}

TEST_CASE("run: the first signal is remembered, and the second ends the process at once") {
  for (const int second : {SIGINT, SIGTERM}) {
    const TemporaryFolder folder;
    const Ended ended = run_apart([&]() -> int {
      const RunFolder run("train", folder.path, Existing::kRefuse, {"", "train"});
      run.stop_if_interrupted();
      std::raise(SIGINT);
      write_file(folder / "first", run.interrupted() ? "remembered" : "");
      std::raise(second);
      write_file(folder / "second", "");
      return 0;
    });
    CHECK(ended.code == -second);
    CHECK(read_file(folder / "first") == "remembered");
    CHECK_FALSE(exists(folder / "second"));
  }
}

TEST_CASE("run: an interrupted run ends with 130 or 143, and says how to go on") {
  const TemporaryFolder folder;
  for (const int signal : {SIGINT, SIGTERM}) {
    const Ended ended = run_apart([&]() -> int {
      const RunFolder run("train", folder / "a b", Existing::kReplace, {"", "bin/train --seed 2"});
      std::raise(signal);
      run.stop_if_interrupted();
      return 0;
    });
    CHECK(ended.code == 128 + signal);
    CHECK(ended.errors == "train: interrupted; to go on: bin/train --seed 2 --out '" +
                              (folder / "a b") + "' --resume\n");
  }
}

TEST_CASE("run: two runs cannot be at work in one folder, and the lock ends with the run") {
  const TemporaryFolder folder;
  {
    const RunFolder run("train", folder / "run", Existing::kRefuse, {"seed = 1\n", ""});
    CHECK_THROWS_WITH_AS(RunFolder("train", folder / "run", Existing::kReplace, {"", ""}),
                         (folder / "run" + ": another run is at work in this folder").c_str(),
                         OutputError);
    CHECK(read_file(folder / "run/config.txt") == "seed = 1\n" + kPrecision);
  }
  CHECK_NOTHROW(RunFolder("train", folder / "run", Existing::kReplace, {"", ""}));
}

TEST_CASE("run: a folder that cannot be is refused before any work") {
  const TemporaryFolder folder;
  write_file(folder / "file", "x");
  CHECK_THROWS_AS(RunFolder("train", folder / "file", Existing::kReplace, {"", ""}), OutputError);
  CHECK_THROWS_AS(RunFolder("train", folder / "file/run", Existing::kRefuse, {"", ""}),
                  OutputError);
  CHECK_THROWS_AS(RunFolder("train", "/proc/run", Existing::kRefuse, {"", ""}), OutputError);
  CHECK_THROWS_AS(RunFolder("train", folder / std::string(300, 'x'), Existing::kRefuse, {"", ""}),
                  OutputError);
}

TEST_CASE("run: each kind of error has its exit code, and one line that drives no terminal") {
  const auto ended = [](const auto& error) { return run_apart([&]() -> int { throw error; }); };
  CHECK(ended(UsageError("x")).code == 2);
  CHECK(ended(InputError("x")).code == 3);
  CHECK(ended(NonFiniteError("x")).code == 4);
  CHECK(ended(OutputError("x")).code == 5);
  CHECK(ended(ShapeError("x")).code == 1);
  CHECK(ended(std::bad_alloc()).errors == "train: not enough memory\n");
  CHECK(ended(InputError("a\x1b[2J.txt:1:2: no\npronoun")).errors ==
        "train: a\\x1b[2J.txt:1:2: no\\x0apronoun\n");
  CHECK(run_apart([] { return 1; }).code == 1);
  CHECK(run_apart(hello).code == 0);
  CHECK(run_apart(hello).errors == "");
}

TEST_CASE("run: a full disk behind stdout is no success") {
  const Descriptor full(::open("/dev/full", O_WRONLY));
  const Ended ended = run_apart(full.number(), hello);
  CHECK(ended.code == 5);
  CHECK(ended.errors == "train: cannot write to standard output\n");
}

TEST_CASE("run: a closed pipe behind stdout is no success, but no news") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  ::close(ends[0]);
  const Descriptor writer(ends[1]);
  const Ended ended = run_apart(writer.number(), hello);
  CHECK(ended.code == 5);
  CHECK(ended.errors == "");
}

TEST_CASE("run: with stdout closed, no file takes its place and no success is claimed") {
  const TemporaryFolder folder;
  const Ended ended = run_apart(-1, [&] {
    AppendFile log(folder / "log");
    log.line("loss");
    return hello();
  });
  CHECK(ended.code == 5);
  CHECK(read_file(folder / "log") == "loss\n");
}
