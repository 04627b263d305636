//===- ConstantArguments.h - what every launch passes as constant -*- C++ -*-===//
//
// An operand of a contraction is packed only if every launch of the kernel passes a constant for it, since
// constants are packed once, at compile time.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_TILE_CONSTANTARGUMENTS_H
#define PASSES_TILE_CONSTANTARGUMENTS_H

#include "dialects/Kernel/IR/Kernel.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/StringMap.h"

namespace heddle::tile {

/// For each kernel by name the arguments that are constants at every launch; kernels that nothing launches
/// are missing.
using ConstantArguments = llvm::StringMap<llvm::SmallBitVector>;
ConstantArguments findConstantArguments(ModuleOp module);

/// Whether `value` is an argument of its kernel that may be stored in panels. The packed form replaces the
/// plain one, so nothing else in the kernel may read it.
bool isPackable(Value value, const llvm::SmallBitVector &constants);

} // namespace heddle::tile

#endif // PASSES_TILE_CONSTANTARGUMENTS_H
