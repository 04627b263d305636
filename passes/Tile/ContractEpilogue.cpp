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
  if (plan.epilogue == EpilogueMode::Vectors) {
    return finishVectors(tile, sums);
  }
  if (tile.panel.numColumns) {
    return finishRegisters(tile, sums);
  }
  Value last = add(tile.panel.column, f.constant(plan.width() - 1));
  auto conditional =
      scf::IfOp::create(b, loc, isLess(last, f.size(problem.numColumns())), /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(conditional.thenBlock());
  finishRegisters(tile, sums);
  b.setInsertionPointToStart(conditional.elseBlock());
  finishVectors(tile, sums);
}

Value ContractEmitter::maskOf(Value numColumns) {
  auto type = VectorType::get({plan.lanes}, b.getI1Type());
  return b.createOrFold<vector::CreateMaskOp>(loc, type, ValueRange{numColumns});
}

void ContractEmitter::finishRegisters(const TilePlace &tile, ValueRange sums) {
  int64_t vectors = tile.panel.vectors, rest = tile.panel.numColumns.value_or(0) % plan.lanes;
  for (int64_t r = 0; r < tile.rows; ++r) {
    Value row = add(tile.first, f.constant(r));
    for (int64_t v = 0; v < vectors; ++v) {
      Value column = add(tile.panel.column, f.constant(v * plan.lanes));
      Value mask = rest != 0 && v + 1 == vectors ? maskOf(f.constant(rest)) : Value();
      storeResults(row, column, sums[r * vectors + v], plan.lanes, mask);
    }
  }
}

/// A loop over the tile's rows and one over whole vectors of columns; behind it one masked vector where the
/// columns end inside a vector.
void ContractEmitter::finishVectors(const TilePlace &tile, ValueRange sums) {
  storeSums(tile, sums);
  Value start = sumAddress(tile), width = f.constant(plan.width()), lanes = f.constant(plan.lanes);
  Value left = minimum(sub(f.size(problem.numColumns()), tile.panel.column), width);
  if (tile.panel.numColumns) {
    left = f.constant(*tile.panel.numColumns);
  }
  Value whole = sub(left, b.createOrFold<arith::RemUIOp>(loc, left, lanes));
  f.loop(f.constant(0), f.constant(tile.rows), 1, [&](OpBuilder &, Value r) {
    Value row = add(tile.first, r), line = address(start, plan.sumType, mul(r, width));
    auto storeAt = [&](Value n, Value mask) {
      Value sum = load(address(line, plan.sumType, n), plan.sumType, plan.lanes);
      storeResults(row, add(tile.panel.column, n), sum, plan.lanes, mask);
    };
    f.loop(f.constant(0), whole, plan.lanes, [&](OpBuilder &, Value n) { storeAt(n, {}); });
    if (tile.panel.numColumns.value_or(1) % plan.lanes != 0) {
      f.branch(isLess(whole, left), [&](OpBuilder &) { storeAt(whole, maskOf(sub(left, whole))); });
    }
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

/// Elements from `sumAddress` to a sum of the tile; every row has room for a whole panel.
int64_t ContractEmitter::sumOffset(const TilePlace &tile, int64_t number) const {
  return number / tile.panel.vectors * plan.width() + number % tile.panel.vectors * plan.lanes;
}

void ContractEmitter::storeSums(const TilePlace &tile, ValueRange sums) {
  Value start = sumAddress(tile);
  for (auto [i, sum] : llvm::enumerate(sums)) {
    store(sum, address(start, plan.sumType, sumOffset(tile, i)));
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
      place.push_back({dim, 1, indexOf(problem.result, problem.nest, factors, dim, laneFactor)});
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
