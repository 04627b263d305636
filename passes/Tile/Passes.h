//===- Passes.h - passes of the tile stage ----------------------*- C++ -*-===//

#ifndef PASSES_TILE_PASSES_H
#define PASSES_TILE_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace heddle::tile {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "passes/Tile/Passes.h.inc"

} // namespace heddle::tile

#endif // PASSES_TILE_PASSES_H
