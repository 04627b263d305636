//===- Contract.h - contraction kernels -------------------------*- C++ -*-===//

#ifndef PASSES_TILE_CONTRACT_H
#define PASSES_TILE_CONTRACT_H

#include "passes/Tile/ContractProblem.h"

namespace heddle::tile {

/// Replaces a kernel with anchor `contract` by its function: register tiles over packed or plain operands,
/// the element-wise ops behind the contraction applied to the sums before they are stored. Without a schedule
/// on the kernel the analytical one is used. Fails with a message at what cannot be lowered.
LogicalResult lowerContract(kernel::FuncOp kernel);

} // namespace heddle::tile

#endif // PASSES_TILE_CONTRACT_H
