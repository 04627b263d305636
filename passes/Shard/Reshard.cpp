//===- Reshard.cpp - the ops of a planned change of layout ----------------===//

#include "passes/Shard/Reshard.h"
#include "dialects/Graph/IR/Constant.h"

using namespace heddle;
using namespace heddle::shard;
using graph::SymShape;

static Value i64Constant(OpBuilder &builder, Location loc, ArrayRef<int64_t> shape,
                         ArrayRef<int64_t> values) {
  auto type = RankedTensorType::get(shape, builder.getI64Type());
  return graph::ConstantOp::create(builder, loc, DenseElementsAttr::get(type, values));
}

Value shard::emitBlockStart(OpBuilder &builder, Location loc, const Mesh &mesh, ArrayRef<Axis> axes,
                            int64_t block) {
  auto scalar = RankedTensorType::get({}, builder.getI64Type());
  Value number = dist::CoordOp::create(builder, loc, scalar, mesh.toAttr(axes));
  return graph::MulOp::create(builder, loc, number, i64Constant(builder, loc, {}, block));
}

namespace {
/// Emits one plan.
class Emitter {
public:
  Emitter(OpBuilder &builder, Location loc, const Mesh &mesh) : builder(builder), loc(loc), mesh(mesh) {}

  Value emit(Value block, const Layout &from, const Step &step);

private:
  Value slice(Value block, unsigned dim, Axis axis);
  Value allGather(Value block, unsigned dim, ArrayRef<Axis> axes);
  Value reduceScatter(Value block, unsigned dim, Axis axis, graph::Combiner combiner);
  Value allToAll(Value block, unsigned joined, unsigned cut, Axis axis);
  Value permute(Value block, const Layout &from, const Layout &to);

  Value reshape(Value value, ArrayRef<SymExpr> shape) {
    return builder.createOrFold<graph::ReshapeOp>(loc, typeOf(value, shape), value, /*size=*/Value());
  }
  RankedTensorType typeOf(Value like, ArrayRef<SymExpr> shape) {
    return graph::makeTensorType(shape, cast<RankedTensorType>(like.getType()).getElementType());
  }
  /// The value with `dim` in front of the others, and back.
  Value toFront(Value value, unsigned dim);
  Value fromFront(Value value, unsigned dim);
  Value transpose(Value value, ArrayRef<int64_t> permutation);

  OpBuilder &builder;
  Location loc;
  const Mesh &mesh;
};
} // namespace

/// A transposition that moves nothing, because the dimensions that change places have size 1, is a reshape.
Value Emitter::transpose(Value value, ArrayRef<int64_t> permutation) {
  SymShape shape = graph::shapeOf(value), moved;
  SmallVector<int64_t> walked;
  for (int64_t from : permutation) {
    moved.push_back(shape[from]);
    if (!shape[from].isConstant(1)) {
      walked.push_back(from);
    }
  }
  if (llvm::is_sorted(walked)) {
    return reshape(value, moved);
  }
  return graph::TransposeOp::create(builder, loc, value, permutation);
}

Value Emitter::toFront(Value value, unsigned dim) {
  SmallVector<int64_t> permutation{dim};
  for (unsigned i = 0, rank = graph::shapeOf(value).size(); i < rank; ++i) {
    if (i != dim) {
      permutation.push_back(i);
    }
  }
  return transpose(value, permutation);
}

Value Emitter::fromFront(Value value, unsigned dim) {
  SmallVector<int64_t> permutation;
  for (unsigned i = 1, rank = graph::shapeOf(value).size(); i < rank; ++i) {
    permutation.push_back(i);
  }
  permutation.insert(permutation.begin() + dim, 0);
  return transpose(value, permutation);
}

Value Emitter::slice(Value block, unsigned dim, Axis axis) {
  SymShape shape = graph::shapeOf(block);
  std::optional<SymExpr> part = SymExpr::exactQuotient(shape[dim], mesh.sizeOf(axis));
  assert(part && part->constant() && "an open size is not cut");
  shape[dim] = *part;
  SmallVector<int64_t> unit(shape.size(), 0), steps(shape.size(), 1);
  unit[dim] = 1;
  SmallVector<Attribute> starts(shape.size(), builder.getStringAttr("0"));
  starts[dim] = builder.getStringAttr("?");
  Value start = emitBlockStart(builder, loc, mesh, axis, *part->constant());
  int64_t rank = static_cast<int64_t>(shape.size());
  Value list = graph::MulOp::create(builder, loc, i64Constant(builder, loc, rank, unit), start);
  return graph::SliceOp::create(builder, loc, typeOf(block, shape), block, builder.getArrayAttr(starts),
                                steps, list,
                                /*size=*/Value());
}

