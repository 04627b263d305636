//===- AbiTypes.h - element types as the ABI numbers them -------*- C++ -*-===//

#ifndef DIALECTS_KERNEL_IR_ABITYPES_H
#define DIALECTS_KERNEL_IR_ABITYPES_H

#include "dialects/Support/LLVM.h"

namespace heddle::kernel {

/// The heddle_dtype_t of an element type of the graph dialect, or 0 for any other.
uint32_t abiDtype(Type elementType);

} // namespace heddle::kernel

#endif // DIALECTS_KERNEL_IR_ABITYPES_H
