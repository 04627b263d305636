//===- KernelSpace.h - the schedules of one kernel --------------*- C++ -*-===//

#ifndef AUTOTUNE_KERNELSPACE_H
#define AUTOTUNE_KERNELSPACE_H

#include "autotune/Features.h"
#include "autotune/Space.h"
#include "passes/Tile/ScheduleSpace.h"

namespace heddle::tune {

/// A `tile::ScheduleSpace` with features, which are computed when they are first asked for. The kernel must
/// outlive it. One thread at a time.
class KernelSpace : public Space {
public:
  /// Failure with a message if the kernel is a contraction that cannot be understood.
  static FailureOr<KernelSpace> of(kernel::FuncOp kernel, const llvm::SmallBitVector &constants);

  size_t size() const override { return schedules.size(); }
  size_t draft() const override { return schedules.draft(); }
  llvm::ArrayRef<int64_t> coordinates(size_t point) const override { return schedules.coordinates(point); }
  const std::vector<float> &features(size_t point) const override;
  std::string text(size_t point) const override;

  kernel::ScheduleAttr schedule(size_t point) const { return schedules.at(point); }
  /// The point whose text is `text`, if there is one.
  std::optional<size_t> find(llvm::StringRef text) const;

private:
  KernelSpace(tile::ScheduleSpace schedules, FeatureExtractor extractor)
      : schedules(std::move(schedules)), extractor(std::move(extractor)), known(this->schedules.size()) {}

  tile::ScheduleSpace schedules;
  FeatureExtractor extractor;
  mutable std::vector<std::vector<float>> known; ///< empty where not computed yet
};

} // namespace heddle::tune

#endif // AUTOTUNE_KERNELSPACE_H
