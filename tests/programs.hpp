// What the tests of programs need: a folder to stand in, and a program run there as a shell does.
#pragma once

#include <doctest/doctest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <string>

#include "heed/error.hpp"
#include "heed/file.hpp"
#include "temporary_folder.hpp"

struct Ended {
  int code = 0;
  std::string out, errors;
};

// A folder with sentences of a user's own in it: mine.txt, twelve that are plain twins.
struct Workplace : TemporaryFolder {
  Workplace() {
    std::string text;
    int id = 0;
    for (const char* noun : {"cat", "dog", "cow"}) {
      for (const char* place : {"car", "road"}) {
        text += heed::concat(++id, ".0\tThe {", noun, "}* met the {", place, "} , [it] was sad\n");
        text += heed::concat(id, ".1\tThe {", noun, "} met the {", place, "}* , [it] was wide\n");
      }
    }
    heed::write_file(*this / "mine.txt", text);
  }

  // "coreference --steps 5", as typed in this folder. A redirection or pipe in it holds.
  Ended run(const std::string& command) const {
    const std::string errors = *this / "stderr", out = *this / "stdout";
    const std::string line = heed::concat("PATH='", HEED_PROGRAMS, "':\"$PATH\" TMPDIR='", path,
                                          "'; export TMPDIR; cd '", path, "' && { ", command,
                                          "; } >stdout 2>stderr </dev/null");
    const int status = std::system(line.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, heed::read_file(out),
            heed::read_file(errors)};
  }
  std::string file(const std::string& name) const { return heed::read_file(*this / name); }
  bool holds(const std::string& name) const { return heed::exists(*this / name); }
};

inline bool has(const std::string& text, const std::string& part) {
  const bool found = text.find(part) != text.npos;
  if (!found) MESSAGE("'" << part << "' is not in:\n" << text);
  return found;
}

// One line, ended by its only newline.
inline bool one_line(const std::string& text) {
  return !text.empty() && text.find('\n') == text.size() - 1;
}

// The text with one blank for every run of them: a table whose columns may have any width.
inline std::string squeezed(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c != ' ' || out.empty() || out.back() != ' ') out += c;
  }
  return out;
}
