//===- ReshapeBlocks.h - which dimensions a reshape keeps together -*- C++ -*-===//

#ifndef PASSES_TILE_RESHAPEBLOCKS_H
#define PASSES_TILE_RESHAPEBLOCKS_H

#include "dialects/Support/SymExpr.h"

namespace heddle::tile {

/// Dimensions [fromFirst, fromFirst + fromCount) of one shape and [toFirst, toFirst + toCount) of another
/// that hold the same elements in the same order. One side is empty where the other has a dimension of
/// size 1.
struct ReshapeBlock {
  unsigned fromFirst, fromCount, toFirst, toCount;

  unsigned fromEnd() const { return fromFirst + fromCount; }
  unsigned toEnd() const { return toFirst + toCount; }
};

/// The finest common partition of two shapes of as many elements, in order.
///   [2, 12, 5] and [2, 3, 4, 5]: (2 | 2), (12 | 3, 4), (5 | 5)
SmallVector<ReshapeBlock> reshapeBlocks(ArrayRef<SymExpr> from, ArrayRef<SymExpr> to);

} // namespace heddle::tile

#endif // PASSES_TILE_RESHAPEBLOCKS_H
