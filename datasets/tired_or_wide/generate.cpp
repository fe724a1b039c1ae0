// generate_tired_or_wide DIR: writes the sentences of sentences.hpp below the folder.
#include "../generate.hpp"

#include "heed/file.hpp"
#include "sentences.hpp"

int main(int argc, char** argv) {
  return generate(argc, argv, "tired_or_wide", "en/ and zh/", [](const std::string& folder) {
    heed::make_folders(folder + "en");
    heed::make_folders(folder + "zh");
    for (const tired_or_wide::File& file : tired_or_wide::all_files()) {
      heed::write_file(folder + file.path, file.text);
    }
  });
}
