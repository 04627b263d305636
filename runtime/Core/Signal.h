//===- Signal.h - one thread tells another ----------------------*- C++ -*-===//
//
// A word with one writer and one reader. The writer counts up; the reader waits for a count. Waiting is
// spinning for a bounded time, as the usual wait is far shorter than a system call, then sleeping in the
// kernel (futex). The word says whether the reader sleeps, so that the writer makes a system call only then.
//
//===----------------------------------------------------------------------===//

#ifndef RUNTIME_CORE_SIGNAL_H
#define RUNTIME_CORE_SIGNAL_H

#include <atomic>
#include <cstdint>

namespace heddle::rt {

/// Alone in its cache line, which passes from the writer to the reader once a signal.
class alignas(64) Signal {
public:
  /// Counts are compared modulo 2^30; the first is 1. What the writer wrote before is seen behind `wait`.
  void send(uint32_t count, bool mark = false);

  /// Returns when `count` was sent, with its mark. The writer sends nothing else before. `spinNanos` is how
  /// long to spin.
  bool wait(uint32_t count, uint64_t spinNanos);

private:
  std::atomic<uint32_t> word{0};
};

} // namespace heddle::rt

#endif // RUNTIME_CORE_SIGNAL_H
