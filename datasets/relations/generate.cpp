// generate_relations DIR: writes sample.txt, some of the sentences that the pages draw in memory.
#include "../generate.hpp"

#include "heed/file.hpp"
#include "sentences.hpp"

int main(int argc, char** argv) {
  return generate(argc, argv, "relations", "sample.txt", [](const std::string& folder) {
    heed::write_file(folder + "sample.txt", relations::sample());
  });
}
