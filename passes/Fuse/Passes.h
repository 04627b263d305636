//===- Passes.h - passes of the fuse stage ----------------------*- C++ -*-===//

#ifndef PASSES_FUSE_PASSES_H
#define PASSES_FUSE_PASSES_H

#include "dialects/Graph/IR/Graph.h"
#include "dialects/Kernel/IR/Kernel.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"

namespace heddle::fuse {

#define GEN_PASS_DECL
#include "passes/Fuse/Passes.h.inc"

/// graph -> kernels and launches.
void buildFusePipeline(OpPassManager &manager);

#define GEN_PASS_REGISTRATION
#include "passes/Fuse/Passes.h.inc"

} // namespace heddle::fuse

#endif // PASSES_FUSE_PASSES_H
