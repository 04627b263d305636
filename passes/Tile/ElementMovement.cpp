//===- ElementMovement.cpp - places through ops that move elements --------===//
//
// Each function maps a place in an op's result to the place in its operand where the element comes from.
// Reads that may fall outside an operand stand in a branch or under a mask, so that memory outside is never
// touched.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "passes/Tile/ElementArith.h"
#include "passes/Tile/Emission.h"
#include "passes/Tile/LanePattern.h"
#include "passes/Tile/ReshapeBlocks.h"

using namespace heddle;
using namespace heddle::tile;

/// What a run says, behind the op's name, where data has a wrong index.
static constexpr const char *kIndexOutside = ": an index lies outside the dimension it counts";

static Type elementTypeOf(Value tensor) { return cast<RankedTensorType>(tensor.getType()).getElementType(); }

//===----------------------------------------------------------------------===//
// Places and branches
//===----------------------------------------------------------------------===//

Place Emission::isolate(const Place &place, ArrayRef<SymExpr> shape, unsigned dim) {
  return math.split(place, shape, [&](const Group &group) { return group.contains(dim); });
}

Place Emission::cutAt(const Place &place, ArrayRef<SymExpr> shape, unsigned boundary) {
  return math.split(place, shape,
                    [&](const Group &group) { return group.first < boundary && boundary < group.end(); });
}

Value Emission::choose(Value condition, Type elementType, bool isVector, llvm::function_ref<Value()> then,
                       llvm::function_ref<Value()> otherwise) {
  Type type = computeType(elementType);
  bool asVector = isVector && lanes > 1;
  if (asVector) {
    type = VectorType::get({lanes}, type);
  }
  auto conditional = scf::IfOp::create(b, function.loc(), type, condition, /*addThenBlock=*/true,
                                       /*addElseBlock=*/true);
  auto fill = [&](Block *block, llvm::function_ref<Value()> body) {
    OpBuilder::InsertionGuard guard(b);
    IndexMath::Scope scope(math);
    Known saved = known;
    b.setInsertionPointToEnd(block);
    Value value = body();
    scf::YieldOp::create(b, function.loc(), asVector ? toVector(value) : value);
    known = std::move(saved);
  };
  fill(conditional.thenBlock(), then);
  fill(conditional.elseBlock(), otherwise);
  return conditional.getResult(0);
}

Value Emission::masked(Value inside, llvm::function_ref<Value()> body) {
  IndexMath::Scope scope(math);
  Known saved = known;
  Value outer = mask;
  mask = outer ? math.both(outer, inside) : inside;
  Value value = body();
  mask = outer;
  known = std::move(saved);
  return value;
}

Value Emission::unlessEmpty(Value tensor, const Place &place, llvm::function_ref<Value()> body,
                            Operation *indexed) {
  Value hasElements;
  for (const SymExpr &size : graph::shapeOf(tensor)) {
    if (!size.isAtLeast(1)) {
      Value positive = math.less(function.constant(0), math.size(size));
      hasElements = hasElements ? math.both(hasElements, positive) : positive;
    }
  }
  if (!hasElements) {
    return body();
  }
  Type element = elementTypeOf(tensor);
  return choose(hasElements, element, lanes > 1 && varies(place), body, [&] {
    if (indexed) { // no index is inside an empty tensor
      Value wanted = mask ? mask : arith::ConstantIntOp::create(b, function.loc(), 1, 1).getResult();
      if (isa<VectorType>(wanted.getType())) {
        wanted = vector::ReductionOp::create(b, function.loc(), vector::CombiningKind::OR, wanted);
      }
      function.failIf(b, wanted, nameInModel(indexed) + kIndexOutside);
    }
    return zero(element);
  });
}

//===----------------------------------------------------------------------===//
// Permutations and reshapes
//===----------------------------------------------------------------------===//

Value Emission::emitTranspose(graph::TransposeOp op, const Place &place) {
  ArrayRef<int64_t> permutation = op.getPermutation();
  Place cut = math.split(place, graph::shapeOf(op.getResult()), [&](const Group &group) {
    for (unsigned dim = group.first + 1; dim < group.end(); ++dim) {
      if (permutation[dim] != permutation[dim - 1] + 1) {
        return true;
      }
    }
    return false;
  });
  for (Group &group : cut) {
    group.first = permutation[group.first];
  }
  llvm::sort(cut, [](const Group &a, const Group &b) { return a.first < b.first; });
  return emit(op.getInput(), cut);
}

