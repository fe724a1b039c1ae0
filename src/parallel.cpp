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

// Each thread has a share of the blocks, the same part of them at every call, and helps with the
// shares of others when its own is done. Rows that a thread has just computed are then still in its
// cache when it computes with them: on two cores without a common cache, a training step is a third
// faster so.
//
// The blocks of a share are handed out by one number, its ticket: the round in the upper half, the
// next block in the lower one. A thread takes a block by counting the ticket up, which fails when
// the round is over; so the caller waits for the blocks that were taken, and never for a thread
// that has yet to wake up.
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
    shares_ = std::vector<Share>(wanted + 1);
    while (workers_.size() < wanted) {
      workers_.emplace_back(
          [this, own = workers_.size() + 1, seen = round_.load()] { serve(own, seen); });
    }
  }

  void run(std::size_t blocks, const Work& work) {
    // One job at a time; a second caller's threads are busy with their own work already. Inside a
    // block this thread may hold the lock itself, and must not try it again.
    std::unique_lock<std::mutex> turn(turn_, std::defer_lock);
    const bool alone = workers_.empty() || inside_block || blocks >= kClosed;
    if (alone || !turn.try_lock()) {
      for (std::size_t block = 0; block < blocks; ++block) work(block);
      return;
    }
    // Closed while it changes: nobody may take a block of the last round by the numbers of this
    // one.
    for (Share& share : shares_) share.ticket = share.ticket | kClosed;
    work_ = &work;
    blocks_ = blocks;
    done_ = 0;
    failed_block_ = blocks;
    failure_ = nullptr;
    announce();
    take_blocks(0, round_);
    for (std::size_t done = done_.load(); done < blocks; done = done_.load()) {
      wait_while(done_, done);
    }
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  // Where share i of so many blocks begins. The caller, who is surely awake, has the largest.
  std::size_t begin(std::size_t i, std::size_t blocks) const {
    return (blocks * i + shares_.size() - 1) / shares_.size();
  }

  void announce() {
    const std::uint32_t round = round_ + 1;
    for (std::size_t i = 0; i < shares_.size(); ++i) {
      shares_[i].ticket = std::uint64_t{round} << 32 | begin(i, blocks_);
    }
    round_ = round;
    round_.notify_all();
  }

  void serve(std::size_t own, std::uint32_t seen) {
    for (;;) {
      wait_while(round_, seen);
      seen = round_.load(std::memory_order_acquire);
      if (stopping_) return;
      take_blocks(own, seen);
    }
  }

  void take_blocks(std::size_t own, std::uint32_t round) {
    inside_block = true;
    for (std::size_t i = 0; i < shares_.size(); ++i) {
      take_share((own + i) % shares_.size(), round);
    }
    inside_block = false;
  }

  void take_share(std::size_t index, std::uint32_t round) {
    std::atomic<std::uint64_t>& next = shares_[index].ticket;
    std::uint64_t ticket = next;
    while (ticket >> 32 == round) {
      const std::size_t block = ticket & kClosed, blocks = blocks_;
      const Work* work = work_;
      if (block >= begin(index + 1, blocks)) break;
      if (!next.compare_exchange_weak(ticket, ticket + 1)) continue;
      run_block(*work, block);
      if (++done_ == blocks) done_.notify_all();
      ticket = next;
    }
  }

  void run_block(const Work& work, std::size_t block) {
    try {
      work(block);
    } catch (...) {
      const std::lock_guard<std::mutex> lock(failure_lock_);
      if (block < failed_block_) failed_block_ = block, failure_ = std::current_exception();
    }
  }

  static constexpr std::uint64_t kClosed = 0xFFFFFFFF;  // a ticket without blocks

  struct alignas(64) Share {  // on a cache line of its own
    std::atomic<std::uint64_t> ticket = 0;
  };

  std::vector<std::thread> workers_;
  std::vector<Share> shares_ = std::vector<Share>(1);  // the caller's first
  std::mutex turn_, failure_lock_;
  std::atomic<std::uint32_t> round_ = 0;
  std::atomic<std::size_t> blocks_ = 0, done_ = 0;
  std::atomic<const Work*> work_ = nullptr;
  std::atomic<bool> stopping_ = false;
  std::size_t failed_block_ = 0;
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
