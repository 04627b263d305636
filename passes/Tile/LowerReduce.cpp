//===- LowerReduce.cpp - kernels of reductions ----------------------------===//
//
// For every index of the kept dimensions, the passes of `ReducePlan` one after another, with the results of
// earlier ones in registers. Where the innermost dimensions are reduced, lanes run along them (several
// accumulators, put together at the end in a fixed order); else along the innermost kept dimension, with one
// loop per reduced group. A reduction is never split among workers, so results do not depend on their number.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "passes/Tile/ElementArith.h"
#include "passes/Tile/ElementCast.h"
#include "passes/Tile/LoopNest.h"
#include "passes/Tile/Lower.h"
#include "passes/Tile/ReducePlan.h"
#include "passes/Tile/Schedule.h"

using namespace heddle;
using namespace heddle::tile;

static Type elementTypeOf(Value tensor) { return cast<RankedTensorType>(tensor.getType()).getElementType(); }

namespace {
class ReduceLowering {
public:
  ReduceLowering(kernel::FuncOp kernel, ReducePlan plan)
      : kernel(kernel), plan(std::move(plan)), function(kernel, this->plan.scratchBytes()), emitter(function),
        terminator(kernel.getBody().front().getTerminator()), lanes(scheduleOf(kernel).getLanes()) {}
  LogicalResult run();

private:
  // Lanes along the reduced rows.
  void lowerRows();
  void runRowPass(const ReducePass &pass, const Place &kept);
  SmallVector<Value> reduceRow(const ReducePass &pass, const Place &place);
  SmallVector<Value> reduceRowByVectors(const ReducePass &pass, const Place &place, int64_t width);
  SmallVector<Value> reduceWholeVectors(const ReducePass &pass, const Place &place, int64_t width);
  SmallVector<Value> either(Value condition, TypeRange types, llvm::function_ref<SmallVector<Value>()> then,
                            llvm::function_ref<SmallVector<Value>()> otherwise);
  SmallVector<Value> addVector(const ReducePass &pass, Place place, Value first, int64_t width,
                               ValueRange partial, Value valid = {});

  // Lanes along the innermost kept group.
  void lowerColumns();
  void runColumns(const Place &outer, Value first, int64_t width, int64_t vectors);
  void runColumnPass(const ReducePass &pass, const Place &kept, Value first, int64_t width, int64_t vectors);
  SmallVector<Value> overReduced(const ReducePass &pass, const Place &kept, ValueRange neutral,
                                 llvm::function_ref<SmallVector<Value>(const Place &, ValueRange)> body);

  // Shared.
  SmallVector<Value> overGroups(ArrayRef<Group> groups, Place place, ValueRange carried,
                                llvm::function_ref<SmallVector<Value>(const Place &, ValueRange)> body);
  void storeOutputs(OpBuilder &b, const ReducePass &pass, ArrayRef<Value> values, const Place &place,
                    int64_t width);
  void writeReduced(const Place &kept, int64_t width);
  void bindReductions();
  void setResult(graph::ReduceOp reduction, Value value, unsigned vector = 0);
  SmallVector<Value> identities(const ReducePass &pass, int64_t width);
  Value combine(OpBuilder &b, graph::ReduceOp reduction, Value x, Value y) {
    return emitCombine(b, function.loc(), reduction.getCombiner(), elementTypeOf(reduction.getInput()), x, y);
  }
  SmallVector<Group> groupsOf(bool reduced);
  int64_t unrollOf(const ReducePass &pass);
  void forUnits(Value units, llvm::function_ref<void(OpBuilder &, Value)> body);

  kernel::FuncOp kernel;
  ReducePlan plan;
  KernelFunction function;
  ElementEmitter emitter;
  Operation *terminator;
  int64_t lanes;
  bool isSerial = false;
  /// Results of reductions in registers; one for each vector of columns in work.
  DenseMap<Value, SmallVector<Value, 4>> registers;
  unsigned currentVector = 0;
  DenseMap<Value, Value> rows; // flat scratch memory of kept values
};
} // namespace

