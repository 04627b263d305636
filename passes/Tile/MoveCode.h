//===- MoveCode.h - ops whose order of steps is part of their meaning -*- C++ -*-===//
//
// Index arithmetic and element access for kernels of one such op, and the loop nests of those whose rows do
// not depend on each other: they are the same for workers of the CPU and threads of a GPU. Scatters differ
// and are written in the two stages.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_TILE_MOVECODE_H
#define PASSES_TILE_MOVECODE_H

#include "dialects/Graph/IR/Graph.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "passes/Tile/ElementEmitter.h"
#include "llvm/ADT/TypeSwitch.h"

namespace heddle::tile {

class MoveCode {
public:
  explicit MoveCode(kernel::FuncOp kernel) : function(kernel), emitter(function) {}

  void lower(graph::ArgReduceOp op);
  void lower(graph::CumulativeOp op);
  void lower(graph::ArgPoolOp op);

protected:
  using Body = llvm::function_ref<void(OpBuilder &, ArrayRef<Value> indices)>;

  Value add(OpBuilder &b, Value x, Value y) { return arith::AddIOp::create(b, function.loc(), x, y); }
  Value multiply(OpBuilder &b, Value x, Value y) { return arith::MulIOp::create(b, function.loc(), x, y); }
  Value compare(OpBuilder &b, arith::CmpIPredicate predicate, Value x, Value y) {
    return arith::CmpIOp::create(b, function.loc(), predicate, x, y);
  }
  Value both(OpBuilder &b, Value x, Value y) { return arith::AndIOp::create(b, function.loc(), x, y); }
  Value isFalse(OpBuilder &b, Value condition) {
    return compare(b, arith::CmpIPredicate::eq, condition, function.constant(b.getBoolAttr(false)));
  }
  Value choose(OpBuilder &b, Value condition, Value x, Value y) {
    return arith::SelectOp::create(b, function.loc(), condition, x, y);
  }
  /// The row-major offset of a place.
  Value linearize(OpBuilder &b, ArrayRef<Value> indices, ArrayRef<SymExpr> shape);
  /// The place of a row-major offset.
  SmallVector<Value> delinearize(OpBuilder &b, Value offset, ArrayRef<SymExpr> shape);
  /// Iterations that do not depend on each other, split among workers or threads. One such loop a kernel.
  void forUnits(const SymExpr &count, llvm::function_ref<void(OpBuilder &, Value unit)> body);
  /// The rows of `tensor` along a dimension as units. `body` gets a row's number, where it starts, how many
  /// elements it has and how far they lie apart.
  void forRows(Value tensor, size_t axis,
               llvm::function_ref<void(OpBuilder &, Value row, Value start, Value size, Value stride)> body);
  Value load(OpBuilder &b, Value tensor, Value offset) {
    Type elementType = cast<RankedTensorType>(tensor.getType()).getElementType();
    return emitter.loadFlat(b, elementType, function.flat(function.memref(tensor)), {offset}, 1);
  }
  void store(OpBuilder &b, Value value, Type elementType, Value offset) {
    emitter.storeFlat(b, value, elementType, function.flat(function.resultMemref(0)), {offset}, 1);
  }
  /// The value and place kept by a search for an extreme, after looking at one more element.
  std::pair<Value, Value> better(OpBuilder &b, graph::Combiner combiner, bool last, Type elementType,
                                 std::pair<Value, Value> kept, std::pair<Value, Value> seen);
  /// An index read from a tensor, counted from the end if negative; i1 says whether it lies in [0, size).
  std::pair<Value, Value> position(OpBuilder &b, Value indices, Value offset, Value size);
  /// The row of a scatter's tuple number `tuple`, of which each has `depth` indices, and whether all are
  /// inside.
  std::pair<Value, Value> rowOf(OpBuilder &b, graph::ScatterNdOp op, int64_t depth, Value tuple);
  /// Puts element `from` of the updates to `to` in the result, or combines it with what is there.
  void update(OpBuilder &b, graph::Combiner combiner, Value updates, Value from, Value to);

  KernelFunction function;
  ElementEmitter emitter;
  SymExpr units = 0; ///< of `forUnits`
};

/// What a run says where an index of `op` leaves its dimension.
std::string outOfRange(Operation *op);

/// Hands the op of a move kernel to the function `lower` of `lowering` for it and returns it; failure with a
/// diagnostic where there is none.
template <typename Lowering> FailureOr<Operation *> lowerMoveOp(kernel::FuncOp kernel, Lowering &lowering) {
  for (Operation &op : kernel.getBody().front().without_terminator()) {
    bool isLowered = llvm::TypeSwitch<Operation *, bool>(&op)
                         .Case<graph::ArgReduceOp, graph::ArgPoolOp, graph::CumulativeOp,
                               graph::ScatterElementsOp, graph::ScatterNdOp>([&](auto concrete) {
                           lowering.lower(concrete);
                           return true;
                         })
                         .Default([](Operation *) { return false; });
    if (isLowered) {
      return &op;
    }
    if (!isa<graph::ConstantOp, graph::SymbolicOp>(op)) {
      return op.emitOpError("cannot be the op of a move kernel");
    }
  }
  return kernel.emitOpError("has no op that moves elements");
}

} // namespace heddle::tile

#endif // PASSES_TILE_MOVECODE_H
