//===- Passes.h - from launches to one function per run ---------*- C++ -*-===//

#ifndef CODEGEN_COMMON_PASSES_H
#define CODEGEN_COMMON_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace heddle::codegen {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "codegen/Common/Passes.h.inc"

} // namespace heddle::codegen

#endif // CODEGEN_COMMON_PASSES_H
