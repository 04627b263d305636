//===- Megatron.h - which weights split by columns, which by rows -*- C++ -*-===//
//
// In y = f(x W1) W2 the columns of W1 and the rows of W2 can be split over ranks without any communication in
// between, if f treats the columns independently; one sum is left behind W2. This finds such pairs by
// following the dimension that a weight contracts back to where it was made: through element-wise ops,
// movements and other contractions (attention's heads), in which it must be carried and never reduced. If it
// ends at the columns of other weights, and nowhere else, these are split by columns and the weight by rows.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_SHARD_MEGATRON_H
#define PASSES_SHARD_MEGATRON_H

#include "dialects/Graph/IR/Graph.h"

namespace heddle::shard {

/// A dimension of a weight that is to be split.
struct SplitWeight {
  OpOperand *weight; ///< the use of the weight by its contraction
  unsigned dim;
};

/// The weights of a block's contractions that split, in program order.
SmallVector<SplitWeight> findMegatronWeights(Block &block);

} // namespace heddle::shard

#endif // PASSES_SHARD_MEGATRON_H
