//===- Plan.cpp - where buffers lie in the arena --------------------------===//
//
// See plan.h. Buffers that are placed are kept in the order of their offsets, so one walk over them finds
// every gap that a new buffer could take: O(n^2) steps of a few instructions, about a millisecond for a
// thousand buffers.
//
//===----------------------------------------------------------------------===//

#include "heddle/plan.h"
#include <algorithm>

namespace {

constexpr uint64_t kLimit = uint64_t(INT64_MAX) / 2;

uint64_t alignUp(uint64_t bytes) {
  return (bytes + HEDDLE_ALIGNMENT - 1) / HEDDLE_ALIGNMENT * HEDDLE_ALIGNMENT;
}

bool meet(const heddle_buffer_info_t &a, const heddle_buffer_info_t &b) {
  return a.first_step <= b.last_step && b.first_step <= a.last_step;
}

/// The smallest gap of at least `size` bytes between those of the `count` buffers `placed` (by offset) that
/// are alive together with `buffer`; the first of equal ones.
uint64_t bestFit(const heddle_buffer_info_t *buffers, const int64_t *bytes, const int64_t *offsets,
                 const uint32_t *placed, uint32_t count, const heddle_buffer_info_t &buffer, uint64_t size) {
  uint64_t end = 0, best = 0, bestGap = UINT64_MAX;
  for (uint32_t i = 0; i < count; ++i) {
    uint32_t other = placed[i];
    if (!meet(buffers[other], buffer)) {
      continue;
    }
    uint64_t start = uint64_t(offsets[other]);
    if (start > end && start - end >= size && start - end < bestGap) {
      best = end;
      bestGap = start - end;
    }
    end = std::max(end, start + alignUp(uint64_t(bytes[other])));
  }
  return bestGap == UINT64_MAX ? end : best;
}

} // namespace

uint64_t heddle_plan_offsets(const heddle_buffer_info_t *buffers, const int64_t *bytes, uint32_t n,
                             int64_t *offsets, void *workspace) {
  auto *order = static_cast<uint32_t *>(workspace);
  uint32_t *placed = order + n;
  uint32_t numOrdered = 0, numPlaced = 0;
  for (uint32_t i = 0; i < n; ++i) {
    if (bytes[i] < 0 || uint64_t(bytes[i]) > kLimit) {
      return HEDDLE_PLAN_FAILED;
    }
    offsets[i] = 0;
    if (bytes[i] > 0) {
      order[numOrdered++] = i;
    }
  }
  std::sort(order, order + numOrdered,
            [&](uint32_t a, uint32_t b) { return bytes[a] != bytes[b] ? bytes[a] > bytes[b] : a < b; });
  uint64_t total = 0;
  for (uint32_t k = 0; k < numOrdered; ++k) {
    uint32_t i = order[k];
    uint64_t size = alignUp(uint64_t(bytes[i]));
    uint64_t offset = bestFit(buffers, bytes, offsets, placed, numPlaced, buffers[i], size);
    if (offset > kLimit - size) {
      return HEDDLE_PLAN_FAILED;
    }
    offsets[i] = int64_t(offset);
    uint32_t *place = std::upper_bound(placed, placed + numPlaced, i, [&](uint32_t a, uint32_t b) {
      return offsets[a] != offsets[b] ? offsets[a] < offsets[b] : a < b;
    });
    std::move_backward(place, placed + numPlaced, placed + numPlaced + 1);
    *place = i;
    ++numPlaced;
    total = std::max(total, offset + size);
  }
  return total;
}
