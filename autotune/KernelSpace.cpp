//===- KernelSpace.cpp - the schedules of one kernel ----------------------===//

#include "autotune/KernelSpace.h"
#include "mlir/AsmParser/AsmParser.h"

using namespace heddle;
using namespace heddle::tune;

FailureOr<KernelSpace> KernelSpace::of(kernel::FuncOp kernel, const llvm::SmallBitVector &constants) {
  FailureOr<tile::ScheduleSpace> schedules = tile::ScheduleSpace::of(kernel, constants);
  if (failed(schedules)) {
    return failure();
  }
  FailureOr<FeatureExtractor> extractor =
      FeatureExtractor::of(kernel, constants, schedules->at(schedules->draft()));
  if (failed(extractor)) {
    return failure();
  }
  return KernelSpace(std::move(*schedules), std::move(*extractor));
}

const std::vector<float> &KernelSpace::features(size_t point) const {
  std::vector<float> &features = known[point];
  if (features.empty()) {
    features = extractor.features(schedules.at(point));
  }
  return features;
}

std::string KernelSpace::text(size_t point) const {
  std::string text;
  llvm::raw_string_ostream(text) << schedules.at(point);
  return text;
}

std::optional<size_t> KernelSpace::find(llvm::StringRef text) const {
  MLIRContext *context = schedules.at(0).getContext();
  auto schedule = dyn_cast_or_null<kernel::ScheduleAttr>(parseAttribute(text, context));
  return schedule ? schedules.find(schedule) : std::nullopt;
}
