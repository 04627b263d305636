//===- Contract.cpp - contraction kernels: the loops around tiles ---------===//
//
// A unit of work is a block of rows times one panel, or a few where rows are copied first. Units are numbered
// so that neighbours share what the schedule wants to stay in the cache, and each worker takes a run of
// neighbours.
//
//===----------------------------------------------------------------------===//

#include "passes/Tile/Contract.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "passes/Tile/ContractEmitter.h"
#include "passes/Tile/Schedule.h"
#include "passes/Tile/ScheduleSpace.h"

using namespace heddle;
using namespace heddle::tile;

//===----------------------------------------------------------------------===//
// Units
//===----------------------------------------------------------------------===//

void ContractEmitter::emit() {
  elements.bind(problem.result.value, [this](OpBuilder &, ArrayRef<Index>, int64_t) { return currentSum; });
  if (plan.needsZeros(problem)) {
    fill(scratchAt(plan.scratch.zeros), plan.inner.size * plan.dot.group, f.constant(plan.lhsType, 0));
  }
  SymExpr panels = SymExpr::ceilDiv(problem.numColumns(), plan.width());
  SymExpr units = problem.sizeOf(problem.outer) * SymExpr::ceilDiv(problem.numRows(), plan.rowBlock) *
                  SymExpr::ceilDiv(panels, plan.panelsPerUnit);
  f.parallelFor(f.size(units), [&](OpBuilder &, Value unit) { emitUnit(unit); });
}

ContractEmitter::Unit ContractEmitter::decodeUnit(Value number, Value &panelGroup) {
  SymExpr panels = SymExpr::ceilDiv(problem.numColumns(), plan.width());
  SymExpr groups = SymExpr::ceilDiv(panels, plan.panelsPerUnit);
  SymExpr blocks = SymExpr::ceilDiv(problem.numRows(), plan.rowBlock);
  SmallVector<SymExpr> sizes;
  for (unsigned factor : problem.outer) {
    sizes.push_back(problem.size(factor));
  }
  sizes.append({plan.weightsInner ? blocks : groups, plan.weightsInner ? groups : blocks});
  SmallVector<Value> parts = delinearize(number, sizes);
  Value second = parts.pop_back_val(), first = parts.pop_back_val();
  for (auto [factor, value] : llvm::zip(problem.outer, parts)) {
    factors[factor] = value;
  }
  panelGroup = plan.weightsInner ? second : first;
  Value block = plan.weightsInner ? first : second;
  Value begin = mul(block, f.constant(plan.rowBlock));
  return {begin, minimum(add(begin, f.constant(plan.rowBlock)), f.size(problem.numRows()))};
}

void ContractEmitter::emitUnit(Value number) {
  Value panelGroup;
  Unit unit = decodeUnit(number, panelGroup);
  if (plan.lhsMode == OperandMode::Staged) {
    stageLhs(unit);
  }
  emitPanels(unit, panelGroup);
}

void ContractEmitter::emitPanels(const Unit &unit, Value panelGroup) {
  if (plan.panelsPerUnit == 1) {
    return emitPanel(unit, panelGroup);
  }
  Value begin = mul(panelGroup, f.constant(plan.panelsPerUnit));
  Value all = f.size(SymExpr::ceilDiv(problem.numColumns(), plan.width()));
  Value end = minimum(add(begin, f.constant(plan.panelsPerUnit)), all);
  f.loop(begin, end, 1, [&](OpBuilder &, Value number) { emitPanel(unit, number); });
}

