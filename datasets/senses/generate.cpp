// generate_senses DIR: writes sample.txt, some of the sentences that the pages draw in memory.
#include "../generate.hpp"

#include "heed/file.hpp"
#include "sentences.hpp"

int main(int argc, char** argv) {
  return generate(argc, argv, "senses", "sample.txt", [](const std::string& folder) {
    heed::write_file(folder + "sample.txt", senses::sample());
  });
}
