// Layer 0. pool: memory that comes back to the next array of its size.
//
// A training step builds the same arrays again and again. Returned blocks wait in a list for each
// size, so that from the second step on nothing is asked of the system.
#pragma once

#include <cstddef>

#include "heed/real.hpp"

namespace heed {

// At least `bytes` bytes, aligned to 64. Never null, also for 0 bytes.
void* pool_take(std::size_t bytes);
// Gives back what pool_take(bytes) gave, on any thread.
void pool_return(void* block, std::size_t bytes) noexcept;

// `count` numbers of any value, for as long as this lives; none for a count of 0.
struct Scratch {
  explicit Scratch(std::size_t count)
      : bytes(count * sizeof(Real)),
        data(count == 0 ? nullptr : static_cast<Real*>(pool_take(bytes))) {}
  ~Scratch() {
    if (data != nullptr) pool_return(data, bytes);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  std::size_t bytes;
  Real* data;
};

// How often this thread's pool had to ask the system, since the program began. Sanitizer builds
// always ask: each array then has its own guarded bytes.
std::size_t system_allocations();

}  // namespace heed
