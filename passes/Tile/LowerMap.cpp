//===- LowerMap.cpp - kernels of element-wise ops and movements -----------===//
//
// One loop nest over each shape of results, in which the element emitter computes everything. Neighbouring dimensions
// that the body treats alike become one loop. A result that is a concatenation gets a nest for every operand, which
// writes behind the one before, instead of a choice per element. Where lanes along the innermost dimension would
// gather but lanes along another would not (a transpose), blocks are computed along the other and turned over in
// registers.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "passes/Tile/ElementEmitter.h"
#include "passes/Tile/LanePattern.h"
#include "passes/Tile/LoopNest.h"
#include "passes/Tile/Lower.h"
#include "passes/Tile/TransposeBlock.h"

using namespace heddle;
using namespace heddle::tile;

namespace {
/// Tensors of one shape that share a nest, and where their elements go.
struct Target {
  Value tensor;
  Value flat;       ///< memref<?xT> of the result
  unsigned dim = 0; ///< the tensor lies in the result at `offset` along this dimension
  SymExpr offset;
  SmallVector<SymExpr> resultShape;
};

class MapLowering {
public:
  explicit MapLowering(kernel::FuncOp kernel) : kernel(kernel), function(kernel), emitter(function) {}
  LogicalResult run();

private:
  void collectTargets();
  void lowerNest(ArrayRef<Target> targets);
  void lowerRow(ArrayRef<Target> targets, const Place &outer, Group inner, Value begin, Value end);
  void lowerInner(ArrayRef<Target> targets, Place outer, ArrayRef<Group> between, Group inner);
  bool lowerTransposed(const Target &target, ArrayRef<Group> groups);
  void write(OpBuilder &b, const Target &target, Value value, const Place &place, int64_t lanes);
  llvm::BitVector cutsOf(ArrayRef<Target> targets);
  void forUnits(Value units, llvm::function_ref<void(OpBuilder &, Value)> body);

  kernel::FuncOp kernel;
  KernelFunction function;
  ElementEmitter emitter;
  LanePattern pattern;
  SmallVector<SmallVector<Target>> nests;
  bool isSerial = false;
};
} // namespace

static Type elementTypeOf(Value tensor) { return cast<RankedTensorType>(tensor.getType()).getElementType(); }