static Place inOrder(Place place) {
  llvm::sort(place, [](const Group &a, const Group &b) { return a.first < b.first; });
  return place;
}

SmallVector<Group> ReduceLowering::groupsOf(bool reduced) {
  SmallVector<Group> groups;
  for (auto [group, isReduced] : llvm::zip(plan.groups, plan.isReduced)) {
    if (isReduced == reduced) {
      groups.push_back(group);
    }
  }
  return groups;
}

void ReduceLowering::forUnits(Value units, llvm::function_ref<void(OpBuilder &, Value)> body) {
  if (isSerial) {
    function.loop(function.constant(0), units, 1, body);
  } else {
    function.parallelFor(units, body);
  }
}

/// Reductions give their registers, kept values their rows.
void ReduceLowering::bindReductions() {
  for (const ReducePass &pass : plan.passes) {
    for (graph::ReduceOp reduction : pass.reductions) {
      emitter.bindAt(reduction.getResult(),
                     [this, reduction](OpBuilder &, ArrayRef<Group>, int64_t, Value) mutable {
                       return registers[reduction.getResult()][currentVector];
                     });
    }
    for (Value kept : pass.kept) {
      Type type = computeType(elementTypeOf(kept));
      rows[kept] = function.flat(function.scratchMemref(plan.scratchOffset(kept), {plan.rowSize}, type));
    }
  }
}

void ReduceLowering::setResult(graph::ReduceOp reduction, Value value, unsigned vector) {
  SmallVector<Value, 4> &slots = registers[reduction.getResult()];
  slots.resize(std::max<size_t>(slots.size(), vector + 1));
  slots[vector] = roundTo(function.builder(), function.loc(), value, elementTypeOf(reduction.getResult()));
}

SmallVector<Value> ReduceLowering::identities(const ReducePass &pass, int64_t width) {
  SmallVector<Value> values;
  for (graph::ReduceOp reduction : pass.reductions) {
    TypedAttr identity = identityOf(reduction.getCombiner(), elementTypeOf(reduction.getInput()));
    if (width > 1) {
      identity = DenseElementsAttr::get(VectorType::get({width}, identity.getType()), Attribute(identity));
    }
    values.push_back(function.constant(identity));
  }
  return values;
}

/// Writes the values of a pass behind those of its reductions.
void ReduceLowering::storeOutputs(OpBuilder &b, const ReducePass &pass, ArrayRef<Value> values,
                                  const Place &place, int64_t width) {
  IndexMath math(function, b, width);
  ArrayRef<Value> outputs = values.drop_front(pass.reductions.size());
  Index offset = math.linearize(place, plan.fullShape, 0, plan.fullShape.size());
  for (auto [number, value] : llvm::zip(pass.results, outputs)) {
    Value flat = function.flat(function.resultMemref(number));
    emitter.storeFlat(b, value, elementTypeOf(terminator->getOperand(number)), flat, offset, width);
  }
  Place reduced;
  for (const Group &group : place) {
    for (auto [own, isReduced] : llvm::zip(plan.groups, plan.isReduced)) {
      if (own.first == group.first && isReduced) {
        reduced.push_back(group);
      }
    }
  }
  Index inRow = math.linearize(reduced, plan.fullShape, 0, plan.fullShape.size());
  for (auto [kept, value] : llvm::zip(pass.kept, outputs.drop_front(pass.results.size()))) {
    emitter.storeFlat(b, value, computeType(elementTypeOf(kept)), rows[kept], inRow, width);
  }
}

/// Results of the reduced shape, at the end of a unit.
void ReduceLowering::writeReduced(const Place &kept, int64_t width) {
  OpBuilder &b = function.builder();
  IndexMath math(function, b, width);
  Place place = kept;
  for (Group group : groupsOf(/*reduced=*/true)) {
    group.index = math.constant(0);
    place.push_back(group);
  }
  place = inOrder(place);
  Index offset = math.linearize(place, plan.reducedShape, 0, plan.reducedShape.size());
  for (unsigned number : plan.reducedResults) {
    Value tensor = terminator->getOperand(number);
    Value value = emitter.emitAt(b, tensor, place, width).front();
    emitter.storeFlat(b, value, elementTypeOf(tensor), function.flat(function.resultMemref(number)), offset,
                      width);
  }
}

