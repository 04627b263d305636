//===- LanePattern.h - which loops suit a kernel's body ---------*- C++ -*-===//
//
// Two questions that a loop nest asks before any code is made, answered by walking the body as the element
// emitter will: along which dimension may the lanes of vectors run, and which neighbouring dimensions may
// share one index. The walks recurse over the ops of a kernel's body, of which there are a few dozen at most.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_TILE_LANEPATTERN_H
#define PASSES_TILE_LANEPATTERN_H

#include "dialects/Graph/IR/Graph.h"
#include "llvm/ADT/BitVector.h"
#include <functional>

namespace heddle::tile {

class LanePattern {
public:
  /// `isBound` says which values come from somewhere else than their op (see `ElementEmitter::bind`).
  explicit LanePattern(std::function<bool(Value)> isBound = nullptr) : isBound(std::move(isBound)) {}

  /// Whether lanes along dimension `dim` of `tensor` read neighbouring elements, or one for all, everywhere.
  bool isContiguous(Value tensor, int64_t dim);

  /// Bit i is set where dimensions i - 1 and i of `tensor` must keep an index of their own each.
  const llvm::BitVector &cuts(Value tensor);

private:
  bool compute(Value tensor, int64_t dim);
  bool computeMovement(Operation *op, int64_t dim);
  llvm::BitVector computeCuts(Value tensor);

  std::function<bool(Value)> isBound;
  DenseMap<std::pair<Value, int64_t>, bool> contiguous;
  DenseMap<Value, llvm::BitVector> knownCuts;
};

/// Whether a slice or a pad moves or scatters the elements of dimension `dim`, rather than passing them
/// through.
bool isMoved(graph::SliceOp op, unsigned dim);
bool isMoved(graph::PadOp op, unsigned dim);

} // namespace heddle::tile

#endif // PASSES_TILE_LANEPATTERN_H
