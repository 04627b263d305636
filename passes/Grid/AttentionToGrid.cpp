//===- AttentionToGrid.cpp - kernels of attentions ------------------------===//
//
// A block has a tile of queries at one place of the outer dimensions and walks the keys in tiles
// (FlashAttention-2): the scores of a tile are computed in registers, turned into exponentials of what they
// are above the largest so far, and multiplied with the values; sums of earlier tiles are scaled where the
// largest has grown. The division comes last. No score leaves the block, and no key or value is read where
// there is none.
//
// Threads are 16 across: threads with the same number / 16 have the same rows, and share out among them keys
// of a tile (t, t + 16, …) and columns of the result. So what is known of a row is put together by a
// butterfly over half a warp, and every thread knows it.
//
// Queries and a tile of keys, later of values, lie in shared memory as f32; lines of queries and keys are
// read four elements at a time, which meet different banks where a line is an odd number of vectors.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "passes/Grid/BlockCode.h"
#include "passes/Grid/Lower.h"
#include "passes/Tile/AttentionProblem.h"
#include "passes/Tile/CodeBuilder.h"
#include "passes/Tile/ElementCast.h"
#include "passes/Tile/ElementEmitter.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace heddle;
using namespace heddle::grid;
using namespace heddle::tile;

/// Threads that share a row.
static constexpr int64_t kAcross = 16;
/// Elements of a vector of 16 bytes.
static constexpr int64_t kLanes = 4;

/// Elements from line to line of a tile that is read in vectors, 8 lines at once.
static int64_t pitchOf(int64_t elements) { return kLanes * (llvm::divideCeil(elements, kLanes) | 1); }

namespace {
class AttentionToGrid : CodeBuilder {
public:
  AttentionToGrid(KernelFunction &function, const AttentionProblem &problem);
  LogicalResult run();

private:
  using Values = SmallVector<Value>;
  /// What is carried from tile to tile of the keys: for each of the thread's rows the largest logit and this
  /// thread's part of the sum of exponentials, then the sums of values, a row after the other.
  struct State {
    Values maxima, totals, sums;
    Values all() const;
  };
  State stateFrom(ValueRange values) const;

  void placeBlock();
  void fillTile(const ContractTensor &tensor, int64_t lines, int64_t elements, int64_t width, int64_t pitch,
                Value target, const SymExpr &step,
                llvm::function_ref<std::pair<Value, Value>(Value line)> lineAt);
  void fillQueries();
  void fillKeys(Value begin);
  void fillValues(Value begin);
  Values multiplyScores();
  Value logitOf(int64_t i, Value key, Value score);
  void addTile(Value begin, State &state);
  Values multiplyValues(ValueRange sums);
  void storeResults(const State &state);
  void storeRow(int64_t i, ArrayRef<Value> sums, Value total);

  Value outerOffset(const ContractTensor &tensor, const graph::LoopNest &nest, ArrayRef<unsigned> factors);
  SmallVector<Value> rowDims(Value row);
  /// The larger one; y where x is NaN, which then shows in the exponentials.
  Value larger(Value x, Value y) {
    Value isLarger = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OGT, x, y);
    return arith::SelectOp::create(b, loc, isLarger, x, y);
  }
  Value sum(Value x, Value y) { return arith::AddFOp::create(b, loc, x, y); }
  Value across(Value part, llvm::function_ref<Value(Value, Value)> combine) {
    for (int64_t mask = kAcross / 2; mask > 0; mask /= 2) {
      part = combine(part, shuffle(b, loc, part, mask));
    }
    return part;
  }
  Value exponential(Value x) { return math::ExpOp::create(b, loc, x); }
  Value element(Value vector, int64_t i) { return vector::ExtractOp::create(b, loc, vector, i); }
  Value at(Value tile, Value offset) { return addressAt(b, loc, tile, real, offset); }
  /// A line of this thread's rows.
  Value myRow(int64_t i) { return add(mul(group, f.constant(rowsPerThread)), f.constant(i)); }
  /// A key of a tile or a column of the result.
  Value mine(int64_t j) { return add(lane, f.constant(j * kAcross)); }

