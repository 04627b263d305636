//===- DeviceMath.h - functions of f32 without a library --------*- C++ -*-===//
//
// A GPU has no libm. The functions that the CPU takes from there are computed here in f64, with polynomials
// whose errors are below 1e-11, and rounded once: the result is the nearest f32 or, rarely, its neighbour
// (0.51 ulp). Special values are those of C.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_GRID_DEVICEMATH_H
#define PASSES_GRID_DEVICEMATH_H

#include "mlir/IR/Builders.h"

namespace heddle::grid {

using namespace mlir;

/// The result of a math op on f32 scalars as arithmetic in front of it, or null if it is none of acos, acosh,
/// asin, asinh, atan, atanh, cos, cosh, powf, sin, sinh, tan.
Value computeInDoubles(OpBuilder &b, Operation *op);

} // namespace heddle::grid

#endif // PASSES_GRID_DEVICEMATH_H
