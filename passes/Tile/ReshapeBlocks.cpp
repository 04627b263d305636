//===- ReshapeBlocks.cpp - which dimensions a reshape keeps together ------===//

#include "passes/Tile/ReshapeBlocks.h"

using namespace heddle;
using namespace heddle::tile;

/// The block of fewest dimensions from (i, j) on whose sizes have equal products.
static ReshapeBlock nextBlock(ArrayRef<SymExpr> from, ArrayRef<SymExpr> to, unsigned i, unsigned j) {
  unsigned restFrom = from.size() - i, restTo = to.size() - j;
  for (unsigned count = 1; count <= restFrom + restTo; ++count) {
    for (unsigned x = 0; x <= std::min(count, restFrom); ++x) {
      unsigned y = count - x;
      if (y <= restTo && product(from.slice(i, x)) == product(to.slice(j, y))) {
        return {i, x, j, y};
      }
    }
  }
  // Equal at run time only (an expression of one side is a symbol of the other).
  return {i, restFrom, j, restTo};
}

SmallVector<ReshapeBlock> tile::reshapeBlocks(ArrayRef<SymExpr> from, ArrayRef<SymExpr> to) {
  SmallVector<ReshapeBlock> blocks;
  unsigned i = 0, j = 0;
  while (i < from.size() || j < to.size()) {
    blocks.push_back(nextBlock(from, to, i, j));
    i = blocks.back().fromEnd();
    j = blocks.back().toEnd();
  }
  return blocks;
}