  const AttentionProblem &problem;
  graph::AttentionOps ops;
  kernel::GridAttr grid;
  ElementEmitter elements;
  Type real;
  Value lowest, zero;
  int64_t threads, rows, keys; ///< of a block; of its tiles
  int64_t rowsPerThread, keysPerThread, columnsPerThread;
  int64_t depth;                             ///< rounded up to vectors
  int64_t linePitch, valuePitch, powerPitch; ///< of queries and keys, values, exponentials
  Value thread, group, lane;                 ///< number in the block, / 16, % 16
  Value queryTile, keyTile, powerTile;       ///< the values take the keys' place
  Value firstRow;
  SmallVector<Value> dims;                ///< of the scores; rows and keys are null
  SmallVector<SmallVector<Value>> rowsOf; ///< dimensions of each of the thread's rows, clamped
  Value currentScore, currentSum;         ///< what element-wise ops read as the contractions' results
};
} // namespace

AttentionToGrid::AttentionToGrid(KernelFunction &function, const AttentionProblem &problem)
    : CodeBuilder(function), problem(problem), ops(problem.ops), grid(gridOf(function.kernel())),
      elements(function), real(b.getF32Type()),
      lowest(f.constant(real, -std::numeric_limits<double>::infinity())), zero(f.constant(real, 0)),
      threads(grid.getThreads()), rows(grid.getTile()[0]), keys(grid.getTile()[1]),
      rowsPerThread(rows * kAcross / threads), keysPerThread(keys / kAcross),
      columnsPerThread(llvm::divideCeil(problem.columns, kAcross)),
      depth(llvm::alignTo(problem.depth, kLanes)), linePitch(pitchOf(depth)),
      valuePitch(columnsPerThread * kAcross), powerPitch(keys), dims(problem.shape.size()) {
  // Two groups of threads write at once, 16 neighbours each: to different halves of the banks.
  while (rowsPerThread * powerPitch % 32 != 16) {
    powerPitch += kLanes;
  }
}

AttentionToGrid::Values AttentionToGrid::State::all() const {
  Values values(maxima);
  llvm::append_range(values, totals);
  llvm::append_range(values, sums);
  return values;
}

AttentionToGrid::State AttentionToGrid::stateFrom(ValueRange values) const {
  auto part = [&](int64_t begin, int64_t count) { return Values(values.slice(begin, count)); };
  return {part(0, rowsPerThread), part(rowsPerThread, rowsPerThread),
          part(2 * rowsPerThread, rowsPerThread * columnsPerThread)};
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

SmallVector<Value> AttentionToGrid::rowDims(Value row) {
  SmallVector<SymExpr> sizes;
  for (unsigned dim : problem.rows) {
    sizes.push_back(problem.shape[dim]);
  }
  Value last = sub(f.size(problem.numRows()), f.constant(1));
  return delinearize(minimum(row, last), sizes);
}

/// Elements to the block's place in the outer dimensions.
Value AttentionToGrid::outerOffset(const ContractTensor &tensor, const graph::LoopNest &nest,
                                   ArrayRef<unsigned> factors) {
  Value offset = f.size(tensor.offset(nest));
  for (unsigned dim : problem.outer) {
    offset = add(offset, scaled(dims[dim], tensor.stride(factors[dim], nest)));
  }
  return offset;
}

/// Tiles of queries run fastest, so that blocks at work at one time share keys and values.
void AttentionToGrid::placeBlock() {
  thread = threadInBlock(f);
  group = b.createOrFold<arith::DivUIOp>(loc, thread, f.constant(kAcross));
  lane = b.createOrFold<arith::RemUIOp>(loc, thread, f.constant(kAcross));
  SmallVector<SymExpr> sizes;
  for (unsigned dim : problem.outer) {
    sizes.push_back(problem.shape[dim]);
  }
  sizes.push_back(SymExpr::ceilDiv(problem.numRows(), rows));
  SmallVector<Value> parts = delinearize(blockInGrid(f), sizes);
  firstRow = mul(parts.pop_back_val(), f.constant(rows));
  for (auto [dim, value] : llvm::zip(problem.outer, parts)) {
    dims[dim] = value;
  }
  for (int64_t i = 0; i < rowsPerThread; ++i) {
    rowsOf.push_back(rowDims(add(firstRow, myRow(i))));
  }
}

//===----------------------------------------------------------------------===//
// To shared memory
//===----------------------------------------------------------------------===//

/// Lines of `elements` elements, `step` apart in memory; zeros follow up to `width`. `lineAt` says where a
/// line starts, and whether it is there: else it is zeros.
void AttentionToGrid::fillTile(const ContractTensor &tensor, int64_t lines, int64_t elements, int64_t width,
                               int64_t pitch, Value target, const SymExpr &step,
                               llvm::function_ref<std::pair<Value, Value>(Value line)> lineAt) {
  Type element = tensor.elementType();
  f.loop(thread, f.constant(lines * width), threads, [&](OpBuilder &, Value number) {
    Value line = b.createOrFold<arith::DivUIOp>(loc, number, f.constant(width));
    Value k = b.createOrFold<arith::RemUIOp>(loc, number, f.constant(width));
    auto [start, isThere] = lineAt(line);
    if (elements < width) {
      isThere = arith::AndIOp::create(b, loc, isThere, isLess(k, f.constant(elements)));
    }
    auto conditional = scf::IfOp::create(b, loc, real, isThere, /*addThenBlock=*/true, /*addElseBlock=*/true);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(conditional.thenBlock());
      Value source = address(f.pointer(tensor.value), storageType(element), add(start, scaled(k, step)));
      Value loaded = fromStorage(b, loc, load(source, storageType(element), 1), element);
      scf::YieldOp::create(b, loc, loaded);
      b.setInsertionPointToStart(conditional.elseBlock());
      scf::YieldOp::create(b, loc, zero);
    }
    storeTo(b, loc, conditional.getResult(0), at(target, add(mul(line, f.constant(pitch)), k)));
  });
}

