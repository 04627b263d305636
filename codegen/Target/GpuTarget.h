//===- GpuTarget.h - GPUs by name -------------------------------*- C++ -*-===//

#ifndef CODEGEN_TARGET_GPUTARGET_H
#define CODEGEN_TARGET_GPUTARGET_H

#include "dialects/Kernel/IR/Kernel.h"

namespace heddle::codegen {

/// The names that `makeGpu` accepts.
ArrayRef<StringRef> gpuNames();

/// The GPU called `name`, for instance "sm_80". Failure with a message at `loc` if there is none.
FailureOr<kernel::GpuAttr> makeGpu(MLIRContext *context, StringRef name, Location loc);

} // namespace heddle::codegen

#endif // CODEGEN_TARGET_GPUTARGET_H
