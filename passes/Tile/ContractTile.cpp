//===- ContractTile.cpp - the sums of one register tile -------------------===//
//
// The nanokernel: rows x vectors accumulators are carried through the loops of depth as vectors of native
// width; each step loads the panel's row once and multiplies it with one broadcast element of every row of
// lhs (Kalamkar and others, "Library Liberation", arXiv:2511.13764, and PERFORMANCE §1.3 of this project's
// notes). A vector wider than the machine's, or accumulators in memory, would cost an order of magnitude.
//
// Tiles of few accumulators sum several steps of depth apart ("chains"), so that the latency of a
// multiply-add does not bound them; the chains are added at the end.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "passes/Tile/ContractEmitter.h"
#include "passes/Tile/Schedule.h"

using namespace heddle;
using namespace heddle::tile;

/// Accumulators that hide the latency of multiply-adds: two a cycle, four cycles each.
static constexpr int64_t kWantedAccumulators = 8;

/// Independent sums per accumulator.
static int64_t chainsFor(int64_t accumulators, const ContractPlan &plan) {
  int64_t chains = 1;
  while (chains * accumulators < kWantedAccumulators) {
    chains *= 2;
  }
  return plan.inner.size.constant().value_or(64) >= 4 * chains ? chains : 1;
}

ContractEmitter::Sums ContractEmitter::sumDepth(const TilePlace &tile, const DepthBlock &block) {
  SmallVector<Row> rows;
  SmallVector<Value> bases = rowStarts(tile, rows);
  int64_t chains = chainsFor(tile.rows * tile.panel.vectors, plan);
  Sums sums = initialSums(tile, block, chains);
  if (plan.prefetchesResults) {
    prefetchResults(tile);
  }
  if (plan.positions.empty()) {
    sums = sumInner(sourcesAt(tile, rows, bases, {}), block, sums, chains);
  } else {
    sums = f.loop(block.positionBegin, block.positionEnd, 1, sums,
                  [&](OpBuilder &, Value position, ValueRange carried) {
                    return sumInner(sourcesAt(tile, rows, bases, position), block, carried, chains);
                  });
  }
  return joinChains(sums, chains);
}

/// Where every row of a tile starts in lhs. `rows` is filled only if they are not at equal distances.
SmallVector<Value> ContractEmitter::rowStarts(const TilePlace &tile, SmallVectorImpl<Row> &rows) {
  SmallVector<Value> bases;
  Type type = memoryType(problem.lhs);
  bool isCopy = isStaged(problem.lhs);
  Value start = isCopy ? scratchAt(plan.scratch.lhs)
                       : address(f.pointer(problem.lhs.value), type, outerOffset(problem.lhs));
  if (!isCopy && !hasLinearRows(problem)) {
    for (int64_t r = 0; r < tile.rows; ++r) {
      rows.push_back(r == 0 ? rowAt(tile.first) : nextRow(rows.back()));
      bases.push_back(address(start, type, rows.back().offset));
    }
    return bases;
  }
  SymExpr distance = isCopy ? plan.rowPitch(problem) : SymExpr(0);
  if (!isCopy && !problem.rows.empty()) {
    distance = problem.lhs.stride(problem.rows.back(), problem.nest);
  }
  Value first = address(start, type, scaled(isCopy ? tile.local : tile.first, distance));
  for (int64_t r = 0; r < tile.rows; ++r) {
    SymExpr offset = distance * SymExpr(r);
    bases.push_back(offset.constant() ? address(first, type, *offset.constant())
                                      : address(first, type, f.size(offset)));
  }
  return bases;
}

ContractEmitter::Sources ContractEmitter::sourcesAt(const TilePlace &tile, ArrayRef<Row> rows,
                                                    ArrayRef<Value> rowBases, Value position) {
  SmallVector<Value> parts;
  if (position) {
    SmallVector<SymExpr> sizes;
    for (const DepthLoop &loop : plan.positions) {
      sizes.push_back(loop.size);
    }
    parts = delinearize(position, sizes);
  }
  auto offsetBy = [&](llvm::function_ref<SymExpr(const DepthLoop &)> stride) {
    Value offset = f.constant(0);
    for (auto [loop, part] : llvm::zip_first(plan.positions, parts)) {
      offset = add(offset, scaled(part, stride(loop)));
    }
    return offset;
  };
  Value lhsOffset = offsetBy([](const DepthLoop &loop) { return loop.lhsStride; });
  Value rhsOffset = offsetBy([](const DepthLoop &loop) { return loop.rhsStride; });
  Sources sources{
      SmallVector<Value>(rowBases), address(tile.panel.address, memoryType(problem.rhs), rhsOffset), {}, {}};
  for (Value &row : sources.rows) {
    row = address(row, memoryType(problem.lhs), lhsOffset);
  }
  if (plan.needsZeros(problem)) {
    replaceOutside(sources.rows, rows, parts);
  }
  if (plan.prefetchesRows) {
    sources.nextRows =
        address(rowBases[0], memoryType(problem.lhs), scaled(f.constant(tile.rows), plan.rowPitch(problem)));
  }
  if (plan.prefetchesPanels) {
    Value steps = offsetBy([&](const DepthLoop &loop) {
      return SymExpr::floorDiv(loop.rhsStride, plan.width() * plan.dot.group);
    });
    sources.nextPanel = nextPanelLines(tile, steps);
  }
  return sources;
}

