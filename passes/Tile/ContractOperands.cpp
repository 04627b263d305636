//===- ContractOperands.cpp - operands in scratch memory ------------------===//
//
// An operand that the tile code cannot read in place is copied first, in the type in which it is multiplied:
// a block of rows with their whole depth, or one panel. That covers element-wise producers, types that need
// conversion, columns that are not contiguous, and padded convolutions of few channels, whose windows are
// laid out side by side (the familiar im2col, for one block of rows at a time).
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "passes/Tile/ContractEmitter.h"
#include "passes/Tile/ElementCast.h"

using namespace heddle;
using namespace heddle::tile;

//===----------------------------------------------------------------------===//
// Copying
//===----------------------------------------------------------------------===//

/// Writes `length` elements of `type` by `copyRun`.
void ContractEmitter::copy(const SymExpr &length, int64_t lanes, Value target, Type type, Reader read) {
  copyRun(length, lanes, [&](Value k, int64_t count) { store(read(k, count), address(target, type, k)); });
}

void ContractEmitter::fill(Value target, const SymExpr &length, Value element) {
  Type type = element.getType();
  copy(length, plan.lanes, target, type, [&](Value, int64_t lanes) {
    return lanes == 1 ? element
                      : vector::BroadcastOp::create(b, loc, VectorType::get({lanes}, type), element);
  });
}

//===----------------------------------------------------------------------===//
// The inside of the input
//===----------------------------------------------------------------------===//

/// Whether indices in the checked dimensions are all in [0, size).
Value ContractEmitter::isInside(ArrayRef<Value> coordinates) {
  Value inside;
  for (auto [dim, coordinate] : llvm::zip(problem.checkedDims, coordinates)) {
    // A negative index is a large unsigned one.
    Value here =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, coordinate, f.size(problem.lhs.shape[dim]));
    inside = inside ? arith::AndIOp::create(b, loc, inside, here) : here;
  }
  return inside;
}

/// Indices in the checked dimensions; depth factors that are not fixed yet count as 0.
SmallVector<Value> ContractEmitter::lhsCoordinates(const Row &row) {
  SmallVector<Value> coordinates(row.coordinates);
  for (auto [i, dim] : llvm::enumerate(problem.checkedDims)) {
    for (unsigned factor : problem.depth) {
      if (factors[factor]) {
        SymExpr scale = problem.lhs.coefficient(dim, factor, problem.nest);
        coordinates[i] = add(coordinates[i], scaled(factors[factor], scale));
      }
    }
  }
  return coordinates;
}

