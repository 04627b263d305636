//===- MoveCode.cpp - ops whose order of steps is part of their meaning ---===//

#include "passes/Tile/MoveCode.h"
#include "passes/Tile/ElementArith.h"
#include "passes/Tile/ElementCast.h"

using namespace heddle;
using namespace heddle::tile;

static Type elementTypeOf(Value tensor) { return cast<RankedTensorType>(tensor.getType()).getElementType(); }

Value MoveCode::linearize(OpBuilder &b, ArrayRef<Value> indices, ArrayRef<SymExpr> shape) {
  Value offset = function.constant(0);
  for (auto [index, size] : llvm::zip(indices, shape)) {
    offset = add(b, multiply(b, offset, function.size(size)), index);
  }
  return offset;
}

SmallVector<Value> MoveCode::delinearize(OpBuilder &b, Value offset, ArrayRef<SymExpr> shape) {
  SmallVector<Value> indices(shape.size());
  for (size_t i = shape.size(); i-- > 0;) {
    Value size = function.size(shape[i]);
    indices[i] = arith::RemUIOp::create(b, function.loc(), offset, size);
    offset = arith::DivUIOp::create(b, function.loc(), offset, size);
  }
  return indices;
}

void MoveCode::forUnits(const SymExpr &count, llvm::function_ref<void(OpBuilder &, Value unit)> body) {
  units = count;
  function.parallelFor(function.size(count), body);
}

void MoveCode::forRows(
    Value tensor, size_t axis,
    llvm::function_ref<void(OpBuilder &, Value row, Value start, Value size, Value stride)> body) {
  graph::SymShape shape = graph::shapeOf(tensor);
  SymExpr behind = product(ArrayRef(shape).drop_front(axis + 1));
  Value inner = function.size(behind), size = function.size(shape[axis]);
  forUnits(product(ArrayRef(shape).take_front(axis)) * behind, [&](OpBuilder &b, Value row) {
    Value outer = arith::DivUIOp::create(b, function.loc(), row, inner);
    Value lane = arith::RemUIOp::create(b, function.loc(), row, inner);
    body(b, row, add(b, multiply(b, multiply(b, outer, size), inner), lane), size, inner);
  });
}

//===----------------------------------------------------------------------===//
// Places of extremes
//===----------------------------------------------------------------------===//

std::pair<Value, Value> MoveCode::better(OpBuilder &b, graph::Combiner combiner, bool last, Type elementType,
                                         std::pair<Value, Value> kept, std::pair<Value, Value> seen) {
  bool isMax = combiner == graph::Combiner::Max;
  Location loc = function.loc();
  Value wins;
  if (isa<FloatType>(elementType)) {
    using P = arith::CmpFPredicate;
    P predicate = isMax ? (last ? P::OGE : P::OGT) : (last ? P::OLE : P::OLT);
    wins = arith::CmpFOp::create(b, loc, predicate, seen.first, kept.first);
    // A NaN wins over numbers; among NaNs the first or last as asked.
    Value seenNan = arith::CmpFOp::create(b, loc, P::UNO, seen.first, seen.first);
    Value keptNan = arith::CmpFOp::create(b, loc, P::UNO, kept.first, kept.first);
    Value nanWins =
        last ? seenNan
             : Value(arith::AndIOp::create(b, loc, seenNan,
                                           arith::CmpFOp::create(b, loc, P::ORD, kept.first, kept.first)));
    Value numberWins =
        arith::AndIOp::create(b, loc, wins, arith::CmpFOp::create(b, loc, P::ORD, kept.first, kept.first));
    wins = choose(b, keptNan, nanWins, arith::OrIOp::create(b, loc, numberWins, nanWins));
  } else {
    using P = arith::CmpIPredicate;
    bool isUnsignedType = isUnsigned(elementType);
    P strict = isMax ? (isUnsignedType ? P::ugt : P::sgt) : (isUnsignedType ? P::ult : P::slt);
    P orEqual = isMax ? (isUnsignedType ? P::uge : P::sge) : (isUnsignedType ? P::ule : P::sle);
    wins = compare(b, last ? orEqual : strict, seen.first, kept.first);
  }
  return {choose(b, wins, seen.first, kept.first), choose(b, wins, seen.second, kept.second)};
}

void MoveCode::lower(graph::ArgReduceOp op) {
  Type elementType = elementTypeOf(op.getInput());
  Value identity = function.constant(identityOf(op.getCombiner(), elementType));
  forRows(op.getInput(), op.getAxis(), [&](OpBuilder &, Value unit, Value start, Value size, Value inner) {
    auto found = function.loop(function.constant(0), size, 1, {identity, function.constant(0)},
                               [&](OpBuilder &b, Value i, ValueRange kept) -> SmallVector<Value> {
                                 Value seen = load(b, op.getInput(), add(b, start, multiply(b, i, inner)));
                                 auto [value, place] = better(b, op.getCombiner(), op.getLast(), elementType,
                                                              {kept[0], kept[1]}, {seen, i});
                                 return {value, place};
                               });
    OpBuilder &after = function.builder();
    store(after, arith::IndexCastOp::create(after, function.loc(), after.getI64Type(), found[1]),
          after.getI64Type(), unit);
  });
}

