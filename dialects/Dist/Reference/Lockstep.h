//===- Lockstep.h - a partitioned program on all ranks at once --*- C++ -*-===//
//
// The meaning of the dist dialect, executably: runs one program for every rank of its mesh in one process, op
// by op. A graph op is evaluated for one rank after the other by the reference interpreter; a collective
// takes the operands of all ranks and gives each its result. Sums are made in the order of ranks, in the
// element type after each term as the runtime makes them.
//
//===----------------------------------------------------------------------===//

#ifndef DIALECTS_DIST_REFERENCE_LOCKSTEP_H
#define DIALECTS_DIST_REFERENCE_LOCKSTEP_H

#include "dialects/Dist/IR/Dist.h"
#include "dialects/Graph/Reference/Interpreter.h"
#include <map>

namespace heddle::reference {

/// One tensor for each rank.
using RankTensors = SmallVector<Tensor>;

/// What one kind of collective cost.
struct TrafficCount {
  int64_t calls = 0;
  int64_t wireBytes = 0; ///< what one rank sends: see passes/Shard/Planner.h
};

/// What one run communicated, by op and group: "dist.all_reduce [model]".
using Traffic = std::map<std::string, TrafficCount>;

/// The results of `function` on every rank: `results[i][r]` is result i of rank r. `inputs[i]` has argument i
/// for each rank. Fails with a diagnostic where the interpreter does, and where the module has no mesh.
FailureOr<SmallVector<RankTensors>> runLockstep(ModuleOp module, FunctionOpInterface function,
                                                ArrayRef<RankTensors> inputs, Traffic *traffic = nullptr);

/// The block of a tensor that a rank has under a layout without pending sum.
Tensor blockOf(const Tensor &whole, dist::LayoutAttr layout, dist::MeshOp mesh, int64_t rank);

} // namespace heddle::reference

#endif // DIALECTS_DIST_REFERENCE_LOCKSTEP_H
