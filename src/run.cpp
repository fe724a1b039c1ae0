#include "heed/run.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <new>
#include <sstream>
#include <system_error>

#include "heed/error.hpp"
#include "heed/real.hpp"
#include "heed/utf8.hpp"

namespace heed {
namespace {

// In the order in which they are removed. Whatever is left when that is cut short belongs to the
// config that is still there.
constexpr const char* kRunFiles[] = {"checkpoint.safetensors",
                                     "checkpoint-previous.safetensors",
                                     "metrics.jsonl",
                                     "model.safetensors",
                                     "report.html",
                                     "config.txt"};

std::atomic<int> caught_signal = 0;
static_assert(std::atomic<int>::is_always_lock_free);  // else no handler may touch it

void remember(int signal) {
  caught_signal = signal;
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

// Makes the folder of the next free number. Of two runs that start at once, only one can make it.
std::string next_free(std::string_view program) {
  make_folders("runs");
  for (std::size_t n = 1;; ++n) {
    const std::string path = concat("runs/", program, "-", n);
    std::error_code error;
    if (std::filesystem::create_directory(path, error)) return path;
    if (error) fail<OutputError>(path, ": cannot make the folder: ", error.message());
  }
}

// The lock is on the folder itself and goes with the process, so that a crash leaves none behind.
Descriptor lock_folder(const std::string& path) {
  make_folders(path);
  Descriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.number() >= 0 && ::flock(folder.number(), LOCK_EX | LOCK_NB) == 0) return folder;
  if (errno == EWOULDBLOCK) fail<OutputError>(path, ": another run is at work in this folder");
  fail<OutputError>(path, ": cannot lock the folder: ", std::generic_category().message(errno));
}

void remove_file(const std::string& path) {
  std::error_code error;
  std::filesystem::remove(path, error);
  if (error) fail<OutputError>(path, ": cannot remove: ", error.message());
}

// What write_file leaves when it is killed.
void remove_temporaries(const std::string& path) {
  for (const char* name : kRunFiles) remove_file(concat(path, "/", name, ".tmp"));
}

void remove_run(const std::string& path) {
  remove_temporaries(path);
  for (const char* name : kRunFiles) remove_file(concat(path, "/", name));
}

// Throws UsageError at the first line in which the config of a run differs from this one.
void require_same(const std::string& path, const std::string& config) {
  std::istringstream then(read_file(path, 1 << 20)), now(config);
  std::string was, is;
  do {
    if (!std::getline(then, was)) was.clear();
    if (!std::getline(now, is)) is.clear();
    if (was == is) continue;
    fail<UsageError>(path, ": says ", was.empty() ? "no more" : quote(was), ", but this command ",
                     is.empty() ? "no more" : quote(is), "; resume with the options of that run");
  } while (then || now);
}

void require_empty(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_empty(path, error) && !error) return;
  fail<OutputError>(path, ": is not empty: choose another --out, or --overwrite the run in it");
}

// A program may be started with some of its three streams closed. The first files it opens would
// get their numbers, and a message for stderr would land in a model; so something that gives and
// takes nothing gets them first. Opened for reading, it refuses what is written.
void occupy_standard_streams() {
  int stream = ::open("/dev/null", O_RDONLY);
  while (stream >= 0 && stream <= STDERR_FILENO) stream = ::dup(stream);
  if (stream >= 0) ::close(stream);
}

void report(std::string_view program, std::string_view message) {
  const std::string line = concat(printable(program), ": ", printable(message), "\n");
  std::fputs(line.c_str(), stderr);
}

int exit_code_of(std::string_view program, const std::function<int()>& body) {
  try {
    return body();
  } catch (const UsageError& error) {
    return report(program, error.what()), 2;
  } catch (const InputError& error) {
    return report(program, error.what()), 3;
  } catch (const NonFiniteError& error) {
    return report(program, error.what()), 4;
  } catch (const OutputError& error) {
    return report(program, error.what()), 5;
  } catch (const Interrupted& end) {
    return report(program, end.what()), 128 + end.signal;
  } catch (const std::bad_alloc&) {
    return report(program, "not enough memory"), 1;
  } catch (const std::exception& error) {
    return report(program, error.what()), 1;
  }
}

// Has whoever read our stdout gone away?
bool reader_is_gone() {
  pollfd out = {STDOUT_FILENO, POLLOUT, 0};
  return ::poll(&out, 1, 0) == 1 && (out.revents & POLLERR) != 0;
}

}  // namespace

SignalWatch::SignalWatch() {
  caught_signal = 0;
  struct sigaction action = {};
  action.sa_handler = remember;
  action.sa_flags = SA_RESTART;
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

SignalWatch::~SignalWatch() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

int SignalWatch::caught() const { return caught_signal; }

RunFolder::RunFolder(std::string_view program, const std::string& out, Existing existing,
                     const Invocation& asked)
    : path_(out.empty() ? next_free(program) : out),
      go_on_(concat(asked.command, " --out ", shell_word(path_), " --resume")),
      lock_(lock_folder(path_)) {
  const std::string config =
      concat(asked.config, "precision = ", kDouble ? "double" : "float", "\n");
  const std::string file = *this / "config.txt";
  if (existing == Existing::kReplace) remove_run(path_);
  if (existing == Existing::kResume) remove_temporaries(path_);
  if (existing == Existing::kResume && exists(file)) {
    require_same(file, config);
  } else {
    if (existing != Existing::kReplace) require_empty(path_);
    write_file(file, config);
  }
}

void RunFolder::stop_if_interrupted() const {
  if (interrupted()) {
    throw Interrupted(signals_.caught(), concat("interrupted; to go on: ", go_on_));
  }
}

int run_program(std::string_view program, const std::function<int()>& body) {
  occupy_standard_streams();
  std::signal(SIGPIPE, SIG_IGN);
  const int code = exit_code_of(program, body);
  const bool written = std::cout.flush() && std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  if (written || code > 1) return code;
  if (!reader_is_gone()) report(program, "cannot write to standard output");
  return 5;
}

}  // namespace heed
