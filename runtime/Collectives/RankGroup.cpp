//===- RankGroup.cpp - the ranks that work together in a collective -------===//

#include "runtime/Collectives/RankGroup.h"
#include <cstdio>

using namespace heddle::rt;

uint32_t heddle::rt::meshSize(const heddle_model_info_t &info) {
  int64_t size = 1;
  for (uint32_t i = 0; i < info.num_axes && size > 0; ++i) {
    size = info.axes[i].size > INT32_MAX / size ? 0 : size * info.axes[i].size;
  }
  return uint32_t(size);
}

/// On a mesh of 2 x 3, rank 4 and the axis 1: the coordinate of rank 4 is 1, the stride 1, so the members
/// start at rank 4 - 1 * 1 = 3: ranks 3, 4, 5, this one with index 1.
bool RankGroup::find(const heddle_model_info_t &model, const heddle_group_info_t *groupAxes, uint32_t rank,
                     const heddle_allocator_t &allocator) {
  info = &model;
  axes = groupAxes;
  uint32_t numAxes = axes ? axes->num_axes : info->num_axes, count = 1, first = rank;
  auto axisAt = [&](uint32_t i) { return axes ? axes->axes[i] : i; };
  auto sizeAt = [&](uint32_t i) { return uint32_t(info->axes[axisAt(i)].size); };
  auto strideAt = [&](uint32_t i) {
    uint32_t stride = 1;
    for (uint32_t axis = axisAt(i) + 1; axis < info->num_axes; ++axis) {
      stride *= uint32_t(info->axes[axis].size);
    }
    return stride;
  };
  self = 0;
  for (uint32_t i = 0; i < numAxes; ++i) {
    uint32_t coordinate = rank / strideAt(i) % sizeAt(i);
    first -= coordinate * strideAt(i);
    self = self * sizeAt(i) + coordinate;
    count *= sizeAt(i);
  }
  if (!ranks.allocate(allocator, count)) {
    return false;
  }
  for (uint32_t index = 0; index < count; ++index) {
    uint32_t member = first, rest = index;
    for (uint32_t i = numAxes; i-- > 0; rest /= sizeAt(i)) {
      member += rest % sizeAt(i) * strideAt(i);
    }
    ranks[index] = int32_t(member);
  }
  return true;
}

const char *heddle_collective_name(uint32_t collective) {
  static constexpr const char *names[] = {"all_reduce", "reduce_scatter", "all_gather", "all_to_all",
                                          "permute"};
  return collective < HEDDLE_NUM_COLLECTIVES ? names[collective] : "unknown";
}

void RankGroup::describe(const void *subject, char *text, size_t bytes) {
  const RankGroup &group = *static_cast<const RankGroup *>(subject);
  size_t length = 0;
  auto add = [&](const char *piece) {
    if (length < bytes) {
      length += size_t(snprintf(text + length, bytes - length, "%s", piece));
    }
  };
  add(group.current < HEDDLE_NUM_COLLECTIVES ? heddle_collective_name(group.current) : "making the group");
  for (uint32_t i = 0; group.axes && i < group.axes->num_axes; ++i) {
    add(i ? ", " : " over ");
    add(group.info->axes[group.axes->axes[i]].name);
  }
  for (uint32_t i = 0; i < group.size(); ++i) {
    char number[16];
    snprintf(number, sizeof(number), "%s%d", i ? ", " : " (ranks ", group.ranks[i]);
    add(number);
  }
  add(")");
}
