//===- Attention.h - the ops of an attention --------------------*- C++ -*-===//
//
// Attention has no op of its own: it is two contractions with a softmax between them. This header finds the
// ops that belong together:
//   scores  = contract(Q, K)                         [batch, head, query, key] in some order
//   logits  = scoring ops of scores                  scales, masks, caps; of the same shape
//   weights = exp(logits - max logits) / sum of them along the keys
//   result  = contract(weights, V)
// with, where a model guards against rows that are masked as a whole, select(is_nan(weights), 0, weights).
//
//===----------------------------------------------------------------------===//

#ifndef DIALECTS_GRAPH_IR_ATTENTION_H
#define DIALECTS_GRAPH_IR_ATTENTION_H

#include "dialects/Graph/IR/Graph.h"
#include <optional>

namespace heddle::graph {

struct AttentionOps {
  ContractOp scores;
  SmallVector<Operation *> scoring; ///< from the scores to the logits, in order; may be empty
  ReduceOp maximum;
  SubOp shifted;
  ExpOp exponentials;
  ReduceOp sum;
  DivOp weights;
  IsNanOp isNan; ///< null, or with `guard`: weights that are NaN count as 0
  SelectOp guard;
  ContractOp values;
  unsigned keyDim; ///< of the scores, along which the softmax runs
  /// Operands: Q and K of `scores`, the weights and V of `values`.
  OpOperand *query, *key, *given, *value;

  /// The attention whose last op is `values`, or nothing. Nothing between the contractions is used elsewhere;
  /// each contraction sums over one letter; Q has no keys, K and V have; every other dimension of the scores
  /// is one of the result, which has one more, of V alone.
  static std::optional<AttentionOps> endingAt(ContractOp values);

  /// What the softmax is taken of.
  Value logits() { return shifted.getLhs(); }
  /// All ops, each before those that use it.
  SmallVector<Operation *> all();
};

} // namespace heddle::graph

#endif // DIALECTS_GRAPH_IR_ATTENTION_H
