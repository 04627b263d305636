//===- TransposeBlock.h - turning a block over in registers -----*- C++ -*-===//

#ifndef PASSES_TILE_TRANSPOSEBLOCK_H
#define PASSES_TILE_TRANSPOSEBLOCK_H

#include "dialects/Support/LLVM.h"

namespace heddle::tile {

/// Rows of a block become columns: from vectors v[r] of `lanes` elements (scalars if lanes is 1) the vectors
/// (v[0][l], v[1][l], …) for each lane l. The number of rows and `lanes` are powers of two.
///   [a0 a1] [b0 b1] -> [a0 b0] [a1 b1]
SmallVector<Value> transposeBlock(OpBuilder &builder, Location loc, ArrayRef<Value> rows, int64_t lanes);

} // namespace heddle::tile

#endif // PASSES_TILE_TRANSPOSEBLOCK_H
