//===- Passes.h - passes of code for CPUs -----------------------*- C++ -*-===//

#ifndef CODEGEN_CPU_PASSES_H
#define CODEGEN_CPU_PASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace heddle::cpu {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "codegen/CPU/Passes.h.inc"

} // namespace heddle::cpu

#endif // CODEGEN_CPU_PASSES_H
