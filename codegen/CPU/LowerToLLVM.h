//===- LowerToLLVM.h - from loops to the LLVM dialect -----------*- C++ -*-===//

#ifndef CODEGEN_CPU_LOWERTOLLVM_H
#define CODEGEN_CPU_LOWERTOLLVM_H

#include "mlir/Pass/PassManager.h"

namespace heddle::cpu {

/// The passes that turn functions of scf, cf, arith, math, memref and vector into the LLVM dialect; on a
/// module that holds nothing else, in a context with `codegen::registerLLVMLowering`.
void buildLLVMPipeline(mlir::OpPassManager &manager);

} // namespace heddle::cpu

#endif // CODEGEN_CPU_LOWERTOLLVM_H