SmallVector<Value>
ReduceLowering::overGroups(ArrayRef<Group> groups, Place place, ValueRange carried,
                           llvm::function_ref<SmallVector<Value>(const Place &, ValueRange)> body) {
  if (groups.empty()) {
    return body(place, carried);
  }
  Value size = function.size(plan.sizeOf(groups.front()));
  return function.loop(function.constant(0), size, 1, carried, [&](OpBuilder &, Value i, ValueRange inner) {
    Group group = groups.front();
    group.index = {i, false};
    Place deeper = place;
    deeper.push_back(group);
    return overGroups(groups.drop_front(), deeper, inner, body);
  });
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// Vectors in flight: enough to hide the latency of combining, fewer where a pass has much to do between.
int64_t ReduceLowering::unrollOf(const ReducePass &pass) {
  if (pass.reductions.empty()) {
    return 1;
  }
  return pass.cost <= 4 ? 4 : pass.cost <= 12 ? 2 : 1;
}

/// One vector of a row: new partial results from `partial`. Lanes that are not `valid` were counted before.
SmallVector<Value> ReduceLowering::addVector(const ReducePass &pass, Place place, Value first, int64_t width,
                                             ValueRange partial, Value valid) {
  OpBuilder &b = function.builder();
  Group row = plan.groups.back();
  row.index = {first, width > 1};
  place.push_back(row);
  place = inOrder(place);
  SmallVector<Value> values = emitter.emitAt(b, pass.tensors(terminator), place, width);
  SmallVector<Value> neutral = identities(pass, width), next;
  for (auto [i, reduction] : llvm::enumerate(pass.reductions)) {
    Value value = values[i];
    if (valid) {
      value = arith::SelectOp::create(b, function.loc(), valid, value, neutral[i]);
    }
    next.push_back(combine(b, reduction, partial[i], value));
  }
  storeOutputs(b, pass, values, place, width);
  return next;
}

/// Values of one of two branches.
SmallVector<Value> ReduceLowering::either(Value condition, TypeRange types,
                                          llvm::function_ref<SmallVector<Value>()> then,
                                          llvm::function_ref<SmallVector<Value>()> otherwise) {
  OpBuilder &b = function.builder();
  auto conditional =
      scf::IfOp::create(b, function.loc(), types, condition, /*addThenBlock=*/true, /*addElseBlock=*/true);
  auto fill = [&](Block *block, llvm::function_ref<SmallVector<Value>()> body) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(block);
    SmallVector<Value> values = body();
    scf::YieldOp::create(b, function.loc(), values);
  };
  fill(conditional.thenBlock(), then);
  fill(conditional.elseBlock(), otherwise);
  return SmallVector<Value>(conditional.getResults());
}

/// The part of a row that fills whole vectors: partial results of `width` lanes for each reduction.
SmallVector<Value> ReduceLowering::reduceWholeVectors(const ReducePass &pass, const Place &place,
                                                      int64_t width) {
  SymExpr rowSize = plan.sizeOf(plan.groups.back());
  int64_t unroll = unrollOf(pass), count = pass.reductions.size();
  SmallVector<Value> neutral = identities(pass, width), partial;
  for (int64_t u = 0; u < unroll; ++u) {
    llvm::append_range(partial, neutral);
  }
  auto whole = [&](int64_t step) { return function.size(SymExpr::floorDiv(rowSize, step) * step); };
  Value wide = whole(unroll * width), end = whole(width);
  // Several vectors at a time, each with accumulators of its own.
  partial = function.loop(
      function.constant(0), wide, unroll * width, partial, [&](OpBuilder &b, Value i, ValueRange carried) {
        IndexMath math(function, b, width);
        SmallVector<Value> next;
        for (int64_t u = 0; u < unroll; ++u) {
          Value first = math.add(i, function.constant(u * width));
          llvm::append_range(next, addVector(pass, place, first, width, carried.slice(u * count, count)));
        }
        return next;
      });
  for (int64_t half = unroll / 2; half > 0; half /= 2) {
    for (int64_t i = 0; i < half * count; ++i) {
      partial[i] =
          combine(function.builder(), pass.reductions[i % count], partial[i], partial[i + half * count]);
    }
  }
  partial.resize(count);
  if (rowSize.constant() && *rowSize.constant() % (unroll * width) < width) {
    return partial;
  }
  return function.loop(wide, end, width, partial, [&](OpBuilder &, Value i, ValueRange carried) {
    return addVector(pass, place, i, width, carried);
  });
}

