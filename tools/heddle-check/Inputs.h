//===- Inputs.h - seeded inputs for a test function -------------*- C++ -*-===//
//
// What stands in an argument's `check.values`:
//   "uniform A B"   floats in [A, B)
//   "integers A B"  whole numbers in [A, B], for any element type
//   "indices E"     whole numbers in [-e, e) for a size expression E
//   "special"       infinities, NaN, zeros, extreme and halfway values, in random order
//   dense<…>        these elements
// Without it: floats in [-4, 4), small integers of both signs, random truth values.
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HEDDLE_CHECK_INPUTS_H
#define TOOLS_HEDDLE_CHECK_INPUTS_H

#include "tools/heddle-check/CheckCase.h"

namespace heddle::check {

/// One tensor per argument. The same function and sizes always give the same tensors. On failure (an
/// attribute that means nothing, a size without a value) a diagnostic is emitted.
FailureOr<SmallVector<reference::Tensor>> makeInputs(func::FuncOp function, const Sizes &sizes);

} // namespace heddle::check

#endif // TOOLS_HEDDLE_CHECK_INPUTS_H
