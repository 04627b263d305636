//===- Backend.h - LLVM as code for every processor needs it ----*- C++ -*-===//

#ifndef CODEGEN_COMMON_BACKEND_H
#define CODEGEN_COMMON_BACKEND_H

#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/Location.h"
#include "llvm/Passes/PassBuilder.h"

namespace llvm {
class Module;
class Target;
class TargetMachine;
class Triple;
} // namespace llvm

namespace heddle::codegen {

/// Registers the conversions to the LLVM dialect and the translations to LLVM IR that code for any processor
/// needs. Registering twice does no harm.
void registerLLVMLowering(mlir::DialectRegistry &registry);

/// LLVM's code generator for `triple`, which has been initialised; an error at `loc` where LLVM has none.
mlir::FailureOr<const llvm::Target *> findBackend(const llvm::Triple &triple, mlir::Location loc);

/// Runs LLVM's pipeline of O2.
void optimise(llvm::Module &module, llvm::TargetMachine &machine,
              const llvm::PipelineTuningOptions &tuning = {});

} // namespace heddle::codegen

#endif // CODEGEN_COMMON_BACKEND_H
