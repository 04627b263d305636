//===- WindowShape.h - sizes under a sliding window -------------*- C++ -*-===//
//
// What convolution and pooling share: the attributes of a window over the spatial dimensions of [N, spatial…,
// C], their constraint C1, and the size formula.
//
//===----------------------------------------------------------------------===//

#ifndef DIALECTS_GRAPH_IR_WINDOWSHAPE_H
#define DIALECTS_GRAPH_IR_WINDOWSHAPE_H

#include "dialects/Graph/IR/Inference.h"
#include "dialects/Graph/IR/LoopNestBuilder.h"

namespace heddle::graph {

/// A window over s spatial dimensions; every list has s entries once `verify` holds.
struct Window {
  SymShape sizes;
  ArrayRef<int64_t> strides, dilations, padsLow, padsHigh;

  unsigned numDims() const { return sizes.size(); }

  /// C1: one entry per spatial dimension of an input of that rank; sizes, strides and dilations are positive,
  /// and the window reaches less than 2^31 elements. Says what is wrong through `infer`.
  LogicalResult verify(const Inference &infer, int64_t inputRank) const;

  /// floor((input + low + high - dilation * (window - 1) - 1) / stride) + 1, at least 0.
  SymExpr resultSize(unsigned dim, const SymExpr &input) const;

  /// Adds a Window factor per dimension and gives the input's spatial indices, output*stride +
  /// window*dilation - low; `outputs` are the indices of the result. `windowFactors` receives the indices
  /// within the window.
  DimIndices inputIndices(LoopNestBuilder &nest, ArrayRef<AffineExpr> outputs,
                          DimIndices &windowFactors) const;
};

/// The window of a graph.pool or graph.arg_pool.
template <typename PoolLike> Window poolWindow(PoolLike op) {
  Window window{{}, op.getStrides(), op.getDilations(), op.getPadsLow(), op.getPadsHigh()};
  window.sizes.append(op.getWindow().begin(), op.getWindow().end());
  return window;
}

} // namespace heddle::graph

#endif // DIALECTS_GRAPH_IR_WINDOWSHAPE_H
