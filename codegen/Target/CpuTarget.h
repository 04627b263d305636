//===- CpuTarget.h - CPUs by name -------------------------------*- C++ -*-===//
//
// What the compiler knows of a CPU: LLVM's name and features for it, and the sizes that schedules follow
// from. Code for `x86-64-v3` and `x86-64-v4` is made with sizes that suit every CPU of that level, so that
// the same model compiles to the same bytes on any machine; `native` asks the machine.
//
//===----------------------------------------------------------------------===//

#ifndef CODEGEN_TARGET_CPUTARGET_H
#define CODEGEN_TARGET_CPUTARGET_H

#include "dialects/Kernel/IR/Kernel.h"

namespace heddle::codegen {

/// The names that `makeTarget` accepts.
ArrayRef<StringRef> targetNames();

/// The target called `name`. Failure with a message at `loc` if there is none of that name, or if `native` is
/// asked on a machine without AVX2 and FMA.
FailureOr<kernel::TargetAttr> makeTarget(MLIRContext *context, StringRef name, Location loc);
FailureOr<kernel::TargetAttr> makeTarget(MLIRContext *context, StringRef name);

} // namespace heddle::codegen

#endif // CODEGEN_TARGET_CPUTARGET_H
