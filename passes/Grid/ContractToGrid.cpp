//===- ContractToGrid.cpp - contractions on the threads' own arithmetic ---===//
//
// For each step of depth all threads bring the operands' elements to shared memory, where the left one lies
// with its rows side by side; then each thread multiplies its part of the rows with its part of the columns,
// with the sums in registers. The elements of the next step are read from memory before the multiplications
// of this one, so that they arrive meanwhile.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "passes/Grid/BlockContract.h"
#include "passes/Grid/Lower.h"

using namespace heddle;
using namespace heddle::grid;
using namespace heddle::tile;

/// Elements between a depth's rows in shared memory beyond the rows themselves. Threads of a warp store 8
/// depths of 4 rows each (`lhsElement`): with 4 more than a multiple of 32 they meet 32 different banks.
static constexpr int64_t kPad = 4;

namespace {
class ContractToGrid : BlockContract {
public:
  ContractToGrid(kernel::FuncOp kernel, const ContractProblem &problem)
      : BlockContract(kernel, problem), partRows(grid.getPart()[0]), partColumns(grid.getPart()[1]) {}
  LogicalResult run();

private:
  std::pair<Value, Value> lhsElement(int64_t number);
  std::pair<Value, Value> rhsElement(int64_t number);
  Values loadStep(Value start);
  void storeStep(ArrayRef<Value> elements);
  Values multiplyStep(ValueRange sums);
  Value multiplyAdd(Value x, Value y, Value sum);
  Values vectorAt(Value base, int64_t count);
  void storeSums(ValueRange sums);
  int64_t lhsPerThread() const { return rows * depth / threads; }
  int64_t rhsPerThread() const { return depth * columns / threads; }
  /// Where this thread's part of the tile starts.
  Value myRow() { return mul(div(thread, columns / partColumns), f.constant(partRows)); }
  Value myColumn() { return mul(rem(thread, columns / partColumns), f.constant(partColumns)); }

  int64_t partRows, partColumns;
  Value sharedRhs;
};
} // namespace

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// Row and depth within the tile of the thread's lhs element `number`. Where depth is contiguous, threads of
/// a warp take 8 depths (32 bytes of f32, a sector) of 4 rows, otherwise neighbouring rows.
std::pair<Value, Value> ContractToGrid::lhsElement(int64_t number) {
  Value element = add(thread, f.constant(number * threads));
  bool isAlongDepth =
      !problem.depth.empty() && problem.lhs.stride(problem.depth.back(), problem.nest).isConstant(1);
  if (!isAlongDepth) {
    return {rem(element, rows), div(element, rows)};
  }
  // element = (rowHigh, depthHigh, rowLow of 4, depthLow of 8)
  Value low = rem(element, 8), rest = div(element, 8), rowLow = rem(rest, 4);
  rest = div(rest, 4);
  Value depthHigh = rem(rest, depth / 8), rowHigh = div(rest, depth / 8);
  return {add(mul(rowHigh, f.constant(4)), rowLow), add(mul(depthHigh, f.constant(8)), low)};
}

/// Depth and column within the tile of the thread's rhs element `number`.
std::pair<Value, Value> ContractToGrid::rhsElement(int64_t number) {
  Value element = add(thread, f.constant(number * threads));
  return {div(element, columns), rem(element, columns)};
}

/// This thread's elements of the step of depth from `start` on: of lhs, then of rhs.
ContractToGrid::Values ContractToGrid::loadStep(Value start) {
  Values elements;
  for (int64_t i = 0; i < lhsPerThread(); ++i) {
    auto [m, k] = lhsElement(i);
    Value row = add(firstRow, m), at = add(start, k);
    placeLhs(row, at);
    elements.push_back(loadOperand(problem.lhs, lhsInside(row, at)));
  }
  for (int64_t i = 0; i < rhsPerThread(); ++i) {
    auto [k, n] = rhsElement(i);
    Value column = add(firstColumn, n), at = add(start, k);
    placeRhs(at, column);
    elements.push_back(loadOperand(problem.rhs, rhsInside(at, column)));
  }
  return elements;
}

