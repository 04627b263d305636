//===- Machine.h - LLVM's code generator for a target -----------*- C++ -*-===//

#ifndef CODEGEN_CPU_MACHINE_H
#define CODEGEN_CPU_MACHINE_H

#include "dialects/Kernel/IR/Kernel.h"
#include "llvm/Support/CodeGen.h"
#include <memory>

namespace llvm {
class raw_pwrite_stream;
class TargetMachine;
namespace legacy {
class PassManagerBase;
} // namespace legacy
} // namespace llvm

namespace heddle::cpu {

/// LLVM's triple of the code that is made.
inline constexpr StringLiteral kTriple = "x86_64-unknown-linux-gnu";

/// The target of a module; without `kernel.target` it is x86-64-v3.
kernel::TargetAttr targetOf(ModuleOp module);

/// A code generator for position-independent code. Failure with a diagnostic at `loc` if LLVM does not know
/// the target.
FailureOr<std::unique_ptr<llvm::TargetMachine>> makeMachine(kernel::TargetAttr target, Location loc);

/// Adds the passes from LLVM IR to assembly or an object in `stream`. Fails without a diagnostic if LLVM
/// cannot emit such a file.
LogicalResult addCodePasses(llvm::TargetMachine &machine, llvm::legacy::PassManagerBase &passes,
                            llvm::raw_pwrite_stream &stream, llvm::CodeGenFileType fileType);

} // namespace heddle::cpu

#endif // CODEGEN_CPU_MACHINE_H
