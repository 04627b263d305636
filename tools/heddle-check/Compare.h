//===- Compare.h - whether a result is right --------------------*- C++ -*-===//
//
// Integers and moved elements must be equal. Floats may differ by units in the last place (ulps) that follow
// from the ops on the longest way from an input to a result: 0 if all are exact or one is correctly rounded;
// else the sum of 1 for a rounded op, 4 for a function such as exp (1 in a type narrower than f32), 64 for a
// sum of f32 or f64 (narrower types are summed in f32 and rounded once: 2). Several rounded ops or a sum may
// cancel, so then ulps are those of the tensor's largest element, else of the element itself.
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HEDDLE_CHECK_COMPARE_H
#define TOOLS_HEDDLE_CHECK_COMPARE_H

#include "tools/heddle-check/CheckCase.h"

namespace heddle::check {

struct Tolerance {
  double ulps = 0;
  bool ofLargest = false; ///< ulps of the tensor's largest element instead of each element's own
  double absolute = 0;    ///< for any element type, added
};

/// From the function's attributes, else derived from its ops.
Tolerance toleranceOf(func::FuncOp function);

/// Nothing if `got` is `want` within the tolerance, else a line that tells the first difference and how many
/// there are. A NaN equals a NaN, and 0 equals -0.
std::optional<std::string> difference(const reference::Tensor &got, const reference::Tensor &want,
                                      const Tolerance &tolerance);

} // namespace heddle::check

#endif // TOOLS_HEDDLE_CHECK_COMPARE_H