void ContractToGrid::storeStep(ArrayRef<Value> elements) {
  for (int64_t i = 0; i < lhsPerThread(); ++i) {
    auto [m, k] = lhsElement(i);
    storeTo(b, loc, elements[i], addressAt(b, loc, shared, sumType, add(mul(k, f.constant(rows + kPad)), m)));
  }
  for (int64_t i = 0; i < rhsPerThread(); ++i) {
    auto [k, n] = rhsElement(i);
    storeTo(b, loc, elements[lhsPerThread() + i],
            addressAt(b, loc, sharedRhs, sumType, add(mul(k, f.constant(columns)), n)));
  }
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

Value ContractToGrid::multiplyAdd(Value x, Value y, Value sum) {
  if (isa<FloatType>(sumType)) {
    return math::FmaOp::create(b, loc, x, y, sum);
  }
  return arith::AddIOp::create(b, loc, arith::MulIOp::create(b, loc, x, y), sum);
}

/// `count` elements from `base` on, in accesses of up to 16 bytes.
ContractToGrid::Values ContractToGrid::vectorAt(Value base, int64_t count) {
  int64_t lanes = std::min<int64_t>(count, 16 / sumBytes());
  Values elements;
  for (int64_t i = 0; i < count; i += lanes) {
    Value loaded = loadFrom(b, loc, addressAt(b, loc, base, sumType, f.constant(i)), sumType, lanes);
    for (int64_t lane = 0; lane < lanes; ++lane) {
      elements.push_back(lanes == 1 ? loaded : vector::ExtractOp::create(b, loc, loaded, lane).getResult());
    }
  }
  return elements;
}

/// One step of depth from shared memory.
ContractToGrid::Values ContractToGrid::multiplyStep(ValueRange sums) {
  Values next(sums);
  Value firstX = myRow(), firstY = myColumn();
  for (int64_t k = 0; k < depth; ++k) {
    Value atX = add(firstX, f.constant(k * (rows + kPad))), atY = add(firstY, f.constant(k * columns));
    Values x = vectorAt(addressAt(b, loc, shared, sumType, atX), partRows);
    Values y = vectorAt(addressAt(b, loc, sharedRhs, sumType, atY), partColumns);
    for (int64_t i = 0; i < partRows; ++i) {
      for (int64_t j = 0; j < partColumns; ++j) {
        Value &sum = next[i * partColumns + j];
        sum = multiplyAdd(x[i], y[j], sum);
      }
    }
  }
  return next;
}

/// Turns the tile over from parts of threads to rows of neighbouring columns.
void ContractToGrid::storeSums(ValueRange sums) {
  Value first = add(mul(myRow(), f.constant(columns)), myColumn());
  for (int64_t i = 0; i < partRows; ++i) {
    Value part = vector::FromElementsOp::create(b, loc, VectorType::get({partColumns}, sumType),
                                                sums.slice(i * partColumns, partColumns));
    storeTo(b, loc, part, addressAt(b, loc, shared, sumType, add(first, f.constant(i * columns))));
  }
}

LogicalResult ContractToGrid::run() {
  int64_t lhsBytes = depth * (rows + kPad) * sumBytes(), rhsBytes = depth * columns * sumBytes();
  begin(std::max(lhsBytes + rhsBytes, rows * columns * sumBytes()));
  sharedRhs = addressAt(b, loc, shared, b.getI8Type(), f.constant(lhsBytes));
  Values carried = loadStep(f.constant(0));
  size_t numElements = carried.size();
  carried.append(partRows * partColumns, f.constant(sumType, 0));
  carried = f.loop(f.constant(0), f.size(problem.numDepth()), depth, carried,
                   [&](OpBuilder &, Value start, ValueRange values) {
                     blockBarrier(b, loc); // the step before has been read
                     storeStep(Values(values.take_front(numElements)));
                     blockBarrier(b, loc);
                     Values next = loadStep(add(start, f.constant(depth)));
                     llvm::append_range(next, multiplyStep(values.drop_front(numElements)));
                     return next;
                   });
  blockBarrier(b, loc); // the last step has been read
  storeSums(ArrayRef(carried).drop_front(numElements));
  blockBarrier(b, loc);
  storeResults(columns);
  return finish();
}

FailureOr<ContractProblem> grid::problemOf(kernel::FuncOp kernel) {
  return ContractProblem::of(kernel, [&](Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    return argument && kernel.getArgAttr(argument.getArgNumber(), kernel::KernelDialect::kLayoutAttr);
  });
}

LogicalResult grid::lowerContract(kernel::FuncOp kernel) {
  FailureOr<ContractProblem> problem = problemOf(kernel);
  if (failed(problem)) {
    return failure();
  }
  return gridOf(kernel).getMma().empty() ? ContractToGrid(kernel, *problem).run()
                                         : lowerMma(kernel, *problem);
}
