//===- MathApproximation.h - f32 functions by polynomials -------*- C++ -*-===//
//
// Functions of f32 scalars or vectors in a few dozen instructions without branches or table look-ups. Each is
// right over the whole range: infinities, NaN, zero and large arguments give what libm gives. Results below
// the smallest normal number may be 0. Largest errors, found by trying arguments from all binades
// (test/passes/Tile): exp 1, log 1, tanh 2, erf 2, sin and cos 2 units in the last place.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_TILE_MATHAPPROXIMATION_H
#define PASSES_TILE_MATHAPPROXIMATION_H

#include "dialects/Support/LLVM.h"

namespace heddle::tile {

Value approximateExp(OpBuilder &builder, Location loc, Value x);
Value approximateLog(OpBuilder &builder, Location loc, Value x);
Value approximateTanh(OpBuilder &builder, Location loc, Value x);
Value approximateErf(OpBuilder &builder, Location loc, Value x);

/// sin(x), or cos(x), for |x| <= kMaxAngle; beyond, the reduction of the angle loses digits.
Value approximateSin(OpBuilder &builder, Location loc, Value x, bool cosine);
inline constexpr double kMaxAngle = 70000.0;

} // namespace heddle::tile

#endif // PASSES_TILE_MATHAPPROXIMATION_H
