#include "heed/run.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <new>
#include <system_error>

#include "heed/error.hpp"
#include "heed/utf8.hpp"

namespace heed {
namespace {

constexpr const char* kRunFiles[] = {"config.txt", "metrics.jsonl", "model.safetensors",
                                     "checkpoint.safetensors", "report.html"};

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

void remove_run(const std::string& path) {
  for (const char* name : kRunFiles) {
    std::error_code error;
    std::filesystem::remove(path + "/" + name, error);
    if (error) fail<OutputError>(path, "/", name, ": cannot remove: ", error.message());
  }
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

RunFolder::RunFolder(std::string_view program, const std::string& out, bool overwrite,
                     std::string_view config)
    : path_(out.empty() ? next_free(program) : out), lock_(lock_folder(path_)) {
  if (overwrite) {
    remove_run(path_);
  } else {
    require_empty(path_);
  }
  write_file(*this / "config.txt", config);
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