SmallVector<Value> ReduceLowering::reduceRowByVectors(const ReducePass &pass, const Place &place,
                                                      int64_t width) {
  OpBuilder &b = function.builder();
  Location loc = function.loc();
  SymExpr rowSize = plan.sizeOf(plan.groups.back()), rest = SymExpr::mod(rowSize, width);
  SmallVector<Value> partial = reduceWholeVectors(pass, place, width);
  // What is left over is read with its predecessors, which do not count.
  auto addRest = [&] {
    IndexMath math(function, b, width);
    Value first = math.subtract(function.size(rowSize), function.constant(width));
    Value lastCounted = math.subtract(function.constant(width - 1), function.size(rest));
    Value valid = math.less(lastCounted, math.laneNumbers());
    return addVector(pass, place, first, width, partial, valid);
  };
  if (std::optional<int64_t> known = rest.constant()) {
    partial = *known ? addRest() : partial;
  } else {
    Value isLeft =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, function.size(rest), function.constant(0));
    partial = either(isLeft, ValueRange(partial).getTypes(), addRest, [&] { return partial; });
  }
  for (size_t i = 0; i < partial.size(); ++i) {
    partial[i] = reduceLanes(b, loc, partial[i],
                             [&](Value x, Value y) { return combine(b, pass.reductions[i], x, y); });
  }
  return partial;
}

/// The scalars that one row gives.
SmallVector<Value> ReduceLowering::reduceRow(const ReducePass &pass, const Place &place) {
  OpBuilder &b = function.builder();
  SymExpr rowSize = plan.sizeOf(plan.groups.back());
  int64_t width = lanesFor(rowSize, lanes);
  auto byScalars = [&] {
    return function.loop(
        function.constant(0), function.size(rowSize), 1, identities(pass, 1),
        [&](OpBuilder &, Value i, ValueRange carried) { return addVector(pass, place, i, 1, carried); });
  };
  if (rowSize.constant()) {
    return width == 1 ? byScalars() : reduceRowByVectors(pass, place, width);
  }
  Value isLong = arith::CmpIOp::create(b, function.loc(), arith::CmpIPredicate::sge, function.size(rowSize),
                                       function.constant(width));
  return either(
      isLong, ValueRange(identities(pass, 1)).getTypes(),
      [&] { return reduceRowByVectors(pass, place, width); }, byScalars);
}

void ReduceLowering::runRowPass(const ReducePass &pass, const Place &kept) {
  SmallVector<Group> outer = groupsOf(/*reduced=*/true);
  outer.pop_back();
  if (pass.reductions.empty()) {
    // Nothing but writing: vectors may overlap.
    overGroups(outer, kept, {}, [&](const Place &place, ValueRange) {
      SymExpr rowSize = plan.sizeOf(plan.groups.back());
      forVectors(function, function.constant(0), function.size(rowSize), rowSize, lanes,
                 [&](OpBuilder &, Value first, int64_t width) { addVector(pass, place, first, width, {}); });
      return SmallVector<Value>();
    });
    return;
  }
  SmallVector<Value> scalars;
  if (outer.empty()) {
    scalars = reduceRow(pass, kept);
  } else {
    scalars = overGroups(outer, kept, identities(pass, 1), [&](const Place &place, ValueRange carried) {
      SmallVector<Value> next = reduceRow(pass, place);
      for (auto [i, reduction] : llvm::enumerate(pass.reductions)) {
        next[i] = combine(function.builder(), reduction, carried[i], next[i]);
      }
      return next;
    });
  }
  for (auto [reduction, value] : llvm::zip(pass.reductions, scalars)) {
    setResult(reduction, value);
  }
}

