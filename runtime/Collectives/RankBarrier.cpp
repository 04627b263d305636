//===- RankBarrier.cpp - where ranks that are threads meet ----------------===//

#include "runtime/Collectives/RankBarrier.h"
#include "runtime/Core/Futex.h"
#include <sched.h>

using namespace heddle::rt;

static constexpr uint32_t kBroken = 1, kArrival = 2, kMeeting = 2 << 12;

/// As long as a session's workers spin before they sleep; see heddle_session_options_t.
static constexpr uint64_t kYieldNanos = 100'000;

bool RankBarrier::meet() {
  uint32_t before = state.load(std::memory_order_acquire), now;
  do {
    if (before & kBroken) {
      return false;
    }
    bool isLast = (before % kMeeting) / kArrival + 1 == members;
    now = isLast ? before - before % kMeeting + kMeeting : before + kArrival;
  } while (!state.compare_exchange_weak(before, now, std::memory_order_acq_rel, std::memory_order_acquire));
  uint32_t meeting = before / kMeeting;
  if (now / kMeeting != meeting) {
    futexWakeAll(state);
    return true;
  }
  wait(meeting, now);
  return state.load(std::memory_order_acquire) / kMeeting != meeting;
}

void RankBarrier::wait(uint32_t meeting, uint32_t now) {
  auto goesOn = [&] { return now / kMeeting == meeting && !(now & kBroken); };
  // First as if every rank had a processor, then as if it had to get this one.
  uint64_t start = nowNanos(), time = start;
  for (; goesOn() && time - start < spinNanos; time = nowNanos()) {
    for (int i = 0; goesOn() && i < kPausesPerLook; ++i) {
      relax();
      now = state.load(std::memory_order_acquire);
    }
  }
  for (; goesOn() && time - start < spinNanos + kYieldNanos; time = nowNanos()) {
    sched_yield();
    now = state.load(std::memory_order_acquire);
  }
  while (goesOn()) {
    futexWait(state, now); // wakes for arrivals as well, if they come before it sleeps
    now = state.load(std::memory_order_acquire);
  }
}

void RankBarrier::breakOff() {
  state.fetch_or(kBroken, std::memory_order_acq_rel);
  futexWakeAll(state);
}
