//===- LoopNest.h - loops that kernels without a contraction share -*- C++ -*-===//
//
// A tensor's elements are walked by an outer part, whose units are split among the workers, and an innermost
// loop over vectors. The last vector of a row is moved back so that it ends at the row's end: its first lanes
// compute elements a second time, which costs less than a scalar tail or masks and needs neither in the
// machine. Only rows shorter than a vector fall back to scalars (where the size is open) or to shorter
// vectors.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_TILE_LOOPNEST_H
#define PASSES_TILE_LOOPNEST_H

#include "passes/Tile/ElementEmitter.h"

namespace heddle::tile {

/// The vector width for a row of `size` elements: `lanes`, or the largest power of two not above a smaller
/// size.
int64_t lanesFor(const SymExpr &size, int64_t lanes);

/// Elements [begin, end) in steps of vectors. `body` gets the first element and the number of lanes, and may
/// see elements twice. If `size` (of the row) is open, a scalar loop stands beside for rows shorter than a
/// vector.
void forVectors(KernelFunction &function, Value begin, Value end, const SymExpr &size, int64_t lanes,
                llvm::function_ref<void(OpBuilder &, Value first, int64_t lanes)> body);

/// Runs of dimensions of `shape` that may share an index, given where they must not (bit i: between i - 1 and
/// i). Dimensions of size 1 join a neighbour. Index values are null. Never empty: rank 0 gives one group of
/// no dimensions.
Place mergeDims(ArrayRef<SymExpr> shape, const llvm::BitVector &cuts);

/// Places for the groups of a unit number that counts through them in row-major order.
Place placeOfUnit(KernelFunction &function, OpBuilder &builder, ArrayRef<Group> groups,
                  ArrayRef<SymExpr> shape, Value unit);

/// Below this many elements a kernel is not worth splitting among workers: a barrier and the cold caches of
/// another core cost as much. A guess.
inline constexpr int64_t kSerialElements = 2048;
/// Elements of one unit of a long row. A guess: 32 KiB of f32, half of L1.
inline constexpr int64_t kUnitElements = 8192;

} // namespace heddle::tile

#endif // PASSES_TILE_LOOPNEST_H
