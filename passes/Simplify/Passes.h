//===- Passes.h - passes of the simplify stage ------------------*- C++ -*-===//

#ifndef PASSES_SIMPLIFY_PASSES_H
#define PASSES_SIMPLIFY_PASSES_H

#include "dialects/Graph/IR/Graph.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"

namespace heddle::simplify {

#define GEN_PASS_DECL
#include "passes/Simplify/Passes.h.inc"

/// graph -> graph with less work and the layouts that kernels like.
void buildSimplifyPipeline(OpPassManager &manager);

#define GEN_PASS_REGISTRATION
#include "passes/Simplify/Passes.h.inc"

} // namespace heddle::simplify

#endif // PASSES_SIMPLIFY_PASSES_H
