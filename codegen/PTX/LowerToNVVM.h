//===- LowerToNVVM.h - from GPU kernels to the LLVM dialect -----*- C++ -*-===//

#ifndef CODEGEN_PTX_LOWERTONVVM_H
#define CODEGEN_PTX_LOWERTONVVM_H

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/PassManager.h"

namespace heddle::ptx {

/// What the passes and the translation to LLVM IR need beside `codegen::registerLLVMLowering`.
void registerLowering(mlir::DialectRegistry &registry);

/// Lowers a `gpu.module` of kernels as passes/Grid left them to the dialects llvm and nvvm.
void buildNVVMPipeline(mlir::OpPassManager &manager);

} // namespace heddle::ptx

#endif // CODEGEN_PTX_LOWERTONVVM_H
