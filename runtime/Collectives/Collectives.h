//===- Collectives.h - the collectives of one session -----------*- C++ -*-===//
//
// The groups of a model's mesh that this rank is in, and what generated code does on them (abi.h). A
// transport only moves bytes. A sum is made of three steps: everybody sends each rank its piece, that rank
// adds the pieces in the order of the ranks, and everybody gets all sums. It moves as many bytes as the best
// ring.
//
//===----------------------------------------------------------------------===//

#ifndef RUNTIME_COLLECTIVES_COLLECTIVES_H
#define RUNTIME_COLLECTIVES_COLLECTIVES_H

#include "runtime/Collectives/Communicator.h"
#include "runtime/Collectives/RankGroup.h"

namespace heddle::rt {

class Collectives {
public:
  Collectives() = default;
  Collectives(const Collectives &) = delete;
  Collectives &operator=(const Collectives &) = delete;
  /// Leaves the groups.
  ~Collectives();

  /// Makes the groups of the model, and one of all ranks. A null communicator is a single rank. Refuses a
  /// number of ranks that is not the mesh's. `allocator` and `info` outlive this.
  heddle_status_t open(const heddle_model_info_t &info, Communicator *communicator,
                       const heddle_allocator_t &allocator, heddle_message_t *message);

  /// At the start of a run, on all ranks: no other session runs on the communicator, no run has failed, and
  /// the first time, all ranks have the same model.
  heddle_status_t beginRun(heddle_message_t *message);
  void endRun(heddle_status_t status, const heddle_message_t &message);

  // See abi.h: null, or a text that says what went wrong, valid until the next call.
  const char *allReduce(int64_t group, const void *input, void *result, int64_t count, int64_t dtype,
                        int64_t kind);
  const char *reduceScatter(int64_t group, const void *input, void *result, int64_t count, int64_t dtype,
                            int64_t kind);
  const char *allGather(int64_t group, const void *input, void *result, int64_t bytes);
  const char *allToAll(int64_t group, const void *input, void *result, int64_t bytes);
  const char *permute(int64_t group, const void *input, void *result, int64_t bytes, const int64_t *pairs,
                      int64_t numPairs);
  int64_t coord(int64_t group) const { return groups[size_t(group)].self; }
  /// Ranks of a group.
  uint64_t size(int64_t group) const { return groups[size_t(group)].size(); }

  const heddle_traffic_t &traffic(uint32_t collective, uint32_t group) const {
    return groups[group].traffic[collective];
  }

private:
  struct Call;

  heddle_status_t checkMesh(heddle_message_t *message) const;
  heddle_status_t openGroup(RankGroup &group, const heddle_group_info_t *axes, heddle_message_t *message);
  heddle_status_t compareModels(heddle_message_t *message);
  /// A collective of a transport: `all_gather` or `all_to_all`.
  using Exchange = decltype(heddle_transport_t::all_gather) heddle_transport_t::*;
  const char *moveBy(Exchange exchange, heddle_collective_t kind, int64_t groupIndex, const void *input,
                     void *result, int64_t bytes);
  const char *reduceBy(Exchange exchange, RankGroup &group, const void *input, void *result, int64_t count,
                       int64_t dtype, int64_t kind);
  const void *const *pieces(RankGroup &group, uint64_t bytes);

  const heddle_model_info_t *info = nullptr;
  Communicator *communicator = nullptr;
  const heddle_allocator_t *allocator = nullptr;
  Array<RankGroup> groups; ///< the model's, then that of all ranks
  Array<const void *> pieceData;
  Region scratch;
  uint64_t numCalls = 0;
  bool isCompared = false;
  heddle_message_t text = {};
};

} // namespace heddle::rt

#endif // RUNTIME_COLLECTIVES_COLLECTIVES_H
