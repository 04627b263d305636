//===- BlockContract.cpp - a block's tile of a contraction ----------------===//

#include "passes/Grid/BlockContract.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "passes/Tile/ElementArith.h"
#include "passes/Tile/ElementCast.h"

using namespace heddle;
using namespace heddle::grid;
using namespace heddle::tile;

BlockContract::BlockContract(kernel::FuncOp kernel, const ContractProblem &problem)
    : grid(gridOf(kernel)), problem(problem), f(kernel), b(f.builder()), loc(f.loc()),
      sumType(problem.accumulatorType()), threads(grid.getThreads()), rows(grid.getTile()[0]),
      columns(grid.getTile()[1]), depth(grid.getTile()[2]), emitter(f), factors(problem.nest.factors.size()) {
}

void BlockContract::begin(int64_t bytes) {
  shared = sharedMemory(f, bytes);
  placeBlock();
  bindPacked();
  emitter.bindAt(problem.anchor->getResult(0),
                 [this](OpBuilder &, ArrayRef<Group>, int64_t, Value) { return currentSum; });
}

LogicalResult BlockContract::finish() {
  if (emitter.failed()) {
    return failure();
  }
  SymExpr blocks = SymExpr::ceilDiv(problem.numColumns(), columns) *
                   SymExpr::ceilDiv(problem.numRows(), rows) * problem.sizeOf(problem.outer);
  finishKernel(f, grid, blocks);
  return success();
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// Splits a number over factors, the last running fastest.
void BlockContract::setFactors(ArrayRef<unsigned> which, Value number) {
  for (size_t i = which.size(); i-- > 0;) {
    bool isOutermost = llvm::all_of(which.take_front(i),
                                    [&](unsigned factor) { return problem.size(factor).isConstant(1); });
    if (problem.size(which[i]).isConstant(1)) {
      factors[which[i]] = f.constant(0);
    } else if (isOutermost) {
      factors[which[i]] = number;
      number = f.constant(0);
    } else {
      Value size = f.size(problem.size(which[i]));
      factors[which[i]] = b.createOrFold<arith::RemUIOp>(loc, number, size);
      number = b.createOrFold<arith::DivUIOp>(loc, number, size);
    }
  }
}

/// The index in every dimension under the current factors.
Indices BlockContract::indicesOf(const ContractTensor &tensor) {
  Indices indices;
  for (unsigned dim = 0; dim < tensor.shape.size(); ++dim) {
    Value index = f.constant(tensor.constantTerm(dim, problem.nest));
    for (unsigned factor = 0; factor < factors.size(); ++factor) {
      if (factors[factor] && tensor.map.getResult(dim).isFunctionOfDim(factor)) {
        SymExpr scale = tensor.coefficient(dim, factor, problem.nest) * tensor.stretch(dim, problem.nest);
        index = add(index, mul(factors[factor], f.size(scale)));
      }
    }
    indices.push_back({index, false});
  }
  return indices;
}

/// Which tile is this block's: columns run fastest, so that blocks at work at one time share rows.
void BlockContract::placeBlock() {
  Value block = blockInGrid(f);
  thread = threadInBlock(f);
  Value columnTiles = f.size(SymExpr::ceilDiv(problem.numColumns(), columns));
  Value rowTiles = f.size(SymExpr::ceilDiv(problem.numRows(), rows));
  firstColumn = mul(b.createOrFold<arith::RemUIOp>(loc, block, columnTiles), f.constant(columns));
  Value rest = b.createOrFold<arith::DivUIOp>(loc, block, columnTiles);
  firstRow = mul(b.createOrFold<arith::RemUIOp>(loc, rest, rowTiles), f.constant(rows));
  setFactors(problem.outer, b.createOrFold<arith::DivUIOp>(loc, rest, rowTiles));
}

void BlockContract::placeLhs(Value row, Value at) {
  setFactors(problem.rows, row);
  setFactors(problem.depth, at);
}

void BlockContract::placeRhs(Value at, Value column) {
  setFactors(problem.depth, at);
  if (problem.column) {
    factors[*problem.column] = column;
  }
}

Value BlockContract::lhsInside(Value row, Value at) {
  Value inside = both(isLess(row, problem.numRows()), isLess(at, problem.numDepth()));
  if (problem.checkedDims.empty()) {
    return inside;
  }
  Indices indices = indicesOf(problem.lhs);
  for (unsigned dim : problem.checkedDims) {
    // A negative index is a large unsigned one.
    Value fits = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, indices[dim].value,
                                       f.size(problem.lhs.shape[dim]));
    inside = both(inside, fits);
  }
  return inside;
}

