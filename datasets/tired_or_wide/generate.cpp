// generate_tired_or_wide DIR: writes the sentences of sentences.hpp below the folder.
#include <iostream>

#include "heed/file.hpp"
#include "sentences.hpp"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: generate_tired_or_wide DIR, the folder to write en/ and zh/ into\n";
    return 2;
  }
  const std::string folder = std::string(argv[1]) + '/';
  try {
    heed::make_folders(folder + "en");
    heed::make_folders(folder + "zh");
    for (const tired_or_wide::File& file : tired_or_wide::all_files()) {
      heed::write_file(folder + file.path, file.text);
    }
  } catch (const heed::OutputError& error) {
    std::cerr << "generate_tired_or_wide: " << error.what() << '\n';
    return 5;
  }
  return 0;
}
