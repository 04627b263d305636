//===- Barrier.h - where workers meet ---------------------------*- C++ -*-===//
//
// A sense-reversing barrier (Mellor-Crummey and Scott, "Algorithms for scalable synchronization on
// shared-memory multiprocessors", 1991, section 3.1): workers count themselves in one word, the last one
// resets the count and changes a second word, the generation, which all others watch. The generation counts
// up instead of flipping, so that a sleeping worker cannot miss two changes. Waiting is spinning for a
// bounded time, as the usual wait is far shorter than a system call, then sleeping in the kernel (futex).
//
//===----------------------------------------------------------------------===//

#ifndef RUNTIME_CORE_BARRIER_H
#define RUNTIME_CORE_BARRIER_H

#include <atomic>
#include <cstdint>

namespace heddle::rt {

/// Sleeps while `word` is `value`; may return early.
void futexWait(std::atomic<uint32_t> &word, uint32_t value);
/// Wakes every thread that sleeps on `word`.
void futexWakeAll(std::atomic<uint32_t> &word);

class Barrier {
public:
  /// Returns when `workers` threads have called it. The last one calls `last()` while the others wait: what
  /// it writes they all see. `workers` and `spinNanos` are the same for all.
  template <typename Last> void meet(uint32_t workers, uint64_t spinNanos, Last last) {
    uint32_t seen = generation.load(std::memory_order_relaxed);
    if (arrived.fetch_add(1, std::memory_order_acq_rel) + 1 < workers) {
      wait(seen, spinNanos);
      return;
    }
    last();
    arrived.store(0, std::memory_order_relaxed);
    // Sequentially consistent with `sleepers`: either the waker sees the sleeper, or the sleeper the new
    // generation.
    generation.store(seen + 1, std::memory_order_seq_cst);
    if (sleepers.load(std::memory_order_seq_cst)) {
      futexWakeAll(generation);
    }
  }

private:
  void wait(uint32_t seen, uint64_t spinNanos);

  // Waiting workers read the line of `generation`; those that arrive must not take it from them.
  alignas(64) std::atomic<uint32_t> arrived{0};
  alignas(64) std::atomic<uint32_t> generation{0};
  std::atomic<uint32_t> sleepers{0};
};

} // namespace heddle::rt

#endif // RUNTIME_CORE_BARRIER_H
