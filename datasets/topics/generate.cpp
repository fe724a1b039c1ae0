// generate_topics DIR: writes 20 sentences of each language below the folder, to be looked at.
// Experiments draw theirs from the grammar as they go.
#include <iostream>

#include "heed/file.hpp"
#include "sentences.hpp"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: generate_topics DIR, the folder to write en.txt and zh.txt into\n";
    return 2;
  }
  const std::string folder = std::string(argv[1]) + '/';
  try {
    heed::make_folders(folder);
    for (const topics::Language& language : {topics::english(), topics::chinese()}) {
      heed::write_file(folder + language.name + ".txt", topics::sample(language));
    }
  } catch (const heed::OutputError& error) {
    std::cerr << "generate_topics: " << error.what() << '\n';
    return 5;
  }
  return 0;
}
