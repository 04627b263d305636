//===- ReducePlan.h - passes of a reduction kernel --------------*- C++ -*-===//
//
// A kernel's reductions run over the same dimensions of tensors of one shape. A reduction that needs
// another's result waits for it: levels. A softmax has two: level 1 is the maximum, level 2 the sum of
// exponentials, and then the quotient is written. Each level is one pass over the reduced dimensions, and
// what is written is done in the first pass that has all it needs.
//
// A pass computes its inputs anew, which is cheap for a difference or a product. Values with an exponential
// or a division in them that a later pass needs again are kept in a row of scratch memory.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_TILE_REDUCEPLAN_H
#define PASSES_TILE_REDUCEPLAN_H

#include "passes/Tile/LanePattern.h"
#include "passes/Tile/Place.h"

namespace heddle::tile {

/// One walk over the reduced dimensions.
struct ReducePass {
  SmallVector<graph::ReduceOp> reductions;
  SmallVector<unsigned> results; ///< numbers of kernel results of the full shape written here
  SmallVector<Value> kept;       ///< written to scratch rows, for later passes
  int64_t cost = 0;              ///< instructions per element, roughly

  /// What the pass computes for every element: operands of reductions, results (operands of the kernel's
  /// `terminator`), rows to keep; in this order.
  SmallVector<Value> tensors(Operation *terminator) const;
};

struct ReducePlan {
  SmallVector<SymExpr> fullShape, reducedShape;
  /// Dimensions that share an index; index values are null. A group is all kept or all reduced.
  Place groups;
  SmallVector<bool> isReduced; ///< of each group
  SmallVector<ReducePass> passes;
  SmallVector<unsigned> reducedResults; ///< numbers of kernel results of the reduced shape
  /// Elements of one scratch row.
  SymExpr rowSize;

  /// Fails with a diagnostic if the kernel is not of that form.
  static FailureOr<ReducePlan> make(kernel::FuncOp kernel);

  /// Whether the innermost group is reduced: then lanes run along it, else along the innermost kept group.
  bool reducesRows() const { return isReduced.back(); }
  SymExpr sizeOf(const Group &group) const {
    return product(ArrayRef(fullShape).slice(group.first, group.count));
  }
  SymExpr scratchBytes() const;
  /// Byte offset of the scratch row of a kept value.
  SymExpr scratchOffset(Value kept) const;
};

} // namespace heddle::tile

#endif // PASSES_TILE_REDUCEPLAN_H
