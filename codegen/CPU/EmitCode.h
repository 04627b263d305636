//===- EmitCode.h - LLVM IR, assembly and objects ---------------*- C++ -*-===//
//
// The last stage of compilation: functions of loops over vectors become machine code. The module is cut into
// parts of about equal size that are translated, optimised and emitted in parallel; how it is cut depends on
// the code alone, so the objects are the same on every machine.
//
//===----------------------------------------------------------------------===//

#ifndef CODEGEN_CPU_EMITCODE_H
#define CODEGEN_CPU_EMITCODE_H

#include "mlir/IR/BuiltinOps.h"
#include <string>
#include <vector>

namespace heddle::cpu {

/// What to write.
enum class CodeForm { Object, Assembly, LLVMIR };

/// Compiles all functions of `module` that have bodies, for its `kernel.target`, and gives one piece of the
/// wanted form per part: objects to be linked, or texts. Functions are visible to the other parts under their
/// names and hidden from everyone else once linked. `module` stays as it is. Failure with a diagnostic.
mlir::FailureOr<std::vector<mlir::SmallVector<char, 0>>> emitCode(mlir::ModuleOp module, CodeForm form);

} // namespace heddle::cpu

#endif // CODEGEN_CPU_EMITCODE_H
