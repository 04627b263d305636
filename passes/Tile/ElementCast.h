//===- ElementCast.h - conversions between element types --------*- C++ -*-===//
//
// Between memory and registers, and between element types. LLVM would call library functions for bf16 and
// knows nothing of 8-bit floats on x86, so those are made of integer arithmetic.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_TILE_ELEMENTCAST_H
#define PASSES_TILE_ELEMENTCAST_H

#include "dialects/Support/LLVM.h"

namespace heddle::tile {

/// A value in memory (storage type, scalar or vector) as compute type, and back. A float of compute type need
/// not be rounded before; beyond the range of an 8-bit float it becomes the largest number, but infinity
/// stays.
Value fromStorage(OpBuilder &builder, Location loc, Value stored, Type elementType);
Value toStorage(OpBuilder &builder, Location loc, Value value, Type elementType);

/// The nearest value of `elementType`, in compute type; nothing to do for types that are computed in
/// themselves.
Value roundTo(OpBuilder &builder, Location loc, Value value, Type elementType);

/// `graph.cast`: the same number in another element type; compute types on both sides.
Value convertElement(OpBuilder &builder, Location loc, Value value, Type from, Type to, bool saturate);

} // namespace heddle::tile

#endif // PASSES_TILE_ELEMENTCAST_H
