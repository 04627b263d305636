//===- Barrier.cpp - where workers meet -----------------------------------===//

#include "runtime/Core/Barrier.h"

using namespace heddle::rt;

bool Barrier::allocate(const heddle_allocator_t &allocator, uint32_t workers, uint64_t spinNanos) {
  numWorkers = workers;
  spinTime = spinNanos;
  for (uint32_t distance = 1; distance < workers; distance *= 2) {
    ++numRounds;
  }
  return counts.allocate(allocator, workers) && signals.allocate(allocator, size_t(workers) * 2 * numRounds);
}

bool Barrier::meet(uint32_t worker, bool mark) {
  uint32_t meeting = ++counts[worker].meetings, parity = meeting % 2;
  for (uint32_t round = 0, distance = 1; round < numRounds; ++round, distance *= 2) {
    uint32_t partner = worker + distance;
    partner -= partner < numWorkers ? 0 : numWorkers;
    signals[(partner * 2 + parity) * numRounds + round].send(meeting, mark);
    mark |= signals[(worker * 2 + parity) * numRounds + round].wait(meeting, spinTime);
  }
  return mark;
}
