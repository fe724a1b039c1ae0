// main() of the generators: a folder to write into, and what to write there.
#pragma once

#include <functional>
#include <iostream>
#include <string>

#include "heed/run.hpp"

// `write` gets the folder, with a slash behind it. `what` is what it makes there, for the usage.
inline int generate(int argc, char** argv, const std::string& task, const std::string& what,
                    const std::function<void(const std::string& folder)>& write) {
  const std::string program = "generate_" + task;
  if (argc != 2) {
    std::cerr << "usage: " << program << " DIR, the folder to write " << what << " into\n";
    return 2;
  }
  return heed::run_program(program, [&] {
    write(std::string(argv[1]) + '/');
    return 0;
  });
}
