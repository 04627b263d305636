//===- KernelKey.h - when two kernels are the same to the tuner -*- C++ -*-===//
//
// The key of a kernel is a hash of its body in canonical text: without its name, locations, schedule and
// layouts, with symbols numbered in order of appearance, and with a mark at arguments that are constants at
// every launch (they may be packed). Two kernels of one key compile to the same code under the same schedule,
// so that what was measured for one holds for the other, in this model or in another.
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_KERNELKEY_H
#define AUTOTUNE_KERNELKEY_H

#include "dialects/Kernel/IR/Kernel.h"
#include "llvm/ADT/SmallBitVector.h"
#include <string>

namespace heddle::tune {

/// The canonical text, for instance "constants 1\nkernel.func private @kernel(…) …".
std::string canonicalText(kernel::FuncOp kernel, const llvm::SmallBitVector &constants);

/// 32 hexadecimal digits of the text's hash.
std::string kernelKey(kernel::FuncOp kernel, const llvm::SmallBitVector &constants);

/// The target in a record: the CPU's name and a hash of everything else, for instance
/// "znver4-5f0c2a7be81d4490".
std::string targetKey(kernel::TargetAttr target);

} // namespace heddle::tune

#endif // AUTOTUNE_KERNELKEY_H
