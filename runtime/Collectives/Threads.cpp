//===- Threads.cpp - ranks that are threads of one process ----------------===//

#include "runtime/Collectives/Threads.h"
#include "runtime/Collectives/RankBarrier.h"
#include "runtime/Core/Cpus.h"
#include "runtime/Core/Memory.h"
#include "runtime/Core/Message.h"
#include <cinttypes>
#include <cstdlib>
#include <cstring>
#include <pthread.h>

using namespace heddle::rt;

/// Some passages of a cache line between processors. A guess.
static constexpr uint64_t kSpinNanos = 5'000;

namespace {

struct Shared;

/// What a member shows the others for one collective, alone in its cache line.
struct alignas(64) Shown {
  const char *input;
  uint64_t bytes;
};

/// A group; its members share one.
struct Group {
  Group(Shared &shared, int32_t tag, int32_t first, uint32_t members, uint64_t spinNanos);
  Shared &shared;
  Group *next = nullptr;
  int32_t tag, first; ///< together they name the group: `first` is its first rank
  uint32_t members;
  uint32_t users = 0;     ///< members that hold it
  RankBarrier arrivals;   ///< all inputs are shown; broken off when a rank fails
  RankBarrier departures; ///< all inputs are read. Who meets here is on its way, so this is never broken off
  Array<Shown> shown;
};

/// A member's hold on a group.
struct Membership {
  Group *group;
  struct World *world;
  uint32_t self;
};

/// What all ranks of a process share.
struct Shared {
  heddle_allocator_t allocator = defaultAllocator();
  heddle_message_t reason = {}; ///< written once, before the barriers are broken off
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  // Under the mutex:
  uint32_t ranks, users;
  bool isBroken = false;
  Group *groups = nullptr;
};

/// One rank.
struct World {
  Shared *shared;
  uint32_t rank;
  heddle_message_t text;
};

struct Lock {
  explicit Lock(pthread_mutex_t &mutex) : mutex(mutex) { pthread_mutex_lock(&mutex); }
  ~Lock() { pthread_mutex_unlock(&mutex); }
  pthread_mutex_t &mutex;
};

} // namespace

Group::Group(Shared &shared, int32_t tag, int32_t first, uint32_t members, uint64_t spinNanos)
    : shared(shared), tag(tag), first(first), members(members), arrivals(members, spinNanos),
      departures(members, spinNanos) {}

template <typename T, typename... Arguments> static T *make(Arguments &&...arguments) {
  void *memory = aligned_alloc(alignof(T), sizeof(T)); // a multiple of the alignment, as sizes of types are
  return memory ? new (memory) T(static_cast<Arguments &&>(arguments)...) : nullptr;
}

template <typename T> static void destroy(T *made) {
  made->~T();
  free(made);
}

//===----------------------------------------------------------------------===//
// Worlds and groups
//===----------------------------------------------------------------------===//

bool heddle::rt::openThreadWorlds(uint32_t size, void **worlds) {
  auto *shared = make<Shared>();
  if (!shared) {
    return false;
  }
  shared->ranks = shared->users = size;
  for (uint32_t rank = 0; rank < size; ++rank) {
    worlds[rank] = make<World>(World{shared, rank, {}});
    if (!worlds[rank]) {
      for (uint32_t i = 0; i < rank; ++i) {
        destroy(static_cast<World *>(worlds[i]));
      }
      destroy(shared);
      return false;
    }
  }
  return true;
}

static void closeWorld(void *handle) {
  auto *world = static_cast<World *>(handle);
  Shared *shared = world->shared;
  destroy(world);
  bool isLast;
  {
    Lock lock(shared->mutex);
    isLast = --shared->users == 0;
  }
  if (!isLast) {
    return;
  }
  destroy(shared);
}