Value Emission::emitReshape(graph::ReshapeOp op, const Place &place) {
  SmallVector<SymExpr> from = graph::shapeOf(op.getInput()), to = graph::shapeOf(op.getResult());
  SmallVector<ReshapeBlock> blocks = reshapeBlocks(from, to);
  Place source;
  unsigned begin = 0;
  for (unsigned i = 0; i < blocks.size(); ++i) {
    // Where a group reaches over the end of a block, the next block joins it.
    unsigned end = blocks[i].toEnd();
    bool straddles =
        llvm::any_of(place, [&](const Group &group) { return group.first < end && end < group.end(); });
    bool sameEnd = i + 1 < blocks.size() && blocks[i + 1].toCount == 0;
    if (straddles || sameEnd) {
      continue;
    }
    Index index = math.linearize(place, to, blocks[begin].toFirst, end);
    unsigned first = blocks[begin].fromFirst;
    if (blocks[i].fromEnd() > first) {
      source.push_back({first, blocks[i].fromEnd() - first, index});
    }
    begin = i + 1;
  }
  return emit(op.getInput(), source);
}

//===----------------------------------------------------------------------===//
// Slice and concat
//===----------------------------------------------------------------------===//

Value Emission::startAt(ArrayAttr texts, Value dynamic, unsigned dim) {
  StringRef text = cast<StringAttr>(texts[dim]).getValue();
  if (text != "?") {
    return math.size(*SymExpr::parse(text));
  }
  Value start = emit(dynamic, {{0, 1, math.constant(dim)}});
  return arith::IndexCastOp::create(b, function.loc(), b.getIndexType(), start);
}

/// Whether first and last element taken along `dim` are inside the input, which only a run can tell; null
/// where the graph's types say so.
Value Emission::sliceFits(graph::SliceOp op, unsigned dim, Value start) {
  SymExpr from = graph::shapeOf(op.getInput())[dim], to = graph::shapeOf(op.getResult())[dim];
  bool isOpen = cast<StringAttr>(op.getStarts()[dim]).getValue() == "?" ||
                (op.getSize() && !to.constant() && from != to);
  if (!isOpen) {
    return {};
  }
  int64_t step = op.getSteps()[dim];
  Value reach = math.size((to - 1) * step), last = math.add(start, reach), none = function.constant(-1);
  Value starts = math.both(math.less(none, start), math.less(start, math.size(from)));
  return math.both(starts, math.both(math.less(none, last), math.less(last, math.size(from))));
}

Value Emission::emitSlice(graph::SliceOp op, const Place &place) {
  SmallVector<SymExpr> from = graph::shapeOf(op.getInput()), to = graph::shapeOf(op.getResult());
  Place source = math.split(place, to, [&](const Group &group) {
    return llvm::any_of(llvm::seq(group.first, group.end()), [&](unsigned dim) {
      return isMoved(op, dim) || (dim > group.first && from[dim] != to[dim]);
    });
  });
  Value fits;
  for (Group &group : source) {
    Value start = function.constant(0);
    if (group.count == 1 && isMoved(op, group.first)) {
      Index strided = math.scale(group.index, function.constant(op.getSteps()[group.first]));
      start = startAt(op.getStarts(), op.getDynamicStarts(), group.first);
      group.index = math.offset(strided, start);
    }
    if (Value fitsHere = group.count == 0 ? Value() : sliceFits(op, group.first, start)) {
      fits = fits ? math.both(fits, fitsHere) : fitsHere;
    }
  }
  if (!fits) {
    return emit(op.getInput(), source);
  }
  Type element = elementTypeOf(op.getResult());
  Value outside = math.equal(fits, function.constant(b.getI1Type(), 0));
  function.failIf(b, outside, nameInModel(op) + ": the slice reaches outside its input");
  return choose(
      fits, element, varies(place), [&] { return emit(op.getInput(), source); },
      [&] { return zero(element); });
}

Value Emission::emitConcat(graph::ConcatOp op, const Place &place) {
  unsigned axis = op.getAxis();
  Place single = isolate(place, graph::shapeOf(op.getResult()), axis);
  unsigned slot =
      llvm::find_if(single, [&](const Group &group) { return group.contains(axis); }) - single.begin();
  SmallVector<Value> ends;
  SymExpr end(0);
  for (Value input : op.getInputs()) {
    end = end + graph::shapeOf(input)[axis];
    ends.push_back(math.size(end));
  }
  Index index = single[slot].index;
  if (index.isVector()) {
    return emitConcatLanes(op, ends, single, slot);
  }
  auto whole = [&] { return emitConcatPart(op, 0, ends, single, slot); };
  if (!index.lane) {
    return whole();
  }
  // Vectors that reach over a seam take their lanes from both sides.
  Value last = math.add(index.value, function.constant(lanes)), straddles;
  for (Value seam : ArrayRef(ends).drop_back()) {
    Value reaches = math.both(math.less(index.value, seam), math.less(seam, last));
    straddles = straddles ? arith::OrIOp::create(b, function.loc(), straddles, reaches) : reaches;
  }
  if (!straddles) {
    return whole();
  }
  return choose(
      straddles, elementTypeOf(op.getResult()), /*isVector=*/true,
      [&] { return emitConcatLanes(op, ends, single, slot); }, whole);
}

