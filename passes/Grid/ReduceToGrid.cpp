//===- ReduceToGrid.cpp - kernels of reductions ---------------------------===//
//
// A team of threads computes one row: every index of the kept dimensions, by the passes of `ReducePlan`. In
// each pass thread t of the team takes elements t, t + team, … of the row; then the partial results are put
// together by a butterfly over the lanes and, where the team is a block, over its warps through shared
// memory, so that every thread of the team has the result. Values that a later pass needs again stay in
// shared memory, where each thread finds what it wrote itself. Where the innermost dimension is kept, a team
// is one thread, so that neighbouring threads read neighbouring columns.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "passes/Grid/BlockCode.h"
#include "passes/Grid/Lower.h"
#include "passes/Tile/ElementArith.h"
#include "passes/Tile/ElementCast.h"
#include "passes/Tile/LoopNest.h"
#include "passes/Tile/ReducePlan.h"

using namespace heddle;
using namespace heddle::grid;
using namespace heddle::tile;

static Type elementTypeOf(Value tensor) { return cast<RankedTensorType>(tensor.getType()).getElementType(); }

/// Shared memory for kept rows; what does not fit is computed again.
static constexpr int64_t kMaxRowBytes = 40 << 10;
/// Elements that one thread adds up before the sum joins another: rounding errors grow with the number of
/// runs and not of elements (see ReduceLowering::overReduced of the tile stage).
static constexpr int64_t kRun = 128;

namespace {
class ReduceToGrid {
public:
  ReduceToGrid(kernel::FuncOp kernel, ReducePlan plan)
      : grid(gridOf(kernel)), plan(std::move(plan)), function(kernel), emitter(function),
        b(function.builder()), loc(function.loc()), terminator(kernel.getBody().front().getTerminator()),
        team(grid.getTeam()) {}
  LogicalResult run();

private:
  void chooseKept();
  void runRow(Value row);
  void runPass(const ReducePass &pass, const Place &kept);
  SmallVector<Value> addElement(const ReducePass &pass, const Place &kept, Value element, ValueRange partial);
  Value acrossTeam(graph::ReduceOp reduction, Value partial);
  Value acrossWarps(graph::ReduceOp reduction, Value partial);
  void storeOutputs(const ReducePass &pass, ArrayRef<Value> values, const Place &place, Value element);
  void writeReduced(const Place &kept);
  void bindKept(Value value);
  Value keptAddress(Value value, Value element);

  SmallVector<Group> groupsOf(bool reduced);
  Place placeAt(const Place &kept, ArrayRef<Group> reduced);
  SmallVector<Value> identities(const ReducePass &pass);
  SymExpr sizeOf(ArrayRef<Group> groups);
  Value combine(graph::ReduceOp reduction, Value x, Value y) {
    return emitCombine(b, loc, reduction.getCombiner(), elementTypeOf(reduction.getInput()), x, y);
  }

  kernel::GridAttr grid;
  ReducePlan plan;
  KernelFunction function;
  ElementEmitter emitter;
  OpBuilder &b;
  Location loc;
  Operation *terminator;
  int64_t team;
  Value thread, lane; ///< number in the block and in the team
  Value shared;       ///< partial results of warps, then kept rows
  DenseMap<Value, Value> registers;
  DenseMap<Value, int64_t> keptOffsets; ///< bytes from the start of a team's rows
  int64_t teamBytes = 0;
};
} // namespace

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

SmallVector<Group> ReduceToGrid::groupsOf(bool reduced) {
  SmallVector<Group> groups;
  for (auto [group, isReduced] : llvm::zip(plan.groups, plan.isReduced)) {
    if (isReduced == reduced) {
      groups.push_back(group);
    }
  }
  return groups;
}

SymExpr ReduceToGrid::sizeOf(ArrayRef<Group> groups) {
  SymExpr size(1);
  for (const Group &group : groups) {
    size = size * plan.sizeOf(group);
  }
  return size;
}

Place ReduceToGrid::placeAt(const Place &kept, ArrayRef<Group> reduced) {
  Place place(kept);
  llvm::append_range(place, reduced);
  llvm::sort(place, [](const Group &x, const Group &y) { return x.first < y.first; });
  return place;
}

SmallVector<Value> ReduceToGrid::identities(const ReducePass &pass) {
  SmallVector<Value> values;
  for (graph::ReduceOp reduction : pass.reductions) {
    values.push_back(
        function.constant(identityOf(reduction.getCombiner(), elementTypeOf(reduction.getInput()))));
  }
  return values;
}

//===----------------------------------------------------------------------===//
// Kept rows
//===----------------------------------------------------------------------===//

