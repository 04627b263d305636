//===- ContractProblem.h - a contraction as rows, columns, depth -*- C++ -*-===//
//
// Matrix products, batched or not, and convolutions are one loop nest to the code generator:
//   for each outer place, row and column:  result[outer, row, column] = sum over depth of lhs * rhs.
// This header sorts the factors of the anchor's `LoopNest` into these four kinds:
//   outer    in both operands and the result (batch, group), and what fits nowhere else;
//   rows     in lhs and the result, flattened: m of a matrix product, all output pixels of a convolution;
//   column   in rhs and the result, one factor, along which vectors lie;
//   depth    in both operands alone: k, or window positions and then input channels.
// Example: graph.conv with input [8, 56, 56, 64], filter [3, 3, 64, 128] and one group has rows (8, 56, 56),
// column (128) and depth (3, 3, 64).
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_TILE_CONTRACTPROBLEM_H
#define PASSES_TILE_CONTRACTPROBLEM_H

#include "dialects/Graph/IR/Graph.h"
#include "passes/Tile/DotProduct.h"
#include <optional>

namespace heddle::tile {

/// An operand or result: its memory and which factors walk it.
struct ContractTensor {
  Value value;
  graph::SymShape shape;
  AffineMap map;

  Type elementType() const { return cast<RankedTensorType>(value.getType()).getElementType(); }
  /// Elements between neighbours along a dimension, row-major.
  SymExpr dimStride(unsigned dim) const;
  /// What `factor` is multiplied with in the index of dimension `dim`; 0 if it does not take part.
  SymExpr coefficient(unsigned dim, unsigned factor, const graph::LoopNest &nest) const;
  /// The part of the index of dimension `dim` that no factor changes.
  int64_t constantTerm(unsigned dim, const graph::LoopNest &nest) const;
  /// 1, or a value that is 0 at run time if the dimension turns out to have size 1 and stretches.
  SymExpr stretch(unsigned dim, const graph::LoopNest &nest) const;
  /// Elements that a step of `factor` moves.
  SymExpr stride(unsigned factor, const graph::LoopNest &nest) const;
  /// Elements from the start to the place where all factors are 0.
  SymExpr offset(const graph::LoopNest &nest) const;
  /// Whether `factor` takes part in any index.
  bool uses(unsigned factor) const;
  /// The one dimension that is exactly `factor`, or nothing.
  std::optional<unsigned> dimOf(unsigned factor) const;
};

/// See the head of this file. Factors are numbers into `nest.factors`.
struct ContractProblem {
  Operation *anchor = nullptr;
  graph::LoopNest nest;
  ContractTensor lhs, rhs, result;
  SmallVector<unsigned> outer, rows, depth;
  std::optional<unsigned> column;
  /// Dimensions of lhs whose index may leave the tensor; there stands 0.
  SmallVector<unsigned> checkedDims;

  /// The contraction of a kernel whose anchor is `contract`. `isPackable` tells whether an argument may be
  /// stored in panels: a lone constant matrix on the left is then taken as rhs. Fails with a message if the
  /// kernel has none or several.
  static FailureOr<ContractProblem> of(kernel::FuncOp kernel, llvm::function_ref<bool(Value)> isPackable);

  const SymExpr &size(unsigned factor) const { return nest.factors[factor].size; }
  SymExpr sizeOf(ArrayRef<unsigned> factors) const;
  SymExpr numRows() const { return sizeOf(rows); }
  SymExpr numColumns() const { return column ? size(*column) : SymExpr(1); }
  SymExpr numDepth() const { return sizeOf(depth); }
  /// The type that products are summed in.
  Type accumulatorType() const;
  bool isConvolution() const { return isa<graph::ConvOp>(anchor); }
  /// Whether lhs or rhs is a kernel argument of a type that is stored as it is (neither 4 bits nor an 8-bit
  /// float).
  static bool isPlain(const ContractTensor &operand);
  /// The instructions for products of 8-bit integers where rhs is packed, in vectors of `lanes` sums.
  DotProduct dotProduct(int64_t lanes, kernel::TargetAttr target) const {
    return DotProduct::choose(lhs.elementType(), rhs.elementType(), accumulatorType(), lanes, target);
  }
  /// The layout of rhs in panels of `width` columns for such instructions, or null if its dimensions do not
  /// allow it.
  kernel::PanelsAttr panels(int64_t width, const DotProduct &dot = {}) const;
};

} // namespace heddle::tile

#endif // PASSES_TILE_CONTRACTPROBLEM_H
