//===- Watchdog.cpp - ends a job in which a rank waits too long -----------===//

#include "runtime/Collectives/Watchdog.h"
#include "heddle/runtime.h"
#include "runtime/Core/Futex.h"
#include "runtime/Core/Message.h"
#include <cinttypes>
#include <csignal>
#include <cstdio>
#include <cstdlib>

using namespace heddle::rt;

/// Long enough for ranks that page in their weights from a slow disk. A guess.
static constexpr double kDefaultSeconds = 300;
static constexpr double kMostSeconds = 1e6;

static heddle_status_t readLimit(uint64_t &nanos, heddle_message_t *message) {
  double seconds = kDefaultSeconds;
  if (const char *text = getenv("HEDDLE_TIMEOUT_S")) {
    char *end = nullptr;
    seconds = strtod(text, &end);
    if (end == text || *end || !(seconds > 0 && seconds <= kMostSeconds)) {
      return report(message, HEDDLE_INVALID_ARGUMENT,
                    "HEDDLE_TIMEOUT_S is '%s', wanted seconds above 0 and up to %g", text, kMostSeconds);
    }
  }
  nanos = uint64_t(seconds * 1e9);
  return HEDDLE_OK;
}

heddle_status_t Watchdog::start(const heddle_allocator_t &allocator, uint32_t firstRank, uint32_t count,
                                heddle_message_t *message) {
  if (heddle_status_t status = readLimit(limit, message)) {
    return status;
  }
  if (!ranks.allocate(allocator, count)) {
    return report(message, HEDDLE_OUT_OF_MEMORY, "no memory for %u ranks", count);
  }
  for (uint32_t i = 0; i < count; ++i) {
    ranks[i].rank = firstRank + i;
  }
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&changed, &attributes);
  pthread_condattr_destroy(&attributes);
  // Signals of the system are the application's: its own threads handle them.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  isRunning = pthread_create(&thread, nullptr, threadMain, this) == 0;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return isRunning ? HEDDLE_OK : report(message, HEDDLE_SYSTEM_ERROR, "cannot start the watchdog's thread");
}

Watchdog::~Watchdog() {
  if (!isRunning) {
    return;
  }
  pthread_mutex_lock(&mutex);
  ends = true;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, nullptr);
  pthread_cond_destroy(&changed);
}

void Watchdog::look(uint64_t now) {
  for (Watched &watched : ranks) {
    uint64_t deadline = watched.deadline.load(std::memory_order_acquire);
    if (deadline == 0 || now < deadline) {
      continue;
    }
    char what[256] = "";
    watched.describe.load(std::memory_order_relaxed)(watched.subject.load(std::memory_order_relaxed), what,
                                                     sizeof(what));
    fprintf(stderr, "heddle: rank %u: %s, call %" PRIu64 ": no answer for %g s, ending the job\n",
            watched.rank, what, watched.number.load(std::memory_order_relaxed), double(limit) / 1e9);
    fflush(stderr);
    _exit(HEDDLE_TIMEOUT_STATUS);
  }
}

void *Watchdog::threadMain(void *argument) {
  auto &self = *static_cast<Watchdog *>(argument);
  pthread_setname_np(pthread_self(), "heddle-watchdog");
  // A tenth of the limit, between 10 ms and half a second.
  uint64_t period = self.limit / 10;
  period = period < 10'000'000 ? 10'000'000 : period > 500'000'000 ? 500'000'000 : period;
  pthread_mutex_lock(&self.mutex);
  while (!self.ends) {
    uint64_t now = nowNanos(), next = now + period;
    self.look(now);
    timespec until = {time_t(next / 1'000'000'000), long(next % 1'000'000'000)};
    pthread_cond_timedwait(&self.changed, &self.mutex, &until);
  }
  pthread_mutex_unlock(&self.mutex);
  return nullptr;
}
