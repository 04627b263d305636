//===- KernelTask.h - one kernel of a model, to be tuned --------*- C++ -*-===//
//
// A kernel cut out of its model: a module with the kernel and a `@main` that takes the kernel's arguments,
// launches it once and returns its results. Constants are those of the model's first launch. Such a module
// compiles like any model, so a kernel is measured through the same code that a user gets.
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_KERNELTASK_H
#define AUTOTUNE_KERNELTASK_H

#include "autotune/MeasuredInputs.h"
#include "dialects/Kernel/IR/Kernel.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/SmallBitVector.h"

namespace heddle::tune {

struct KernelTask {
  OwningOpRef<ModuleOp> module;
  std::string key, name, target;  ///< as in a record
  llvm::SmallBitVector constants; ///< arguments that are constants at every launch
  unsigned launches = 0;          ///< places in the model that launch a kernel of this key

  kernel::FuncOp kernel() const { return *module.get().getOps<kernel::FuncOp>().begin(); }
};

/// Whether floats below 32 bits or bytes occur in what `module` computes. What is rounded to them may differ
/// by a step of theirs, also in results of other types.
bool isCoarse(ModuleOp module);

/// The tasks of a model as `passes/Fuse` leaves it, with `kernel.target`, one for each key, in the order of
/// their first launch. Kernels that cannot run alone are left out with a note: those with a size that has no
/// value in `sizes`, that comes from data, or that is an expression which no argument shows plainly.
std::vector<KernelTask> extractTasks(ModuleOp model, const Sizes &sizes, std::vector<std::string> &notes);

} // namespace heddle::tune

#endif // AUTOTUNE_KERNELTASK_H
