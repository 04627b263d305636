//===- RankBarrier.h - where ranks that are threads meet --------*- C++ -*-===//
//
// Unlike the barrier of a session's workers, this one can be broken off: a rank whose run failed never comes,
// and the others must learn of it. Ranks meet once a collective, not once a step, so a common counter will
// do.
//
//===----------------------------------------------------------------------===//

#ifndef RUNTIME_COLLECTIVES_RANKBARRIER_H
#define RUNTIME_COLLECTIVES_RANKBARRIER_H

#include <atomic>
#include <cstdint>

namespace heddle::rt {

class RankBarrier {
public:
  /// For `members` threads, at most 4096; `spinNanos` is how long a wait spins before it yields to other
  /// threads, and at last sleeps.
  RankBarrier(uint32_t members, uint64_t spinNanos) : members(members), spinNanos(spinNanos) {}

  /// True, for all members, when all have called it; false, for all, when it is broken off before that, and
  /// ever after. What a member, or who broke it off, wrote before is seen behind it.
  bool meet();

  /// Wakes who waits. Any thread.
  void breakOff();

private:
  /// Returns when meeting number `meeting` is over or broken off; `now` is the state last seen.
  void wait(uint32_t meeting, uint32_t now);

  const uint32_t members;
  const uint64_t spinNanos;
  /// In one word, so that a meeting is either complete or broken off: from the lowest bit on, whether it is
  /// broken off; how many have arrived (12 bits); how many meetings are over.
  alignas(64) std::atomic<uint32_t> state{0};
};

} // namespace heddle::rt

#endif // RUNTIME_COLLECTIVES_RANKBARRIER_H
