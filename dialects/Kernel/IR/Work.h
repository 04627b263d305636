//===- Work.h - what a launch computes and moves ----------------*- C++ -*-===//

#ifndef DIALECTS_KERNEL_IR_WORK_H
#define DIALECTS_KERNEL_IR_WORK_H

#include "dialects/Support/LLVM.h"

namespace heddle::kernel {

/// On a launch, both together: size expressions, as text, of the arithmetic operations of the step and of the
/// bytes that it must read and write.
inline constexpr StringLiteral kFlopsAttr = "kernel.flops", kBytesAttr = "kernel.bytes";

} // namespace heddle::kernel

#endif // DIALECTS_KERNEL_IR_WORK_H
