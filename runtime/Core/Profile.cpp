//===- Profile.cpp - where the time of runs goes --------------------------===//

#include "runtime/Core/Profile.h"
#include "heddle/abi.h"
#include "runtime/Core/Message.h"
#include <cinttypes>
#include <cstring>
#include <ctime>

using namespace heddle::rt;

static int64_t nanosNow() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return int64_t(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

/// Bytes for `count` values, so that the next worker's begin in a cache line of their own.
static uint64_t lineBytes(uint64_t count, size_t valueBytes) {
  uint64_t bytes = count * valueBytes;
  return (bytes + HEDDLE_ALIGNMENT - 1) / HEDDLE_ALIGNMENT * HEDDLE_ALIGNMENT;
}

heddle_status_t Profile::start(const heddle_allocator_t &allocator, uint32_t workers, uint32_t steps,
                               uint64_t maxEvents, heddle_message_t *message) {
  constexpr uint64_t kMostEvents = uint64_t(1) << 32; // far beyond memory, far from an overflow
  numWorkers = 0;
  uint64_t timeBytes = lineBytes(uint64_t(steps) + 1, sizeof(heddle_step_time_t));
  uint64_t eventBytes = lineBytes(maxEvents < kMostEvents ? maxEvents : 0, sizeof(heddle_step_event_t));
  if (maxEvents >= kMostEvents || !clockMemory.reserve(allocator, workers * sizeof(Clock)) ||
      !timeMemory.reserve(allocator, workers * timeBytes) ||
      !eventMemory.reserve(allocator, workers * eventBytes)) {
    return report(message, HEDDLE_OUT_OF_MEMORY,
                  "no memory for a profile of %u workers, %u steps and %" PRIu64 " events", workers, steps,
                  maxEvents);
  }
  memset(timeMemory.data(), 0, workers * timeBytes);
  clocks = static_cast<Clock *>(clockMemory.data());
  for (uint32_t i = 0; i < workers; ++i) {
    Clock &clock = *new (&clocks[i]) Clock();
    clock.times =
        reinterpret_cast<heddle_step_time_t *>(static_cast<uint8_t *>(timeMemory.data()) + i * timeBytes);
    clock.events =
        reinterpret_cast<heddle_step_event_t *>(static_cast<uint8_t *>(eventMemory.data()) + i * eventBytes);
  }
  numWorkers = workers;
  numSteps = steps;
  mostEvents = maxEvents;
  numRuns = 0;
  runNanos = 0;
  return HEDDLE_OK;
}

void Profile::Clock::count(int64_t now) {
  (isWaiting ? times[step].wait_nanos : times[step].work_nanos) += now - since;
  since = now;
}

void Profile::beginRun() {
  if (!isOn()) {
    return;
  }
  runStart = nanosNow();
  for (uint32_t i = 0; i < numWorkers; ++i) {
    Clock &clock = clocks[i];
    clock.numEvents = 0;
    clock.step = numSteps;
    clock.isWaiting = true;
    clock.since = runStart;
  }
}

void Profile::begin(uint32_t worker, int64_t step) {
  if (!isOn()) {
    return;
  }
  Clock &clock = clocks[worker];
  clock.count(nanosNow());
  if (clock.numEvents < mostEvents) {
    clock.events[clock.numEvents++] = {clock.since - runStart, step};
  }
  clock.isWaiting = step == HEDDLE_STEP_WAIT || step == HEDDLE_STEP_END;
  if (step != HEDDLE_STEP_WAIT && step != HEDDLE_STEP_RESUME) {
    clock.step = step < 0 ? numSteps : uint32_t(step);
    ++clock.times[clock.step].count;
  }
}

void Profile::endRun() {
  if (!isOn()) {
    return;
  }
  int64_t now = nanosNow();
  for (uint32_t i = 0; i < numWorkers; ++i) {
    clocks[i].count(now);
  }
  runNanos += now - runStart;
  ++numRuns;
}

heddle_profile_t Profile::of(uint32_t worker) const {
  const Clock &clock = clocks[worker];
  return {numRuns, runNanos, numSteps, clock.times, clock.numEvents, clock.events};
}
