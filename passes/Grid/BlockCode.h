//===- BlockCode.h - what threads of a block do together --------*- C++ -*-===//
//
// The parts of a GPU kernel that know of blocks and warps: shared memory, barriers, exchange of registers,
// and the end of a kernel function.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_GRID_BLOCKCODE_H
#define PASSES_GRID_BLOCKCODE_H

#include "passes/Tile/KernelFunction.h"

namespace heddle::grid {

/// Lanes of a warp.
inline constexpr int64_t kWarp = 32;

/// The grid of a kernel; a pass before has chosen it.
kernel::GridAttr gridOf(kernel::FuncOp kernel);

/// Number of the thread in its block, and of the block in the grid; of index type.
Value threadInBlock(tile::KernelFunction &function);
Value blockInGrid(tile::KernelFunction &function);

/// `bytes` bytes of the block's shared memory, aligned to 128: a pointer in address space 3.
Value sharedMemory(tile::KernelFunction &function, int64_t bytes);
/// The address of element `index` behind a pointer, and access to `lanes` elements of a type there; the
/// address is a multiple of the bytes of all of them.
Value addressAt(OpBuilder &b, Location loc, Value pointer, Type type, Value index);
Value loadFrom(OpBuilder &b, Location loc, Value address, Type type, int64_t lanes = 1);
void storeTo(OpBuilder &b, Location loc, Value value, Value address);

/// All threads of the block meet; what they wrote to memory is seen behind it.
void blockBarrier(OpBuilder &b, Location loc);

/// The value of the lane whose number differs from this lane's by `mask` in bits (a butterfly). All lanes of
/// the warp execute it. Any type of 8 to 64 bits.
Value shuffle(OpBuilder &b, Location loc, Value value, int64_t mask);

/// Ends the function: `blocks` blocks of the grid's number of threads.
void finishKernel(tile::KernelFunction &function, kernel::GridAttr grid, const SymExpr &blocks);

} // namespace heddle::grid

#endif // PASSES_GRID_BLOCKCODE_H