/// Results by shape; a concatenation by its operands.
void MapLowering::collectTargets() {
  for (auto [number, value] : llvm::enumerate(kernel.getBody().front().getTerminator()->getOperands())) {
    SmallVector<SymExpr> shape = graph::shapeOf(value);
    Target target{value, function.flat(function.resultMemref(number)), 0, SymExpr(0), shape};
    if (auto concat = value.getDefiningOp<graph::ConcatOp>()) {
      target.dim = concat.getAxis();
      for (Value input : concat.getInputs()) {
        target.tensor = input;
        nests.push_back({target});
        target.offset = target.offset + graph::shapeOf(input)[target.dim];
      }
      continue;
    }
    auto same = llvm::find_if(nests, [&](ArrayRef<Target> nest) {
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
  for (ArrayRef<Target> nest : nests) {
    std::optional<int64_t> count = product(graph::shapeOf(nest[0].tensor)).constant();
    isOpen |= !count;
    elements += count.value_or(0);
  }
  isSerial = !isOpen && elements < kSerialElements;
  auto all = [&] {
    for (ArrayRef<Target> nest : nests) {
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

llvm::BitVector MapLowering::cutsOf(ArrayRef<Target> targets) {
  llvm::BitVector cuts(graph::shapeOf(targets[0].tensor).size() + 1);
  for (const Target &target : targets) {
    cuts |= pattern.cuts(target.tensor);
    if (ArrayRef(graph::shapeOf(target.tensor)) != ArrayRef(target.resultShape)) {
      cuts.set(target.dim); // [dim, …] of the part is one run inside the result
    }
  }
  return cuts;
}

/// Cuts a group in front of dimension `dim`, which `mergeDims` has joined to those before because its size is 1: lanes
/// along them would lie apart in a result that is larger in `dim`.
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
void MapLowering::lowerNest(ArrayRef<Target> targets) {
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
  ArrayRef<Group> outer = ArrayRef(groups).take_front(numOuter), between = ArrayRef(groups).drop_front(numOuter);
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
    Place place = placeOfUnit(function, b, outer, shape, outer.empty() ? Value() : math.divide(unit, numPieces));
    Value piece = outer.empty() ? unit : math.remainder(unit, numPieces);
    Value begin = math.multiply(piece, function.constant(kUnitElements));
    Value isLast = math.equal(piece, math.subtract(numPieces, function.constant(1)));
    Value end = math.choose(isLast, size, math.add(begin, function.constant(kUnitElements)));
    lowerRow(targets, place, inner, begin, end);
  });
}

/// Loops over the groups between a unit and the row.
void MapLowering::lowerInner(ArrayRef<Target> targets, Place outer, ArrayRef<Group> between, Group inner) {
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

void MapLowering::lowerRow(ArrayRef<Target> targets, const Place &outer, Group inner, Value begin, Value end) {
  SmallVector<SymExpr> shape = graph::shapeOf(targets[0].tensor);
  SymExpr size = product(ArrayRef(shape).slice(inner.first, inner.count));
  forVectors(function, begin, end, size, targetLanes(kernel), [&](OpBuilder &b, Value first, int64_t lanes) {
    Place place = outer;
    inner.index = {first, lanes > 1};
    if (inner.count > 0) {
      place.push_back(inner);
    }
    SmallVector<Value> tensors = llvm::map_to_vector(targets, [](const Target &target) { return target.tensor; });
    SmallVector<Value> values = emitter.emitAt(b, tensors, place, lanes);
    for (auto [target, value] : llvm::zip(targets, values)) {
      write(b, target, value, place, lanes);
    }
  });
}

void MapLowering::write(OpBuilder &b, const Target &target, Value value, const Place &place, int64_t lanes) {
  IndexMath math(function, b, lanes);
  SmallVector<SymExpr> shape = graph::shapeOf(target.tensor);
  Index offset = math.linearize(place, shape, 0, shape.size());
  if (ArrayRef(shape) != ArrayRef(target.resultShape)) {
    // Dimensions from `dim` on are one run; those before it stand further apart than in the part.
    unsigned dim = target.dim;
    SymExpr step = product(ArrayRef(target.resultShape).drop_front(dim));
    SymExpr behind = product(ArrayRef(shape).drop_front(dim + 1));
    Place cut = math.split(place, shape, [&](const Group &group) { return group.first < dim && dim < group.end(); });
    Index row = math.linearize(cut, shape, 0, dim), column = math.linearize(cut, shape, dim, shape.size());
    offset = math.combine(row, math.size(step), math.offset(column, math.size(target.offset * behind)));
  }
  emitter.storeFlat(b, value, elementTypeOf(target.tensor), target.flat, offset, lanes);
}

/// Lanes along another group than the last, blocks turned over before they are written.
bool MapLowering::lowerTransposed(const Target &target, ArrayRef<Group> groups) {
  SmallVector<SymExpr> shape = graph::shapeOf(target.tensor);
  auto sizeOf = [&](const Group &group) { return product(ArrayRef(shape).slice(group.first, group.count)); };
  int64_t lanes = targetLanes(kernel);
  if (groups.size() < 2 || pattern.isContiguous(target.tensor, groups.back().end() - 1)) {
    return false;
  }
  const Group *along = nullptr;
  for (const Group &group : groups.drop_back()) {
    std::optional<int64_t> size = sizeOf(group).constant();
    if (pattern.isContiguous(target.tensor, group.end() - 1) && !(size && *size < lanes)) {
      along = &group;
    }
  }
  std::optional<int64_t> lastSize = sizeOf(groups.back()).constant();
  if (!along || isSerial || (lastSize && *lastSize < 2)) {
    return false;
  }
  unsigned alongSlot = along - groups.begin();
  Group last = groups.back();
  // Units: all other groups, and blocks of `lanes` along the lanes' group.
  Place others;
  SymExpr units(1);
  for (auto [slot, group] : llvm::enumerate(groups.drop_back())) {
    if (slot != alongSlot) {
      others.push_back(group);
      units = units * sizeOf(group);
    }
  }
  int64_t width = lanesFor(sizeOf(*along), lanes), height = lanesFor(sizeOf(last), lanes);
  SymExpr blocks = SymExpr::ceilDiv(sizeOf(*along), width);
  Group alongGroup = *along;
  Value numBlocks = function.size(blocks), alongSize = function.size(sizeOf(alongGroup));
  forUnits(function.size(units * blocks), [&](OpBuilder &b, Value unit) {
    IndexMath math(function, b, width);
    Value outerUnit = others.empty() ? Value() : math.divide(unit, numBlocks);
    Value block = others.empty() ? unit : math.remainder(unit, numBlocks);
    Place place = placeOfUnit(function, b, others, shape, outerUnit);
    Value begin = math.multiply(block, function.constant(width));
    auto nest = [&](OpBuilder &, Value first, int64_t lanesAlong) {
      forVectors(function, function.constant(0), function.size(sizeOf(last)), sizeOf(last), height,
                 [&](OpBuilder &inner, Value row, int64_t rows) {
                   Place at = place;
                   Group alongNow = alongGroup, lastNow = last;
                   alongNow.index = {first, lanesAlong > 1};
                   at.insert(at.begin() + alongSlot, alongNow);
                   IndexMath innerMath(function, inner, rows);
                   SmallVector<Value> vectors;
                   for (int64_t r = 0; r < rows; ++r) {
                     lastNow.index = {innerMath.add(row, function.constant(r)), false};
                     at.push_back(lastNow);
                     vectors.push_back(emitter.emitAt(inner, target.tensor, at, lanesAlong).front());
                     at.pop_back();
                   }
                   SmallVector<Value> turned = transposeBlock(inner, function.loc(), vectors, lanesAlong);
                   for (int64_t lane = 0; lane < lanesAlong; ++lane) {
                     at[alongSlot].index = {innerMath.add(first, function.constant(lane)), false};
                     lastNow.index = {row, rows > 1};
                     at.push_back(lastNow);
                     write(inner, target, turned[lane], at, rows);
                     at.pop_back();
                   }
                 });
    };
    // One block: moved back at the end of the group, scalar where the group is shorter than a vector.
    if (sizeOf(alongGroup).constant()) {
      Value lastFirst = math.subtract(alongSize, function.constant(width));
      nest(b, math.minimum(begin, lastFirst), width);
    } else {
      Value end = math.minimum(math.add(begin, function.constant(width)), alongSize);
      Value isLong = arith::CmpIOp::create(b, function.loc(), arith::CmpIPredicate::sge, alongSize,
                                           function.constant(width));
      Value first = math.choose(isLong, math.subtract(end, function.constant(width)), begin);
      forVectors(function, first, end, sizeOf(alongGroup), width, nest);
    }
  });
  return true;
}

LogicalResult tile::lowerMap(kernel::FuncOp kernel) { return MapLowering(kernel).run(); }
