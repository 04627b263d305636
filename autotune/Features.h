//===- Features.h - a scheduled kernel in numbers ---------------*- C++ -*-===//
//
// What the cost model learns from: the loops of a kernel under a schedule, with what they cost by the draft's
// measure. Sizes and ratios are logarithms to base 2, so that kernels of all sizes share what is learned; the
// target itself is not among them, as records of one target are learned together.
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_FEATURES_H
#define AUTOTUNE_FEATURES_H

#include "dialects/Kernel/IR/Kernel.h"
#include "llvm/ADT/SmallBitVector.h"
#include <vector>

namespace heddle::tune {

/// The first feature: log(cycles by the draft's measure / those of the draft schedule); 0 where the draft has
/// no measure.
inline constexpr unsigned kDraftFeature = 0;

/// As many numbers for every kernel and schedule.
inline constexpr unsigned kNumFeatures = 40;

/// Gives the features of one kernel's schedules.
class FeatureExtractor {
public:
  /// Failure with a message if the kernel is a contraction that cannot be understood. `draft` is the schedule
  /// that others are compared with. The kernel must outlive the extractor.
  static FailureOr<FeatureExtractor> of(kernel::FuncOp kernel, const llvm::SmallBitVector &constants,
                                        kernel::ScheduleAttr draft);

  /// All finite. The schedule must be possible for the kernel.
  std::vector<float> features(kernel::ScheduleAttr schedule) const;

private:
  struct Impl;
  explicit FeatureExtractor(std::shared_ptr<const Impl> impl) : impl(std::move(impl)) {}
  std::shared_ptr<const Impl> impl;
};

} // namespace heddle::tune

#endif // AUTOTUNE_FEATURES_H
