//===- Place.cpp - where an element stands in a tensor --------------------===//

#include "passes/Tile/Place.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace heddle;
using namespace heddle::tile;

Place tile::placeOf(ArrayRef<Index> indices) {
  Place place;
  for (auto [dim, index] : llvm::enumerate(indices)) {
    place.push_back({static_cast<unsigned>(dim), 1, index});
  }
  return place;
}

bool tile::varies(ArrayRef<Group> place) {
  return llvm::any_of(place, [](const Group &group) { return group.index.varies(); });
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

void IndexMath::unify(Value &x, Value &y) {
  auto vector = dyn_cast<VectorType>(x.getType());
  vector = vector ? vector : dyn_cast<VectorType>(y.getType());
  if (!vector) {
    return;
  }
  for (Value *value : {&x, &y}) {
    if (!isa<VectorType>(value->getType())) {
      auto type = VectorType::get(vector.getShape(), value->getType());
      *value = b.createOrFold<vector::BroadcastOp>(function.loc(), type, *value);
    }
  }
}

template <typename Op, typename... Args>
Value IndexMath::make(unsigned code, Value x, Value y, Args... args) {
  Value &found = known[{code, {x, y}}];
  if (found) {
    return found;
  }
  unify(x, y);
  Value made = b.createOrFold<Op>(function.loc(), args..., x, y);
  return found = made;
}

Value IndexMath::add(Value x, Value y) { return make<arith::AddIOp>(0, x, y); }
Value IndexMath::subtract(Value x, Value y) { return make<arith::SubIOp>(1, x, y); }
Value IndexMath::multiply(Value x, Value y) { return make<arith::MulIOp>(2, x, y); }
Value IndexMath::divide(Value x, Value y) { return make<arith::DivUIOp>(3, x, y); }
Value IndexMath::remainder(Value x, Value y) { return make<arith::RemUIOp>(4, x, y); }
Value IndexMath::minimum(Value x, Value y) { return make<arith::MinSIOp>(5, x, y); }
Value IndexMath::maximum(Value x, Value y) { return make<arith::MaxSIOp>(6, x, y); }
Value IndexMath::less(Value x, Value y) { return make<arith::CmpIOp>(7, x, y, arith::CmpIPredicate::slt); }
Value IndexMath::equal(Value x, Value y) { return make<arith::CmpIOp>(8, x, y, arith::CmpIPredicate::eq); }
Value IndexMath::both(Value x, Value y) { return make<arith::AndIOp>(9, x, y); }

Value IndexMath::choose(Value condition, Value x, Value y) {
  unify(x, y);
  if (isa<VectorType>(condition.getType()) && !isa<VectorType>(x.getType())) {
    unify(x, condition);
    unify(y, condition);
  }
  return b.createOrFold<arith::SelectOp>(function.loc(), condition, x, y);
}

Value IndexMath::laneNumbers() {
  if (!numbers) {
    SmallVector<APInt> values;
    for (int64_t lane = 0; lane < lanes; ++lane) {
      values.push_back(APInt(64, lane));
    }
    auto type = VectorType::get({lanes}, b.getIndexType());
    OpBuilder &entry = function.entryBuilder();
    numbers = arith::ConstantOp::create(entry, function.loc(), DenseElementsAttr::get(type, values));
  }
  return numbers;
}

Value IndexMath::asVector(Index index) {
  if (index.isVector()) {
    return index.value;
  }
  if (index.lane) {
    return add(index.value, laneNumbers());
  }
  auto type = VectorType::get({lanes}, b.getIndexType());
  return b.createOrFold<vector::BroadcastOp>(function.loc(), type, index.value);
}

static bool isOne(Value value) {
  std::optional<int64_t> constant = getConstantIntValue(value);
  return constant && *constant == 1;
}

Index IndexMath::scale(Index index, Value by) {
  if (isOne(by)) {
    return index;
  }
  if (index.lane) {
    // Constant in the loop, however the scalar part changes.
    Value strides = multiply(laneNumbers(), by);
    return {add(multiply(index.value, by), strides), false};
  }
  return {multiply(index.value, by), false};
}

Index IndexMath::offset(Index index, Value by) {
  if (index.lane && isa<VectorType>(by.getType())) {
    return {add(asVector(index), by), false};
  }
  return {add(index.value, by), index.lane};
}

Index IndexMath::combine(Index major, Value size, Index minor) {
  Index scaled = scale(major, size);
  if (scaled.lane && minor.lane) {
    return {add(asVector(scaled), asVector(minor)), false};
  }
  if (minor.lane && scaled.isVector()) {
    return {add(scaled.value, asVector(minor)), false};
  }
  if (scaled.lane && minor.isVector()) {
    return {add(asVector(scaled), minor.value), false};
  }
  return {add(scaled.value, minor.value), scaled.lane || minor.lane};
}

Value IndexMath::insideLanes(Value first, Value size) {
  Value fromFront = less(function.constant(-1), first);
  return both(fromFront, less(first, subtract(size, function.constant(lanes - 1))));
}

Value IndexMath::padSource(graph::PadMode mode, Value at, Value size) {
  Value zero = function.constant(0), one = function.constant(1), last = subtract(size, one);
  if (mode == graph::PadMode::Edge) {
    return maximum(minimum(at, last), zero);
  }
  // Reflection repeats 0 1 2 3 | 2 1 every 2 (size - 1) places, wrapping every `size`.
  bool reflects = mode == graph::PadMode::Reflect;
  Value period = reflects ? maximum(multiply(last, function.constant(2)), one) : size;
  Value rest = make<arith::RemSIOp>(10, at, period);
  Value place = choose(less(rest, zero), add(rest, period), rest);
  return reflects ? choose(less(last, place), subtract(period, place), place) : place;
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

Index IndexMath::linearize(ArrayRef<Group> place, ArrayRef<SymExpr> shape, unsigned first, unsigned end) {
  std::optional<Index> linear;
  for (const Group &group : place) {
    if (group.first < first || group.end() > end || group.count == 0) {
      continue;
    }
    SymExpr groupSize = product(shape.slice(group.first, group.count));
    if (linear && groupSize.isConstant(1)) {
      continue;
    }
    linear = linear ? combine(*linear, size(groupSize), group.index) : group.index;
  }
  return linear ? *linear : constant(0);
}

/// One group for each dimension of `group`, by divisions.
static void splitGroup(IndexMath &math, const Group &group, ArrayRef<SymExpr> shape, Place &result) {
  SmallVector<Group> reversed;
  Index rest = group.index;
  for (unsigned dim = group.end(); dim-- > group.first;) {
    if (dim == group.first) {
      reversed.push_back({dim, 1, rest});
    } else if (shape[dim].isConstant(1)) {
      reversed.push_back({dim, 1, math.constant(0)});
    } else {
      Value extent = math.size(shape[dim]), value = math.asValue(rest);
      reversed.push_back({dim, 1, {math.remainder(value, extent), false}});
      rest = {math.divide(value, extent), false};
    }
  }
  result.append(reversed.rbegin(), reversed.rend());
}

Place IndexMath::split(ArrayRef<Group> place, ArrayRef<SymExpr> shape,
                       llvm::function_ref<bool(const Group &)> wanted) {
  Place result;
  for (Group group : place) {
    if (group.count <= 1 || !wanted(group)) {
      result.push_back(group);
      continue;
    }
    // Dimensions of size 1 on either side come off for nothing.
    while (group.count > 1 && shape[group.first].isConstant(1)) {
      result.push_back({group.first++, 1, constant(0)});
      --group.count;
    }
    unsigned end = group.end();
    while (group.count > 1 && shape[group.end() - 1].isConstant(1)) {
      --group.count;
    }
    if (group.count > 1 && wanted(group)) {
      splitGroup(*this, group, shape, result);
    } else {
      result.push_back(group);
    }
    for (unsigned dim = group.end(); dim < end; ++dim) {
      result.push_back({dim, 1, constant(0)});
    }
  }
  return result;
}

Place IndexMath::splitAll(ArrayRef<Group> place, ArrayRef<SymExpr> shape) {
  return split(place, shape, [](const Group &) { return true; });
}
