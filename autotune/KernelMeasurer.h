//===- KernelMeasurer.h - times of schedules on this machine ----*- C++ -*-===//
//
// A candidate is compiled to a small library and run in a child process, beside the library of the
// incumbent: what the compiler or the code does wrong ends the child, not the tuner.
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_KERNELMEASURER_H
#define AUTOTUNE_KERNELMEASURER_H

#include "autotune/KernelSpace.h"
#include "autotune/KernelTask.h"
#include "autotune/Measurer.h"
#include <chrono>

namespace heddle::tune {

/// Runs `job` in a child and turns the ways in which it may end into outcomes.
llvm::Expected<Comparison> compareInChild(llvm::function_ref<Comparison()> job,
                                          std::chrono::milliseconds limit);

class KernelMeasurer : public Measurer {
public:
  /// Libraries lie in `folder`, which must exist. Task, space and sizes must outlive the measurer, and their
  /// context must have multithreading disabled, as children are made by fork.
  KernelMeasurer(const KernelTask &task, const KernelSpace &space, const Sizes &sizes, std::string folder)
      : task(task), space(space), sizes(sizes), folder(std::move(folder)),
        hasCoarseResults(isCoarse(task.module.get())) {}

  llvm::Expected<Comparison> measure(size_t candidate, size_t incumbent,
                                     const ComparisonOptions &options) override;

private:
  std::string libraryPath(size_t point) const;
  /// Compiles a point; false if that fails.
  bool build(size_t point, llvm::StringRef path) const;

  const KernelTask &task;
  const KernelSpace &space;
  const Sizes &sizes;
  std::string folder;
  bool hasCoarseResults;
  llvm::DenseSet<size_t> built; ///< incumbents, whose libraries are kept
};

} // namespace heddle::tune

#endif // AUTOTUNE_KERNELMEASURER_H
