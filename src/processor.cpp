// Before anything else runs: has this processor the instructions that heed was compiled for? One
// that has not would end the program with SIGILL, at some place, without a word.
//
// The Makefile compiles this source for any processor of the family, says in HEED_FEATURES what the
// others were compiled for, ASK("avx2") ASK("fma"), and has the linker take it into every program.
// It uses C alone: of an inline function of C++ the linker keeps one copy, which may be that of a
// source with the instructions in question.
#if defined(HEED_FEATURES)
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

namespace {

[[noreturn]] void refuse(const char* feature) {
  fprintf(stderr,
          "%s: this program was compiled for processors with %s, which this one lacks; "
          "compile it here: make clean && make\n",
          program_invocation_short_name, feature);
  _Exit(2);
}

}  // namespace

#define ASK(feature) \
  if (!__builtin_cpu_supports(feature)) refuse(feature);

// 101 is the first of all priorities that a program may ask for.
extern "C" [[gnu::constructor(101)]] void heed_check_processor() {
  __builtin_cpu_init();
  HEED_FEATURES
}
#endif
