//===- RankGroup.h - the ranks that work together in a collective -*- C++ -*-===//

#ifndef RUNTIME_COLLECTIVES_RANKGROUP_H
#define RUNTIME_COLLECTIVES_RANKGROUP_H

#include "heddle/abi.h"
#include "heddle/runtime.h"
#include "runtime/Core/Memory.h"

namespace heddle::rt {

/// Ranks of a model's mesh, or 0 if they are too many to count.
uint32_t meshSize(const heddle_model_info_t &info);

/// The group of one rank along some axes (heddle_group_info_t), with what was done in it.
struct RankGroup {
  /// Fills the members for `rank`; `axes` null means all ranks in order. False without memory. `info` and
  /// `axes` outlive the group.
  bool find(const heddle_model_info_t &info, const heddle_group_info_t *axes, uint32_t rank,
            const heddle_allocator_t &allocator);

  uint32_t size() const { return uint32_t(ranks.size()); }

  /// Writes what goes on, "all_reduce over data, model (ranks 0, 1, 2, 3)"; `group` is a RankGroup.
  static void describe(const void *group, char *text, size_t bytes);

  const heddle_model_info_t *info = nullptr;
  const heddle_group_info_t *axes = nullptr;
  Array<int32_t> ranks;                      ///< members in the order of their indices
  uint32_t self = 0;                         ///< index of this rank
  void *handle = nullptr;                    ///< of the transport; null if there is one member
  uint32_t current = HEDDLE_NUM_COLLECTIVES; ///< the collective that goes on; at first the making
  heddle_traffic_t traffic[HEDDLE_NUM_COLLECTIVES] = {};
};

} // namespace heddle::rt

#endif // RUNTIME_COLLECTIVES_RANKGROUP_H