void ReduceLowering::lowerRows() {
  SmallVector<Group> kept = groupsOf(/*reduced=*/false);
  SymExpr units(1);
  for (const Group &group : kept) {
    units = units * plan.sizeOf(group);
  }
  forUnits(function.size(units), [&](OpBuilder &b, Value unit) {
    Place place = placeOfUnit(function, b, kept, plan.fullShape, unit);
    for (const ReducePass &pass : plan.passes) {
      runRowPass(pass, place);
      for (Value value : pass.kept) {
        Type type = computeType(elementTypeOf(value));
        emitter.bindAt(value,
                       [this, value, type](OpBuilder &b, ArrayRef<Group> place, int64_t width, Value mask) {
                         IndexMath math(function, b, width);
                         Place reduced;
                         for (const Group &group : place) {
                           for (auto [own, isReduced] : llvm::zip(plan.groups, plan.isReduced)) {
                             if (isReduced && own.first <= group.first && group.end() <= own.end()) {
                               reduced.push_back(group);
                             }
                           }
                         }
                         Index offset = math.linearize(reduced, plan.fullShape, 0, plan.fullShape.size());
                         return emitter.loadFlat(b, type, rows[value], offset, width, mask);
                       });
      }
    }
    writeReduced(place, 1);
  });
}

//===----------------------------------------------------------------------===//
// Columns
//===----------------------------------------------------------------------===//

/// The results of `body` over all reduced places, from `neutral` on. The innermost group is cut into runs
/// with partial results of their own, so that the rounding error of a sum grows with the number of runs and
/// not of elements: a mean of 19200 values near zero was off by 2.5e-4 of the largest without them, and by
/// 3e-6 with them.
SmallVector<Value>
ReduceLowering::overReduced(const ReducePass &pass, const Place &kept, ValueRange neutral,
                            llvm::function_ref<SmallVector<Value>(const Place &, ValueRange)> body) {
  constexpr int64_t kRun = 128; // about the square root of the longest sums that occur
  SmallVector<Group> outer = groupsOf(/*reduced=*/true);
  SymExpr innerSize = plan.sizeOf(outer.back());
  std::optional<int64_t> known = innerSize.constant();
  if (pass.reductions.empty() || (known && *known <= kRun)) {
    return overGroups(outer, kept, neutral, body);
  }
  Group inner = outer.pop_back_val();
  return overGroups(outer, kept, neutral, [&](const Place &place, ValueRange carried) {
    Value size = function.size(innerSize);
    return function.loop(
        function.constant(0), size, kRun, carried, [&](OpBuilder &b, Value begin, ValueRange sums) {
          Value next = arith::AddIOp::create(b, function.loc(), begin, function.constant(kRun));
          Value end = arith::MinSIOp::create(b, function.loc(), next, size);
          SmallVector<Value> run =
              function.loop(begin, end, 1, neutral, [&](OpBuilder &, Value i, ValueRange partial) {
                Group group = inner;
                group.index = {i, false};
                Place deeper = place;
                deeper.push_back(group);
                return body(deeper, partial);
              });
          for (auto [i, sum] : llvm::enumerate(sums)) {
            run[i] = combine(b, pass.reductions[i % pass.reductions.size()], sum, run[i]);
          }
          return run;
        });
  });
}

