//===- RankBarrier.cpp - where ranks that are threads meet ----------------===//

#include "runtime/Collectives/RankBarrier.h"
#include "runtime/Core/Futex.h"
#include <sched.h>

using namespace heddle::rt;

static constexpr uint32_t kBroken = 1, kMeeting = 2;

/// As long as a session's workers spin before they sleep; see heddle_session_options_t.
static constexpr uint64_t kYieldNanos = 100'000;

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
  // First as if every rank had a processor, then as if it had to get this one.
  uint64_t start = nowNanos(), time = start;
  for (; now == before && time - start < spinNanos; time = nowNanos()) {
    for (int i = 0; now == before && i < kPausesPerLook; ++i) {
      relax();
      now = state.load(std::memory_order_acquire);
    }
  }
  for (; now == before && time - start < spinNanos + kYieldNanos; time = nowNanos()) {
    sched_yield();
    now = state.load(std::memory_order_acquire);
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