/// A last panel that is known to be narrower gets code of its own, without the vectors that would be empty.
void ContractEmitter::emitPanel(const Unit &unit, Value number) {
  Panel panel = panelAt(number);
  if (plan.rhsMode == OperandMode::Staged) {
    stageRhs(panel);
  }
  auto emitDepth = [&](int64_t vectors, std::optional<int64_t> numColumns) {
    panel.vectors = vectors;
    panel.numColumns = numColumns;
    forEachDepthBlock([&](const DepthBlock &block) { emitRows(unit, panel, block); });
  };
  std::optional<int64_t> columns = problem.numColumns().constant();
  if (!columns) {
    return emitDepth(plan.vectors, std::nullopt);
  }
  int64_t rest = *columns % plan.width(), restVectors = (rest + plan.lanes - 1) / plan.lanes;
  if (rest == 0) {
    return emitDepth(plan.vectors, plan.width());
  }
  if (*columns < plan.width()) {
    return emitDepth(restVectors, rest);
  }
  Value isWhole = isLess(panel.column, f.constant(*columns - rest));
  auto conditional = scf::IfOp::create(b, loc, isWhole, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(conditional.thenBlock());
  emitDepth(plan.vectors, plan.width());
  b.setInsertionPointToStart(conditional.elseBlock());
  emitDepth(restVectors, rest);
}

ContractEmitter::Panel ContractEmitter::panelAt(Value number) {
  Panel panel{mul(number, f.constant(plan.width())), {}, {}, plan.vectors, std::nullopt};
  if (plan.rhsMode == OperandMode::Staged) {
    panel.address = scratchAt(plan.scratch.rhs);
    return panel;
  }
  Value base = f.pointer(problem.rhs.value), offset;
  if (plan.rhsMode == OperandMode::InPlace) {
    offset = outerOffset(problem.rhs);
    offset = add(offset, scaled(panel.column, problem.rhs.stride(*problem.column, problem.nest)));
  } else {
    // In memory: [batch, panels, elements of a panel]. The batch dimensions of rhs, and with groups the
    // column dimension, count panels.
    auto layout = problem.panels(plan.width(), plan.dot);
    SymExpr panelsPerBatch = SymExpr::ceilDiv(problem.rhs.shape[layout.getColumns()[0]], plan.width());
    Indices indices = indicesOf(problem.rhs, std::nullopt);
    Value batch = f.constant(0);
    for (int64_t dim : layout.getBatch()) {
      batch = add(mul(batch, f.size(problem.rhs.shape[dim])), indices[dim].value);
    }
    Value panelNumber =
        b.createOrFold<arith::DivUIOp>(loc, indices[layout.getColumns()[0]].value, f.constant(plan.width()));
    offset = add(scaled(batch, panelsPerBatch), add(panelNumber, number));
    SymExpr elements = plan.rowPitch(problem) * SymExpr(plan.width());
    if (plan.dot.offset != 0) { // elements of one byte behind the starts
      panel.starts = address(base, b.getI8Type(), scaled(offset, elements + SymExpr(layout.startBytes())));
      panel.address = address(panel.starts, b.getI8Type(), layout.startBytes());
      return panel;
    }
    offset = scaled(offset, elements);
  }
  panel.address = address(base, memoryType(problem.rhs), offset);
  return panel;
}

//===----------------------------------------------------------------------===//
// Depth and rows
//===----------------------------------------------------------------------===//

/// Blocks are whole positions where the innermost loop is shorter than a block, else parts of one position.
void ContractEmitter::forEachDepthBlock(llvm::function_ref<void(const DepthBlock &)> body) {
  SymExpr numPositions(1);
  for (const DepthLoop &loop : plan.positions) {
    numPositions = numPositions * loop.size;
  }
  Value positions = f.size(numPositions), inner = f.size(plan.inner.size), zero = f.constant(0);
  if (!plan.splitsDepth()) {
    return body({zero, positions, zero, inner, {}, {}});
  }
  std::optional<int64_t> innerSize = plan.inner.size.constant();
  bool wholePositions = innerSize && *innerSize <= plan.depthBlock;
  int64_t positionStep =
      wholePositions ? std::max<int64_t>(plan.depthBlock / std::max<int64_t>(*innerSize, 1), 1) : 1;
  // A loop of at least one trip, so that a depth of 0 gives zeros.
  Value one = f.constant(1);
  Value positionBound = b.createOrFold<arith::MaxSIOp>(loc, positions, one);
  Value innerBound = b.createOrFold<arith::MaxSIOp>(loc, inner, one);
  f.loop(zero, positionBound, positionStep, [&](OpBuilder &, Value p) {
    Value positionEnd = minimum(add(p, f.constant(positionStep)), positions);
    auto part = [&](Value k, Value innerEnd) {
      Value isFirst = arith::AndIOp::create(b, loc, isEqual(p, zero), isEqual(k, zero));
      Value isLast = arith::AndIOp::create(b, loc, isEqual(positionEnd, positions), isEqual(innerEnd, inner));
      body({p, positionEnd, k, innerEnd, isFirst, isLast});
    };
    if (wholePositions) {
      return part(zero, inner);
    }
    f.loop(zero, innerBound, plan.depthBlock,
           [&](OpBuilder &, Value k) { part(k, minimum(add(k, f.constant(plan.depthBlock)), inner)); });
  });
}

/// Heights of the tiles that follow the full ones: the exact rest where the number of rows is known, else
/// halves, each of which is used as often as it fits.
SmallVector<int64_t> ContractEmitter::tailHeights() const {
  if (std::optional<int64_t> rows = problem.numRows().constant()) {
    return *rows % plan.rows == 0 ? SmallVector<int64_t>{} : SmallVector<int64_t>{*rows % plan.rows};
  }
  SmallVector<int64_t> heights;
  for (int64_t height = 8; height >= 1; height /= 2) {
    if (height < plan.rows) {
      heights.push_back(height);
    }
  }
  return heights;
}

void ContractEmitter::emitRows(const Unit &unit, const Panel &panel, const DepthBlock &block) {
  Value begin = unit.rowBegin;
  auto emitTiles = [&](int64_t height) {
    // The last row from which a tile of this height fits.
    Value bound = sub(unit.rowEnd, f.constant(height - 1));
    f.loop(begin, bound, height,
           [&](OpBuilder &, Value row) { emitTile({height, row, sub(row, unit.rowBegin), panel}, block); });
    Value rows = sub(unit.rowEnd, begin);
    begin = sub(unit.rowEnd, b.createOrFold<arith::RemUIOp>(loc, rows, f.constant(height)));
  };
  if (problem.numRows().constant().value_or(plan.rows) >= plan.rows) {
    emitTiles(plan.rows);
  }
  for (int64_t height : tailHeights()) {
    emitTiles(height);
  }
}

void ContractEmitter::emitTile(const TilePlace &tile, const DepthBlock &block) {
  Sums sums = sumDepth(tile, block);
  if (!plan.splitsDepth()) {
    return finish(tile, sums);
  }
  auto conditional = scf::IfOp::create(b, loc, block.isLast, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(conditional.thenBlock());
  finish(tile, sums);
  b.setInsertionPointToStart(conditional.elseBlock());
  storeSums(tile, sums);
}

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

/// The layout that rhs is stored in, or null.
static kernel::PanelsAttr layoutOfRhs(kernel::FuncOp kernel, const ContractProblem &problem) {
  auto argument = dyn_cast<BlockArgument>(problem.rhs.value);
  return argument ? kernel.getArgAttrOfType<kernel::PanelsAttr>(argument.getArgNumber(),
                                                                kernel::KernelDialect::kLayoutAttr)
                  : kernel::PanelsAttr();
}

/// The tile code reads panels exactly as wide as a tile, bytes in groups only if the target has products of
/// such groups in vectors of its lanes.
static LogicalResult verifyPanels(kernel::FuncOp kernel, const ContractProblem &problem,
                                  kernel::ScheduleAttr schedule) {
  kernel::PanelsAttr layout = layoutOfRhs(kernel, problem);
  int64_t lanes = schedule.getLanes(), width = lanes * schedule.getTile()[1];
  DotProduct dot = problem.dotProduct(lanes, targetOf(kernel));
  if (!layout || layout == problem.panels(width) || layout == problem.panels(width, dot)) {
    return success();
  }
  auto error = kernel.emitOpError("has an argument in the layout ")
               << layout << ", its schedule wants panels of " << width << " columns";
  if (dot.isUsed()) {
    error << " in groups of " << dot.group << " with the offset " << dot.offset;
  }
  return error;
}

LogicalResult tile::lowerContract(kernel::FuncOp kernel) {
  auto isPacked = [&](Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    return argument && kernel.getArgAttr(argument.getArgNumber(), kernel::KernelDialect::kLayoutAttr);
  };
  FailureOr<ContractProblem> problem = ContractProblem::of(kernel, isPacked);
  if (failed(problem) || failed(verifySchedule(kernel, &*problem))) {
    return failure();
  }
  kernel::ScheduleAttr schedule = kernel.getScheduleAttr();
  if (!schedule) {
    schedule = scheduleContraction(*problem, targetOf(kernel), isPacked(problem->rhs.value));
  }
  if (failed(verifyPanels(kernel, *problem, schedule))) {
    return failure();
  }
  ContractPlan plan = ContractPlan::make(*problem, kernel, schedule, layoutOfRhs(kernel, *problem));
  KernelFunction function(kernel, plan.scratch.bytes);
  ContractEmitter emitter(function, *problem, plan);
  emitter.emit();
  if (emitter.failed()) {
    return failure();
  }
  function.finish();
  return success();
}
