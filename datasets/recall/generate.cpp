// generate_recall DIR: writes sample.txt, twenty stories of recall.hpp, into the folder.
#include "../generate.hpp"

#include "heed/file.hpp"
#include "recall.hpp"

int main(int argc, char** argv) {
  return generate(argc, argv, "recall", "sample.txt", [](const std::string& folder) {
    heed::write_file(folder + "sample.txt", recall::sample());
  });
}