void AttentionToGrid::fillQueries() {
  Value outer = outerOffset(problem.query, problem.scoresNest, problem.scoresFactors);
  auto lineAt = [&](Value line) -> std::pair<Value, Value> {
    Value row = add(firstRow, line), offset = outer;
    for (auto [dim, value] : llvm::zip(problem.rows, rowDims(row))) {
      offset = add(offset, scaled(value, problem.queryStride(dim)));
    }
    return {offset, isLess(row, f.size(problem.numRows()))};
  };
  fillTile(problem.query, rows, problem.depth, depth, linePitch, queryTile, problem.queryDepthStride(),
           lineAt);
}

void AttentionToGrid::fillKeys(Value begin) {
  Value outer = outerOffset(problem.key, problem.scoresNest, problem.scoresFactors);
  auto lineAt = [&](Value line) -> std::pair<Value, Value> {
    Value key = add(begin, line);
    return {add(outer, scaled(key, problem.keyStride(problem.keys))), isLess(key, f.size(problem.numKeys()))};
  };
  fillTile(problem.key, keys, problem.depth, depth, linePitch, keyTile, problem.keyDepthStride(), lineAt);
}

void AttentionToGrid::fillValues(Value begin) {
  Value outer = outerOffset(problem.value, problem.valuesNest, problem.valuesFactors);
  auto lineAt = [&](Value line) -> std::pair<Value, Value> {
    Value key = add(begin, line);
    return {add(outer, scaled(key, problem.valueStride(problem.keys))),
            isLess(key, f.size(problem.numKeys()))};
  };
  fillTile(problem.value, keys, problem.columns, valuePitch, valuePitch, keyTile, problem.valueColumnStride(),
           lineAt);
}

//===----------------------------------------------------------------------===//
// A tile of keys
//===----------------------------------------------------------------------===//

/// The thread's scores, a row after the other.
AttentionToGrid::Values AttentionToGrid::multiplyScores() {
  Values none(rowsPerThread * keysPerThread, zero);
  return f.loop(
      f.constant(0), f.constant(depth), kLanes, none, [&](OpBuilder &, Value d, ValueRange carried) {
        Values next(carried), queries, columns;
        for (int64_t i = 0; i < rowsPerThread; ++i) {
          Value offset = add(mul(myRow(i), f.constant(linePitch)), d);
          queries.push_back(loadFrom(b, loc, at(queryTile, offset), real, kLanes));
        }
        for (int64_t j = 0; j < keysPerThread; ++j) {
          Value offset = add(mul(mine(j), f.constant(linePitch)), d);
          columns.push_back(loadFrom(b, loc, at(keyTile, offset), real, kLanes));
        }
        for (int64_t k = 0; k < kLanes; ++k) {
          for (int64_t i = 0; i < rowsPerThread; ++i) {
            for (int64_t j = 0; j < keysPerThread; ++j) {
              Value &score = next[i * keysPerThread + j];
              score = math::FmaOp::create(b, loc, element(queries[i], k), element(columns[j], k), score);
            }
          }
        }
        return next;
      });
}

