// A program on a processor that lacks what it was compiled for; qemu-x86_64 plays that processor.
#include "heed/real.hpp"
#include "programs.hpp"
#include "support.hpp"

using namespace heed;

TEST_CASE(
    "processor: one that lacks the instructions of a program is told so in one line, code 2") {
  if (kDouble) return;
#if defined(__AVX__) && defined(__linux__)
  // Sanitizers keep notes on all addresses, which qemu takes for real memory.
  if (kAddressSanitizer || kThreadSanitizer) return;
  const Workplace place;
  if (place.run("command -v qemu-x86_64").code != 0) {
    MESSAGE("skipped: there is no qemu-x86_64 here");
    return;
  }
  for (const char* program : {"coreference", "00_first_steps", "gradcheck", "generate_senses"}) {
    const Ended ended = place.run(concat("qemu-x86_64 -cpu Nehalem ", HEED_PROGRAMS, "/", program));
    CHECK(ended.code == 2);
    CHECK(ended.out == "");
    CHECK(has(ended.errors,
              std::string(program) + ": this program was compiled for processors with "));
    CHECK(has(ended.errors, ", which this one lacks; compile it here: make clean && make\n"));
    CHECK(one_line(ended.errors));
  }
  CHECK_FALSE(place.holds("runs"));
#else
  MESSAGE("skipped: this build asks nothing of a processor");
#endif
}
