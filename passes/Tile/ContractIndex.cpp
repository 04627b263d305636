//===- ContractIndex.cpp - arithmetic on places ---------------------------===//
//
// Numbers of rows become factors, factors become indices and offsets.
//
//===----------------------------------------------------------------------===//

#include "passes/Tile/ContractEmitter.h"
#include "passes/Tile/ElementCast.h"
#include "passes/Tile/Schedule.h"

using namespace heddle;
using namespace heddle::tile;

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

ContractEmitter::Row ContractEmitter::rowAt(Value number) {
  SmallVector<SymExpr> sizes;
  for (unsigned factor : problem.rows) {
    sizes.push_back(problem.size(factor));
  }
  Row row = placeRow(delinearize(number, sizes));
  if (hasLinearRows(problem) && !problem.rows.empty()) {
    row.offset = scaled(number, problem.lhs.stride(problem.rows.back(), problem.nest));
  }
  return row;
}

ContractEmitter::Row ContractEmitter::placeRow(SmallVector<Value> rowFactors) {
  Row row{std::move(rowFactors), f.constant(0), {}};
  for (auto [factor, value] : llvm::zip(problem.rows, row.factors)) {
    row.offset = add(row.offset, scaled(value, problem.lhs.stride(factor, problem.nest)));
  }
  for (unsigned dim : problem.checkedDims) {
    Value coordinate = f.constant(problem.lhs.constantTerm(dim, problem.nest));
    for (auto [factor, value] : llvm::zip(problem.rows, row.factors)) {
      coordinate = add(coordinate, scaled(value, problem.lhs.coefficient(dim, factor, problem.nest)));
    }
    row.coordinates.push_back(coordinate);
  }
  return row;
}

/// Counts up the last factor and carries: cheaper than dividing again.
ContractEmitter::Row ContractEmitter::nextRow(const Row &row) {
  SmallVector<Value> next = row.factors;
  Value carry = f.constant(1);
  for (unsigned i = next.size(); i-- > 0;) {
    if (problem.size(problem.rows[i]).isConstant(1)) {
      continue;
    }
    next[i] = add(next[i], carry);
    bool isOutermost = llvm::all_of(ArrayRef(problem.rows).take_front(i),
                                    [&](unsigned factor) { return problem.size(factor).isConstant(1); });
    if (isOutermost) {
      break;
    }
    Value wraps = isEqual(next[i], f.size(problem.size(problem.rows[i])));
    next[i] = arith::SelectOp::create(b, loc, wraps, f.constant(0), next[i]);
    carry = arith::SelectOp::create(b, loc, wraps, f.constant(1), f.constant(0));
  }
  return placeRow(std::move(next));
}

//===----------------------------------------------------------------------===//
// Indices and addresses
//===----------------------------------------------------------------------===//

Indices ContractEmitter::indicesOf(const ContractTensor &tensor, std::optional<unsigned> laneFactor) {
  Indices indices;
  for (unsigned dim = 0; dim < tensor.shape.size(); ++dim) {
    indices.push_back(indexOf(tensor, problem.nest, factors, dim, laneFactor));
  }
  return indices;
}

Value ContractEmitter::outerOffset(const ContractTensor &tensor) {
  Value offset = f.size(tensor.offset(problem.nest));
  for (unsigned factor : problem.outer) {
    offset = add(offset, scaled(factors[factor], tensor.stride(factor, problem.nest)));
  }
  return offset;
}

Value ContractEmitter::convertLhs(Value value) {
  bool isUnsigned = problem.lhs.elementType().isUnsignedInteger();
  return plan.dot.isUsed() ? plan.dot.convertLhs(b, loc, value, isUnsigned) : widen(value, isUnsigned);
}

Value ContractEmitter::widen(Value value, bool isUnsigned) {
  Type from = getElementTypeOrSelf(value), to = plan.sumType;
  auto vector = dyn_cast<VectorType>(value.getType());
  Type type = vector ? vector.clone(to) : to;
  if (from == to) {
    return value;
  }
  if (isa<IntegerType>(from) && isa<FloatType>(to)) {
    return isUnsigned ? arith::UIToFPOp::create(b, loc, type, value).getResult()
                      : arith::SIToFPOp::create(b, loc, type, value).getResult();
  }
  if (from.getIntOrFloatBitWidth() > to.getIntOrFloatBitWidth()) {
    return arith::TruncIOp::create(b, loc, type, value);
  }
  return isUnsigned ? arith::ExtUIOp::create(b, loc, type, value).getResult()
                    : arith::ExtSIOp::create(b, loc, type, value).getResult();
}

Value ContractEmitter::widenStored(Value stored, Type elementType) {
  return widen(fromStorage(b, loc, stored, elementType), elementType.isUnsignedInteger());
}

bool ContractEmitter::isStaged(const ContractTensor &tensor) const {
  return (&tensor == &problem.lhs ? plan.lhsMode : plan.rhsMode) == OperandMode::Staged;
}

Type ContractEmitter::memoryType(const ContractTensor &tensor) const {
  Type staged = &tensor == &problem.lhs ? plan.lhsType : plan.sumType;
  return isStaged(tensor) ? staged : storageType(tensor.elementType());
}

Value ContractEmitter::loadOperand(const ContractTensor &tensor, Value address, int64_t lanes) {
  Value value = load(address, memoryType(tensor), lanes);
  if (plan.dot.isUsed() && &tensor == &problem.rhs) {
    return plan.dot.convertRhs(b, loc, value, tensor.elementType().isUnsignedInteger());
  }
  return isStaged(tensor) ? value : widenStored(value, tensor.elementType());
}
