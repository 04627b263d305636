//===- RankBarrier.cpp - where ranks that are threads meet ----------------===//

#include "runtime/Collectives/RankBarrier.h"
#include "runtime/Core/Futex.h"

using namespace heddle::rt;

static constexpr uint32_t kBroken = 1, kMeeting = 2;

bool RankBarrier::meet() {
  uint32_t before = state.load(std::memory_order_acquire), now = before;
  if (before & kBroken) {
    return false;
  }
  if (arrived.fetch_add(1, std::memory_order_acq_rel) + 1 == members) {
    arrived.store(0, std::memory_order_relaxed);
    state.fetch_add(kMeeting, std::memory_order_acq_rel);
    futexWakeAll(state);
    return true;
  }
  for (uint64_t end = spinNanos ? nowNanos() + spinNanos : 0; now == before && nowNanos() < end;) {
    for (int i = 0; now == before && i < kPausesPerLook; ++i) {
      relax();
      now = state.load(std::memory_order_acquire);
    }
  }
  while (now == before) {
    futexWait(state, before);
    now = state.load(std::memory_order_acquire);
  }
  return (now | kBroken) != (before | kBroken); // a meeting that was complete counts
}

void RankBarrier::breakOff() {
  state.fetch_or(kBroken, std::memory_order_acq_rel);
  futexWakeAll(state);
}