/// Gives kept values room in shared memory, as many as fit; the others are forgotten by the plan.
void ReduceToGrid::chooseKept() {
  int64_t teams = grid.getThreads() / team, rowElements = plan.rowSize.constant().value_or(0);
  for (ReducePass &pass : plan.passes) {
    SmallVector<Value> kept;
    for (Value value : pass.kept) {
      int64_t bytes = rowElements * computeType(elementTypeOf(value)).getIntOrFloatBitWidth() / 8;
      bytes = llvm::alignTo(bytes, 8);
      if (team > 1 && bytes > 0 && teams * (teamBytes + bytes) <= kMaxRowBytes) {
        keptOffsets[value] = teamBytes;
        teamBytes += bytes;
        kept.push_back(value);
      }
    }
    pass.kept = kept;
  }
}

Value ReduceToGrid::keptAddress(Value value, Value element) {
  int64_t start = grid.getThreads() / kWarp * 8 + keptOffsets.lookup(value);
  IndexMath math(function, b, 1);
  Value teamInBlock = math.divide(thread, function.constant(team));
  Value offset = math.add(math.multiply(teamInBlock, function.constant(teamBytes)), function.constant(start));
  Value row = addressAt(b, loc, shared, b.getI8Type(), offset);
  return addressAt(b, loc, row, computeType(elementTypeOf(value)), element);
}

/// From here on `value` is read from its row.
void ReduceToGrid::bindKept(Value value) {
  emitter.bindAt(value, [this, value](OpBuilder &at, ArrayRef<Group> place, int64_t, Value) {
    OpBuilder::InsertionGuard guard(b);
    b.restoreInsertionPoint(at.saveInsertionPoint());
    Place reduced;
    for (const Group &group : place) {
      for (auto [own, isReduced] : llvm::zip(plan.groups, plan.isReduced)) {
        if (isReduced && own.first <= group.first && group.end() <= own.end()) {
          reduced.push_back(group);
        }
      }
    }
    IndexMath math(function, b, 1);
    Value element = math.linearize(reduced, plan.fullShape, 0, plan.fullShape.size()).value;
    return loadFrom(b, loc, keptAddress(value, element), computeType(elementTypeOf(value)));
  });
}

//===----------------------------------------------------------------------===//
// Passes
//===----------------------------------------------------------------------===//

void ReduceToGrid::storeOutputs(const ReducePass &pass, ArrayRef<Value> values, const Place &place,
                                Value element) {
  IndexMath math(function, b, 1);
  ArrayRef<Value> outputs = values.drop_front(pass.reductions.size());
  Index offset = math.linearize(place, plan.fullShape, 0, plan.fullShape.size());
  for (auto [number, value] : llvm::zip(pass.results, outputs)) {
    emitter.storeFlat(b, value, elementTypeOf(terminator->getOperand(number)),
                      function.flat(function.resultMemref(number)), offset, 1);
  }
  for (auto [kept, value] : llvm::zip(pass.kept, outputs.drop_front(pass.results.size()))) {
    storeTo(b, loc, value, keptAddress(kept, element));
  }
}

/// One element of a row: new partial results from `partial`.
SmallVector<Value> ReduceToGrid::addElement(const ReducePass &pass, const Place &kept, Value element,
                                            ValueRange partial) {
  SmallVector<Group> reduced = groupsOf(/*reduced=*/true);
  Place place = placeAt(kept, placeOfUnit(function, b, reduced, plan.fullShape, element));
  SmallVector<Value> values = emitter.emitAt(b, pass.tensors(terminator), place, /*lanes=*/1), next;
  for (auto [i, reduction] : llvm::enumerate(pass.reductions)) {
    next.push_back(combine(reduction, partial[i], values[i]));
  }
  storeOutputs(pass, values, place, element);
  return next;
}

/// The partial results of a team's threads combined, in every one of them.
Value ReduceToGrid::acrossTeam(graph::ReduceOp reduction, Value partial) {
  int64_t lanes = std::min(team, kWarp);
  for (int64_t mask = lanes / 2; mask > 0; mask /= 2) {
    partial = combine(reduction, partial, shuffle(b, loc, partial, mask));
  }
  return team > kWarp ? acrossWarps(reduction, partial) : partial;
}

Value ReduceToGrid::acrossWarps(graph::ReduceOp reduction, Value partial) {
  IndexMath math(function, b, 1);
  Type type = partial.getType();
  Value warp = math.divide(thread, function.constant(kWarp));
  auto slot = [&](Value number) { return addressAt(b, loc, shared, type, number); };
  Value isFirst = math.equal(math.remainder(thread, function.constant(kWarp)), function.constant(0));
  blockBarrier(b, loc); // the results before have been read
  function.branch(isFirst, [&](OpBuilder &) { storeTo(b, loc, partial, slot(warp)); });
  blockBarrier(b, loc);
  Value sum = loadFrom(b, loc, slot(function.constant(0)), type);
  for (int64_t w = 1; w < team / kWarp; ++w) {
    sum = combine(reduction, sum, loadFrom(b, loc, slot(function.constant(w)), type));
  }
  return sum;
}