/// The element is in operand `part` or one behind it.
Value Emission::emitConcatPart(graph::ConcatOp op, unsigned part, ArrayRef<Value> ends, const Place &place,
                               unsigned slot) {
  auto inPart = [&] {
    Place source = place;
    if (part > 0) {
      Value start = ends[part - 1];
      source[slot].index = {math.subtract(place[slot].index.value, start), place[slot].index.lane};
    }
    return emit(op.getInputs()[part], source);
  };
  if (part + 1 == ends.size()) {
    return inPart();
  }
  return choose(math.less(place[slot].index.value, ends[part]), elementTypeOf(op.getResult()), varies(place),
                inPart, [&] { return emitConcatPart(op, part + 1, ends, place, slot); });
}

Value Emission::emitConcatLanes(graph::ConcatOp op, ArrayRef<Value> ends, Place place, unsigned slot) {
  Value at = math.asVector(place[slot].index);
  Value result = toVector(zero(elementTypeOf(op.getResult())));
  for (auto [part, input] : llvm::enumerate(op.getInputs())) {
    Value inside = math.less(at, ends[part]);
    Value start = part == 0 ? function.constant(0) : ends[part - 1];
    Value relative = math.subtract(at, start);
    inside = math.both(inside, math.less(function.constant(-1), relative));
    Value value = masked(inside, [&, input = input] {
      place[slot].index = {relative, false};
      return toVector(emit(input, place));
    });
    result = arith::SelectOp::create(b, function.loc(), inside, value, result);
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Pad
//===----------------------------------------------------------------------===//

Value Emission::emitPad(graph::PadOp op, const Place &place) {
  SmallVector<SymExpr> from = graph::shapeOf(op.getInput()), to = graph::shapeOf(op.getResult());
  auto isMoved = [&](unsigned dim) { return tile::isMoved(op, dim); };
  Place cut = math.split(place, to, [&](const Group &group) {
    return llvm::any_of(llvm::seq(group.first, group.end()), isMoved);
  });
  for (Group &group : cut) {
    if (isMoved(group.first)) {
      Value low = startAt(op.getLows(), op.getDynamicLows(), group.first);
      group.index = {math.subtract(group.index.value, low), group.index.lane};
    }
  }
  if (op.getMode() == graph::PadMode::Constant) {
    return emitPadConstant(op, cut);
  }
  return unlessEmpty(op.getInput(), place, [&] {
    Place source = cut;
    for (Group &group : source) {
      if (isMoved(group.first)) {
        Value at = math.asValue(group.index), size = math.size(from[group.first]);
        group.index = {math.padSource(op.getMode(), at, size), false};
      }
    }
    auto anywhere = [&] { return emit(op.getInput(), source); };
    auto lane =
        llvm::find_if(cut, [&](const Group &group) { return group.index.lane && isMoved(group.first); });
    if (lane == cut.end()) {
      return anywhere();
    }
    // Away from the borders the lanes stay side by side.
    Value inside = math.insideLanes(lane->index.value, math.size(from[lane->first]));
    return choose(
        inside, elementTypeOf(op.getResult()), /*isVector=*/true,
        [&] {
          Place straight = source;
          straight[lane - cut.begin()] = *lane;
          return emit(op.getInput(), straight);
        },
        anywhere);
  });
}

/// `place` is relative to the input's first element, before interior padding is taken out.
Value Emission::emitPadConstant(graph::PadOp op, const Place &place) {
  SmallVector<SymExpr> from = graph::shapeOf(op.getInput());
  Type element = elementTypeOf(op.getResult());
  Value padding = emit(op.getValue(), {}), inside, insideLanes, fast;
  Place source = place, straight = place;
  for (auto [slot, group] : llvm::enumerate(place)) {
    unsigned dim = group.first;
    if (group.count > 1 || !isMoved(op, dim)) {
      continue;
    }
    Value at = math.asValue(group.index), size = math.size(from[dim]),
          holds = math.less(function.constant(-1), at);
    if (int64_t interior = op.getInterior()[dim]) {
      Value step = function.constant(interior + 1);
      holds = math.both(holds, math.equal(math.remainder(at, step), function.constant(0)));
      at = math.divide(at, step);
    } else if (group.index.lane) {
      fast = math.insideLanes(group.index.value, size);
    }
    holds = math.both(holds, math.less(at, size));
    source[slot].index = {at, false};
    if (!group.index.lane || op.getInterior()[dim]) {
      straight[slot].index = source[slot].index;
    }
    Value &all = isa<VectorType>(holds.getType()) ? insideLanes : inside;
    all = all ? math.both(all, holds) : holds;
  }
  auto byLanes = [&] {
    if (!insideLanes) {
      return emit(op.getInput(), source);
    }
    Value value = masked(insideLanes, [&] { return toVector(emit(op.getInput(), source)); });
    return arith::SelectOp::create(b, function.loc(), insideLanes, value, toVector(padding)).getResult();
  };
  auto body = [&] {
    return fast ? choose(
                      fast, element, true, [&] { return emit(op.getInput(), straight); }, byLanes)
                : byLanes();
  };
  return inside ? choose(inside, element, varies(place), body, [&] { return padding; }) : body();
}

//===----------------------------------------------------------------------===//
// Gather
//===----------------------------------------------------------------------===//

Index Emission::lookUp(Value indices, const Place &place, const SymExpr &size, Operation *op) {
  Location loc = function.loc();
  Value number = emit(indices, place);
  Value at = arith::IndexCastOp::create(b, loc, typeLike(number, b.getIndexType()), number);
  Value extent = math.size(size);
  at = math.choose(math.less(at, function.constant(0)), math.add(at, extent), at);
  Value below = math.less(at, function.constant(0)),
        above = math.less(math.subtract(extent, function.constant(1)), at);
  Value outside = arith::OrIOp::create(b, loc, below, above), fails = outside;
  if (isa<VectorType>(outside.getType())) {
    fails = mask ? math.both(outside, mask) : outside;
    fails = vector::ReductionOp::create(b, loc, vector::CombiningKind::OR, fails);
  }
  function.failIf(b, fails, nameInModel(op) + kIndexOutside);
  return {math.choose(outside, function.constant(0), at), false};
}

Value Emission::emitGather(graph::GatherOp op, const Place &place) {
  SmallVector<SymExpr> to = graph::shapeOf(op.getResult()), from = graph::shapeOf(op.getInput());
  unsigned axis = op.getAxis(), rank = op.getIndices().getType().getRank();
  Place cut = cutAt(cutAt(place, to, axis), to, axis + rank);
  return unlessEmpty(
      op.getInput(), place,
      [&] {
        Place indices, source;
        for (const Group &group : cut) {
          if (group.first >= axis && group.first < axis + rank) {
            indices.push_back({group.first - axis, group.count, group.index});
          }
        }
        Index at = lookUp(op.getIndices(), indices, from[axis], op);
        for (const Group &group : cut) {
          if (group.end() <= axis) {
            source.push_back(group);
          }
        }
        source.push_back({axis, 1, at});
        for (const Group &group : cut) {
          if (group.first >= axis + rank) {
            source.push_back({group.first + 1 - rank, group.count, group.index});
          }
        }
        return emit(op.getInput(), source);
      },
      op);
}

Value Emission::emitGatherElements(graph::GatherElementsOp op, const Place &place) {
  SmallVector<SymExpr> to = graph::shapeOf(op.getResult()), from = graph::shapeOf(op.getInput());
  unsigned axis = op.getAxis();
  Place source = math.split(place, to, [&](const Group &group) {
    return llvm::any_of(llvm::seq(group.first, group.end()),
                        [&](unsigned dim) { return dim == axis || from[dim] != to[dim]; });
  });
  return unlessEmpty(
      op.getInput(), place,
      [&] {
        Index at = lookUp(op.getIndices(), source, from[axis], op);
        for (Group &group : source) {
          group.index = group.first == axis ? at : group.index;
        }
        return emit(op.getInput(), source);
      },
      op);
}

Value Emission::emitGatherNd(graph::GatherNdOp op, const Place &place) {
  SmallVector<SymExpr> to = graph::shapeOf(op.getResult()), from = graph::shapeOf(op.getInput());
  SmallVector<SymExpr> listShape = graph::shapeOf(op.getIndices());
  unsigned batch = op.getBatchDims(), coordinates = *listShape.back().constant(), last = listShape.size() - 1;
  Place cut = cutAt(cutAt(place, to, batch), to, last);
  return unlessEmpty(
      op.getInput(), place,
      [&] {
        Place source, list;
        for (const Group &group : cut) {
          if (group.end() <= last) {
            list.push_back(group);
          }
          if (group.end() <= batch) {
            source.push_back(group);
          }
        }
        for (unsigned k = 0; k < coordinates; ++k) {
          Place at = list;
          at.push_back({last, 1, math.constant(k)});
          source.push_back({batch + k, 1, lookUp(op.getIndices(), at, from[batch + k], op)});
        }
        for (const Group &group : cut) {
          if (group.first >= last) {
            source.push_back({group.first - last + batch + coordinates, group.count, group.index});
          }
        }
        return emit(op.getInput(), source);
      },
      op);
}
