// The tests' own main: doctest's, except that NO_COLOR is honoured.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdlib>

int main(int argc, char** argv) {
  doctest::Context context;
  const char* no_color = std::getenv("NO_COLOR");
  if (no_color != nullptr && *no_color != '\0') context.setOption("no-colors", true);
  context.applyCommandLine(argc, argv);
  return context.run();
}