void ReduceToGrid::runPass(const ReducePass &pass, const Place &kept) {
  Value size = function.size(sizeOf(groupsOf(/*reduced=*/true)));
  std::optional<int64_t> known = sizeOf(groupsOf(/*reduced=*/true)).constant();
  SmallVector<Value> neutral = identities(pass), sums;
  auto run = [&](Value from, Value to) {
    return function.loop(from, to, team, neutral, [&](OpBuilder &, Value element, ValueRange partial) {
      return addElement(pass, kept, element, partial);
    });
  };
  if (pass.reductions.empty() || (known && *known <= kRun * team)) {
    sums = run(lane, size);
  } else {
    Value stride = function.constant(kRun * team);
    sums = function.loop(lane, size, kRun * team, neutral, [&](OpBuilder &, Value from, ValueRange carried) {
      IndexMath math(function, b, 1);
      SmallVector<Value> partial = run(from, math.minimum(size, math.add(from, stride)));
      for (auto [i, reduction] : llvm::enumerate(pass.reductions)) {
        partial[i] = combine(reduction, carried[i], partial[i]);
      }
      return partial;
    });
  }
  for (auto [i, sum] : llvm::enumerate(sums)) {
    graph::ReduceOp reduction = pass.reductions[i];
    Value whole = acrossTeam(reduction, sum);
    registers[reduction.getResult()] = roundTo(b, loc, whole, elementTypeOf(reduction.getResult()));
  }
}

/// Results of the reduced shape, written by the first thread of the team.
void ReduceToGrid::writeReduced(const Place &kept) {
  if (plan.reducedResults.empty()) {
    return;
  }
  IndexMath outer(function, b, 1);
  function.branch(outer.equal(lane, function.constant(0)), [&](OpBuilder &) {
    IndexMath math(function, b, 1);
    SmallVector<Group> reduced = groupsOf(/*reduced=*/true);
    for (Group &group : reduced) {
      group.index = math.constant(0);
    }
    Place place = placeAt(kept, reduced);
    Index offset = math.linearize(place, plan.reducedShape, 0, plan.reducedShape.size());
    for (unsigned number : plan.reducedResults) {
      Value tensor = terminator->getOperand(number);
      Value value = emitter.emitAt(b, tensor, place, 1).front();
      emitter.storeFlat(b, value, elementTypeOf(tensor), function.flat(function.resultMemref(number)), offset,
                        1);
    }
  });
}

void ReduceToGrid::runRow(Value row) {
  Place kept = placeOfUnit(function, b, groupsOf(/*reduced=*/false), plan.fullShape, row);
  for (const ReducePass &pass : plan.passes) {
    runPass(pass, kept);
    for (Value value : pass.kept) {
      bindKept(value);
    }
  }
  writeReduced(kept);
}

LogicalResult ReduceToGrid::run() {
  chooseKept();
  emitter.useReciprocalsOf(plan.reducedShape);
  for (const ReducePass &pass : plan.passes) {
    for (graph::ReduceOp reduction : pass.reductions) {
      emitter.bindAt(reduction.getResult(),
                     [this, reduction](OpBuilder &, ArrayRef<Group>, int64_t, Value) mutable {
                       return registers.lookup(reduction.getResult());
                     });
    }
  }
  OpBuilder &entry = function.entryBuilder();
  thread = threadInBlock(function);
  lane = arith::RemUIOp::create(entry, loc, thread, function.constant(team));
  if (team > kWarp || teamBytes > 0) {
    shared = sharedMemory(function, grid.getThreads() / kWarp * 8 + grid.getThreads() / team * teamBytes);
  }
  int64_t teams = grid.getThreads() / team;
  SymExpr rows = sizeOf(groupsOf(/*reduced=*/false));
  IndexMath math(function, b, 1);
  Value first = math.multiply(blockInGrid(function), function.constant(teams));
  Value row = math.add(first, math.divide(thread, function.constant(team)));
  if (team > 1 && team < kWarp) {
    // All lanes of a warp take part in its exchanges: teams without a row compute the last one again.
    runRow(math.minimum(row, function.size(rows - SymExpr(1))));
  } else {
    function.branch(math.less(row, function.size(rows)), [&](OpBuilder &) { runRow(row); });
  }
  if (emitter.failed()) {
    return failure();
  }
  finishKernel(function, grid, SymExpr::ceilDiv(rows, teams));
  return success();
}

LogicalResult grid::lowerReduce(kernel::FuncOp kernel) {
  FailureOr<ReducePlan> plan = ReducePlan::make(kernel);
  return failed(plan) ? failure() : ReduceToGrid(kernel, std::move(*plan)).run();
}
