// Layer 6. run: the folder a run writes into, and how a program ends.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "heed/file.hpp"

namespace heed {

// A folder that belongs to this run alone, as long as this object lives.
//
//   config.txt  metrics.jsonl  model.safetensors  checkpoint.safetensors  report.html
class RunFolder {
 public:
  // Makes `out`, or runs/<program>-<n> with the next free n where `out` is empty; locks it, and
  // writes config.txt. Throws OutputError when it cannot be written, another run is at work in it,
  // or it is not empty; with `overwrite`, the files of the run that was there are removed instead.
  RunFolder(std::string_view program, const std::string& out, bool overwrite,
            std::string_view config);

  const std::string& path() const { return path_; }
  std::string operator/(std::string_view name) const { return path_ + "/" + std::string(name); }

 private:
  std::string path_;
  Descriptor lock_;
};

// Runs the body of main() and returns its exit code. An error becomes one line on stderr,
// "program: message", and a code: UsageError 2, InputError 3, NonFiniteError 4, OutputError 5, any
// other 1. When not all of stdout could be written, 0 and 1 become 5 too; a reader that has gone
// (`| head`) is no news, and gets no message.
int run_program(std::string_view program, const std::function<int()>& body);

}  // namespace heed
