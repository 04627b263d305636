//===- Barrier.h - where workers meet ---------------------------*- C++ -*-===//
//
// A dissemination barrier (Hensgen, Finkel and Manber, "Two algorithms for barrier synchronization", 1988;
// Mellor-Crummey and Scott, "Algorithms for scalable synchronization on shared-memory multiprocessors", 1991,
// section 3.3): in round r each worker signals the one 2^r places further and waits for the signal of the one
// 2^r places before. After log2(n) rounds everybody has heard of everybody. Every flag has one writer and one
// reader, so a round costs one passage of a cache line, where a common counter would be passed from worker to
// worker.
//
//   3 workers: round 0: 0 -> 1 -> 2 -> 0; round 1: 0 -> 2 -> 1 -> 0
//
// A signal carries a mark. Marks are or-ed on the way, so that all workers leave with the same answer to "did
// anybody bring one?". Waiting is spinning for a bounded time, as the usual wait is far shorter than a system
// call, then sleeping in the kernel (futex).
//
//===----------------------------------------------------------------------===//

#ifndef RUNTIME_CORE_BARRIER_H
#define RUNTIME_CORE_BARRIER_H

#include "runtime/Core/Memory.h"
#include <atomic>
#include <cstdint>

namespace heddle::rt {

/// Sleeps while `word` is `value`; may return early.
void futexWait(std::atomic<uint32_t> &word, uint32_t value);
/// Wakes every thread that sleeps on `word`.
void futexWakeAll(std::atomic<uint32_t> &word);

class Barrier {
public:
  /// For `workers` threads that spin `spinNanos` before they sleep. Called once; false if there is no memory.
  bool allocate(const heddle_allocator_t &allocator, uint32_t workers, uint64_t spinNanos);

  /// Returns when all workers have called it: whether one of them had a `mark`.
  bool meet(uint32_t worker, bool mark);

private:
  /// The number of the meeting, a mark, and whether the reader sleeps. Alone in its cache line.
  struct alignas(64) Flag {
    std::atomic<uint32_t> word{0};
  };
  struct alignas(64) Count {
    uint32_t meetings = 0;
  };

  bool wait(Flag &flag, uint32_t meeting) const;

  uint32_t numWorkers = 1, numRounds = 0;
  uint64_t spinTime = 0;
  Array<Count> counts; ///< of each worker
  /// [worker][meeting % 2][round]: a worker may signal for the next meeting before its partner has left this
  /// one, but not for the one after.
  Array<Flag> flags;
};

} // namespace heddle::rt

#endif // RUNTIME_CORE_BARRIER_H
