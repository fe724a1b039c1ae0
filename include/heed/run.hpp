// Layer 6. run: the folder a run writes into, and how a program ends.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "heed/file.hpp"
#include "heed/options.hpp"

namespace heed {

// SIGINT or SIGTERM has ended a run. Exit code 128 + signal; the message says how to go on.
struct Interrupted : std::runtime_error {
  Interrupted(int signal_, const std::string& message)
      : std::runtime_error(message), signal(signal_) {}
  int signal;
};

// While it lives, the first SIGINT or SIGTERM is only remembered; the next one ends the process.
class SignalWatch {
 public:
  SignalWatch();
  ~SignalWatch();
  SignalWatch(const SignalWatch&) = delete;
  int caught() const;  // 0 where none has come
};

// What to do about a run that is in the folder already.
enum class Existing { kRefuse, kReplace, kResume };

// A folder that belongs to this run alone, as long as this object lives.
//
//   config.txt  metrics.jsonl  model.safetensors  report.html
//   checkpoint.safetensors  checkpoint-previous.safetensors
class RunFolder {
 public:
  // Makes `out`, or runs/<program>-<n> with the next free n where `out` is empty; locks it, and
  // writes config.txt, or, to resume the run that is there, compares it. Throws OutputError when
  // the folder cannot be written, another run is at work in it, or it is not empty but holds no run
  // that is to be replaced or resumed; UsageError when that run was asked for something else.
  RunFolder(std::string_view program, const std::string& out, Existing existing,
            const Invocation& asked);

  const std::string& path() const { return path_; }
  std::string operator/(std::string_view name) const { return path_ + "/" + std::string(name); }

  // The command that goes on with this run.
  const std::string& go_on() const { return go_on_; }

  // Has a signal asked the run to end? Then the second one throws Interrupted.
  bool interrupted() const { return signals_.caught() != 0; }
  void stop_if_interrupted() const;

 private:
  std::string path_, go_on_;
  Descriptor lock_;
  SignalWatch signals_;
};

// Runs the body of main() and returns its exit code. An error becomes one line on stderr,
// "program: message", and a code: UsageError 2, InputError 3, NonFiniteError 4, OutputError 5, any
// other 1; Interrupted 128 + its signal. When not all of stdout could be written, 0 and 1 become 5 too; a reader that has gone
// (`| head`) is no news, and gets no message.
int run_program(std::string_view program, const std::function<int()>& body);

}  // namespace heed
