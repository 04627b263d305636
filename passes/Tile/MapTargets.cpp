//===- MapTargets.cpp - what a map kernel writes --------------------------===//

#include "passes/Tile/MapTargets.h"
#include "passes/Tile/LoopNest.h"

using namespace heddle;
using namespace heddle::tile;

static Type elementTypeOf(Value tensor) { return cast<RankedTensorType>(tensor.getType()).getElementType(); }

SmallVector<SmallVector<MapTarget>> tile::collectMapTargets(kernel::FuncOp kernel, KernelFunction &function) {
  SmallVector<SmallVector<MapTarget>> nests;
  for (auto [number, value] : llvm::enumerate(kernel.getBody().front().getTerminator()->getOperands())) {
    SmallVector<SymExpr> shape = graph::shapeOf(value);
    MapTarget target{value, function.flat(function.resultMemref(number)), 0, SymExpr(0), shape};
    if (auto concat = value.getDefiningOp<graph::ConcatOp>()) {
      target.dim = concat.getAxis();
      for (Value input : concat.getInputs()) {
        target.tensor = input;
        nests.push_back({target});
        target.offset = target.offset + graph::shapeOf(input)[target.dim];
      }
      continue;
    }
    auto same = llvm::find_if(nests, [&](ArrayRef<MapTarget> nest) {
      return nest[0].offset.isConstant(0) && nest[0].resultShape == shape &&
             ArrayRef(graph::shapeOf(nest[0].tensor)) == ArrayRef(shape);
    });
    if (same != nests.end()) {
      same->push_back(target);
    } else {
      nests.push_back({target});
    }
  }
  return nests;
}

/// Where dimensions of the targets must not share an index; see `mergeDims`.
static llvm::BitVector cutsOf(LanePattern &pattern, ArrayRef<MapTarget> targets) {
  llvm::BitVector cuts(graph::shapeOf(targets[0].tensor).size() + 1);
  for (const MapTarget &target : targets) {
    cuts |= pattern.cuts(target.tensor);
    if (ArrayRef(graph::shapeOf(target.tensor)) != ArrayRef(target.resultShape)) {
      cuts.set(target.dim); // [dim, …] of the part is one run inside the result
    }
  }
  return cuts;
}

/// Cuts a group in front of dimension `dim`, which `mergeDims` has joined to those before because its size is
/// 1: lanes along them would lie apart in a result that is larger in `dim`.
static void cutBefore(Place &groups, unsigned dim) {
  for (size_t i = 0; i < groups.size(); ++i) {
    unsigned first = groups[i].first, end = groups[i].end();
    if (first < dim && dim < end) {
      groups[i].count = dim - first;
      groups.insert(groups.begin() + i + 1, Group{dim, end - dim, {}});
      return;
    }
  }
}

Place tile::mapGroups(LanePattern &pattern, ArrayRef<MapTarget> targets) {
  SmallVector<SymExpr> shape = graph::shapeOf(targets[0].tensor);
  Place groups = mergeDims(shape, cutsOf(pattern, targets));
  if (ArrayRef(shape) != ArrayRef(targets[0].resultShape)) {
    cutBefore(groups, targets[0].dim);
  }
  return groups;
}

void tile::storeMapTarget(ElementEmitter &emitter, KernelFunction &function, OpBuilder &b,
                          const MapTarget &target, Value value, const Place &place, int64_t lanes) {
  IndexMath math(function, b, lanes);
  SmallVector<SymExpr> shape = graph::shapeOf(target.tensor);
  Index offset = math.linearize(place, shape, 0, shape.size());
  if (ArrayRef(shape) != ArrayRef(target.resultShape)) {
    // Dimensions from `dim` on are one run; those before it stand further apart than in the part.
    unsigned dim = target.dim;
    SymExpr step = product(ArrayRef(target.resultShape).drop_front(dim));
    SymExpr behind = product(ArrayRef(shape).drop_front(dim + 1));
    Place cut =
        math.split(place, shape, [&](const Group &group) { return group.first < dim && dim < group.end(); });
    Index row = math.linearize(cut, shape, 0, dim), column = math.linearize(cut, shape, dim, shape.size());
    offset = math.combine(row, math.size(step), math.offset(column, math.size(target.offset * behind)));
  }
  emitter.storeFlat(b, value, elementTypeOf(target.tensor), target.flat, offset, lanes);
}
