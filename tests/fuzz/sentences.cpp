// Any bytes as a file of sentences: they are refused with an InputError that says where, or they
// are read, and the examples, written again and read again, are the same.
#include "fuzz.hpp"
#include "heed/coreference.hpp"

using namespace heed;

namespace {

bool same(const Example& a, const Example& b) {
  return a.id == b.id && a.words == b.words && a.pronoun == b.pronoun &&
         a.candidates == b.candidates;
}

void check(std::string_view text) {
  const auto examples = accepted("file:#:#: ", [=] { return parse_examples(text, "file"); });
  if (!examples) return;
  std::string written;
  for (const Example& example : *examples) written += to_string(example) + "\n";
  const std::vector<Example> again = parse_examples(written, "again");
  require(std::equal(again.begin(), again.end(), examples->begin(), examples->end(), same),
          "the same examples, written and read again");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return check(text_of(data, size)), 0;
}
