//===- MapToGrid.cpp - kernels of element-wise ops and movements ----------===//
//
// Thread t of T computes elements t, t + T, t + 2 T, … of each result in row-major order, so that
// neighbouring threads write neighbouring elements, and read them wherever the body moves none.
//
//===----------------------------------------------------------------------===//

#include "passes/Grid/BlockCode.h"
#include "passes/Grid/Lower.h"
#include "passes/Tile/LoopNest.h"
#include "passes/Tile/MapTargets.h"

using namespace heddle;
using namespace heddle::grid;
using namespace heddle::tile;

/// One nest: a loop over this thread's elements.
static void lowerNest(KernelFunction &function, ElementEmitter &emitter, ArrayRef<MapTarget> targets) {
  SmallVector<SymExpr> shape = graph::shapeOf(targets[0].tensor);
  LanePattern pattern;
  Place groups = mapGroups(pattern, targets);
  function.parallelFor(function.size(product(shape)), [&](OpBuilder &b, Value element) {
    Place place = shape.empty() ? Place() : placeOfUnit(function, b, groups, shape, element);
    SmallVector<Value> tensors =
        llvm::map_to_vector(targets, [](const MapTarget &target) { return target.tensor; });
    SmallVector<Value> values = emitter.emitAt(b, tensors, place, /*lanes=*/1);
    for (auto [target, value] : llvm::zip(targets, values)) {
      storeMapTarget(emitter, function, b, target, value, place, /*lanes=*/1);
    }
  });
}

LogicalResult grid::lowerMap(kernel::FuncOp kernel) {
  kernel::GridAttr grid = gridOf(kernel);
  KernelFunction function(kernel);
  ElementEmitter emitter(function);
  SymExpr most(0);
  for (ArrayRef<MapTarget> targets : collectMapTargets(kernel, function)) {
    lowerNest(function, emitter, targets);
    most = SymExpr::max(most, product(graph::shapeOf(targets[0].tensor)));
  }
  if (emitter.failed()) {
    return failure();
  }
  finishKernel(function, grid, SymExpr::ceilDiv(most, grid.getThreads() * grid.getElements()));
  return success();
}