void MoveCode::lower(graph::ArgPoolOp op) {
  graph::SymShape in = graph::shapeOf(op.getInput()), out = graph::shapeOf(op.getResult());
  size_t numSpatial = in.size() - 2;
  Type elementType = elementTypeOf(op.getInput());
  Value identity = function.constant(identityOf(graph::Combiner::Max, elementType));
  SmallVector<SymExpr> window(op.getWindow().begin(), op.getWindow().end());
  forUnits(product(out), [&](OpBuilder &b, Value unit) {
    SmallVector<Value> place = delinearize(b, unit, out);
    // One loop over the window's positions in row-major order; those outside the input change nothing.
    auto found = function.loop(
        function.constant(0), function.size(product(window)), 1, {identity, function.constant(0)},
        [&](OpBuilder &b, Value step, ValueRange kept) -> SmallVector<Value> {
          SmallVector<Value> offset = delinearize(b, step, window), at = place;
          Value inside;
          for (size_t i = 0; i < numSpatial; ++i) {
            Value origin = multiply(b, place[i + 1], function.constant(op.getStrides()[i]));
            Value reach = multiply(b, offset[i], function.constant(op.getDilations()[i]));
            at[i + 1] = add(b, add(b, origin, reach), function.constant(-op.getPadsLow()[i]));
            // As unsigned numbers, negative positions are large.
            Value fits = compare(b, arith::CmpIPredicate::ult, at[i + 1], function.size(in[i + 1]));
            inside = inside ? Value(arith::AndIOp::create(b, function.loc(), inside, fits)) : fits;
          }
          for (size_t i = 0; i < numSpatial; ++i) {
            at[i + 1] = choose(b, inside, at[i + 1], function.constant(0));
          }
          Value plane = linearize(b, ArrayRef(at).slice(1, numSpatial), ArrayRef(in).slice(1, numSpatial));
          Value seen = load(b, op.getInput(), linearize(b, at, in));
          auto [value, where] =
              better(b, graph::Combiner::Max, /*last=*/false, elementType, {kept[0], kept[1]}, {seen, plane});
          return {choose(b, inside, value, kept[0]), choose(b, inside, where, kept[1])};
        });
    OpBuilder &after = function.builder();
    store(after, arith::IndexCastOp::create(after, function.loc(), after.getI64Type(), found[1]),
          after.getI64Type(), unit);
  });
}

//===----------------------------------------------------------------------===//
// Running sums
//===----------------------------------------------------------------------===//

void MoveCode::lower(graph::CumulativeOp op) {
  Type elementType = elementTypeOf(op.getInput());
  Value identity = function.constant(identityOf(op.getCombiner(), elementType));
  forRows(op.getInput(), op.getAxis(), [&](OpBuilder &, Value unit, Value start, Value size, Value inner) {
    function.loop(function.constant(0), size, 1, {identity},
                  [&](OpBuilder &b, Value i, ValueRange carried) -> SmallVector<Value> {
                    Value at = i;
                    if (op.getReverse()) {
                      Value behind = add(b, i, function.constant(1));
                      at = arith::SubIOp::create(b, function.loc(), size, behind);
                    }
                    Value offset = add(b, start, multiply(b, at, inner));
                    Value value = load(b, op.getInput(), offset);
                    Value next =
                        emitCombine(b, function.loc(), op.getCombiner(), elementType, carried[0], value);
                    store(b, op.getExclusive() ? carried[0] : next, elementType, offset);
                    return {next};
                  });
  });
}

//===----------------------------------------------------------------------===//
// Scatters
//===----------------------------------------------------------------------===//

std::pair<Value, Value> MoveCode::position(OpBuilder &b, Value indices, Value offset, Value size) {
  Value raw = load(b, indices, offset);
  Value index = arith::IndexCastOp::create(b, function.loc(), b.getIndexType(), raw);
  Value negative = compare(b, arith::CmpIPredicate::slt, index, function.constant(0));
  Value wrapped = choose(b, negative, add(b, index, size), index);
  return {wrapped, compare(b, arith::CmpIPredicate::ult, wrapped, size)};
}

void MoveCode::update(OpBuilder &b, graph::Combiner combiner, Value updates, Value from, Value to) {
  Type elementType = elementTypeOf(updates);
  Value value = load(b, updates, from);
  if (combiner != graph::Combiner::Replace) {
    Value old = emitter.loadFlat(b, elementType, function.flat(function.resultMemref(0)), {to}, 1);
    value = roundTo(b, function.loc(), emitCombine(b, function.loc(), combiner, elementType, old, value),
                    elementType);
  }
  store(b, value, elementType, to);
}

std::pair<Value, Value> MoveCode::rowOf(OpBuilder &b, graph::ScatterNdOp op, int64_t depth, Value tuple) {
  graph::SymShape shape = graph::shapeOf(op.getInput());
  Value row = function.constant(0), inside = function.constant(b.getBoolAttr(true));
  for (int64_t i = 0; i < depth; ++i) {
    Value offset = add(b, multiply(b, tuple, function.constant(depth)), function.constant(i));
    auto [place, fits] = position(b, op.getIndices(), offset, function.size(shape[i]));
    row = add(b, multiply(b, row, function.size(shape[i])), place);
    inside = both(b, inside, fits);
  }
  return {row, inside};
}

std::string tile::outOfRange(Operation *op) {
  return nameInModel(op) + ": an index lies outside the dimension it counts";
}
