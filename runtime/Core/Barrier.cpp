//===- Barrier.cpp - where workers meet -----------------------------------===//

#include "runtime/Core/Barrier.h"
#include <climits>
#include <ctime>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace heddle::rt;

// Bits of a flag's word; the others count meetings.
static constexpr uint32_t kSleeping = 1, kMark = 2, kMeetingShift = 2;

void heddle::rt::futexWait(std::atomic<uint32_t> &word, uint32_t value) {
  syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, value, nullptr, nullptr, 0);
}

void heddle::rt::futexWakeAll(std::atomic<uint32_t> &word) {
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr, 0);
}

/// Tells the processor that the thread spins: the other hardware thread of the core gets more of it.
static void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

static uint64_t nowNanos() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return uint64_t(time.tv_sec) * 1000000000 + uint64_t(time.tv_nsec);
}

bool Barrier::allocate(const heddle_allocator_t &allocator, uint32_t workers, uint64_t spinNanos) {
  numWorkers = workers;
  spinTime = spinNanos;
  for (uint32_t distance = 1; distance < workers; distance *= 2) {
    ++numRounds;
  }
  return counts.allocate(allocator, workers) && flags.allocate(allocator, size_t(workers) * 2 * numRounds);
}

bool Barrier::meet(uint32_t worker, bool mark) {
  uint32_t meeting = (++counts[worker].meetings << kMeetingShift) >> kMeetingShift;
  uint32_t parity = meeting % 2;
  for (uint32_t round = 0, distance = 1; round < numRounds; ++round, distance *= 2) {
    uint32_t partner = worker + distance;
    partner -= partner < numWorkers ? 0 : numWorkers;
    Flag &theirs = flags[(partner * 2 + parity) * numRounds + round];
    uint32_t before =
        theirs.word.exchange(meeting << kMeetingShift | (mark ? kMark : 0), std::memory_order_acq_rel);
    if (before & kSleeping) {
      futexWakeAll(theirs.word);
    }
    mark |= wait(flags[(worker * 2 + parity) * numRounds + round], meeting);
  }
  return mark;
}

/// Waits for the signal of `meeting`; returns its mark.
bool Barrier::wait(Flag &flag, uint32_t meeting) const {
  // A look at the clock costs as much as one or two pauses, which take 20 ns or more.
  constexpr int pausesPerLook = 32;
  uint32_t word = flag.word.load(std::memory_order_acquire);
  for (uint64_t end = 0; spinTime != 0;) {
    for (int i = 0; i < pausesPerLook; ++i) {
      if (word >> kMeetingShift == meeting) {
        return word & kMark;
      }
      relax();
      word = flag.word.load(std::memory_order_acquire);
    }
    uint64_t now = nowNanos();
    if (end == 0) {
      end = now + spinTime;
    } else if (now >= end) {
      break;
    }
  }
  while (word >> kMeetingShift != meeting) {
    // Only the reader sets the bit, and whoever signals learns of it by the same exchange.
    if (word & kSleeping ||
        flag.word.compare_exchange_strong(word, word | kSleeping, std::memory_order_acq_rel)) {
      futexWait(flag.word, word | kSleeping);
      word = flag.word.load(std::memory_order_acquire);
    }
  }
  return word & kMark;
}
