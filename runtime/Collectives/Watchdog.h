//===- Watchdog.h - ends a job in which a rank waits too long ---*- C++ -*-===//
//
// Libraries of messages wait without end for a rank that has stopped, so deadlines cannot stand in the calls
// themselves. A thread looks at what each rank of the process waits in and since when; past the limit it says
// so and ends the process, and the launcher ends the others.
//
//===----------------------------------------------------------------------===//

#ifndef RUNTIME_COLLECTIVES_WATCHDOG_H
#define RUNTIME_COLLECTIVES_WATCHDOG_H

#include "heddle/status.h"
#include "runtime/Core/Memory.h"
#include <atomic>
#include <pthread.h>

namespace heddle::rt {

/// What one rank waits in. The rank writes, the watchdog reads.
class alignas(64) Watched {
public:
  /// Writes what is waited for, such as "all_reduce over model of ranks 0, 1", into `text`.
  using Describe = void (*)(const void *subject, char *text, size_t bytes);

  uint32_t rank = 0;

  /// From here on until `end` the rank waits; `subject` lives as long. Calls are numbered from 1.
  void begin(Describe describe, const void *subject, uint64_t number, uint64_t deadlineNanos) {
    this->describe.store(describe, std::memory_order_relaxed);
    this->subject.store(subject, std::memory_order_relaxed);
    this->number.store(number, std::memory_order_relaxed);
    deadline.store(deadlineNanos, std::memory_order_release);
  }
  void end() { deadline.store(0, std::memory_order_release); }

private:
  friend class Watchdog;
  std::atomic<Describe> describe{nullptr};
  std::atomic<const void *> subject{nullptr};
  std::atomic<uint64_t> number{0};
  std::atomic<uint64_t> deadline{0}; ///< 0: it does not wait
};

class Watchdog {
public:
  Watchdog() = default;
  Watchdog(const Watchdog &) = delete;
  Watchdog &operator=(const Watchdog &) = delete;
  /// Ends the thread.
  ~Watchdog();

  /// Starts the thread for `count` ranks, numbered from `firstRank`. Reads HEDDLE_TIMEOUT_S. Called once.
  heddle_status_t start(const heddle_allocator_t &allocator, uint32_t firstRank, uint32_t count,
                        heddle_message_t *message);

  Watched &watched(uint32_t index) { return ranks[index]; }
  uint64_t limitNanos() const { return limit; }

private:
  static void *threadMain(void *watchdog);
  void look(uint64_t now);

  Array<Watched> ranks;
  uint64_t limit = 0;
  pthread_t thread = {};
  bool isRunning = false;
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t changed = {};
  bool ends = false; ///< under the mutex
};

} // namespace heddle::rt

#endif // RUNTIME_COLLECTIVES_WATCHDOG_H
