//===- LowerMap.cpp - kernels of element-wise ops and movements -----------===//
//
// One loop nest over each shape of results, in which the element emitter computes everything. Neighbouring
// dimensions that the body treats alike become one loop. A result that is a concatenation gets a nest for
// every operand, which writes behind the one before, instead of a choice per element. Where lanes along the
// innermost dimension would gather but lanes along another would not (a transpose), blocks are computed along
// the other and turned over in registers.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "passes/Tile/LoopNest.h"
#include "passes/Tile/Lower.h"
#include "passes/Tile/MapLowering.h"
#include "passes/Tile/Schedule.h"

using namespace heddle;
using namespace heddle::tile;

LogicalResult MapLowering::run() {
  nests = collectMapTargets(kernel, function);
  int64_t elements = 0;
  bool isOpen = false;
  for (ArrayRef<MapTarget> nest : nests) {
    std::optional<int64_t> count = product(graph::shapeOf(nest[0].tensor)).constant();
    isOpen |= !count;
    elements += count.value_or(0);
  }
  isSerial = !isOpen && elements < kSerialElements;
  auto all = [&] {
    for (ArrayRef<MapTarget> nest : nests) {
      lowerNest(nest);
    }
  };
  if (isSerial) {
    function.onWorkerZero([&](OpBuilder &) { all(); });
  } else {
    all();
  }
  if (emitter.failed()) {
    return failure();
  }
  function.finish(isSerial);
  return success();
}

void MapLowering::forUnits(Value units, llvm::function_ref<void(OpBuilder &, Value)> body) {
  if (isSerial) {
    function.loop(function.constant(0), units, 1, body);
  } else {
    function.parallelFor(units, body);
  }
}

/// Splits the nest in units for the workers, loops between, and the innermost row.
void MapLowering::lowerNest(ArrayRef<MapTarget> targets) {
  SmallVector<SymExpr> shape = graph::shapeOf(targets[0].tensor);
  SymExpr total = product(shape);
  if (total.isConstant(0)) {
    return;
  }
  Place groups = mapGroups(pattern, targets);
  if (targets.size() == 1 && lowerTransposed(targets[0], groups)) {
    return;
  }
  Group inner = groups.pop_back_val();
  SymExpr innerSize = product(ArrayRef(shape).slice(inner.first, inner.count));
  std::optional<int64_t> knownInner = innerSize.constant();

  // Enough leading groups that every worker finds work; the rest are loops inside a unit.
  constexpr int64_t kEnoughUnits = 64;
  unsigned numOuter = 0;
  SymExpr units(1);
  while (numOuter < groups.size() && !(units.constant() && *units.constant() >= kEnoughUnits)) {
    units = units * product(ArrayRef(shape).slice(groups[numOuter].first, groups[numOuter].count));
    ++numOuter;
  }
  ArrayRef<Group> outer = ArrayRef(groups).take_front(numOuter),
                  between = ArrayRef(groups).drop_front(numOuter);
  bool longRows = between.empty() && !(knownInner && *knownInner < 2 * kUnitElements);
  if (!longRows || isSerial) {
    forUnits(function.size(units), [&](OpBuilder &b, Value unit) {
      lowerInner(targets, placeOfUnit(function, b, outer, shape, unit), between, inner);
    });
    return;
  }
  // The row is cut too; its last piece takes what is left over.
  SymExpr pieces = SymExpr::max(1, SymExpr::floorDiv(innerSize, kUnitElements));
  Value numPieces = function.size(pieces), size = function.size(innerSize);
  forUnits(function.size(units * pieces), [&](OpBuilder &b, Value unit) {
    IndexMath math(function, b, 1);
    Place place =
        placeOfUnit(function, b, outer, shape, outer.empty() ? Value() : math.divide(unit, numPieces));
    Value piece = outer.empty() ? unit : math.remainder(unit, numPieces);
    Value begin = math.multiply(piece, function.constant(kUnitElements));
    Value isLast = math.equal(piece, math.subtract(numPieces, function.constant(1)));
    Value end = math.choose(isLast, size, math.add(begin, function.constant(kUnitElements)));
    lowerRow(targets, place, inner, begin, end);
  });
}

/// Loops over the groups between a unit and the row.
void MapLowering::lowerInner(ArrayRef<MapTarget> targets, Place outer, ArrayRef<Group> between, Group inner) {
  SmallVector<SymExpr> shape = graph::shapeOf(targets[0].tensor);
  if (between.empty()) {
    SymExpr size = product(ArrayRef(shape).slice(inner.first, inner.count));
    return lowerRow(targets, outer, inner, function.constant(0), function.size(size));
  }
  Group group = between.front();
  Value size = function.size(product(ArrayRef(shape).slice(group.first, group.count)));
  function.loop(function.constant(0), size, 1, [&](OpBuilder &, Value i) {
    group.index = {i, false};
    outer.push_back(group);
    lowerInner(targets, outer, between.drop_front(), inner);
  });
}

void MapLowering::lowerRow(ArrayRef<MapTarget> targets, const Place &outer, Group inner, Value begin,
                           Value end) {
  SmallVector<SymExpr> shape = graph::shapeOf(targets[0].tensor);
  SymExpr size = product(ArrayRef(shape).slice(inner.first, inner.count));
  forVectors(function, begin, end, size, scheduleOf(kernel).getLanes(),
             [&](OpBuilder &b, Value first, int64_t lanes) {
               Place place = outer;
               inner.index = {first, lanes > 1};
               if (inner.count > 0) {
                 place.push_back(inner);
               }
               SmallVector<Value> tensors =
                   llvm::map_to_vector(targets, [](const MapTarget &target) { return target.tensor; });
               SmallVector<Value> values = emitter.emitAt(b, tensors, place, lanes);
               for (auto [target, value] : llvm::zip(targets, values)) {
                 storeMapTarget(emitter, function, b, target, value, place, lanes);
               }
             });
}

LogicalResult tile::lowerMap(kernel::FuncOp kernel) { return MapLowering(kernel).run(); }