/// What the softmax is taken of; -inf for a key that is not there.
Value AttentionToGrid::logitOf(int64_t i, Value key, Value score) {
  Value numKeys = f.size(problem.numKeys());
  SmallVector<Value> place(dims);
  place[problem.keys] = minimum(key, sub(numKeys, f.constant(1)));
  for (auto [dim, value] : llvm::zip(problem.rows, rowsOf[i])) {
    place[dim] = value;
  }
  currentScore = score;
  Place here;
  for (unsigned dim = 0; dim < place.size(); ++dim) {
    here.push_back({dim, 1, {place[dim], false}});
  }
  Value logit = elements.emitAt(b, ops.logits(), here, 1).front();
  return arith::SelectOp::create(b, loc, isLess(key, numKeys), logit, lowest);
}

/// Brings the exponentials of a tile to shared memory, and the sums so far to the new largest logits.
void AttentionToGrid::addTile(Value begin, State &state) {
  Values scores = multiplyScores();
  for (int64_t i = 0; i < rowsPerThread; ++i) {
    Values logits;
    Value largest = state.maxima[i];
    for (int64_t j = 0; j < keysPerThread; ++j) {
      logits.push_back(logitOf(i, add(begin, mine(j)), scores[i * keysPerThread + j]));
      largest = larger(logits.back(), largest);
    }
    largest = across(largest, [&](Value x, Value y) { return larger(x, y); });
    // Where everything so far is masked, -inf - -inf would not be 0.
    Value isMasked = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OEQ, largest, lowest);
    Value shift = arith::SelectOp::create(b, loc, isMasked, zero, largest);
    Value scale = exponential(arith::SubFOp::create(b, loc, state.maxima[i], shift));
    Value total = arith::MulFOp::create(b, loc, state.totals[i], scale);
    for (int64_t j = 0; j < keysPerThread; ++j) {
      Value power = exponential(arith::SubFOp::create(b, loc, logits[j], shift));
      total = sum(total, power);
      storeTo(b, loc, power, at(powerTile, add(mul(myRow(i), f.constant(powerPitch)), mine(j))));
    }
    state.maxima[i] = largest;
    state.totals[i] = total;
    for (int64_t c = 0; c < columnsPerThread; ++c) {
      Value &part = state.sums[i * columnsPerThread + c];
      part = arith::MulFOp::create(b, loc, part, scale);
    }
  }
}