/// Where rows lie outside the input, their address becomes that of the line of zeros. `parts` is the place in
/// the loops of depth outside the innermost.
void ContractEmitter::replaceOutside(SmallVectorImpl<Value> &addresses, ArrayRef<Row> rows,
                                     ArrayRef<Value> parts) {
  SmallVector<Value> window(problem.checkedDims.size(), f.constant(0));
  for (auto [loop, part] : llvm::zip(plan.positions, parts)) {
    for (auto [i, dim] : llvm::enumerate(problem.checkedDims)) {
      if (loop.factors.size() == 1) { // loops of checked factors are not merged
        window[i] = add(window[i], scaled(part, problem.lhs.coefficient(dim, loop.factors[0], problem.nest)));
      }
    }
  }
  Value zeros = scratchAt(plan.scratch.zeros);
  for (auto [address, row] : llvm::zip(addresses, rows)) {
    SmallVector<Value> coordinates;
    for (auto [fixed, moving] : llvm::zip(row.coordinates, window)) {
      coordinates.push_back(add(fixed, moving));
    }
    address = arith::SelectOp::create(b, loc, isInside(coordinates), address, zeros);
  }
}

/// Where a tile asks for the next panel from a step of depth on. The tiles of a block share the work: each
/// asks for one of the cache lines of every step.
Value ContractEmitter::nextPanelLines(const TilePlace &tile, Value step) {
  Type type = memoryType(problem.rhs);
  int64_t rowBytes = plan.width() * plan.dot.group * type.getIntOrFloatBitWidth() / 8;
  Value number = b.createOrFold<arith::DivUIOp>(loc, tile.local, f.constant(plan.rows));
  int64_t lineBytes = plan.prefetchedBytes(type);
  Value part = minimum(number, f.constant((rowBytes + lineBytes - 1) / lineBytes - 1));
  SymExpr steps = plan.numSteps(problem);
  Value next = address(tile.panel.address, type, f.size(steps * SymExpr(plan.width() * plan.dot.group)));
  Value lines = add(scaled(part, steps), step);
  return address(next, b.getI8Type(), mul(lines, f.constant(lineBytes)));
}

/// Asks for a cache line in L2; an address outside any memory does no harm.
void ContractEmitter::prefetch(Value address, bool forWriting) {
  LLVM::Prefetch::create(b, loc, address, /*rw=*/forWriting, /*hint=*/2, /*cache=*/1);
}

/// The lines that the tile will write, and those that the ops behind it read at the same places (a residual),
/// come while it is computed: a store or load that misses would hold up the next tile.
void ContractEmitter::prefetchResults(const TilePlace &tile) {
  for (int64_t r = 0; r < tile.rows; ++r) {
    Place place = resultPlace(add(tile.first, f.constant(r)), tile.panel.column, /*hasLanes=*/false);
    IndexMath math(f, b, 1);
    Value offset = math.linearize(place, problem.result.shape, 0, problem.result.shape.size()).value;
    auto prefetchAt = [&](Value memory, Type type, bool forWriting) {
      int64_t bytes = storageBytes(cast<RankedTensorType>(type).getElementType());
      Value start = address(memory, b.getI8Type(), mul(offset, f.constant(bytes)));
      for (int64_t line = 0; line < tile.panel.vectors * plan.lanes * bytes; line += kLineBytes) {
        prefetch(address(start, b.getI8Type(), line), forWriting);
      }
    };
    for (auto [i, type] : llvm::enumerate(f.kernel().getResultTypes())) {
      prefetchAt(f.resultPointer(i), type, /*forWriting=*/true);
    }
    for (BlockArgument argument : f.kernel().getArguments()) {
      bool isOperand = argument == problem.lhs.value || argument == problem.rhs.value;
      if (!isOperand && graph::shapeOf(argument) == problem.result.shape) {
        prefetchAt(f.pointer(argument), argument.getType(), /*forWriting=*/false);
      }
    }
  }
}

