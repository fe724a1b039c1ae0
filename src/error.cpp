#include "heed/error.hpp"

#if !defined(__cpp_exceptions)
#include <cstdio>

namespace heed {

void trap(const std::string& message) {
  std::fputs((message + "\n").c_str(), stderr);
  __builtin_trap();
}

}  // namespace heed
#endif
