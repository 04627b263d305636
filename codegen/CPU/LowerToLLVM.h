//===- LowerToLLVM.h - from loops to the LLVM dialect -----------*- C++ -*-===//

#ifndef CODEGEN_CPU_LOWERTOLLVM_H
#define CODEGEN_CPU_LOWERTOLLVM_H

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/PassManager.h"

namespace heddle::cpu {

/// Registers what the pipeline and the translation to LLVM IR need of the dialects. Registering twice does no
/// harm.
void registerLowering(mlir::DialectRegistry &registry);

/// The passes that turn functions of scf, cf, arith, math, memref and vector into the LLVM dialect; on a
/// module that holds nothing else.
void buildLLVMPipeline(mlir::OpPassManager &manager);

} // namespace heddle::cpu

#endif // CODEGEN_CPU_LOWERTOLLVM_H