/// Zeros, or what the panel starts with, or what earlier blocks of depth have left.
ContractEmitter::Sums ContractEmitter::initialSums(const TilePlace &tile, const DepthBlock &block,
                                                   int64_t chains) {
  VectorType type = plan.vectorType();
  Value zero = f.constant(type, 0);
  int64_t count = tile.rows * tile.panel.vectors;
  Sums sums(count * chains, zero);
  for (int64_t i = 0; plan.dot.offset != 0 && i < count; ++i) {
    int64_t column = i % tile.panel.vectors * plan.lanes;
    sums[i] = load(address(tile.panel.starts, plan.sumType, column), plan.sumType, plan.lanes);
  }
  if (!block.isFirst) {
    return sums;
  }
  auto choice =
      scf::IfOp::create(b, loc, SmallVector<Type>(count, type), block.isFirst, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(choice.thenBlock());
  scf::YieldOp::create(b, loc, ArrayRef(sums).take_front(count));
  b.setInsertionPointToStart(choice.elseBlock());
  SmallVector<Value> loaded;
  Value start = sumAddress(tile);
  for (int64_t i = 0; i < count; ++i) {
    loaded.push_back(load(address(start, plan.sumType, sumOffset(tile, i)), plan.sumType, plan.lanes));
  }
  scf::YieldOp::create(b, loc, loaded);
  llvm::copy(choice.getResults(), sums.begin());
  return sums;
}

ContractEmitter::Sums ContractEmitter::sumInner(const Sources &sources, const DepthBlock &block,
                                                ValueRange sums, int64_t chains) {
  Value begin = block.innerBegin, end = block.innerEnd;
  Sums current(sums);
  int64_t steps = chains * plan.unroll;
  if (steps > 1) {
    Value whole = add(begin, mul(b.createOrFold<arith::DivUIOp>(loc, sub(end, begin), f.constant(steps)),
                                 f.constant(steps)));
    current = f.loop(begin, whole, steps, current, [&](OpBuilder &, Value k, ValueRange carried) {
      return step(sources, k, steps, carried, chains);
    });
    begin = whole;
    if (getConstantIntValue(begin) && getConstantIntValue(begin) == getConstantIntValue(end)) {
      return current;
    }
  }
  return f.loop(begin, end, 1, current, [&](OpBuilder &, Value k, ValueRange carried) {
    return step(sources, k, 1, carried, chains);
  });
}

/// `unrolled` steps of depth from `k` on, by turns into the chains.
ContractEmitter::Sums ContractEmitter::step(const Sources &sources, Value k, int64_t unrolled,
                                            ValueRange sums, int64_t chains) {
  Type lhsType = memoryType(problem.lhs), rhsType = memoryType(problem.rhs);
  int64_t count = sums.size() / chains, vectors = count / sources.rows.size();
  Sums next(sums);
  auto place = [&](Value start, Type type, const SymExpr &stride, int64_t u) {
    Value here = address(start, type, scaled(k, stride));
    SymExpr offset = stride * SymExpr(u);
    return offset.constant() ? address(here, type, *offset.constant()) : address(here, type, f.size(offset));
  };
  for (int64_t u = 0; u < unrolled; ++u) {
    if (sources.nextRows) {
      prefetch(place(sources.nextRows, lhsType, SymExpr(sources.rows.size() * plan.dot.group), u));
    }
    if (sources.nextPanel) {
      prefetch(place(sources.nextPanel, b.getI8Type(), plan.prefetchedBytes(rhsType), u));
    }
    Value panelRow = place(sources.panel, rhsType, plan.inner.rhsStride, u);
    SmallVector<Value> columns;
    for (int64_t v = 0; v < vectors; ++v) {
      int64_t lanes = plan.lanes * plan.dot.group;
      columns.push_back(loadOperand(problem.rhs, address(panelRow, rhsType, v * lanes), lanes));
    }
    for (auto [r, row] : llvm::enumerate(sources.rows)) {
      Value spread = spreadElement(place(row, lhsType, plan.inner.lhsStride, u));
      for (int64_t v = 0; v < vectors; ++v) {
        Value &sum = next[u % chains * count + r * vectors + v];
        sum = multiplyAdd(spread, columns[v], sum);
      }
    }
  }
  return next;
}

/// The element of lhs at an address, or the group of elements, in all lanes.
Value ContractEmitter::spreadElement(Value address) {
  if (!plan.dot.isUsed()) {
    return vector::BroadcastOp::create(b, loc, plan.vectorType(), loadOperand(problem.lhs, address, 1));
  }
  Value group = LLVM::LoadOp::create(b, loc, plan.sumType, address, /*alignment=*/1);
  Value spread = vector::BroadcastOp::create(b, loc, plan.vectorType(), group);
  return vector::BitCastOp::create(b, loc, VectorType::get({plan.lanes * plan.dot.group}, plan.lhsType),
                                   spread);
}

Value ContractEmitter::multiplyAdd(Value x, Value y, Value sum) {
  if (plan.dot.isUsed()) {
    return plan.dot.multiplyAdd(b, loc, x, y, problem.rhs.elementType().isUnsignedInteger(), sum);
  }
  if (isa<FloatType>(plan.sumType)) {
    return vector::FMAOp::create(b, loc, x, y, sum);
  }
  return arith::AddIOp::create(b, loc, arith::MulIOp::create(b, loc, x, y), sum);
}

ContractEmitter::Sums ContractEmitter::joinChains(ValueRange sums, int64_t chains) {
  Sums joined(sums);
  for (; chains > 1; chains /= 2) {
    size_t half = joined.size() / 2;
    for (size_t i = 0; i < half; ++i) {
      joined[i] = isa<FloatType>(plan.sumType)
                      ? arith::AddFOp::create(b, loc, joined[i], joined[half + i]).getResult()
                      : arith::AddIOp::create(b, loc, joined[i], joined[half + i]).getResult();
    }
    joined.resize(half);
  }
  return joined;
}
