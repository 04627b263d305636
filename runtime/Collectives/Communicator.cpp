//===- Communicator.cpp - one rank among those that run together ----------===//

#include "runtime/Collectives/Communicator.h"
#include "runtime/Core/Futex.h"
#include "runtime/Core/Message.h"
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>

using namespace heddle::rt;

/// More ranks than this in one process are a mistake of the caller.
static constexpr uint32_t kMostThreadRanks = 4096;

/// What the communicators of a process share.
struct Communicator::Job {
  heddle_allocator_t allocator = defaultAllocator();
  const heddle_transport_t *transport = nullptr;
  void *library = nullptr; ///< of dlopen; null for threads
  Watchdog watchdog;
  std::atomic<uint32_t> users{0};

  static Job *make() {
    void *memory = aligned_alloc(alignof(Job), sizeof(Job));
    return memory ? new (memory) Job : nullptr;
  }
  void destroy() {
    this->~Job();
    free(this);
  }
};

const heddle_transport_t &Communicator::transport() const { return *job.transport; }

Communicator *Communicator::make(Job &job, const Place &place, Watched &watched) {
  void *memory = malloc(sizeof(Communicator));
  if (!memory) {
    return nullptr;
  }
  job.users.fetch_add(1, std::memory_order_relaxed);
  return new (memory) Communicator(job, place, watched);
}

//===----------------------------------------------------------------------===//
// Ranks that are threads
//===----------------------------------------------------------------------===//

heddle_status_t Communicator::createThreads(uint32_t size, Communicator **communicators,
                                            heddle_message_t *message) {
  if (size == 0 || size > kMostThreadRanks) {
    return report(message, HEDDLE_INVALID_ARGUMENT, "%u ranks, wanted 1 to %u", size, kMostThreadRanks);
  }
  Job *job = Job::make();
  void *worlds[kMostThreadRanks];
  if (!job || !openThreadWorlds(size, worlds)) {
    if (job) {
      job->destroy();
    }
    return report(message, HEDDLE_OUT_OF_MEMORY, "no memory for %u ranks", size);
  }
  job->transport = &kThreadTransport;
  job->users = 1; // this function
  heddle_status_t status = job->watchdog.start(job->allocator, 0, size, message);
  uint32_t made = 0;
  for (; status == HEDDLE_OK && made < size; ++made) {
    communicators[made] = make(*job, {worlds[made], made, size}, job->watchdog.watched(made));
    if (!communicators[made]) {
      status = report(message, HEDDLE_OUT_OF_MEMORY, "no memory for %u ranks", size);
      break;
    }
  }
  if (status != HEDDLE_OK) {
    for (uint32_t i = 0; i < size; ++i) {
      i < made ? communicators[i]->release() : kThreadTransport.close(worlds[i]);
    }
  }
  if (job->users.fetch_sub(1, std::memory_order_acq_rel) == 1) {
    job->destroy();
  }
  return status;
}

//===----------------------------------------------------------------------===//
// Ranks that are processes
//===----------------------------------------------------------------------===//

/// The interface that the library at `path` exports; its handle goes to `library`, whose owner closes it.
static heddle_status_t loadTransport(const char *path, void *&library, const heddle_transport_t *&transport,
                                     heddle_message_t *message) {
  library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    return report(message, HEDDLE_NOT_FOUND, "cannot load '%s': %s", path, dlerror());
  }
  auto function = reinterpret_cast<heddle_transport_function_t>(dlsym(library, HEDDLE_TRANSPORT_FUNCTION));
  if (!function) {
    return report(message, HEDDLE_INVALID_ARGUMENT, "'%s' is no transport: it has no function '%s'", path,
                  HEDDLE_TRANSPORT_FUNCTION);
  }
  transport = function();
  if (transport->version != HEDDLE_TRANSPORT_VERSION) {
    return report(message, HEDDLE_INVALID_ARGUMENT,
                  "'%s' has transport version %u, this runtime works with version %u", path,
                  transport->version, HEDDLE_TRANSPORT_VERSION);
  }
  return HEDDLE_OK;
}

/// Starts the transport and compares what it says with what the launcher said. On failure the job is left.
heddle_status_t Communicator::join(Job &job, const heddle_launch_t &launch, Place &place,
                                   heddle_message_t *message) {
  Watched &watched = job.watchdog.watched(0);
  watched.begin([](const void *, char *text, size_t bytes) { snprintf(text, bytes, "joining the job"); },
                nullptr, 0, nowNanos() + job.watchdog.limitNanos());
  int32_t rank = 0, size = 1;
  const char *failure = job.transport->open(&place.world, &rank, &size);
  watched.end();
  if (failure) {
    return report(message, HEDDLE_SYSTEM_ERROR, "%s: %s", job.transport->name, failure);
  }
  place.rank = uint32_t(rank);
  place.size = uint32_t(size);
  if (launch.launcher && (place.rank != launch.rank || place.size != launch.size)) {
    job.transport->close(place.world);
    return report(message, HEDDLE_INVALID_ARGUMENT,
                  "%s says rank %d of %d but %s says rank %u of %u: the transport is of another %s than the "
                  "launcher",
                  job.transport->name, rank, size, launch.launcher, launch.rank, launch.size,
                  job.transport->name);
  }
  return HEDDLE_OK;
}

heddle_status_t Communicator::open(const char *library, Communicator **communicator,
                                   heddle_message_t *message) {
  heddle_launch_t launch;
  if (heddle_status_t status = heddle_launch_read(&launch, message)) {
    return status;
  }
  Job *job = Job::make();
  if (!job) {
    return report(message, HEDDLE_OUT_OF_MEMORY, "no memory for the communicator");
  }
  Place place = {};
  heddle_status_t status = loadTransport(library, job->library, job->transport, message);
  if (status == HEDDLE_OK) {
    status = job->watchdog.start(job->allocator, launch.rank, 1, message);
  }
  if (status == HEDDLE_OK) {
    status = join(*job, launch, place, message);
  }
  if (status == HEDDLE_OK && !(*communicator = make(*job, place, job->watchdog.watched(0)))) {
    job->transport->close(place.world);
    status = report(message, HEDDLE_OUT_OF_MEMORY, "no memory for the communicator");
  }
  if (status != HEDDLE_OK) {
    job->destroy();
  }
  return status;
}

//===----------------------------------------------------------------------===//
// Use
//===----------------------------------------------------------------------===//

const char *Communicator::openGroup(const int32_t *ranks, uint32_t count, void **group) {
  return job.transport->open_group(place.world, ranks, int32_t(count), numGroups++, group);
}

void Communicator::beginWait(Watched::Describe describe, const void *subject, uint64_t number) {
  watched.begin(describe, subject, number, nowNanos() + job.watchdog.limitNanos());
}

void Communicator::fail(const char *reason) {
  if (failed) {
    return;
  }
  failed = true;
  if (!job.library) { // threads that wait for this one go on; processes are ended by `release`
    heddle_message_t text;
    report(&text, HEDDLE_RUN_FAILED, "rank %u failed: %s", place.rank, reason);
    job.transport->abort(place.world, 1, text.text);
  }
}

void Communicator::release() {
  Job &used = job;
  if (failed && used.library && place.size > 1) {
    used.transport->abort(place.world, 1, "a run failed");
  }
  used.transport->close(place.world);
  this->~Communicator();
  free(this);
  if (used.users.fetch_sub(1, std::memory_order_acq_rel) == 1) {
    // The library stays loaded: what an MPI leaves at exit may lie in it.
    used.destroy();
  }
}
