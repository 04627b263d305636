//===- LoopNestBuilder.h - writing down a loop nest -------------*- C++ -*-===//
//
// Collects factors first and maps next, and makes the affine maps once their number is known.
//
//===----------------------------------------------------------------------===//

#ifndef DIALECTS_GRAPH_IR_LOOPNESTBUILDER_H
#define DIALECTS_GRAPH_IR_LOOPNESTBUILDER_H

#include "dialects/Graph/IR/Factors.h"
#include "dialects/Graph/IR/Shape.h"

namespace heddle::graph {

/// The index of every dimension of one operand or result.
using DimIndices = SmallVector<AffineExpr>;

/// Builds one LoopNest.
class LoopNestBuilder {
public:
  explicit LoopNestBuilder(MLIRContext *context) : context(context) {}

  /// Adds a factor; what is returned is its index in a map.
  AffineExpr factor(FactorKind kind, SymExpr size);
  /// A parallel factor for every size.
  DimIndices parallelFactors(ArrayRef<SymExpr> shape);
  /// A Whole factor of that size.
  AffineExpr whole(SymExpr size) { return factor(FactorKind::Whole, std::move(size)); }
  /// An index that is always the same.
  AffineExpr constant(int64_t value) { return getAffineConstantExpr(value, context); }
  /// The size of a factor as an expression for maps: a number, or the symbol of the factor.
  AffineExpr sizeOf(AffineExpr factor);

  /// Adds the map of the next operand.
  void operand(DimIndices indices) { operands.push_back(std::move(indices)); }
  /// Adds the maps of operands that the body reads before it loops.
  void controlOperands(unsigned count) { operands.append(count, DimIndices()); }
  /// Adds the map of the next result.
  void result(DimIndices indices) { results.push_back(std::move(indices)); }

  /// The loop nest; the builder is spent.
  LoopNest finish();

private:
  MLIRContext *context;
  LoopNest nest;
  bool usesSizes = false;
  SmallVector<DimIndices> operands, results;
};

/// The indices of an operand of shape `operand` under numpy's broadcasting to `result`, whose indices are
/// given: aligned at the right, 0 where the operand's size is the number 1 and the result's is not.
DimIndices broadcastIndices(ArrayRef<SymExpr> operand, ArrayRef<SymExpr> result,
                            ArrayRef<AffineExpr> indices);

} // namespace heddle::graph

#endif // DIALECTS_GRAPH_IR_LOOPNESTBUILDER_H
