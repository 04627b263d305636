//===- HloBits.h - elements as bits -----------------------------*- C++ -*-===//
//
// Building blocks on the bits of elements, for floats in IEEE's formats and integers. All return null after a
// refusal, as GraphBuilder.h says.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_IMPORT_STABLEHLO_HLOBITS_H
#define PASSES_IMPORT_STABLEHLO_HLOBITS_H

#include "passes/Import/GraphBuilder.h"

namespace heddle::importer {

/// The bits of `x` as signed or unsigned integers of the same width.
Value asInteger(GraphBuilder &n, Value x, bool isSigned);

/// Signed integers in the total order of IEEE 754 for floats: -NaN < -inf < … < -0 < 0 < … < inf < NaN.
/// Integers stay as they are.
Value totalOrderKey(GraphBuilder &n, Value x);

/// The bits of an integer as ui64, zeros above.
Value widened(GraphBuilder &n, Value x);

/// The number of ones in each element of a ui64 tensor.
Value countBits(GraphBuilder &n, Value x);

/// Whether a float's sign bit is set.
Value signBit(GraphBuilder &n, Value x);

} // namespace heddle::importer

#endif // PASSES_IMPORT_STABLEHLO_HLOBITS_H
