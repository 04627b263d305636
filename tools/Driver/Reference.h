//===- Reference.h - what a model should compute ----------------*- C++ -*-===//
//
// Runs the reference interpreter on the IR of a compilation, from the imported model to its kernels, and says
// how far tensors are apart: what `heddle verify` is made of.
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_DRIVER_REFERENCE_H
#define TOOLS_DRIVER_REFERENCE_H

#include "dialects/Graph/Reference/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringMap.h"

namespace heddle::driver {

/// The largest distances between two tensors of one type and shape, over their elements.
struct Distance {
  double ulps = 0;     ///< in units in the last place of the wanted element's type
  double relative = 0; ///< to the wanted element's magnitude
  double absolute = 0;
  int64_t worst = 0; ///< the element that is furthest beyond what is allowed, or nearest to it
  bool isWithin = true;
};

/// How much of an element's magnitude a float of that kind may be wrong by when nothing else is said: 1e-4
/// for f32 and f64, 1e-2 for f16, 5e-2 for bf16, 0.25 for narrower ones. A guess, from the models of
/// tools/check.
double defaultTolerance(reference::ElementKind kind);

/// Compares tensors of one kind and shape. A float is within the tolerance if it differs by at most
/// `tolerance` times its wanted magnitude, or times the root mean square of all wanted elements if that is
/// more, so that the rounding of a sum that cancels does not count. Anything else must be equal, as must
/// infinities and NaNs.
Distance distanceOf(const reference::Tensor &got, const reference::Tensor &want, double tolerance);

/// A value of a run and the op that gave it, as its location calls it.
struct TracedValue {
  std::string node;
  reference::Tensor value;
};

/// What the reference interpreter gives for @main.
struct Trace {
  llvm::SmallVector<reference::Tensor> outputs;
  std::vector<TracedValue> values; ///< of the ops of @main in their order
};

/// Runs @main of a module of graph ops or kernels. On failure a diagnostic has been emitted.
FailureOr<Trace> traceMain(ModuleOp module, llvm::ArrayRef<reference::Tensor> inputs);

/// The first node of `after` whose value differs from all values that a node of that name has in `before`, or
/// "" if there is none: names stay while passes rewrite. `toleranceFor` gives the tolerance of a kind.
std::string firstDifference(const Trace &before, const Trace &after,
                            llvm::function_ref<double(reference::ElementKind)> toleranceFor);

/// Makes the results of all launches in the block of @main, in their order, results of @main as well.
void returnAllSteps(ModuleOp module);

} // namespace heddle::driver

#endif // TOOLS_DRIVER_REFERENCE_H
