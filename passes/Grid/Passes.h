//===- Passes.h - passes of the grid stage ----------------------*- C++ -*-===//
//
// Kernels for a GPU, beside those that the tile stage makes for the CPU. What is decided stands in
// `#kernel.grid`; a thread is what a worker is on the CPU, and the code of elements is the same.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_GRID_PASSES_H
#define PASSES_GRID_PASSES_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace heddle::grid {

#define GEN_PASS_DECL
#include "passes/Grid/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "passes/Grid/Passes.h.inc"

} // namespace heddle::grid

#endif // PASSES_GRID_PASSES_H
