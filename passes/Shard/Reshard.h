//===- Reshard.h - the ops of a planned change of layout --------*- C++ -*-===//
//
// Collectives join and cut blocks along dimension 0. Around them, transposes and reshapes bring another
// dimension there and back; they move elements of one rank only and fuse with their neighbours.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_SHARD_RESHARD_H
#define PASSES_SHARD_RESHARD_H

#include "passes/Shard/Planner.h"

namespace heddle::shard {

/// Emits the steps of `plan` on one rank's block of a tensor in layout `from`; the block in the last layout.
Value emitPlan(OpBuilder &builder, Location loc, Value block, const Layout &from, const Plan &plan,
               const Mesh &mesh);

/// This rank's number in its group over `axes` times `block`, as an i64 scalar.
Value emitBlockStart(OpBuilder &builder, Location loc, const Mesh &mesh, ArrayRef<Axis> axes, int64_t block);

} // namespace heddle::shard

#endif // PASSES_SHARD_RESHARD_H
