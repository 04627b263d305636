//===- Lower.h - one function per kernel anchor -----------------*- C++ -*-===//
//
// Each replaces a kernel by the function of loops that `KernelFunction.h` describes. Failure comes with a
// diagnostic at the op that cannot be lowered.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_TILE_LOWER_H
#define PASSES_TILE_LOWER_H

#include "dialects/Kernel/IR/Kernel.h"

namespace heddle::tile {

/// Element-wise ops and movements: one loop nest over the results (LowerMap.cpp).
LogicalResult lowerMap(kernel::FuncOp kernel);
/// Reductions over the same dimensions with element-wise ops around them (LowerReduce.cpp).
LogicalResult lowerReduce(kernel::FuncOp kernel);
/// Pooling and depthwise convolution (LowerWindow.cpp).
LogicalResult lowerWindow(kernel::FuncOp kernel);
/// Scatter, cumulative sums and arg reductions (LowerMove.cpp).
LogicalResult lowerMove(kernel::FuncOp kernel);
/// Attentions: tiles of scores with an online softmax (LowerAttention.cpp).
LogicalResult lowerAttention(kernel::FuncOp kernel);
/// Calls of the runtime's library (LowerLibrary.cpp).
LogicalResult lowerLibrary(kernel::FuncOp kernel);

} // namespace heddle::tile

#endif // PASSES_TILE_LOWER_H
