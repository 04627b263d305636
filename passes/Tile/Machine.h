//===- Machine.h - what a core does per cycle -------------------*- C++ -*-===//
//
// The constants that the draft of a schedule weighs tiles with. By default they follow from the target's CPU
// family; a file that `heddle probe` wrote puts measured ones on the module, as the attribute
// `kernel.machine`, a dictionary of f64 under the keys below.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_TILE_MACHINE_H
#define PASSES_TILE_MACHINE_H

#include "dialects/Kernel/IR/Kernel.h"
#include "mlir/IR/BuiltinOps.h"

namespace heddle::tile {

/// Name of the module's attribute.
inline constexpr llvm::StringLiteral kMachineAttr = "kernel.machine";

/// Keys: multiply-adds of whole and of half vectors a cycle, bytes a cycle from L2 and from beyond.
inline constexpr llvm::StringLiteral kFmasKey = "fmas", kHalfFmasKey = "half_fmas", kL2Key = "l2_bytes",
                                     kFarKey = "far_bytes";

/// What a core does per cycle with vectors of one width; the slowest of these bounds a tile.
struct Machine {
  double fmas, loads, instructions;
  double l2Bytes;  ///< from L2
  double farBytes; ///< from beyond L2

  /// For vectors of `vectorBytes`, by the attribute on `module`, which may be null, else by CPU family.
  static Machine of(ModuleOp module, kernel::TargetAttr target, int64_t vectorBytes);
};

} // namespace heddle::tile

#endif // PASSES_TILE_MACHINE_H