void ReduceLowering::runColumnPass(const ReducePass &pass, const Place &kept, Value first, int64_t width,
                                   int64_t vectors) {
  unsigned count = pass.reductions.size();
  SmallVector<Value> initial;
  for (int64_t v = 0; v < vectors; ++v) {
    llvm::append_range(initial, identities(pass, width));
  }
  SmallVector<Value> sums = overReduced(pass, kept, initial, [&](const Place &outer, ValueRange carried) {
    OpBuilder &b = function.builder();
    IndexMath math(function, b, width);
    SmallVector<Value> next;
    for (int64_t v = 0; v < vectors; ++v) {
      currentVector = v;
      Group columns = plan.groups.back();
      columns.index = {math.add(first, function.constant(v * width)), width > 1};
      Place place = outer;
      place.push_back(columns);
      place = inOrder(place);
      SmallVector<Value> values = emitter.emitAt(b, pass.tensors(terminator), place, width);
      for (auto [i, reduction] : llvm::enumerate(pass.reductions)) {
        next.push_back(combine(b, reduction, carried[v * count + i], values[i]));
      }
      storeOutputs(b, pass, values, place, width);
    }
    return next;
  });
  for (int64_t v = 0; v < vectors; ++v) {
    for (auto [i, reduction] : llvm::enumerate(pass.reductions)) {
      setResult(reduction, sums[v * count + i], v);
    }
  }
}

/// All passes for `vectors` vectors of `width` columns from `first` on.
void ReduceLowering::runColumns(const Place &outer, Value first, int64_t width, int64_t vectors) {
  OpBuilder &b = function.builder();
  for (const ReducePass &pass : plan.passes) {
    runColumnPass(pass, outer, first, width, vectors);
  }
  for (int64_t v = 0; v < vectors; ++v) {
    currentVector = v;
    IndexMath math(function, b, width);
    Group columns = plan.groups.back();
    columns.index = {math.add(first, function.constant(v * width)), width > 1};
    Place place = outer;
    place.push_back(columns);
    writeReduced(inOrder(place), width);
  }
  currentVector = 0;
}

void ReduceLowering::lowerColumns() {
  SmallVector<Group> outer = groupsOf(/*reduced=*/false);
  Group columns = outer.pop_back_val();
  SymExpr size = plan.sizeOf(columns), units(1);
  for (const Group &group : outer) {
    units = units * plan.sizeOf(group);
  }
  // Pieces of several vectors side by side; the last piece takes what is left over.
  int64_t width = lanesFor(size, lanes);
  std::optional<int64_t> known = size.constant();
  int64_t vectors = known ? std::clamp<int64_t>(*known / width, 1, 4) : 4, chunk = vectors * width;
  SymExpr pieces = SymExpr::max(1, SymExpr::floorDiv(size, chunk));
  Value numPieces = function.size(pieces), numColumns = function.size(size);
  forUnits(function.size(units * pieces), [&](OpBuilder &b, Value unit) {
    IndexMath math(function, b, 1);
    Place place = placeOfUnit(function, b, outer, plan.fullShape,
                              outer.empty() ? Value() : math.divide(unit, numPieces));
    Value piece = outer.empty() ? unit : math.remainder(unit, numPieces);
    Value begin = math.multiply(piece, function.constant(chunk)),
          next = math.add(begin, function.constant(chunk));
    Value isLast = math.equal(piece, math.subtract(numPieces, function.constant(1)));
    auto rest = [&](Value from) {
      function.branch(isLast, [&](OpBuilder &) {
        forVectors(function, from, numColumns, size, width, [&](OpBuilder &, Value first, int64_t lanesNow) {
          runColumns(place, first, lanesNow, 1);
        });
      });
    };
    if (known) {
      runColumns(place, begin, width, vectors);
      if (*known % chunk != 0) {
        rest(next);
      }
      return;
    }
    Value isWhole = arith::CmpIOp::create(b, function.loc(), arith::CmpIPredicate::sle, next, numColumns);
    function.branch(isWhole, [&](OpBuilder &) { runColumns(place, begin, width, vectors); });
    rest(math.choose(isWhole, next, begin));
  });
}

LogicalResult ReduceLowering::run() {
  bindReductions();
  emitter.useReciprocalsOf(plan.reducedShape);
  std::optional<int64_t> elements = product(plan.fullShape).constant();
  isSerial = elements && *elements < kSerialElements;
  auto all = [&] {
    if (plan.reducesRows()) {
      lowerRows();
    } else {
      lowerColumns();
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

LogicalResult tile::lowerReduce(kernel::FuncOp kernel) {
  FailureOr<ReducePlan> plan = ReducePlan::make(kernel);
  return failed(plan) ? failure() : ReduceLowering(kernel, std::move(*plan)).run();
}
