//===- Measurer.h - how fast a schedule is ----------------------*- C++ -*-===//

#ifndef AUTOTUNE_MEASURER_H
#define AUTOTUNE_MEASURER_H

#include "autotune/CompareLibraries.h"

namespace heddle::tune {

/// Measures the points of one kernel's space.
class Measurer {
public:
  virtual ~Measurer() = default;

  /// Times of `candidate` beside `incumbent`. What the candidate does wrong is an outcome; an error means
  /// that nothing can be measured at all.
  virtual llvm::Expected<Comparison> measure(size_t candidate, size_t incumbent,
                                             const ComparisonOptions &options) = 0;
};

} // namespace heddle::tune

#endif // AUTOTUNE_MEASURER_H
