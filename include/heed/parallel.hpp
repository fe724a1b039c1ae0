// Layer 0. parallel: independent pieces of work, spread over a pool of threads.
//
// The caller cuts work into blocks by its size alone, not by the number of threads (unless, as in the
// matrix product, no result depends on the cut): every thread count then computes the same bits.
#pragma once

#include <cstddef>

namespace heed {

// How many threads parallel() may use, the caller's included; at least 1. Not to be changed while
// parallel() runs. Without this call there is one for each core.
void set_threads(std::size_t threads);
std::size_t threads();

// A callable passed by reference, without std::function's allocation.
class Work {
 public:
  template <class F>
  explicit Work(F& body)
      : body_(const_cast<void*>(static_cast<const void*>(&body))),
        call_([](void* target, std::size_t block) { (*static_cast<F*>(target))(block); }) {}
  void operator()(std::size_t block) const { call_(body_, block); }

 private:
  void* body_;
  void (*call_)(void*, std::size_t);
};

void run_blocks(std::size_t blocks, Work work);

// body(0) … body(blocks − 1), in any order, possibly at once; returns when all are done. Inside a
// block, a further parallel() runs on its own thread alone. An exception ends the call with that of
// the lowest block that threw.
template <class F>
void parallel(std::size_t blocks, F&& body) {
  if (blocks == 1) return body(std::size_t{0});
  if (blocks > 0) run_blocks(blocks, Work(body));
}

}  // namespace heed
