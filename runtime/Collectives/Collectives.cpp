//===- Collectives.cpp - the collectives of one session -------------------===//

#include "runtime/Collectives/Collectives.h"
#include "runtime/Collectives/Reduce.h"
#include "runtime/Core/Message.h"
#include <cinttypes>
#include <cstdio>
#include <cstring>

using namespace heddle::rt;

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

heddle_status_t Collectives::checkMesh(heddle_message_t *message) const {
  uint32_t wanted = meshSize(*info), found = communicator ? communicator->size() : 1;
  if (wanted == found) {
    return HEDDLE_OK;
  }
  char mesh[256] = "";
  for (uint32_t i = 0, length = 0; i < info->num_axes && length < sizeof(mesh); ++i) {
    length += uint32_t(snprintf(mesh + length, sizeof(mesh) - length, "%s%s %" PRId64, i ? ", " : " (",
                                info->axes[i].name, info->axes[i].size));
  }
  return report(message, HEDDLE_INVALID_ARGUMENT, "the model is for %u rank%s%s%s, here are %u", wanted,
                wanted == 1 ? "" : "s", mesh, *mesh ? ")" : "", found);
}

heddle_status_t Collectives::openGroup(RankGroup &group, const heddle_group_info_t *axes,
                                       heddle_message_t *message) {
  if (!group.find(*info, axes, communicator ? communicator->rank() : 0, *allocator)) {
    return report(message, HEDDLE_OUT_OF_MEMORY, "no memory for a group of ranks");
  }
  if (group.size() == 1) {
    return HEDDLE_OK;
  }
  communicator->beginWait(RankGroup::describe, &group, 0);
  const char *failure = communicator->openGroup(group.ranks.data(), group.size(), &group.handle);
  communicator->endWait();
  return failure ? report(message, HEDDLE_SYSTEM_ERROR, "%s: %s", communicator->transport().name, failure)
                 : HEDDLE_OK;
}

heddle_status_t Collectives::open(const heddle_model_info_t &model, Communicator *ownCommunicator,
                                  const heddle_allocator_t &ownAllocator, heddle_message_t *message) {
  info = &model;
  communicator = ownCommunicator;
  allocator = &ownAllocator;
  if (communicator && !communicator->isOwn()) {
    communicator = nullptr;
    return report(message, HEDDLE_INVALID_ARGUMENT,
                  "the communicator was made by another copy of the runtime than the session's");
  }
  if (heddle_status_t status = checkMesh(message)) {
    return status;
  }
  if (info->num_axes == 0) {
    return HEDDLE_OK;
  }
  if (!groups.allocate(*allocator, info->num_groups + 1) ||
      !pieceData.allocate(*allocator, meshSize(*info))) {
    return report(message, HEDDLE_OUT_OF_MEMORY, "no memory for groups of ranks");
  }
  if (communicator && !communicator->acquire()) {
    return report(message, HEDDLE_BUSY, "another session of the communicator runs");
  }
  heddle_status_t status = HEDDLE_OK;
  for (uint32_t i = 0; status == HEDDLE_OK && i <= info->num_groups; ++i) {
    status = openGroup(groups[i], i < info->num_groups ? &info->groups[i] : nullptr, message);
  }
  if (communicator) {
    communicator->yield();
  }
  return status;
}

