// generate_topics DIR: writes 20 sentences of each language below the folder, to be looked at.
// Experiments draw theirs from the grammar as they go.
#include "../generate.hpp"

#include "heed/file.hpp"
#include "sentences.hpp"

int main(int argc, char** argv) {
  return generate(argc, argv, "topics", "en.txt and zh.txt", [](const std::string& folder) {
    heed::make_folders(folder);
    for (const topics::Language& language : {topics::english(), topics::chinese()}) {
      heed::write_file(folder + language.name + ".txt", topics::sample(language));
    }
  });
}
