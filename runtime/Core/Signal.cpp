//===- Signal.cpp - one thread tells another ------------------------------===//

#include "runtime/Core/Signal.h"
#include "runtime/Core/Futex.h"

using namespace heddle::rt;

// Bits of the word; the others are the count.
static constexpr uint32_t kSleeping = 1, kMark = 2, kCountShift = 2;

void Signal::send(uint32_t count, bool mark) {
  uint32_t before = word.exchange(count << kCountShift | (mark ? kMark : 0), std::memory_order_acq_rel);
  if (before & kSleeping) {
    futexWakeOne(word);
  }
}

bool Signal::wait(uint32_t count, uint64_t spinNanos) {
  uint32_t wanted = count << kCountShift >> kCountShift;
  uint32_t seen = word.load(std::memory_order_acquire);
  for (uint64_t end = 0; spinNanos != 0;) {
    for (int i = 0; i < kPausesPerLook; ++i) {
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
      futexWait(word, seen | kSleeping);
      seen = word.load(std::memory_order_acquire);
    }
  }
  return seen & kMark;
}