/// Adds the products of the tile's exponentials and values.
AttentionToGrid::Values AttentionToGrid::multiplyValues(ValueRange sums) {
  return f.loop(f.constant(0), f.constant(keys), kLanes, sums, [&](OpBuilder &, Value n, ValueRange carried) {
    Values next(carried), powers;
    for (int64_t i = 0; i < rowsPerThread; ++i) {
      Value offset = add(mul(myRow(i), f.constant(powerPitch)), n);
      powers.push_back(loadFrom(b, loc, at(powerTile, offset), real, kLanes));
    }
    for (int64_t k = 0; k < kLanes; ++k) {
      Value line = mul(add(n, f.constant(k)), f.constant(valuePitch));
      for (int64_t c = 0; c < columnsPerThread; ++c) {
        Value value = loadFrom(b, loc, at(keyTile, add(line, mine(c))), real);
        for (int64_t i = 0; i < rowsPerThread; ++i) {
          Value &part = next[i * columnsPerThread + c];
          part = math::FmaOp::create(b, loc, element(powers[i], k), value, part);
        }
      }
    }
    return next;
  });
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// The columns of a row that is there.
void AttentionToGrid::storeRow(int64_t i, ArrayRef<Value> sums, Value total) {
  Value inverse = arith::DivFOp::create(b, loc, f.constant(real, 1), total);
  if (!problem.numKeys().constant()) { // a sum over no keys is 0
    inverse =
        arith::SelectOp::create(b, loc, isEqual(f.size(problem.numKeys()), f.constant(0)), zero, inverse);
  }
  SmallVector<Value> factors(problem.valuesNest.factors.size());
  for (unsigned dim : problem.outer) {
    factors[problem.valuesFactors[dim]] = dims[dim];
  }
  for (auto [dim, value] : llvm::zip(problem.rows, rowsOf[i])) {
    factors[problem.valuesFactors[dim]] = value;
  }
  OperandRange results = f.kernel().getBody().front().getTerminator()->getOperands();
  auto storeColumn = [&](Value column, Value part) {
    Value quotient = arith::MulFOp::create(b, loc, part, inverse);
    if (ops.guard) {
      Value hasWeights = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OGT, total, zero);
      quotient = arith::SelectOp::create(b, loc, hasWeights, quotient, zero);
    }
    currentSum = roundTo(b, loc, quotient, problem.result.elementType());
    factors[problem.columnFactor] = column;
    Indices indices;
    for (unsigned dim = 0; dim < problem.result.shape.size(); ++dim) {
      indices.push_back(indexOf(problem.result, problem.valuesNest, factors, dim, std::nullopt));
    }
    Place here = placeOf(indices);
    IndexMath math(f, b, 1);
    Index offset = math.linearize(here, problem.result.shape, 0, problem.result.shape.size());
    SmallVector<Value> values = elements.emitAt(b, results, here, 1);
    for (auto [number, value] : llvm::enumerate(values)) {
      Type element = cast<RankedTensorType>(results[number].getType()).getElementType();
      elements.storeFlat(b, value, element, f.flat(f.resultMemref(number)), offset, 1);
    }
  };
  for (int64_t c = 0; c < columnsPerThread; ++c) {
    Value column = mine(c);
    if ((c + 1) * kAcross <= problem.columns) {
      storeColumn(column, sums[c]);
    } else {
      f.branch(isLess(column, f.constant(problem.columns)),
               [&](OpBuilder &) { storeColumn(column, sums[c]); });
    }
  }
}

void AttentionToGrid::storeResults(const State &state) {
  for (int64_t i = 0; i < rowsPerThread; ++i) {
    Value total = across(state.totals[i], [&](Value x, Value y) { return sum(x, y); });
    Value isThere = isLess(add(firstRow, myRow(i)), f.size(problem.numRows()));
    ArrayRef<Value> sums = ArrayRef(state.sums).slice(i * columnsPerThread, columnsPerThread);
    f.branch(isThere, [&](OpBuilder &) { storeRow(i, sums, total); });
  }
}

LogicalResult AttentionToGrid::run() {
  elements.bind(ops.scores.getResult(),
                [this](OpBuilder &, ArrayRef<Index>, int64_t) { return currentScore; });
  elements.bind(ops.values.getResult(), [this](OpBuilder &, ArrayRef<Index>, int64_t) { return currentSum; });
  int64_t queryElements = rows * linePitch, keyElements = keys * std::max(linePitch, valuePitch);
  queryTile = sharedMemory(f, (queryElements + keyElements + rows * powerPitch) * 4);
  keyTile = at(queryTile, f.constant(queryElements));
  powerTile = at(queryTile, f.constant(queryElements + keyElements));
  placeBlock();
  fillQueries();
  State initial{Values(rowsPerThread, lowest), Values(rowsPerThread, zero),
                Values(rowsPerThread * columnsPerThread, zero)};
  Values last = f.loop(f.constant(0), f.size(problem.numKeys()), keys, initial.all(),
                       [&](OpBuilder &, Value begin, ValueRange carried) {
                         State state = stateFrom(carried);
                         blockBarrier(b, loc); // the values before have been read
                         fillKeys(begin);
                         blockBarrier(b, loc);
                         addTile(begin, state);
                         blockBarrier(b, loc); // the keys have been read, the exponentials are there
                         fillValues(begin);
                         blockBarrier(b, loc);
                         state.sums = multiplyValues(state.sums);
                         return state.all();
                       });
  storeResults(stateFrom(last));
  if (elements.failed()) {
    return failure();
  }
  SymExpr blocks = problem.sizeOf(problem.outer) * SymExpr::ceilDiv(problem.numRows(), rows);
  finishKernel(f, grid, blocks);
  return success();
}

LogicalResult grid::lowerAttention(kernel::FuncOp kernel) {
  FailureOr<AttentionProblem> problem = AttentionProblem::of(kernel);
  if (failed(problem)) {
    return failure();
  }
  KernelFunction function(kernel);
  return AttentionToGrid(function, *problem).run();
}
