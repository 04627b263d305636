//===- Lower.h - one function per kernel anchor -----------------*- C++ -*-===//
//
// Each replaces a kernel inside the `gpu.module` by the function that `KernelFunction.h` describes. Failure
// comes with a diagnostic at the op that cannot be lowered.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_GRID_LOWER_H
#define PASSES_GRID_LOWER_H

#include "dialects/Kernel/IR/Kernel.h"
#include "passes/Tile/ContractProblem.h"

namespace heddle::grid {

/// Element-wise ops and movements: neighbouring threads compute neighbouring elements (MapToGrid.cpp).
LogicalResult lowerMap(kernel::FuncOp kernel);
/// Pooling and depthwise convolution: a thread for each element (WindowToGrid.cpp).
LogicalResult lowerWindow(kernel::FuncOp kernel);
/// Scatters, cumulative sums and arg reductions: a thread for each row (MoveToGrid.cpp).
LogicalResult lowerMove(kernel::FuncOp kernel);
/// Reductions: a team of threads for each row (ReduceToGrid.cpp).
LogicalResult lowerReduce(kernel::FuncOp kernel);
/// Attentions: a block for each tile of queries, which walks the keys (AttentionToGrid.cpp).
LogicalResult lowerAttention(kernel::FuncOp kernel);
/// Contractions and convolutions: a block for each tile of the result (ContractToGrid.cpp).
LogicalResult lowerContract(kernel::FuncOp kernel);
/// The same on tensor cores, for operands of f16 or bf16 (MmaToGrid.cpp).
LogicalResult lowerMma(kernel::FuncOp kernel, const tile::ContractProblem &problem);
/// The contraction of a kernel, with constants packed as its `kernel.layout` say.
FailureOr<tile::ContractProblem> problemOf(kernel::FuncOp kernel);

} // namespace heddle::grid

#endif // PASSES_GRID_LOWER_H
