//===- Pipeline.h - from launches to the functions of a run -----*- C++ -*-===//

#ifndef CODEGEN_COMMON_PIPELINE_H
#define CODEGEN_COMMON_PIPELINE_H

#include "mlir/Pass/PassManager.h"

namespace heddle::codegen {

/// The passes that turn `@main` with launches of lowered kernels into the functions of a run; on a module.
/// `profile`: the run tells the runtime which step begins.
void buildStepsPipeline(mlir::OpPassManager &manager, bool profile = false);

} // namespace heddle::codegen

#endif // CODEGEN_COMMON_PIPELINE_H
