//===- Passes.h - passes of the autotuner -----------------------*- C++ -*-===//

#ifndef AUTOTUNE_PASSES_H
#define AUTOTUNE_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace heddle::tune {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "autotune/Passes.h.inc"

} // namespace heddle::tune

#endif // AUTOTUNE_PASSES_H