Collectives::~Collectives() {
  for (RankGroup &group : groups) {
    if (group.handle) {
      communicator->transport().close_group(group.handle);
    }
  }
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

heddle_status_t Collectives::beginRun(heddle_message_t *message) {
  if (!communicator) {
    return HEDDLE_OK;
  }
  if (!communicator->acquire()) {
    return report(message, HEDDLE_BUSY, "another session of the communicator runs");
  }
  heddle_status_t status = HEDDLE_OK;
  if (communicator->hasFailed()) {
    status = report(message, HEDDLE_RUN_FAILED, "an earlier run of this rank failed");
  } else if (!isCompared) {
    status = compareModels(message);
    isCompared = status == HEDDLE_OK;
  }
  if (status != HEDDLE_OK) {
    endRun(status, *message);
  }
  return status;
}

void Collectives::endRun(heddle_status_t status, const heddle_message_t &message) {
  if (!communicator) {
    return;
  }
  if (status != HEDDLE_OK) {
    communicator->fail(message.text);
  }
  communicator->yield();
}

heddle_status_t Collectives::compareModels(heddle_message_t *message) {
  constexpr size_t hashBytes = 64;
  char own[hashBytes + 1] = "";
  snprintf(own, sizeof(own), "%s", info->content_hash ? info->content_hash : "");
  if (communicator->size() == 1) {
    return HEDDLE_OK;
  }
  RankGroup &all = groups[info->num_groups];
  Region hashes;
  if (!hashes.allocate(*allocator, all.size() * hashBytes)) {
    return report(message, HEDDLE_OUT_OF_MEMORY, "no memory to compare the models of ranks");
  }
  if (const char *failure = allGather(info->num_groups, own, hashes.data(), hashBytes)) {
    return report(message, HEDDLE_RUN_FAILED, "%s", failure);
  }
  for (uint32_t i = 0; i < all.size(); ++i) {
    if (memcmp(static_cast<const char *>(hashes.data()) + i * hashBytes, own, hashBytes) != 0) {
      return report(message, HEDDLE_INVALID_MODEL, "rank %u has another build of the model than rank %u", i,
                    communicator->rank());
    }
  }
  return HEDDLE_OK;
}

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

/// One collective as it is counted and watched.
struct Collectives::Call {
  Call(Collectives &owner, RankGroup &group, heddle_collective_t collective, uint64_t bytes)
      : owner(owner), group(group) {
    group.traffic[collective].calls += 1;
    group.traffic[collective].bytes += bytes;
    group.current = collective;
    if (group.handle) {
      owner.communicator->beginWait(RankGroup::describe, &group, ++owner.numCalls);
    }
  }
  ~Call() {
    if (group.handle) {
      owner.communicator->endWait();
    }
  }
  /// The transport's text with the collective before it, or null.
  const char *end(const char *failure) {
    if (!failure) {
      return nullptr;
    }
    char what[256];
    RankGroup::describe(&group, what, sizeof(what));
    report(&owner.text, HEDDLE_RUN_FAILED, "%s: %s", what, failure);
    return owner.text.text;
  }
  Collectives &owner;
  RankGroup &group;
};

static constexpr const char *kNoScratch = "no memory for the pieces of the other ranks";

/// Where the pieces of all members lie in the scratch memory, `bytes` bytes each; null without memory.
const void *const *Collectives::pieces(RankGroup &group, uint64_t bytes) {
  if (!scratch.reserve(*allocator, bytes * group.size())) {
    return nullptr;
  }
  for (uint32_t i = 0; i < group.size(); ++i) {
    pieceData[i] = static_cast<char *>(scratch.data()) + i * bytes;
  }
  return pieceData.data();
}

/// Every rank gets `count` elements of each member by `exchange`; result = these combined.
const char *Collectives::reduceBy(Exchange exchange, RankGroup &group, const void *input, void *result,
                                  int64_t count, int64_t dtype, int64_t kind) {
  uint64_t bytes = uint64_t(count) * heddle_dtype_bytes(uint32_t(dtype));
  const void *const *all = pieces(group, bytes);
  if (!all) {
    return kNoScratch;
  }
  if (const char *failure =
          (communicator->transport().*exchange)(group.handle, input, scratch.data(), bytes)) {
    return failure;
  }
  reduceInOrder(dtype, kind, all, group.size(), result, uint64_t(count));
  return nullptr;
}

static const char *checkReduce(int64_t dtype, int64_t kind) {
  return canReduce(dtype, kind) ? nullptr : "the model combines numbers of a type that cannot be combined";
}

const char *Collectives::allReduce(int64_t groupIndex, const void *input, void *result, int64_t count,
                                   int64_t dtype, int64_t kind) {
  if (const char *failure = checkReduce(dtype, kind)) {
    return failure;
  }
  RankGroup &group = groups[size_t(groupIndex)];
  uint64_t elementBytes = heddle_dtype_bytes(uint32_t(dtype));
  // Equal pieces, and what is left over: fewer elements than ranks.
  int64_t piece = count / group.size(), whole = piece * group.size();
  Call call(*this, group, HEDDLE_ALL_REDUCE,
            uint64_t(2 * piece + count - whole) * elementBytes * (group.size() - 1));
  if (group.size() == 1) {
    memmove(result, input, uint64_t(count) * elementBytes);
    return nullptr;
  }
  const char *failure = nullptr;
  if (piece > 0) {
    auto *own = static_cast<char *>(result) + group.self * uint64_t(piece) * elementBytes;
    failure = reduceBy(&heddle_transport_t::all_to_all, group, input, own, piece, dtype, kind);
    if (!failure) {
      failure =
          communicator->transport().all_gather(group.handle, own, result, uint64_t(piece) * elementBytes);
    }
  }
  if (!failure && whole < count) {
    uint64_t at = uint64_t(whole) * elementBytes;
    failure = reduceBy(&heddle_transport_t::all_gather, group, static_cast<const char *>(input) + at,
                       static_cast<char *>(result) + at, count - whole, dtype, kind);
  }
  return call.end(failure);
}

const char *Collectives::reduceScatter(int64_t groupIndex, const void *input, void *result, int64_t count,
                                       int64_t dtype, int64_t kind) {
  if (const char *failure = checkReduce(dtype, kind)) {
    return failure;
  }
  RankGroup &group = groups[size_t(groupIndex)];
  uint64_t bytes = uint64_t(count) * heddle_dtype_bytes(uint32_t(dtype));
  Call call(*this, group, HEDDLE_REDUCE_SCATTER, bytes * (group.size() - 1));
  if (group.size() == 1) {
    memcpy(result, input, bytes);
    return nullptr;
  }
  return call.end(count ? reduceBy(&heddle_transport_t::all_to_all, group, input, result, count, dtype, kind)
                        : nullptr);
}

const char *Collectives::moveBy(Exchange exchange, heddle_collective_t kind, int64_t groupIndex,
                                const void *input, void *result, int64_t bytes) {
  RankGroup &group = groups[size_t(groupIndex)];
  Call call(*this, group, kind, uint64_t(bytes) * (group.size() - 1));
  if (group.size() == 1) {
    memcpy(result, input, size_t(bytes));
    return nullptr;
  }
  return call.end(bytes ? (communicator->transport().*exchange)(group.handle, input, result, uint64_t(bytes))
                        : nullptr);
}

const char *Collectives::allGather(int64_t groupIndex, const void *input, void *result, int64_t bytes) {
  return moveBy(&heddle_transport_t::all_gather, HEDDLE_ALL_GATHER, groupIndex, input, result, bytes);
}

const char *Collectives::allToAll(int64_t groupIndex, const void *input, void *result, int64_t bytes) {
  return moveBy(&heddle_transport_t::all_to_all, HEDDLE_ALL_TO_ALL, groupIndex, input, result, bytes);
}

const char *Collectives::permute(int64_t groupIndex, const void *input, void *result, int64_t bytes,
                                 const int64_t *pairs, int64_t numPairs) {
  RankGroup &group = groups[size_t(groupIndex)];
  int32_t to = -1, from = -1, self = int32_t(group.self);
  for (int64_t i = 0; i < numPairs; ++i) {
    to = pairs[2 * i] == self ? int32_t(pairs[2 * i + 1]) : to;
    from = pairs[2 * i + 1] == self ? int32_t(pairs[2 * i]) : from;
  }
  Call call(*this, group, HEDDLE_PERMUTE, to < 0 || to == self ? 0 : uint64_t(bytes));
  if (from < 0) {
    memset(result, 0, size_t(bytes));
  } else if (from == self) {
    memcpy(result, input, size_t(bytes));
  }
  if (group.size() == 1 || bytes == 0) {
    return nullptr;
  }
  return call.end(communicator->transport().send_receive(group.handle, input, to == self ? -1 : to, result,
                                                         from == self ? -1 : from, uint64_t(bytes)));
}
