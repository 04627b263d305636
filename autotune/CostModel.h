//===- CostModel.h - how fast a schedule will be ----------------*- C++ -*-===//

#ifndef AUTOTUNE_COSTMODEL_H
#define AUTOTUNE_COSTMODEL_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace heddle::tune {

/// Something measured: log(time / time of the kernel's draft).
struct Sample {
  std::vector<float> features;
  float logRatio;
};

class CostModel {
public:
  virtual ~CostModel() = default;

  /// Learns from all of `samples`, forgetting what it learned before.
  virtual llvm::Error train(llvm::ArrayRef<Sample> samples) = 0;
  /// For each row of features the expected log(time / time of the draft); smaller is faster.
  virtual llvm::Expected<std::vector<float>>
  predict(llvm::ArrayRef<const std::vector<float> *> rows) const = 0;
};

} // namespace heddle::tune

#endif // AUTOTUNE_COSTMODEL_H
