//===- MapTargets.h - what a map kernel writes ------------------*- C++ -*-===//
//
// The results of a map kernel as loop nests: results of one shape share one, and a concatenation has one for
// each operand, which writes behind the one before, instead of a choice per element.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_TILE_MAPTARGETS_H
#define PASSES_TILE_MAPTARGETS_H

#include "passes/Tile/ElementEmitter.h"
#include "passes/Tile/LanePattern.h"

namespace heddle::tile {

/// Tensors of one shape that share a nest, and where their elements go.
struct MapTarget {
  Value tensor;
  Value flat;       ///< memref<?xT> of the result
  unsigned dim = 0; ///< the tensor lies in the result at `offset` along this dimension
  SymExpr offset;
  SmallVector<SymExpr> resultShape;
};

/// The nests of a kernel: results by shape, a concatenation by its operands.
SmallVector<SmallVector<MapTarget>> collectMapTargets(kernel::FuncOp kernel, KernelFunction &function);

/// Dimensions of a nest's tensors that may share an index. Index values are null.
Place mapGroups(LanePattern &pattern, ArrayRef<MapTarget> targets);

/// Stores the element, or vector of `lanes` elements, of a target's tensor at `place`.
void storeMapTarget(ElementEmitter &emitter, KernelFunction &function, OpBuilder &b, const MapTarget &target,
                    Value value, const Place &place, int64_t lanes);

} // namespace heddle::tile

#endif // PASSES_TILE_MAPTARGETS_H
