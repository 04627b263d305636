//===- Futex.h - waiting in the kernel, and the clock -----------*- C++ -*-===//

#ifndef RUNTIME_CORE_FUTEX_H
#define RUNTIME_CORE_FUTEX_H

#include <atomic>
#include <climits>
#include <cstdint>
#include <ctime>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace heddle::rt {

/// Tells the processor that the thread spins: the other hardware thread of the core gets more of it.
inline void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

inline uint64_t nowNanos() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return uint64_t(time.tv_sec) * 1000000000 + uint64_t(time.tv_nsec);
}

/// Sleeps while `word` is `value`; may return early.
inline void futexWait(std::atomic<uint32_t> &word, uint32_t value) {
  syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, value, nullptr, nullptr, 0);
}

inline void futexWakeOne(std::atomic<uint32_t> &word) {
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
}

inline void futexWakeAll(std::atomic<uint32_t> &word) {
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr, 0);
}

/// A look at the clock costs as much as one or two pauses, which take 20 ns or more: how many to make between
/// two.
inline constexpr int kPausesPerLook = 32;

} // namespace heddle::rt

#endif // RUNTIME_CORE_FUTEX_H
