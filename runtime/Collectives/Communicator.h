//===- Communicator.h - one rank among those that run together --*- C++ -*-===//

#ifndef RUNTIME_COLLECTIVES_COMMUNICATOR_H
#define RUNTIME_COLLECTIVES_COMMUNICATOR_H

#include "heddle/runtime.h"
#include "heddle/transport.h"
#include "runtime/Collectives/Threads.h"
#include "runtime/Collectives/Watchdog.h"

namespace heddle::rt {

class Communicator {
public:
  /// See heddle_communicators_create and heddle_communicator_open.
  static heddle_status_t createThreads(uint32_t size, Communicator **communicators,
                                       heddle_message_t *message);
  static heddle_status_t open(const char *library, Communicator **communicator, heddle_message_t *message);
  void release();

  Communicator(const Communicator &) = delete;
  Communicator &operator=(const Communicator &) = delete;

  /// Whether this copy of the runtime made it. The only thing that may be asked of another copy's.
  bool isOwn() const { return owner == &kThreadTransport; }

  uint32_t rank() const { return place.rank; }
  uint32_t size() const { return place.size; }

  /// One session at a time runs, or makes its groups: false if another does.
  bool acquire() { return !isBusy.exchange(true, std::memory_order_acquire); }
  void yield() { isBusy.store(false, std::memory_order_release); }

  /// No run is possible any more: a run of this rank failed for `reason`.
  void fail(const char *reason);
  bool hasFailed() const { return failed; }

  /// A group of `count` ranks, this one among them; all of them call it alike.
  const char *openGroup(const int32_t *ranks, uint32_t count, void **group);
  const heddle_transport_t &transport() const;

  /// Watches what stands between a pair of these; see Watched::begin.
  void beginWait(Watched::Describe describe, const void *subject, uint64_t number);
  void endWait() { watched.end(); }

private:
  struct Job;
  struct Place {
    void *world; ///< of the transport
    uint32_t rank, size;
  };
  Communicator(Job &job, const Place &place, Watched &watched) : job(job), place(place), watched(watched) {}
  ~Communicator() = default;
  static Communicator *make(Job &job, const Place &place, Watched &watched);
  static heddle_status_t join(Job &job, const heddle_launch_t &launch, Place &place,
                              heddle_message_t *message);

  const void *const owner = &kThreadTransport; ///< first: read before anything else is known
  Job &job;
  Place place;
  Watched &watched;
  int32_t numGroups = 0; ///< made so far: their tags
  bool failed = false;
  std::atomic<bool> isBusy{false};
};

} // namespace heddle::rt

#endif // RUNTIME_COLLECTIVES_COMMUNICATOR_H