Value Emitter::allGather(Value block, unsigned dim, ArrayRef<Axis> axes) {
  Value front = toFront(block, dim);
  SymShape shape = graph::shapeOf(front);
  shape.front() = shape.front() * SymExpr(mesh.groupSize(axes));
  Value all = dist::AllGatherOp::create(builder, loc, typeOf(front, shape), front, mesh.toAttr(axes));
  return fromFront(all, dim);
}

Value Emitter::reduceScatter(Value block, unsigned dim, Axis axis, graph::Combiner combiner) {
  Value front = toFront(block, dim);
  SymShape shape = graph::shapeOf(front);
  shape.front() = *SymExpr::exactQuotient(shape.front(), mesh.sizeOf(axis));
  Value part =
      dist::ReduceScatterOp::create(builder, loc, typeOf(front, shape), combiner, front, mesh.toAttr(axis));
  return fromFront(part, dim);
}

/// [a, 2 * b] over 2 ranks, joined along dimension 0 and cut along 1: [a, 2, b] -> [2, a, b], exchanged, ->
/// [2 * a, b].
Value Emitter::allToAll(Value block, unsigned joined, unsigned cut, Axis axis) {
  SymExpr ranks(mesh.sizeOf(axis));
  SymShape shape = graph::shapeOf(block);
  shape[cut] = *SymExpr::exactQuotient(shape[cut], ranks);
  SymShape split = shape;
  split.insert(split.begin() + cut, ranks);
  Value front = toFront(reshape(block, split), cut);
  Value exchanged = dist::AllToAllOp::create(builder, loc, front, mesh.toAttr(axis));
  shape[joined] = shape[joined] * ranks;
  return reshape(fromFront(exchanged, joined), shape);
}

/// The place of a rank's block in each dimension. `coordinates` by axis.
static SmallVector<int64_t> placeOf(const Layout &layout, const Mesh &mesh, ArrayRef<int64_t> coordinates) {
  SmallVector<int64_t> place;
  for (const Axes &axes : layout.dims) {
    int64_t number = 0;
    for (Axis axis : axes) {
      number = number * mesh.sizeOf(axis) + coordinates[axis];
    }
    place.push_back(number);
  }
  return place;
}

/// The group is over all axes of dimensions that change. Each of its ranks gets its new block from one that
/// has it; where several have it, each is asked once.
Value Emitter::permute(Value block, const Layout &from, const Layout &to) {
  Axes group;
  for (Axis axis = 0; axis < mesh.numAxes(); ++axis) {
    for (auto [old, wanted] : llvm::zip(from.dims, to.dims)) {
      if (old != wanted && (llvm::is_contained(old, axis) || llvm::is_contained(wanted, axis)) &&
          !llvm::is_contained(group, axis)) {
        group.push_back(axis);
      }
    }
  }
  std::map<SmallVector<int64_t>, SmallVector<int64_t>> holders;
  SmallVector<SmallVector<int64_t>> wanted;
  for (int64_t number = 0, ranks = mesh.groupSize(group); number < ranks; ++number) {
    SmallVector<int64_t> coordinates(mesh.numAxes(), 0);
    int64_t rest = number;
    for (Axis axis : llvm::reverse(group)) {
      coordinates[axis] = rest % mesh.sizeOf(axis);
      rest /= mesh.sizeOf(axis);
    }
    holders[placeOf(from, mesh, coordinates)].push_back(number);
    wanted.push_back(placeOf(to, mesh, coordinates));
  }
  SmallVector<int64_t> sources, targets;
  for (auto [target, place] : llvm::enumerate(wanted)) {
    SmallVector<int64_t> &left = holders[place];
    assert(!left.empty() && "as many ranks want a block as have it");
    sources.push_back(left.front());
    targets.push_back(static_cast<int64_t>(target));
    left.erase(left.begin());
  }
  return dist::PermuteOp::create(builder, loc, block, mesh.toAttr(group), sources, targets);
}

Value Emitter::emit(Value block, const Layout &from, const Step &step) {
  switch (step.kind) {
  case StepKind::Slice:
    return slice(block, step.dim, step.axes.front());
  case StepKind::AllGather:
    return allGather(block, step.dim, step.axes);
  case StepKind::AllToAll:
    return allToAll(block, step.dim, step.to, step.axes.front());
  case StepKind::Permute:
    return permute(block, from, step.layout);
  case StepKind::ReduceScatter:
    return reduceScatter(block, step.dim, step.axes.front(), from.combiner);
  case StepKind::AllReduce:
    return dist::AllReduceOp::create(builder, loc, from.combiner, block, mesh.toAttr(step.axes));
  }
  llvm_unreachable("six kinds");
}

Value shard::emitPlan(OpBuilder &builder, Location loc, Value block, const Layout &from, const Plan &plan,
                      const Mesh &mesh) {
  Emitter emitter(builder, loc, mesh);
  const Layout *layout = &from;
  for (const Step &step : plan.steps) {
    block = emitter.emit(block, *layout, step);
    layout = &step.layout;
  }
  return block;
}
