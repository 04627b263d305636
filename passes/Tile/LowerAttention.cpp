//===- LowerAttention.cpp - kernels of attentions -------------------------===//
//
// For each unit of work (a place in the outer dimensions, a block of queries):
//   copy the queries
//   for each block of keys:
//     copy keys, turned over so that a vector holds one element of neighbouring keys, and values
//     for each tile of queries:
//       scores of the block     in registers, then a tile in scratch memory
//       for each query:         logits, their maximum, exponentials, their sum
//       sums of values          in registers; what was summed before is scaled and added to
//   divide by the sums of exponentials, apply the element-wise ops behind, store
// A tile of queries that reaches beyond the last repeats the last, whose sums are then not stored; lanes
// beyond the last key have logits of -inf. AttentionPlan.h says what lies where.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "passes/Tile/AttentionPlan.h"
#include "passes/Tile/CodeBuilder.h"
#include "passes/Tile/ElementArith.h"
#include "passes/Tile/ElementCast.h"
#include "passes/Tile/ElementEmitter.h"
#include "passes/Tile/Lower.h"
#include "passes/Tile/Schedule.h"
#include "passes/Tile/TransposeBlock.h"
#include <limits>

using namespace heddle;
using namespace heddle::tile;

namespace {
class AttentionEmitter : CodeBuilder {
public:
  AttentionEmitter(KernelFunction &function, const AttentionProblem &problem, const AttentionPlan &plan)
      : CodeBuilder(function), problem(problem), ops(problem.ops), plan(plan), elements(function),
        dims(problem.shape.size()), real(b.getF32Type()), vectorType(VectorType::get({plan.lanes}, real)),
        lowest(f.constant(real, -std::numeric_limits<double>::infinity())) {}

  /// Emits the body of the function.
  void emit();
  /// Whether an element-wise op has no code; a diagnostic was given.
  bool failed() const { return elements.failed(); }

private:
  /// A block of queries: the first, how many there are, and how many tiles compute.
  struct Queries {
    Value begin, count, computed;
  };
  /// A block of keys.
  struct Keys {
    Value begin, count;
  };
  /// What a register tile multiplies: row r and step k of lhs at lhs + r * lhsPitch + k, vector v of rhs at
  /// rhs + k * rhsPitch + v * vectorPitch, in elements.
  struct Product {
    Value lhs, rhs;
    int64_t lhsPitch, rhsPitch, vectorPitch;
  };
  using Sums = SmallVector<Value>;

  void emitUnit(Value number);
  void emitTiles(const Queries &queries, const Keys &keys);
  Sums multiply(const Product &product, int64_t rows, Value steps, ValueRange sums);

  // Copies.
  void stageQueries(const Queries &queries);
  void stageKeys(const Keys &keys);
  void stageKeyRows(const Keys &keys, Value n, Value target);
  void stageKeyColumns(const Keys &keys, Value n, Value target);
  void stageValues(const Keys &keys);

  // Parts of a tile.
  void scoreTile(const Keys &keys, Value tile, int64_t rows);
  void scaleTile(const Queries &queries, const Keys &keys, Value tile, int64_t rows);
  void sumTile(const Keys &keys, Value tile, int64_t rows);
  Value scaleOf(const Keys &keys, Value before, Value shift);
  Value logitsOf(const Keys &keys, Value line);
  Value exponentialsOf(const Keys &keys, Value line, Value maximum);
  void finish(const Queries &queries);
  void storeResults(Value row, Value inverse, Value total);

  /// Sets `dims` to those of a query.
  void setRow(Value row);
  /// Elements from the start of a tensor under the current `dims` of `walked`.
  Value offsetOf(const ContractTensor &tensor, const graph::LoopNest &nest, ArrayRef<unsigned> factors,
                 ArrayRef<unsigned> walked);
  Value place(int64_t scratch) { return scratchAt(scratch); }
  Value at(int64_t scratch, Value offset) { return address(place(scratch), real, offset); }
  Value maskOf(Value count) {
    return b.createOrFold<vector::CreateMaskOp>(loc, VectorType::get({plan.lanes}, b.getI1Type()),
                                                ValueRange{count});
  }
  Value spread(Value scalar) { return vector::BroadcastOp::create(b, loc, vectorType, scalar); }
  Value exponential(Value x) { return math::ExpOp::create(b, loc, x); }
  /// The larger one; y where x is NaN, which then shows in the exponentials.
  Value larger(Value x, Value y) {
    Value isLarger = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OGT, x, y);
    return arith::SelectOp::create(b, loc, isLarger, x, y);
  }
  Value loadReal(const ContractTensor &tensor, Value address, int64_t lanes) {
    Type element = tensor.elementType();
    return fromStorage(b, loc, load(address, storageType(element), lanes), element);
  }
  Value pointerAt(const ContractTensor &tensor, Value offset) {
    return address(f.pointer(tensor.value), storageType(tensor.elementType()), offset);
  }

