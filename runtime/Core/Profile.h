//===- Profile.h - where the time of runs goes ------------------*- C++ -*-===//
//
// Every worker has a clock that counts towards what it does: a step, or waiting behind one. Generated code
// turns it on (heddle_step); from the begin of a run to its first word, and from its last word to the end, a
// worker waits and is in no step, so that the times of each worker add up to those of the runs. A worker
// writes to its own cache lines only, and a run takes no memory.
//
//===----------------------------------------------------------------------===//

#ifndef RUNTIME_CORE_PROFILE_H
#define RUNTIME_CORE_PROFILE_H

#include "heddle/runtime.h"
#include "runtime/Core/Memory.h"

namespace heddle::rt {

class Profile {
public:
  /// Takes the memory for `workers` workers and `steps` steps, with `maxEvents` events of a run for each
  /// worker, and begins to count anew. Without memory it is off.
  heddle_status_t start(const heddle_allocator_t &allocator, uint32_t workers, uint32_t steps,
                        uint64_t maxEvents, heddle_message_t *message);
  bool isOn() const { return numWorkers != 0; }

  /// Around the part of a run that all workers execute. Nothing if the profile is off.
  void beginRun();
  void endRun();

  /// What `worker` does from now on, as in heddle_step. Nothing if the profile is off.
  void begin(uint32_t worker, int64_t step);

  /// One worker's part; the profile is on.
  heddle_profile_t of(uint32_t worker) const;

private:
  struct alignas(64) Clock {
    heddle_step_time_t *times = nullptr;
    heddle_step_event_t *events = nullptr;
    uint64_t numEvents = 0;
    uint32_t step = 0; ///< numSteps: none
    bool isWaiting = false;
    int64_t since = 0; ///< nothing is counted yet from here on

    void count(int64_t now);
  };

  uint32_t numWorkers = 0, numSteps = 0; ///< no workers: off
  uint64_t mostEvents = 0, numRuns = 0;
  int64_t runStart = 0, runNanos = 0;
  Region clockMemory, timeMemory, eventMemory;
  Clock *clocks = nullptr;
};

} // namespace heddle::rt

#endif // RUNTIME_CORE_PROFILE_H
