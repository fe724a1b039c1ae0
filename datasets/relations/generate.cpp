// generate_relations DIR: writes sample.txt, some of the sentences that the pages draw in memory.
#include <iostream>

#include "heed/error.hpp"
#include "heed/file.hpp"
#include "sentences.hpp"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: generate_relations DIR, the folder to write sample.txt into\n";
    return 2;
  }
  try {
    heed::write_file(std::string(argv[1]) + "/sample.txt", relations::sample());
  } catch (const heed::OutputError& error) {
    std::cerr << "generate_relations: " << error.what() << '\n';
    return 5;
  }
  return 0;
}
