//===- Space.h - what a search chooses from ---------------------*- C++ -*-===//

#ifndef AUTOTUNE_SPACE_H
#define AUTOTUNE_SPACE_H

#include "llvm/ADT/ArrayRef.h"
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace heddle::tune {

/// The schedules of one kernel, numbered from 0.
class Space {
public:
  virtual ~Space() = default;

  /// At least 1.
  virtual size_t size() const = 0;
  /// The point that is used when nothing was measured.
  virtual size_t draft() const = 0;
  /// Where a point stands on each axis; as many numbers for every point. They grow along the axis, and what
  /// lies between two values has no meaning.
  virtual llvm::ArrayRef<int64_t> coordinates(size_t point) const = 0;
  /// What a cost model sees of a point (Features.h); as many numbers for every point of every kernel.
  virtual const std::vector<float> &features(size_t point) const = 0;
  /// The schedule as a record holds it.
  virtual std::string text(size_t point) const = 0;
};

} // namespace heddle::tune

#endif // AUTOTUNE_SPACE_H
