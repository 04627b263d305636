//===- Walk.h - strides and walks over index spaces -------------*- C++ -*-===//

#ifndef DIALECTS_GRAPH_REFERENCE_WALK_H
#define DIALECTS_GRAPH_REFERENCE_WALK_H

#include "dialects/Graph/Reference/Tensor.h"

namespace heddle::reference {

/// Distances in elements between neighbours along each dimension of a row-major tensor.
SmallVector<int64_t> rowMajorStrides(ArrayRef<int64_t> shape);

/// The strides by which a tensor of `shape` is read under numpy broadcasting to `result` (of the same or
/// larger rank): 0 along stretched dimensions.
SmallVector<int64_t> broadcastStrides(ArrayRef<int64_t> shape, ArrayRef<int64_t> result);

/// numpy's common shape, or nothing if the shapes do not broadcast.
std::optional<SmallVector<int64_t>> broadcastShape(ArrayRef<Tensor> tensors);

/// Walks the indices of a shape in row-major order and keeps an offset for each of several sets of strides.
/// For shape [2, 3] and strides [[3, 1], [0, 1]] the offsets run (0,0) (1,1) (2,2) (3,0) (4,1) (5,2).
class Odometer {
public:
  Odometer(ArrayRef<int64_t> shape, ArrayRef<SmallVector<int64_t>> strides)
      : shape(shape), strides(strides.begin(), strides.end()), position(shape.size(), 0),
        offsets(strides.size(), 0), isDone(reference::numElements(shape) == 0) {}

  bool done() const { return isDone; }
  /// The index along each dimension.
  ArrayRef<int64_t> index() const { return position; }
  /// The offset under strides set `set`.
  int64_t offset(size_t set) const { return offsets[set]; }
  /// The next index; `done` after the last.
  void next();

private:
  SmallVector<int64_t> shape;
  SmallVector<SmallVector<int64_t>> strides;
  SmallVector<int64_t> position, offsets;
  bool isDone;
};

/// A row-major tensor of `shape` whose element at index i is the source's at offset + sum of i * strides.
Tensor gatherStrided(const Tensor &source, int64_t offset, ArrayRef<int64_t> strides,
                     ArrayRef<int64_t> shape);

} // namespace heddle::reference

#endif // DIALECTS_GRAPH_REFERENCE_WALK_H
