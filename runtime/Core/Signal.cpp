//===- Signal.cpp - one thread tells another ------------------------------===//

#include "runtime/Core/Signal.h"
#include <climits>
#include <ctime>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace heddle::rt;

// Bits of the word; the others are the count.
static constexpr uint32_t kSleeping = 1, kMark = 2, kCountShift = 2;

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

void Signal::send(uint32_t count, bool mark) {
  uint32_t before = word.exchange(count << kCountShift | (mark ? kMark : 0), std::memory_order_acq_rel);
  if (before & kSleeping) {
    syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
  }
}

bool Signal::wait(uint32_t count, uint64_t spinNanos) {
  // A look at the clock costs as much as one or two pauses, which take 20 ns or more.
  constexpr int pausesPerLook = 32;
  uint32_t wanted = count << kCountShift >> kCountShift;
  uint32_t seen = word.load(std::memory_order_acquire);
  for (uint64_t end = 0; spinNanos != 0;) {
    for (int i = 0; i < pausesPerLook; ++i) {
      if (seen >> kCountShift == wanted) {
        return seen & kMark;
      }
      relax();
      seen = word.load(std::memory_order_acquire);
    }
    uint64_t now = nowNanos();
    if (end == 0) {
      end = now + spinNanos;
    } else if (now >= end) {
      break;
    }
  }
  while (seen >> kCountShift != wanted) {
    // Only the reader sets the bit, and the writer learns of it by the exchange that sends.
    if (seen & kSleeping || word.compare_exchange_strong(seen, seen | kSleeping, std::memory_order_acq_rel)) {
      syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, seen | kSleeping, nullptr, nullptr, 0);
      seen = word.load(std::memory_order_acquire);
    }
  }
  return seen & kMark;
}
