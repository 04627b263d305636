//===- Barrier.h - where workers meet ---------------------------*- C++ -*-===//
//
// A dissemination barrier (Hensgen, Finkel and Manber, "Two algorithms for barrier synchronization", 1988;
// Mellor-Crummey and Scott, "Algorithms for scalable synchronization on shared-memory multiprocessors", 1991,
// section 3.3): in round r each worker signals the one 2^r places further and waits for the signal of the one
// 2^r places before. After log2(n) rounds everybody has heard of everybody. A round costs one passage of a
// cache line, where a common counter would be passed from worker to worker.
//
//   3 workers: round 0: 0 -> 1 -> 2 -> 0; round 1: 0 -> 2 -> 1 -> 0
//
// A signal carries a mark. Marks are or-ed on the way, so that all workers leave with the same answer to "did
// anybody bring one?".
//
//===----------------------------------------------------------------------===//

#ifndef RUNTIME_CORE_BARRIER_H
#define RUNTIME_CORE_BARRIER_H

#include "runtime/Core/Memory.h"
#include "runtime/Core/Signal.h"
#include <cstdint>

namespace heddle::rt {

class Barrier {
public:
  /// For `workers` threads that spin `spinNanos` before they sleep. Called once; false if there is no memory.
  bool allocate(const heddle_allocator_t &allocator, uint32_t workers, uint64_t spinNanos);

  /// Returns when all workers have called it: whether one of them had a `mark`.
  bool meet(uint32_t worker, bool mark);

private:
  struct alignas(64) Count {
    uint32_t meetings = 0;
  };

  uint32_t numWorkers = 1, numRounds = 0;
  uint64_t spinTime = 0;
  Array<Count> counts; ///< of each worker
  /// [worker][meeting % 2][round]: a worker may signal for the next meeting before its partner has left this
  /// one, but not for the one after.
  Array<Signal> signals;
};

} // namespace heddle::rt

#endif // RUNTIME_CORE_BARRIER_H
