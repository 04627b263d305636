//===- WindowToGrid.cpp - pooling and depthwise convolution ---------------===//
//
// A thread computes one element of the result at a time: neighbouring threads have neighbouring channels, so
// that they read neighbouring elements, and what neighbouring windows share comes from the caches.
//
//===----------------------------------------------------------------------===//

#include "passes/Grid/BlockCode.h"
#include "passes/Grid/Lower.h"
#include "passes/Tile/LoopNest.h"
#include "passes/Tile/WindowCode.h"

using namespace heddle;
using namespace heddle::grid;
using namespace heddle::tile;

LogicalResult grid::lowerWindow(kernel::FuncOp kernel) {
  FailureOr<Window> window = Window::of(kernel);
  if (failed(window)) {
    return failure();
  }
  kernel::GridAttr grid = gridOf(kernel);
  KernelFunction function(kernel);
  ElementEmitter emitter(function);
  WindowCode code(function, emitter, *window);
  ArrayRef<SymExpr> shape = code.resultShape();
  Place dims;
  for (unsigned dim = 0; dim < shape.size(); ++dim) {
    dims.push_back({dim, 1, {}});
  }
  function.parallelFor(function.size(product(shape)), [&](OpBuilder &b, Value element) {
    Place row = placeOfUnit(function, b, dims, shape, element);
    Index channel = row.pop_back_val().index;
    Value pixel = row.pop_back_val().index.value;
    SmallVector<Interval> outer;
    for (unsigned i = 0; i + 1 < code.numSpatialDims(); ++i) {
      outer.push_back(code.clip(b, i, row[i + 1].index.value));
    }
    SmallVector<Value> sums = code.accumulate(row, outer, pixel, 1, /*isInside=*/false, channel, 1);
    code.writePixels(row, pixel, sums, channel, 1);
  });
  if (emitter.failed()) {
    return failure();
  }
  finishKernel(function, grid, SymExpr::ceilDiv(product(shape), grid.getThreads() * grid.getElements()));
  return success();
}
