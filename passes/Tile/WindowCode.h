//===- WindowCode.h - the code of one window --------------------*- C++ -*-===//
//
// Pooling and depthwise convolution at given places of the result: the sums, or extremes, over the positions
// of their windows, and the element-wise ops behind. How the places are spread over workers, lanes or threads
// is decided by who calls.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_TILE_WINDOWCODE_H
#define PASSES_TILE_WINDOWCODE_H

#include "dialects/Graph/IR/Graph.h"
#include "passes/Tile/ElementEmitter.h"

namespace heddle::tile {

/// What pooling and convolution have in common.
struct Window {
  Value input, filter, result; ///< `filter` is null for pooling
  ArrayRef<int64_t> strides, dilations, padsLow;
  SmallVector<int64_t> size;
  graph::Combiner combiner = graph::Combiner::Add;
  int64_t multiplier = 1; ///< result channels per input channel

  /// The window of a kernel; failure with a diagnostic where it has none.
  static FailureOr<Window> of(kernel::FuncOp kernel);
};

/// A range of places, index type.
struct Interval {
  Value begin, end;
};

class WindowCode {
public:
  /// All outlive this.
  WindowCode(KernelFunction &function, ElementEmitter &emitter, const Window &window);

  /// Positions of the window of result place `at` along spatial dimension `i` that lie inside the input.
  Interval clip(OpBuilder &b, unsigned i, Value at);
  /// Pixels of the last dimension whose window lies inside the input.
  Interval inside(OpBuilder &b);

  /// Sums, or extremes, of the windows of `count` pixels of a row from `first` on, for the channel or lanes
  /// `channel` of `width`. `row` holds the batch and the outer spatial dimensions, `outer` their clipped
  /// positions. Pixels that are not inside come one by one.
  SmallVector<Value> accumulate(const Place &row, ArrayRef<Interval> outer, Value first, int64_t count,
                                bool isInside, Index channel, int64_t width);
  /// Emits and stores the results of the kernel at those pixels.
  void writePixels(const Place &row, Value first, ArrayRef<Value> sums, Index channel, int64_t width);

  ArrayRef<SymExpr> resultShape() const { return out; }
  unsigned numSpatialDims() const { return numSpatial; }
  /// The innermost spatial dimension of the tensors.
  unsigned lastDim() const { return last; }

private:
  SmallVector<Value> accumulateAlong(Place source, Place taps, Value first, ValueRange sums, bool isInside,
                                     Index channel, int64_t width);
  Value addTap(OpBuilder &b, Place source, Place taps, Value column, Index channel, int64_t width,
               Value weight, Value sum);
  Value weightAt(OpBuilder &b, Place taps, Index channel, int64_t width);
  Value size(const SymExpr &expr) { return function.size(expr); }

  KernelFunction &function;
  ElementEmitter &emitter;
  const Window &window;
  SmallVector<SymExpr> in, out;
  unsigned numSpatial, last;
};

} // namespace heddle::tile

#endif // PASSES_TILE_WINDOWCODE_H