void ContractEmitter::emitIfInside(ArrayRef<Value> coordinates, llvm::function_ref<void()> inside,
                                   llvm::function_ref<void()> outside) {
  if (coordinates.empty()) {
    return inside();
  }
  auto conditional = scf::IfOp::create(b, loc, isInside(coordinates), /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(conditional.thenBlock());
  inside();
  b.setInsertionPointToStart(conditional.elseBlock());
  outside();
}

//===----------------------------------------------------------------------===//
// lhs
//===----------------------------------------------------------------------===//

void ContractEmitter::stageLhs(const Unit &unit) {
  Value start = scratchAt(plan.scratch.lhs);
  f.loop(unit.rowBegin, unit.rowEnd, 1, [&](OpBuilder &, Value number) {
    Row row = rowAt(number);
    for (auto [factor, value] : llvm::zip(problem.rows, row.factors)) {
      factors[factor] = value;
    }
    Value local = sub(number, unit.rowBegin);
    stageLhsDepth(0, address(start, plan.lhsType, scaled(local, plan.rowPitch(problem))), row);
  });
}

void ContractEmitter::stageLhsDepth(unsigned level, Value target, const Row &row) {
  if (level + 1 >= problem.depth.size()) {
    SymExpr length = problem.depth.empty() ? SymExpr(1) : problem.size(problem.depth.back());
    return emitIfInside(
        lhsCoordinates(row), [&] { stageLhsElements(target, row); },
        [&] { fill(target, length, convertLhs(f.constant(computeType(problem.lhs.elementType()), 0))); });
  }
  unsigned factor = problem.depth[level];
  auto stageEach = [&] {
    f.loop(f.constant(0), f.size(problem.size(factor)), 1, [&](OpBuilder &, Value value) {
      factors[factor] = value;
      stageLhsDepth(level + 1, address(target, plan.lhsType, scaled(value, depthStride(level))), row);
    });
    factors[factor] = {};
  };
  if (level + 2 == problem.depth.size() && canCopyRuns()) {
    // Where the whole innermost window dimension lies inside, its channels are one run.
    SmallVector<Value> first = lhsCoordinates(row);
    factors[factor] = f.size(problem.size(factor) - SymExpr(1));
    SmallVector<Value> last = lhsCoordinates(row);
    factors[factor] = {};
    Value inside = arith::AndIOp::create(b, loc, isInside(first), isInside(last));
    auto conditional = scf::IfOp::create(b, loc, inside, /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(conditional.thenBlock());
    stageRun(level, target, row);
    b.setInsertionPointToStart(conditional.elseBlock());
    return stageEach();
  }
  stageEach();
}

/// Whether the two innermost depth factors walk neighbours in lhs.
bool ContractEmitter::canCopyRuns() const {
  unsigned outer = problem.depth[problem.depth.size() - 2], inner = problem.depth.back();
  return ContractProblem::isPlain(problem.lhs) && !problem.checkedDims.empty() &&
         problem.lhs.stride(inner, problem.nest).isConstant(1) &&
         problem.lhs.stride(outer, problem.nest) == problem.size(inner);
}

void ContractEmitter::stageRun(unsigned level, Value target, const Row &row) {
  Value offset = add(outerOffset(problem.lhs), row.offset);
  for (unsigned factor : ArrayRef(problem.depth).take_front(level)) {
    offset = add(offset, scaled(factors[factor], problem.lhs.stride(factor, problem.nest)));
  }
  Type elementType = problem.lhs.elementType(), type = storageType(elementType);
  Value source = address(f.pointer(problem.lhs.value), type, offset);
  SymExpr length = problem.size(problem.depth[level]) * problem.size(problem.depth[level + 1]);
  copy(length, plan.lanes, target, plan.lhsType, [&](Value k, int64_t lanes) {
    return convertLhs(fromStorage(b, loc, load(address(source, type, k), type, lanes), elementType));
  });
}

/// The innermost depth factor of a row, through the element-wise ops in front of the contraction.
void ContractEmitter::stageLhsElements(Value target, const Row &row) {
  if (problem.depth.empty()) {
    Value element = elements.emit(b, problem.lhs.value, indicesOf(problem.lhs, std::nullopt), 1);
    return store(convertLhs(element), target);
  }
  unsigned factor = problem.depth.back();
  std::optional<unsigned> dim;
  for (unsigned i = 0; i < problem.lhs.shape.size(); ++i) {
    if (problem.lhs.coefficient(i, factor, problem.nest).isConstant(1)) {
      dim = i;
    }
  }
  bool isVector = dim && elements.isVectorizable(problem.lhs.value, *dim);
  copy(problem.size(factor), isVector ? plan.lanes : 1, target, plan.lhsType, [&](Value k, int64_t lanes) {
    factors[factor] = k;
    std::optional<unsigned> laneFactor = lanes > 1 ? std::optional<unsigned>(factor) : std::nullopt;
    return convertLhs(elements.emit(b, problem.lhs.value, indicesOf(problem.lhs, laneFactor), lanes));
  });
  factors[factor] = {};
}

//===----------------------------------------------------------------------===//
// rhs
//===----------------------------------------------------------------------===//

void ContractEmitter::stageRhs(const Panel &panel) {
  if (!plan.hasTailColumns) {
    return stageRhsDepth(0, panel.address, panel.column, /*isFull=*/true);
  }
  Value end = add(panel.column, f.constant(plan.width() - 1));
  auto conditional =
      scf::IfOp::create(b, loc, isLess(end, f.size(problem.numColumns())), /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(conditional.thenBlock());
  stageRhsDepth(0, panel.address, panel.column, /*isFull=*/true);
  b.setInsertionPointToStart(conditional.elseBlock());
  stageRhsDepth(0, panel.address, panel.column, /*isFull=*/false);
}

void ContractEmitter::stageRhsDepth(unsigned level, Value target, Value column, bool isFull) {
  if (level == problem.depth.size()) {
    return stageRhsRow(target, column, isFull);
  }
  unsigned factor = problem.depth[level];
  f.loop(f.constant(0), f.size(problem.size(factor)), 1, [&](OpBuilder &, Value value) {
    factors[factor] = value;
    SymExpr distance = depthStride(level) * SymExpr(plan.width());
    stageRhsDepth(level + 1, address(target, plan.sumType, scaled(value, distance)), column, isFull);
  });
  factors[factor] = {};
}

/// One row of a panel. Columns behind the last get zeros or whatever a masked read gives; their sums are not
/// stored.
void ContractEmitter::stageRhsRow(Value target, Value column, bool isFull) {
  bool isUnsigned = problem.rhs.elementType().isUnsignedInteger();
  std::optional<unsigned> dim = problem.column ? problem.rhs.dimOf(*problem.column) : std::nullopt;
  bool isVector = dim && elements.isVectorizable(problem.rhs.value, *dim);
  Value left = sub(f.size(problem.numColumns()), column);
  auto emitAt = [&](Value place, int64_t lanes, Value mask) {
    std::optional<unsigned> laneFactor = lanes > 1 ? problem.column : std::nullopt;
    if (problem.column) {
      factors[*problem.column] = place;
    }
    Value value = elements.emit(b, problem.rhs.value, indicesOf(problem.rhs, laneFactor), lanes, mask);
    if (problem.column) {
      factors[*problem.column] = {};
    }
    return widen(value, isUnsigned);
  };
  if (isVector) {
    for (int64_t v = 0; v < plan.vectors; ++v) {
      Value skip = f.constant(v * plan.lanes), mask;
      if (!isFull) {
        mask = vector::CreateMaskOp::create(b, loc, VectorType::get({plan.lanes}, b.getI1Type()),
                                            ValueRange{sub(left, skip)});
      }
      store(emitAt(add(column, skip), plan.lanes, mask), address(target, plan.sumType, v * plan.lanes));
    }
    return;
  }
  if (!isFull) {
    fill(target, plan.width(), f.constant(plan.sumType, 0));
  }
  Value count = isFull ? f.constant(plan.width()) : minimum(left, f.constant(plan.width()));
  f.loop(f.constant(0), count, 1, [&](OpBuilder &, Value n) {
    store(emitAt(add(column, n), 1, {}), address(target, plan.sumType, n));
  });
}