  const AttentionProblem &problem;
  graph::AttentionOps ops;
  const AttentionPlan &plan;
  ElementEmitter elements;
  SmallVector<Value> dims; // current place in the dimensions of the scores
  Type real;
  VectorType vectorType;
  Value lowest;
  Value currentScores, currentSums; // what element-wise ops read as the contractions' results
};
} // namespace

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

void AttentionEmitter::setRow(Value row) {
  SmallVector<SymExpr> sizes;
  for (unsigned dim : problem.rows) {
    sizes.push_back(problem.shape[dim]);
  }
  for (auto [dim, value] : llvm::zip(problem.rows, delinearize(row, sizes))) {
    dims[dim] = value;
  }
}

Value AttentionEmitter::offsetOf(const ContractTensor &tensor, const graph::LoopNest &nest,
                                 ArrayRef<unsigned> factors, ArrayRef<unsigned> walked) {
  Value offset = f.size(tensor.offset(nest));
  for (unsigned dim : walked) {
    offset = add(offset, scaled(dims[dim], tensor.stride(factors[dim], nest)));
  }
  return offset;
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

void AttentionEmitter::stageQueries(const Queries &queries) {
  const ContractTensor &query = problem.query;
  Type type = storageType(query.elementType());
  SymExpr step = problem.queryDepthStride();
  Value outer = offsetOf(query, problem.scoresNest, problem.scoresFactors, problem.outer);
  Value last = sub(f.size(problem.numRows()), f.constant(1));
  f.loop(f.constant(0), queries.computed, 1, [&](OpBuilder &, Value r) {
    setRow(minimum(add(queries.begin, r), last));
    Value offset = outer;
    for (unsigned dim : problem.rows) {
      offset = add(offset, scaled(dims[dim], problem.queryStride(dim)));
    }
    Value source = pointerAt(query, offset), target = at(plan.queries, mul(r, f.constant(problem.depth)));
    copyRun(problem.depth, step.isConstant(1) ? plan.lanes : 1, [&](Value k, int64_t lanes) {
      store(loadReal(query, address(source, type, scaled(k, step)), lanes), address(target, real, k));
    });
    setRow(f.constant(0));
  });
}

void AttentionEmitter::stageKeys(const Keys &keys) {
  bool areColumns = problem.keyStride(problem.keys).isConstant(1) && !problem.keyDepthStride().isConstant(1);
  f.loop(f.constant(0), keys.count, plan.lanes, [&](OpBuilder &, Value n) {
    Value target = at(plan.keys, mul(n, f.constant(problem.depth)));
    if (areColumns) {
      stageKeyColumns(keys, n, target);
    } else {
      stageKeyRows(keys, n, target);
    }
  });
}

/// A vector of keys whose elements are neighbours: squares are turned over. Beyond the last key, the last is
/// repeated.
void AttentionEmitter::stageKeyRows(const Keys &keys, Value n, Value target) {
  const ContractTensor &key = problem.key;
  Type type = storageType(key.elementType());
  SymExpr step = problem.keyDepthStride();
  Value outer = offsetOf(key, problem.scoresNest, problem.scoresFactors, problem.outer);
  Value first = add(keys.begin, n), last = sub(f.size(problem.numKeys()), f.constant(1));
  SmallVector<Value> sources;
  for (int64_t i = 0; i < plan.lanes; ++i) {
    Value number = minimum(add(first, f.constant(i)), last);
    sources.push_back(pointerAt(key, add(outer, scaled(number, problem.keyStride(problem.keys)))));
  }
  copyRun(problem.depth, step.isConstant(1) ? plan.lanes : 1, [&](Value k, int64_t lanes) {
    SmallVector<Value> rows = llvm::map_to_vector(
        sources, [&](Value source) { return loadReal(key, address(source, type, scaled(k, step)), lanes); });
    for (auto [i, column] : llvm::enumerate(transposeBlock(b, loc, rows, lanes))) {
      Value row = add(k, f.constant(i));
      store(column, address(target, real, mul(row, f.constant(plan.lanes))));
    }
  });
}

/// A vector of keys that are neighbours themselves.
void AttentionEmitter::stageKeyColumns(const Keys &keys, Value n, Value target) {
  const ContractTensor &key = problem.key;
  Value outer = offsetOf(key, problem.scoresNest, problem.scoresFactors, problem.outer);
  Value first = add(keys.begin, n), mask = maskOf(sub(f.size(problem.numKeys()), first));
  Value flat = f.flat(f.memref(key.value));
  f.loop(f.constant(0), f.constant(problem.depth), 1, [&](OpBuilder &, Value k) {
    Value offset = add(add(outer, first), scaled(k, problem.keyDepthStride()));
    Value column = elements.loadFlat(b, key.elementType(), flat, {offset, /*lane=*/true}, plan.lanes, mask);
    store(column, address(target, real, mul(k, f.constant(plan.lanes))));
  });
}

void AttentionEmitter::stageValues(const Keys &keys) {
  const ContractTensor &value = problem.value;
  Type type = storageType(value.elementType());
  SymExpr step = problem.valueColumnStride();
  Value outer = offsetOf(value, problem.valuesNest, problem.valuesFactors, problem.outer);
  f.loop(f.constant(0), keys.count, 1, [&](OpBuilder &, Value n) {
    Value number = add(keys.begin, n);
    Value source = pointerAt(value, add(outer, scaled(number, problem.valueStride(problem.keys))));
    Value target = at(plan.values, mul(n, f.constant(plan.pitch())));
    copyRun(problem.columns, step.isConstant(1) ? plan.lanes : 1, [&](Value k, int64_t lanes) {
      store(loadReal(value, address(source, type, scaled(k, step)), lanes), address(target, real, k));
    });
  });
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

/// Adds `steps` products to every sum; sums are numbered by rows, then vectors.
AttentionEmitter::Sums AttentionEmitter::multiply(const Product &product, int64_t rows, Value steps,
                                                  ValueRange sums) {
  int64_t vectors = sums.size() / rows;
  return f.loop(f.constant(0), steps, 1, sums, [&](OpBuilder &, Value k, ValueRange carried) {
    Sums next(carried), columns;
    Value rhs = address(product.rhs, real, mul(k, f.constant(product.rhsPitch)));
    Value lhs = address(product.lhs, real, k);
    for (int64_t v = 0; v < vectors; ++v) {
      columns.push_back(load(address(rhs, real, v * product.vectorPitch), real, plan.lanes));
    }
    for (int64_t r = 0; r < rows; ++r) {
      Value element = spread(load(address(lhs, real, r * product.lhsPitch), real, 1));
      for (int64_t v = 0; v < vectors; ++v) {
        Value &sum = next[r * vectors + v];
        sum = vector::FMAOp::create(b, loc, element, columns[v], sum);
      }
    }
    return next;
  });
}

void AttentionEmitter::scoreTile(const Keys &keys, Value tile, int64_t rows) {
  Value queries = at(plan.queries, mul(tile, f.constant(problem.depth)));
  auto score = [&](Value n, int64_t vectors) {
    Product product{queries, at(plan.keys, mul(n, f.constant(problem.depth))), problem.depth, plan.lanes,
                    plan.lanes * problem.depth};
    Sums zeros(rows * vectors, f.constant(vectorType, 0));
    Sums sums = multiply(product, rows, f.constant(problem.depth), zeros);
    Value target = at(plan.scores, n);
    for (auto [i, sum] : llvm::enumerate(sums)) {
      int64_t row = i / vectors, vector = i % vectors;
      store(sum, address(target, real, row * plan.keyBlock + vector * plan.lanes));
    }
  };
  Value begin = f.constant(0);
  Value computed = roundedDown(add(keys.count, f.constant(plan.lanes - 1)), plan.lanes);
  for (int64_t vectors = plan.vectors; vectors >= 1; vectors /= 2) {
    Value end = add(begin, roundedDown(sub(computed, begin), vectors * plan.lanes));
    f.loop(begin, end, vectors * plan.lanes, [&](OpBuilder &, Value n) { score(n, vectors); });
    begin = end;
  }
}

/// Turns a line of scores into logits; gives the largest of each lane.
Value AttentionEmitter::logitsOf(const Keys &keys, Value line) {
  Value whole = roundedDown(keys.count, plan.lanes);
  auto step = [&](Value n, Value largest, Value mask) {
    Value target = address(line, real, n);
    currentScores = load(target, real, plan.lanes);
    Place here;
    for (unsigned dim = 0; dim < problem.shape.size(); ++dim) {
      bool isKey = dim == problem.keys;
      here.push_back({dim, 1, {isKey ? add(keys.begin, n) : dims[dim], isKey}});
    }
    Value logits = elements.emitAt(b, ops.logits(), here, plan.lanes, mask).front();
    if (mask) {
      logits = arith::SelectOp::create(b, loc, mask, logits, spread(lowest));
    }
    store(logits, target);
    return larger(logits, largest);
  };
  Value largest =
      f.loop(f.constant(0), whole, plan.lanes, spread(lowest),
             [&](OpBuilder &, Value n, ValueRange carried) -> Sums { return {step(n, carried[0], {})}; })[0];
  return f.loop(whole, keys.count, plan.lanes, largest,
                [&](OpBuilder &, Value n, ValueRange carried) -> Sums {
                  return {step(n, carried[0], maskOf(sub(keys.count, n)))};
                })[0];
}

/// Turns a line of logits into exponentials of what they are above `maximum`; gives the sum for each lane.
Value AttentionEmitter::exponentialsOf(const Keys &keys, Value line, Value maximum) {
  Value shift = spread(maximum);
  return f.loop(f.constant(0), keys.count, plan.lanes, f.constant(vectorType, 0),
                [&](OpBuilder &, Value n, ValueRange carried) -> Sums {
                  Value target = address(line, real, n);
                  Value logits = load(target, real, plan.lanes);
                  Value power = exponential(arith::SubFOp::create(b, loc, logits, shift));
                  store(power, target);
                  return {arith::AddFOp::create(b, loc, carried[0], power)};
                })[0];
}

/// What sums of earlier blocks, relative to the maximum `before`, are multiplied with to be relative to
/// `shift`.
Value AttentionEmitter::scaleOf(const Keys &keys, Value before, Value shift) {
  auto isFirst = scf::IfOp::create(b, loc, real, isEqual(keys.begin, f.constant(0)), /*addThenBlock=*/true,
                                   /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(isFirst.thenBlock());
  scf::YieldOp::create(b, loc, f.constant(real, 0));
  b.setInsertionPointToStart(isFirst.elseBlock());
  scf::YieldOp::create(b, loc, exponential(arith::SubFOp::create(b, loc, before, shift)));
  return isFirst.getResult(0);
}

/// The softmax of a tile as far as its keys are known.
void AttentionEmitter::scaleTile(const Queries &queries, const Keys &keys, Value tile, int64_t rows) {
  Value last = sub(f.size(problem.numRows()), f.constant(1)), zero = f.constant(real, 0);
  f.loop(f.constant(0), f.constant(rows), 1, [&](OpBuilder &, Value r) {
    Value row = add(tile, r), line = at(plan.scores, mul(r, f.constant(plan.keyBlock)));
    setRow(minimum(add(queries.begin, row), last));
    Value maximumAt = at(plan.maxima, row), totalAt = at(plan.totals, mul(row, f.constant(plan.lanes)));
    Value before = load(maximumAt, real, 1), total = load(totalAt, real, plan.lanes);
    Value largest = reduceLanes(b, loc, logitsOf(keys, line), [&](Value x, Value y) { return larger(x, y); });
    Value maximum = larger(largest, before);
    store(maximum, maximumAt);
    // Where everything so far is masked, -inf - -inf would not be 0.
    Value isMasked = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OEQ, maximum, lowest);
    Value shift = arith::SelectOp::create(b, loc, isMasked, zero, maximum);
    Value scale = scaleOf(keys, before, shift);
    store(scale, at(plan.scales, r));
    Value sum = exponentialsOf(keys, line, shift);
    store(vector::FMAOp::create(b, loc, total, spread(scale), sum), totalAt);
    setRow(f.constant(0));
  });
}

void AttentionEmitter::sumTile(const Keys &keys, Value tile, int64_t rows) {
  SmallVector<Value> scales;
  for (int64_t r = 0; r < rows; ++r) {
    scales.push_back(spread(load(address(place(plan.scales), real, r), real, 1)));
  }
  Value line = at(plan.sums, mul(tile, f.constant(plan.pitch())));
  for (int64_t first = 0; first < plan.columnVectors; first += plan.vectors) {
    int64_t vectors = std::min(plan.vectors, plan.columnVectors - first);
    auto sumAt = [&](int64_t i) {
      return address(line, real, i / vectors * plan.pitch() + (first + i % vectors) * plan.lanes);
    };
    Sums sums;
    for (int64_t i = 0; i < rows * vectors; ++i) {
      Value before = load(sumAt(i), real, plan.lanes);
      sums.push_back(arith::MulFOp::create(b, loc, before, scales[i / vectors]));
    }
    Product product{place(plan.scores), address(place(plan.values), real, first * plan.lanes), plan.keyBlock,
                    plan.pitch(), plan.lanes};
    for (auto [i, sum] : llvm::enumerate(multiply(product, rows, keys.count, sums))) {
      store(sum, sumAt(i));
    }
  }
}

void AttentionEmitter::emitTiles(const Queries &queries, const Keys &keys) {
  auto emit = [&](Value begin, Value end, int64_t rows) {
    f.loop(begin, end, rows, [&](OpBuilder &, Value tile) {
      scoreTile(keys, tile, rows);
      scaleTile(queries, keys, tile, rows);
      sumTile(keys, tile, rows);
    });
  };
  Value whole = roundedDown(queries.computed, plan.rows);
  emit(f.constant(0), whole, plan.rows);
  if (plan.tailRows != 0) {
    emit(whole, queries.computed, plan.tailRows);
  }
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// The results of a query, whose `dims` are set.
void AttentionEmitter::storeResults(Value row, Value inverse, Value total) {
  OperandRange results = f.kernel().getBody().front().getTerminator()->getOperands();
  SmallVector<Value> factors(problem.valuesNest.factors.size());
  for (unsigned dim = 0; dim < dims.size(); ++dim) {
    factors[problem.valuesFactors[dim]] = dims[dim]; // none of the keys
  }
  Value line = at(plan.sums, mul(row, f.constant(plan.pitch())));
  for (int64_t v = 0; v < plan.columnVectors; ++v) {
    int64_t left = problem.columns - v * plan.lanes;
    Value mask = left < plan.lanes ? maskOf(f.constant(left)) : Value();
    Value sums = load(address(line, real, v * plan.lanes), real, plan.lanes);
    Value quotient = arith::MulFOp::create(b, loc, sums, spread(inverse));
    if (ops.guard) {
      Value hasWeights = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OGT, total, f.constant(real, 0));
      quotient = arith::SelectOp::create(b, loc, hasWeights, quotient, f.constant(vectorType, 0));
    }
    currentSums = roundTo(b, loc, quotient, problem.result.elementType());
    factors[problem.columnFactor] = f.constant(v * plan.lanes);
    Indices indices;
    for (unsigned dim = 0; dim < problem.result.shape.size(); ++dim) {
      indices.push_back(indexOf(problem.result, problem.valuesNest, factors, dim, problem.columnFactor));
    }
    Place here = placeOf(indices);
    IndexMath math(f, b, plan.lanes);
    Index offset = math.linearize(here, problem.result.shape, 0, problem.result.shape.size());
    SmallVector<Value> values = elements.emitAt(b, results, here, plan.lanes, mask);
    for (auto [i, value] : llvm::enumerate(values)) {
      Type element = cast<RankedTensorType>(results[i].getType()).getElementType();
      elements.storeFlat(b, value, element, f.flat(f.resultMemref(i)), offset, plan.lanes, mask);
    }
  }
}

void AttentionEmitter::finish(const Queries &queries) {
  f.loop(f.constant(0), queries.count, 1, [&](OpBuilder &, Value r) {
    setRow(add(queries.begin, r));
    Value totals = load(at(plan.totals, mul(r, f.constant(plan.lanes))), real, plan.lanes);
    Value total =
        reduceLanes(b, loc, totals, [&](Value x, Value y) { return arith::AddFOp::create(b, loc, x, y); });
    Value inverse = arith::DivFOp::create(b, loc, f.constant(real, 1), total);
    if (!problem.numKeys().constant()) { // a sum over no keys is 0
      Value isEmpty = isEqual(f.size(problem.numKeys()), f.constant(0));
      inverse = arith::SelectOp::create(b, loc, isEmpty, f.constant(real, 0), inverse);
    }
    storeResults(r, inverse, total);
    setRow(f.constant(0));
  });
}

void AttentionEmitter::emitUnit(Value number) {
  SmallVector<SymExpr> sizes;
  for (unsigned dim : problem.outer) {
    sizes.push_back(problem.shape[dim]);
  }
  sizes.push_back(SymExpr::ceilDiv(problem.numRows(), plan.rowBlock));
  SmallVector<Value> parts = delinearize(number, sizes);
  Value begin = mul(parts.pop_back_val(), f.constant(plan.rowBlock));
  for (auto [dim, value] : llvm::zip(problem.outer, parts)) {
    dims[dim] = value;
  }
  Value count = minimum(sub(f.size(problem.numRows()), begin), f.constant(plan.rowBlock));
  // Of an open number of queries whole tails, or whole tiles, are computed.
  int64_t step = problem.numRows().constant() ? 1 : plan.tailRows != 0 ? plan.tailRows : plan.rows;
  Queries queries{begin, count, roundedDown(add(count, f.constant(step - 1)), step)};
  stageQueries(queries);
  Value zero = f.constant(0);
  f.loop(zero, queries.computed, 1, [&](OpBuilder &, Value r) {
    store(lowest, at(plan.maxima, r));
    store(f.constant(vectorType, 0), at(plan.totals, mul(r, f.constant(plan.lanes))));
    for (int64_t v = 0; v < plan.columnVectors; ++v) {
      Value line = at(plan.sums, mul(r, f.constant(plan.pitch())));
      store(f.constant(vectorType, 0), address(line, real, v * plan.lanes));
    }
  });
  Value numKeys = f.size(problem.numKeys());
  f.loop(zero, numKeys, plan.keyBlock, [&](OpBuilder &, Value k) {
    Keys keys{k, minimum(sub(numKeys, k), f.constant(plan.keyBlock))};
    stageKeys(keys);
    stageValues(keys);
    emitTiles(queries, keys);
  });
  finish(queries);
}

void AttentionEmitter::emit() {
  elements.bind(ops.scores.getResult(),
                [this](OpBuilder &, ArrayRef<Index>, int64_t) { return currentScores; });
  elements.bind(ops.values.getResult(),
                [this](OpBuilder &, ArrayRef<Index>, int64_t) { return currentSums; });
  for (Value &dim : dims) {
    dim = f.constant(0);
  }
  SymExpr units = problem.sizeOf(problem.outer) * SymExpr::ceilDiv(problem.numRows(), SymExpr(plan.rowBlock));
  f.parallelFor(f.size(units), [&](OpBuilder &, Value unit) { emitUnit(unit); });
}

LogicalResult tile::lowerAttention(kernel::FuncOp kernel) {
  FailureOr<AttentionProblem> problem = AttentionProblem::of(kernel);
  if (failed(problem)) {
    return failure();
  }
  kernel::ScheduleAttr schedule = kernel.getScheduleAttr();
  AttentionPlan plan =
      AttentionPlan::make(*problem, schedule ? schedule : scheduleAttention(*problem, targetOf(kernel)));
  KernelFunction function(kernel, plan.bytes);
  AttentionEmitter emitter(function, *problem, plan);
  emitter.emit();
  if (emitter.failed()) {
    return failure();
  }
  function.finish();
  return success();
}
