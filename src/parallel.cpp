#include "heed/parallel.hpp"

#if defined(__wasm__)

namespace heed {

void set_threads(std::size_t) {}
std::size_t threads() { return 1; }
void run_blocks(std::size_t blocks, Work work) {
  for (std::size_t block = 0; block < blocks; ++block) work(block);
}

}  // namespace heed

#else

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace heed {
namespace {

thread_local bool inside_block = false;

// Brief spinning, then sleep: a woken thread costs 10 to 50 µs, a spinning one 0.1 µs, but two
// threads that spin on one core starve each other.
template <class T>
void wait_while(const std::atomic<T>& value, T old) {
  for (int spin = 0; spin < 2000; ++spin) {
    if (value.load(std::memory_order_acquire) != old) return;
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
  }
  value.wait(old, std::memory_order_acquire);
}

class Pool {
 public:
  ~Pool() { resize(1); }

  std::size_t size() const { return workers_.size() + 1; }

  void resize(std::size_t threads) {
    const std::size_t wanted = threads > 1 ? threads - 1 : 0;
    if (wanted == workers_.size()) return;
    stopping_ = true;
    announce();
    for (std::thread& worker : workers_) worker.join();
    workers_.clear();
    stopping_ = false;
    while (workers_.size() < wanted) {
      workers_.emplace_back([this, seen = round_.load()] { serve(seen); });
    }
  }

  void run(std::size_t blocks, const Work& work) {
    // One job at a time; a second caller's threads are busy with their own work already. Inside a
    // block this thread may hold the lock itself, and must not try it again.
    std::unique_lock<std::mutex> turn(turn_, std::defer_lock);
    if (workers_.empty() || inside_block || !turn.try_lock()) {
      for (std::size_t block = 0; block < blocks; ++block) work(block);
      return;
    }
    work_ = &work;
    blocks_ = blocks;
    failed_block_ = blocks;
    failure_ = nullptr;
    next_.store(0, std::memory_order_relaxed);
    busy_.store(workers_.size(), std::memory_order_relaxed);
    announce();
    take_blocks();
    for (std::size_t busy = busy_.load(); busy > 0; busy = busy_.load()) wait_while(busy_, busy);
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void announce() {
    round_.fetch_add(1, std::memory_order_release);
    round_.notify_all();
  }

  void serve(std::uint32_t seen) {
    for (;;) {
      wait_while(round_, seen);
      seen = round_.load(std::memory_order_acquire);
      if (stopping_) return;
      take_blocks();
      if (busy_.fetch_sub(1, std::memory_order_acq_rel) == 1) busy_.notify_all();
    }
  }

  void take_blocks() {
    inside_block = true;
    for (std::size_t block = next_++; block < blocks_; block = next_++) {
      try {
        (*work_)(block);
      } catch (...) {
        const std::lock_guard<std::mutex> lock(failure_lock_);
        if (block < failed_block_) failed_block_ = block, failure_ = std::current_exception();
      }
    }
    inside_block = false;
  }

  std::vector<std::thread> workers_;
  std::mutex turn_, failure_lock_;
  std::atomic<std::uint32_t> round_ = 0;
  std::atomic<std::size_t> next_ = 0, busy_ = 0;
  std::atomic<bool> stopping_ = false;
  const Work* work_ = nullptr;
  std::size_t blocks_ = 0, failed_block_ = 0;
  std::exception_ptr failure_;
};

Pool& pool() {
  static Pool instance;
  static const bool sized = (instance.resize(std::thread::hardware_concurrency()), true);
  static_cast<void>(sized);
  return instance;
}

}  // namespace

void set_threads(std::size_t threads) { pool().resize(std::max<std::size_t>(threads, 1)); }

std::size_t threads() { return pool().size(); }

void run_blocks(std::size_t blocks, Work work) { pool().run(blocks, work); }

}  // namespace heed

#endif
