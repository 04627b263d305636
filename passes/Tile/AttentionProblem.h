//===- AttentionProblem.h - an attention as queries and keys ----*- C++ -*-===//
//
// The two contractions of an attention meet in the scores. This header sorts the dimensions of the scores:
//   outer   in the keys or values too: batch, heads;
//   rows    in the queries alone, flattened: queries, and the heads of a group that shares keys and values;
//   keys    along which the softmax runs;
// and tells how the tensors are walked by them, by `depth` (the head size of Q and K, which is summed) and by
// the columns (the head size of V). Example: Q [2, 64, 8, 32] under "bqhd", K and V [2, 96, 8, 32] under
// "bkhd" give scores [2, 8, 64, 96] with outer (0, 1), rows (2), keys 3; a step of the keys moves 8 * 32
// elements in K and V.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_TILE_ATTENTIONPROBLEM_H
#define PASSES_TILE_ATTENTIONPROBLEM_H

#include "dialects/Graph/IR/Attention.h"
#include "passes/Tile/ContractProblem.h"

namespace heddle::tile {

struct AttentionProblem {
  graph::AttentionOps ops;
  graph::LoopNest scoresNest, valuesNest;
  ContractTensor query, key;         ///< maps are those of `scoresNest`
  ContractTensor value, result;      ///< maps are those of `valuesNest`
  graph::SymShape shape;             ///< of the scores
  SmallVector<unsigned> outer, rows; ///< dimensions of the scores
  unsigned keys;
  SmallVector<unsigned> scoresFactors, valuesFactors; ///< of the dimensions of the scores, in either nest
  unsigned depthFactor;                               ///< of `scoresNest`
  unsigned columnFactor;                              ///< of `valuesNest`
  int64_t depth, columns;

  /// The attention of a kernel whose anchor is `attention`. Fails with a message if it has none or reads
  /// anything but its arguments as Q, K and V, heads of open size, or elements that are not computed in f32.
  static FailureOr<AttentionProblem> of(kernel::FuncOp kernel);

  SymExpr sizeOf(ArrayRef<unsigned> dims) const;
  SymExpr numRows() const { return sizeOf(rows); }
  const SymExpr &numKeys() const { return shape[keys]; }

  /// Elements that a step along a dimension of the scores moves.
  SymExpr queryStride(unsigned dim) const { return query.stride(scoresFactors[dim], scoresNest); }
  SymExpr keyStride(unsigned dim) const { return key.stride(scoresFactors[dim], scoresNest); }
  SymExpr valueStride(unsigned dim) const { return value.stride(valuesFactors[dim], valuesNest); }
  SymExpr resultStride(unsigned dim) const { return result.stride(valuesFactors[dim], valuesNest); }
  /// The same along the heads.
  SymExpr queryDepthStride() const { return query.stride(depthFactor, scoresNest); }
  SymExpr keyDepthStride() const { return key.stride(depthFactor, scoresNest); }
  SymExpr valueColumnStride() const { return value.stride(columnFactor, valuesNest); }
  SymExpr resultColumnStride() const { return result.stride(columnFactor, valuesNest); }
};

} // namespace heddle::tile

#endif // PASSES_TILE_ATTENTIONPROBLEM_H
