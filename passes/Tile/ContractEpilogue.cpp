//===- ContractEpilogue.cpp - what happens to finished sums ---------------===//
//
// The element-wise ops behind the contraction are applied to the sums before anything is stored, so that
// bias, residual and activation cost no pass over memory. Short ones are emitted for every accumulator. Long
// ones, and tiles that reach beyond the last column, go through a small buffer and a loop, which keeps the
// code small.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "passes/Tile/ContractEmitter.h"
#include "passes/Tile/ElementCast.h"

using namespace heddle;
using namespace heddle::tile;

void ContractEmitter::finish(const TilePlace &tile, ValueRange sums) {
  if (plan.epilogue == EpilogueMode::Elements) {
    return finishElements(tile, sums);
  }
  auto finishFull = [&] {
    plan.epilogue == EpilogueMode::Registers ? finishRegisters(tile, sums) : finishVectors(tile, sums, true);
  };
  if (!plan.hasTailColumns) {
    return finishFull();
  }
  Value last = add(tile.panel.column, f.constant(plan.width() - 1));
  auto conditional =
      scf::IfOp::create(b, loc, isLess(last, f.size(problem.numColumns())), /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(conditional.thenBlock());
  finishFull();
  b.setInsertionPointToStart(conditional.elseBlock());
  finishVectors(tile, sums, /*isFull=*/false);
}

void ContractEmitter::finishRegisters(const TilePlace &tile, ValueRange sums) {
  for (int64_t r = 0; r < tile.rows; ++r) {
    Value row = add(tile.first, f.constant(r));
    for (int64_t v = 0; v < plan.vectors; ++v) {
      Value column = add(tile.panel.column, f.constant(v * plan.lanes));
      storeResults(row, column, sums[r * plan.vectors + v], plan.lanes, {});
    }
  }
}

/// A loop over the tile's rows and one over vectors of columns, of which the last is masked unless `isFull`.
void ContractEmitter::finishVectors(const TilePlace &tile, ValueRange sums, bool isFull) {
  storeSums(tile, sums);
  Value start = sumAddress(tile), width = f.constant(plan.width());
  Value left = sub(f.size(problem.numColumns()), tile.panel.column);
  Value end = isFull ? width : minimum(left, width);
  f.loop(f.constant(0), f.constant(tile.rows), 1, [&](OpBuilder &, Value r) {
    Value row = add(tile.first, r), line = address(start, plan.sumType, mul(r, width));
    f.loop(f.constant(0), end, plan.lanes, [&](OpBuilder &, Value n) {
      Value mask;
      if (!isFull) {
        mask = vector::CreateMaskOp::create(b, loc, VectorType::get({plan.lanes}, b.getI1Type()),
                                            ValueRange{sub(left, n)});
      }
      Value sum = load(address(line, plan.sumType, n), plan.sumType, plan.lanes);
      storeResults(row, add(tile.panel.column, n), sum, plan.lanes, mask);
    });
  });
}

void ContractEmitter::finishElements(const TilePlace &tile, ValueRange sums) {
  storeSums(tile, sums);
  Value start = sumAddress(tile), width = f.constant(plan.width());
  Value left = sub(f.size(problem.numColumns()), tile.panel.column);
  f.loop(f.constant(0), f.constant(tile.rows), 1, [&](OpBuilder &, Value r) {
    Value row = add(tile.first, r), line = address(start, plan.sumType, mul(r, width));
    f.loop(f.constant(0), minimum(left, width), 1, [&](OpBuilder &, Value n) {
      Value sum = load(address(line, plan.sumType, n), plan.sumType, 1);
      storeResults(row, add(tile.panel.column, n), sum, 1, {});
    });
  });
}

/// Where a tile's sums are kept: its rows of the block where depth is split, else one buffer for all tiles.
Value ContractEmitter::sumAddress(const TilePlace &tile) {
  Value start = scratchAt(plan.scratch.sums);
  return plan.splitsDepth() ? address(start, plan.sumType, mul(tile.local, f.constant(plan.width()))) : start;
}

void ContractEmitter::storeSums(const TilePlace &tile, ValueRange sums) {
  Value start = sumAddress(tile);
  for (auto [i, sum] : llvm::enumerate(sums)) {
    store(sum, address(start, plan.sumType, i * plan.lanes));
  }
}

/// The place of a row and column in the results. Rows that are neighbouring dimensions stay one index.
Place ContractEmitter::resultPlace(Value row, Value column, bool hasLanes) {
  if (problem.column) {
    factors[*problem.column] = column;
  }
  if (!plan.rowDims) {
    for (auto [factor, value] : llvm::zip(problem.rows, rowAt(row).factors)) {
      factors[factor] = value;
    }
  }
  Place place;
  std::optional<unsigned> laneFactor = hasLanes ? problem.column : std::nullopt;
  for (unsigned dim = 0; dim < problem.result.shape.size(); ++dim) {
    if (plan.rowDims && dim == plan.rowDims->first) {
      place.push_back({dim, plan.rowDims->second, {row, false}});
      dim += plan.rowDims->second - 1;
    } else {
      place.push_back({dim, 1, indexOf(problem.result, dim, laneFactor)});
    }
  }
  for (unsigned factor : problem.rows) {
    factors[factor] = {};
  }
  if (problem.column) {
    factors[*problem.column] = {};
  }
  return place;
}

/// Emits every result of the kernel at one place, with `sum` as the contraction's element there.
void ContractEmitter::storeResults(Value row, Value column, Value sum, int64_t lanes, Value mask) {
  currentSum = roundToResult(sum);
  Place place = resultPlace(row, column, lanes > 1);
  IndexMath math(f, b, lanes);
  Index offset = math.linearize(place, problem.result.shape, 0, problem.result.shape.size());
  OperandRange results = f.kernel().getBody().front().getTerminator()->getOperands();
  SmallVector<Value> values = elements.emitAt(b, results, place, lanes, mask);
  for (auto [i, value] : llvm::enumerate(values)) {
    Type elementType = cast<RankedTensorType>(results[i].getType()).getElementType();
    elements.storeFlat(b, value, elementType, f.flat(f.resultMemref(i)), offset, lanes, mask);
  }
}

/// A sum in the compute type of the contraction's result, rounded to its element type.
Value ContractEmitter::roundToResult(Value sum) {
  Type element = problem.result.elementType(), compute = computeType(element);
  if (isa<FloatType>(element)) {
    return roundTo(b, loc, sum, element);
  }
  auto vector = dyn_cast<VectorType>(sum.getType());
  Type type = vector ? Type(vector.clone(compute)) : compute;
  return compute == plan.sumType ? sum : arith::TruncIOp::create(b, loc, type, sum).getResult();
}
