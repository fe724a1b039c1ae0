// generate_recall DIR: writes sample.txt, twenty stories of recall.hpp, into the folder.
#include <iostream>

#include "heed/error.hpp"
#include "heed/file.hpp"
#include "recall.hpp"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: generate_recall DIR, the folder to write sample.txt into\n";
    return 2;
  }
  try {
    heed::write_file(std::string(argv[1]) + "/sample.txt", recall::sample());
  } catch (const heed::OutputError& error) {
    std::cerr << "generate_recall: " << error.what() << '\n';
    return 5;
  }
  return 0;
}