static const char *openGroup(void *handle, const int32_t *ranks, int32_t count, int32_t tag, void **result) {
  auto &world = *static_cast<World *>(handle);
  Shared &shared = *world.shared;
  auto *membership = make<Membership>(Membership{nullptr, &world, 0});
  if (!membership) {
    return "no memory for a group of ranks";
  }
  while (ranks[membership->self] != int32_t(world.rank)) {
    ++membership->self;
  }
  Lock lock(shared.mutex);
  Group *group = shared.groups;
  while (group && (group->tag != tag || group->first != ranks[0])) {
    group = group->next;
  }
  if (!group) {
    uint64_t spinNanos = shared.ranks <= usableCpus() ? kSpinNanos : 0;
    group = make<Group>(shared, tag, ranks[0], uint32_t(count), spinNanos);
    if (!group || !group->shown.allocate(shared.allocator, size_t(count))) {
      if (group) {
        destroy(group);
      }
      destroy(membership);
      return "no memory for a group of ranks";
    }
    group->next = shared.groups;
    shared.groups = group;
    if (shared.isBroken) {
      group->arrivals.breakOff();
    }
  }
  ++group->users;
  membership->group = group;
  *result = membership;
  return nullptr;
}

static void closeGroup(void *handle) {
  auto *membership = static_cast<Membership *>(handle);
  Group *group = membership->group;
  destroy(membership);
  Shared &shared = group->shared;
  Lock lock(shared.mutex);
  if (--group->users != 0) {
    return;
  }
  Group **link = &shared.groups;
  while (*link != group) {
    link = &(*link)->next;
  }
  *link = group->next;
  destroy(group);
}

static void abortRanks(void *handle, int32_t /*status*/, const char *reason) {
  Shared &shared = *static_cast<World *>(handle)->shared;
  Lock lock(shared.mutex);
  if (shared.isBroken) {
    return;
  }
  shared.isBroken = true;
  report(&shared.reason, HEDDLE_RUN_FAILED, "%s", reason);
  for (Group *group = shared.groups; group; group = group->next) {
    group->arrivals.breakOff();
  }
}

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

/// Waits until all have read: before that an input may not go, whatever happens to other ranks.
static const char *finish(Membership &self, const char *failure = nullptr) {
  self.group->departures.meet();
  return failure;
}

/// Shows the input and waits for those of the others. A text, with nothing to finish, if the job is broken or
/// they are of other sizes.
static const char *show(Membership &self, const void *input, uint64_t bytes) {
  Group &group = *self.group;
  group.shown[self.self] = {static_cast<const char *>(input), bytes};
  if (!group.arrivals.meet()) {
    return group.shared.reason.text;
  }
  for (uint32_t i = 0; i < group.members; ++i) {
    if (group.shown[i].bytes != bytes) {
      report(&self.world->text, HEDDLE_RUN_FAILED,
             "member %u of the group has %" PRIu64 " bytes, member %u has %" PRIu64, self.self, bytes, i,
             group.shown[i].bytes);
      return finish(self, self.world->text.text);
    }
  }
  return nullptr;
}

static const char *allGather(void *handle, const void *input, void *result, uint64_t bytes) {
  auto &self = *static_cast<Membership *>(handle);
  if (const char *failure = show(self, input, bytes)) {
    return failure;
  }
  auto *target = static_cast<char *>(result);
  for (uint32_t i = 0; i < self.group->members; ++i, target += bytes) {
    if (const char *source = self.group->shown[i].input; source != target) {
      memcpy(target, source, bytes);
    }
  }
  return finish(self);
}

static const char *allToAll(void *handle, const void *input, void *result, uint64_t bytes) {
  auto &self = *static_cast<Membership *>(handle);
  if (const char *failure = show(self, input, bytes)) {
    return failure;
  }
  auto *target = static_cast<char *>(result);
  for (uint32_t i = 0; i < self.group->members; ++i) {
    memcpy(target + i * bytes, self.group->shown[i].input + self.self * bytes, bytes);
  }
  return finish(self);
}

static const char *sendReceive(void *handle, const void *input, int32_t /*to*/, void *result, int32_t from,
                               uint64_t bytes) {
  auto &self = *static_cast<Membership *>(handle);
  if (const char *failure = show(self, input, bytes)) {
    return failure;
  }
  if (from >= 0) {
    memcpy(result, self.group->shown[uint32_t(from)].input, bytes);
  }
  return finish(self);
}

const heddle_transport_t heddle::rt::kThreadTransport = {HEDDLE_TRANSPORT_VERSION,
                                                         "threads",
                                                         nullptr,
                                                         openGroup,
                                                         closeGroup,
                                                         allGather,
                                                         allToAll,
                                                         sendReceive,
                                                         abortRanks,
                                                         closeWorld};
