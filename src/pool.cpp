#include "heed/pool.hpp"

#include <bit>
#include <new>

namespace heed {
namespace {

constexpr std::align_val_t kAlignment{64};

// Four sizes an octave: 64, 80, 96, 112, 128, 160 … At most a fifth of a block is unused.
struct Bucket {
  std::size_t index, bytes;
};
Bucket bucket_of(std::size_t bytes) {
  const std::size_t units = bytes <= 64 ? 4 : (bytes + 15) / 16;
  const std::size_t octave = static_cast<std::size_t>(std::bit_width(units)) - 3;
  const std::size_t step = (units + (std::size_t{1} << octave) - 1) >> octave;
  // step runs from 4 to 8, and 8 is the next octave's 4.
  return {octave * 4 + step - 4, step << (octave + 4)};
}

struct Block {
  Block* next;
};
constinit thread_local Block* waiting[256] = {};
constinit thread_local std::size_t asked = 0;

#if defined(__SANITIZE_ADDRESS__)
constexpr bool kReuse = false;
#elif defined(__has_feature)
constexpr bool kReuse = !__has_feature(address_sanitizer);
#else
constexpr bool kReuse = true;
#endif

}  // namespace

void* pool_take(std::size_t bytes) {
  const Bucket bucket = bucket_of(bytes);
  if (Block* block = waiting[bucket.index]; block != nullptr) {
    waiting[bucket.index] = block->next;
    return block;
  }
  ++asked;
  return ::operator new(kReuse ? bucket.bytes : bytes, kAlignment);
}

void pool_return(void* block, std::size_t bytes) noexcept {
  if (!kReuse) return ::operator delete(block, kAlignment);
  Block*& first = waiting[bucket_of(bytes).index];
  first = new (block) Block{first};
}

std::size_t system_allocations() { return asked; }

}  // namespace heed