Value BlockContract::rhsInside(Value at, Value column) {
  return both(isLess(column, problem.numColumns()), isLess(at, problem.numDepth()));
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

kernel::PanelsAttr BlockContract::panelsOf(Value argument) {
  auto block = dyn_cast<BlockArgument>(argument);
  return block ? f.kernel().getArgAttrOfType<kernel::PanelsAttr>(block.getArgNumber(),
                                                                 kernel::KernelDialect::kLayoutAttr)
               : kernel::PanelsAttr();
}

/// Elements to the place in [batch, panels, depth / group, width, group], where a panel may begin with sums.
Value BlockContract::packedOffset(BlockArgument argument, kernel::PanelsAttr panels,
                                  ArrayRef<Index> indices) {
  IndexMath math(f, b, 1);
  SmallVector<SymExpr> shape = graph::shapeOf(argument), memory = memoryShape(argument);
  auto indexOf = [&](ArrayRef<int64_t> dims) {
    Index index = math.constant(0);
    for (int64_t dim : dims) {
      index = math.combine(index, math.size(shape[dim]), indices[dim]);
    }
    return index.value;
  };
  Value width = f.constant(panels.getWidth()), group = f.constant(panels.getGroup());
  Value column = indexOf(panels.getColumns()), at = indexOf(panels.getDepth());
  Value panel =
      math.add(math.multiply(indexOf(panels.getBatch()), math.size(memory[1])), math.divide(column, width));
  Value step = math.add(math.multiply(math.divide(at, group), width), math.remainder(column, width));
  Value inPanel = math.add(math.multiply(step, group), math.remainder(at, group));
  int64_t elementBytes = storageBytes(cast<RankedTensorType>(argument.getType()).getElementType());
  inPanel = math.add(inPanel, f.constant(panels.startBytes() / elementBytes));
  return math.add(math.multiply(panel, math.size(memory[2])), inPanel);
}

/// Elements of a packed constant are read from its panels.
void BlockContract::bindPacked() {
  for (BlockArgument argument : f.kernel().getArguments()) {
    kernel::PanelsAttr panels = panelsOf(argument);
    if (!panels) {
      continue;
    }
    emitter.bind(argument, [this, argument, panels](OpBuilder &at, ArrayRef<Index> indices, int64_t) {
      OpBuilder::InsertionGuard guard(b);
      b.restoreInsertionPoint(at.saveInsertionPoint());
      Type element = cast<RankedTensorType>(argument.getType()).getElementType();
      Value offset = packedOffset(argument, panels, indices);
      return emitter.loadFlat(b, element, f.flat(f.memref(argument)), {offset, false}, 1);
    });
  }
}

Value BlockContract::offsetOf(const ContractTensor &operand) {
  Indices indices = indicesOf(operand);
  if (kernel::PanelsAttr panels = panelsOf(operand.value)) {
    return packedOffset(cast<BlockArgument>(operand.value), panels, indices);
  }
  IndexMath math(f, b, 1);
  return math.linearize(placeOf(indices), operand.shape, 0, operand.shape.size()).value;
}

Value BlockContract::widen(Value value, Type elementType) {
  Type from = value.getType();
  if (from == sumType) {
    return value;
  }
  if (isa<FloatType>(sumType)) { // integer weights are converted as they are read
    return convertElement(b, loc, value, elementType, sumType, /*saturate=*/true);
  }
  if (from.getIntOrFloatBitWidth() > sumType.getIntOrFloatBitWidth()) {
    return arith::TruncIOp::create(b, loc, sumType, value);
  }
  return isUnsigned(elementType) ? arith::ExtUIOp::create(b, loc, sumType, value).getResult()
                                 : arith::ExtSIOp::create(b, loc, sumType, value).getResult();
}

Value BlockContract::loadOperand(const ContractTensor &operand, Value inside) {
  auto conditional = scf::IfOp::create(b, loc, sumType, inside, /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(conditional.thenBlock());
  Value element = emitter.emit(b, operand.value, indicesOf(operand), 1);
  scf::YieldOp::create(b, loc, widen(element, operand.elementType()));
  b.setInsertionPointToStart(conditional.elseBlock());
  scf::YieldOp::create(b, loc, f.constant(sumType, 0));
  return conditional.getResult(0);
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

Value BlockContract::roundToResult(Value sum) {
  Type element = problem.result.elementType(), compute = computeType(element);
  if (isa<FloatType>(element)) {
    return roundTo(b, loc, sum, element);
  }
  return compute == sumType ? sum : arith::TruncIOp::create(b, loc, compute, sum).getResult();
}

/// Emits every result of the kernel at one place, with `sum` as the contraction's element there.
void BlockContract::storeResult(Value row, Value column, Value sum) {
  currentSum = roundToResult(sum);
  setFactors(problem.rows, row);
  if (problem.column) {
    factors[*problem.column] = column;
  }
  Place place = placeOf(indicesOf(problem.result));
  IndexMath math(f, b, 1);
  Index offset = math.linearize(place, problem.result.shape, 0, problem.result.shape.size());
  OperandRange results = f.kernel().getBody().front().getTerminator()->getOperands();
  SmallVector<Value> values = emitter.emitAt(b, results, place, 1);
  for (auto [i, value] : llvm::enumerate(values)) {
    Type element = cast<RankedTensorType>(results[i].getType()).getElementType();
    emitter.storeFlat(b, value, element, f.flat(f.resultMemref(i)), offset, 1);
  }
}

void BlockContract::storeResults(int64_t pitch) {
  f.loop(thread, f.constant(rows * columns), threads, [&](OpBuilder &, Value element) {
    Value m = div(element, columns), n = rem(element, columns);
    Value row = add(firstRow, m), column = add(firstColumn, n);
    Value inside = both(isLess(row, problem.numRows()), isLess(column, problem.numColumns()));
    f.branch(inside, [&](OpBuilder &) {
      Value at = addressAt(b, loc, shared, sumType, add(mul(m, f.constant(pitch)), n));
      storeResult(row, column, loadFrom(b, loc, at, sumType));
    });
  });
}
