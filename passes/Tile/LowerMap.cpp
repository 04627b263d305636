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

using namespace heddle;
using namespace heddle::tile;

static Type elementTypeOf(Value tensor) { return cast<RankedTensorType>(tensor.getType()).getElementType(); }

/// Results by shape; a concatenation by its operands.
void MapLowering::collectTargets() {
  for (auto [number, value] : llvm::enumerate(kernel.getBody().front().getTerminator()->getOperands())) {
    SmallVector<SymExpr> shape = graph::shapeOf(value);
    MapTarget target{value, function.flat(function.resultMemref(number)), 0, SymExpr(0), shape};
    if (auto concat = value.getDefiningOp<graph::ConcatOp>()) {
      target.dim = concat.getAxis();
      for (Value input : concat.getInputs()) {
        target.tensor = input;
        nests.push_back({target});
        target.offset = target.offset + graph::shapeOf(input)[target.dim];
      }
      continue;
    }
    auto same = llvm::find_if(nests, [&](ArrayRef<MapTarget> nest) {
      return nest[0].offset.isConstant(0) && nest[0].resultShape == shape &&
             ArrayRef(graph::shapeOf(nest[0].tensor)) == ArrayRef(shape);
    });
    if (same != nests.end()) {
      same->push_back(target);
    } else {
      nests.push_back({target});
    }
  }
}

LogicalResult MapLowering::run() {
  collectTargets();
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

llvm::BitVector MapLowering::cutsOf(ArrayRef<MapTarget> targets) {
  llvm::BitVector cuts(graph::shapeOf(targets[0].tensor).size() + 1);
  for (const MapTarget &target : targets) {
    cuts |= pattern.cuts(target.tensor);
    if (ArrayRef(graph::shapeOf(target.tensor)) != ArrayRef(target.resultShape)) {
      cuts.set(target.dim); // [dim, …] of the part is one run inside the result
    }
  }
  return cuts;
}

/// Cuts a group in front of dimension `dim`, which `mergeDims` has joined to those before because its size is
/// 1: lanes along them would lie apart in a result that is larger in `dim`.
static void cutBefore(Place &groups, unsigned dim) {
  for (size_t i = 0; i < groups.size(); ++i) {
    unsigned first = groups[i].first, end = groups[i].end();
    if (first < dim && dim < end) {
      groups[i].count = dim - first;
      groups.insert(groups.begin() + i + 1, Group{dim, end - dim, {}});
      return;
    }
  }
}

/// Splits the nest in units for the workers, loops between, and the innermost row.
void MapLowering::lowerNest(ArrayRef<MapTarget> targets) {
  SmallVector<SymExpr> shape = graph::shapeOf(targets[0].tensor);
  SymExpr total = product(shape);
  if (total.isConstant(0)) {
    return;
  }
  Place groups = mergeDims(shape, cutsOf(targets));
  if (ArrayRef(shape) != ArrayRef(targets[0].resultShape)) {
    cutBefore(groups, targets[0].dim);
  }
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
  forVectors(function, begin, end, size, targetLanes(kernel), [&](OpBuilder &b, Value first, int64_t lanes) {
    Place place = outer;
    inner.index = {first, lanes > 1};
    if (inner.count > 0) {
      place.push_back(inner);
    }
    SmallVector<Value> tensors =
        llvm::map_to_vector(targets, [](const MapTarget &target) { return target.tensor; });
    SmallVector<Value> values = emitter.emitAt(b, tensors, place, lanes);
    for (auto [target, value] : llvm::zip(targets, values)) {
      write(b, target, value, place, lanes);
    }
  });
}

void MapLowering::write(OpBuilder &b, const MapTarget &target, Value value, const Place &place,
                        int64_t lanes) {
  IndexMath math(function, b, lanes);
  SmallVector<SymExpr> shape = graph::shapeOf(target.tensor);
  Index offset = math.linearize(place, shape, 0, shape.size());
  if (ArrayRef(shape) != ArrayRef(target.resultShape)) {
    // Dimensions from `dim` on are one run; those before it stand further apart than in the part.
    unsigned dim = target.dim;
    SymExpr step = product(ArrayRef(target.resultShape).drop_front(dim));
    SymExpr behind = product(ArrayRef(shape).drop_front(dim + 1));
    Place cut =
        math.split(place, shape, [&](const Group &group) { return group.first < dim && dim < group.end(); });
    Index row = math.linearize(cut, shape, 0, dim), column = math.linearize(cut, shape, dim, shape.size());
    offset = math.combine(row, math.size(step), math.offset(column, math.size(target.offset * behind)));
  }
  emitter.storeFlat(b, value, elementTypeOf(target.tensor), target.flat, offset, lanes);
}

LogicalResult tile::lowerMap(kernel::FuncOp kernel) { return MapLowering(kernel).run(); }
