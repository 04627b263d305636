//===- BlockContract.h - a block's tile of a contraction --------*- C++ -*-===//
//
// What the two ways to compute a tile of a contraction share: a block computes rows x columns of the result
// for one outer place and walks the depth in steps. Elements of operands come from the element emitter, so
// that casts, padding, broadcasts and packed constants cost no kernel of their own; outside of the problem
// they are 0. Finished sums go through shared memory to the epilogue, in which neighbouring threads have
// neighbouring columns.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_GRID_BLOCKCONTRACT_H
#define PASSES_GRID_BLOCKCONTRACT_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "passes/Grid/BlockCode.h"
#include "passes/Tile/ContractProblem.h"
#include "passes/Tile/ElementEmitter.h"

namespace heddle::grid {

class BlockContract {
protected:
  using Values = SmallVector<Value>;

  /// `problem` outlives this.
  BlockContract(kernel::FuncOp kernel, const tile::ContractProblem &problem);

  /// Declares `bytes` of shared memory and finds the block's tile. Call first.
  void begin(int64_t bytes);
  /// The epilogue: sums lie in shared memory, a row every `pitch` elements; all threads have passed a barrier
  /// since they were written.
  void storeResults(int64_t pitch);
  /// Ends the function. Call last.
  LogicalResult finish();

  /// Makes the place current at which the following read: a row or column of the whole problem, and a depth.
  void placeLhs(Value row, Value at);
  void placeRhs(Value at, Value column);
  /// Whether the current place is inside the problem and its padding; for the row or column and depth given.
  Value lhsInside(Value row, Value at);
  Value rhsInside(Value at, Value column);
  /// The operand's element at the current place, in the type of the sums; 0 where not `inside`.
  Value loadOperand(const tile::ContractTensor &operand, Value inside);
  /// Elements from the start of an operand's memory to the current place; for an argument.
  Value offsetOf(const tile::ContractTensor &operand);
  /// The panels of an argument that is stored in some, or null.
  kernel::PanelsAttr panelsOf(Value argument);

  Value add(Value x, Value y) { return b.createOrFold<arith::AddIOp>(loc, x, y); }
  Value mul(Value x, Value y) { return b.createOrFold<arith::MulIOp>(loc, x, y); }
  Value div(Value x, int64_t y) { return b.createOrFold<arith::DivUIOp>(loc, x, f.constant(y)); }
  Value rem(Value x, int64_t y) { return b.createOrFold<arith::RemUIOp>(loc, x, f.constant(y)); }
  Value both(Value x, Value y) { return b.createOrFold<arith::AndIOp>(loc, x, y); }
  Value isLess(Value x, const SymExpr &size) {
    return b.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::slt, x, f.size(size));
  }
  int64_t sumBytes() const { return sumType.getIntOrFloatBitWidth() / 8; }

  kernel::GridAttr grid;
  const tile::ContractProblem &problem;
  tile::KernelFunction f;
  OpBuilder &b;
  Location loc;
  Type sumType;
  int64_t threads, rows, columns, depth; ///< of the block and its tile
  Value thread, firstRow, firstColumn;   ///< number in the block; where the tile starts
  Value shared;                          ///< the block's shared memory

private:
  void bindPacked();
  void placeBlock();
  void setFactors(ArrayRef<unsigned> which, Value number);
  tile::Indices indicesOf(const tile::ContractTensor &tensor);
  Value packedOffset(BlockArgument argument, kernel::PanelsAttr panels, ArrayRef<tile::Index> indices);
  Value widen(Value value, Type elementType);
  Value roundToResult(Value sum);
  void storeResult(Value row, Value column, Value sum);

  tile::ElementEmitter emitter;
  Values factors;   // the value of every factor at the place in work
  Value currentSum; // what the epilogue reads as the anchor's result
};

} // namespace heddle::grid

#endif // PASSES_GRID_BLOCKCONTRACT_H
