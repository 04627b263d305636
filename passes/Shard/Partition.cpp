//===- Partition.cpp - the program of one rank ----------------------------===//
//
// Most ops do on a block what they did on the whole: their types shrink, and nothing else changes. The ones
// that know where they are say so here: constants, iota, and gathers from rows that are spread over ranks.
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/Constant.h"
#include "passes/Shard/Passes.h"
#include "passes/Shard/Reshard.h"

namespace heddle::shard {
#define GEN_PASS_DEF_PARTITIONPASS
#include "passes/Shard/Passes.h.inc"
} // namespace heddle::shard

using namespace heddle;
using namespace heddle::shard;

namespace {
class Partitioner {
public:
  Partitioner(func::FuncOp main, const Mesh &mesh) : main(main), mesh(mesh), planner(mesh) {}

  void run();

private:
  void visit(Operation *op);
  void reshard(dist::ReshardOp op);
  void constant(graph::ConstantOp op, Layout layout);
  void iota(graph::IotaOp op, Layout layout);
  void gather(graph::GatherOp op);
  Value scalar(OpBuilder &builder, Location loc, Type element, int64_t value);

  func::FuncOp main;
  const Mesh &mesh;
  Planner planner;
  DenseMap<Value, Layout> layouts;
};
} // namespace

/// Bytes of an element, 1 for those that are smaller.
static int64_t elementBytes(Type type) {
  return std::max<int64_t>(1, cast<RankedTensorType>(type).getElementTypeBitWidth() / 8);
}

Value Partitioner::scalar(OpBuilder &builder, Location loc, Type element, int64_t value) {
  auto type = RankedTensorType::get({}, element);
  TypedAttr attr = isa<FloatType>(element)
                       ? TypedAttr(builder.getFloatAttr(element, static_cast<double>(value)))
                       : TypedAttr(builder.getIntegerAttr(element, value));
  return graph::ConstantOp::create(builder, loc,
                                   cast<ElementsAttr>(DenseElementsAttr::get(type, Attribute(attr))));
}

/// A constant of one value is made smaller; of any other each rank has its block.
void Partitioner::constant(graph::ConstantOp op, Layout layout) {
  if (layout.isReplicated()) {
    return;
  }
  OpBuilder builder(op->getNextNode());
  RankedTensorType type = blockType(op.getResult().getType(), layout, mesh);
  auto splat = dyn_cast<SplatElementsAttr>(op.getValue());
  Value block =
      splat ? graph::ConstantOp::create(builder, op.getLoc(), cast<ElementsAttr>(splat.resizeSplat(type)))
                  .getResult()
            : dist::BlockOp::create(builder, op.getLoc(), type, op.getResult(),
                                    layout.toAttr(main.getContext(), mesh))
                  .getResult();
  op.getResult().replaceUsesWithIf(block,
                                   [&](OpOperand &use) { return use.getOwner() != block.getDefiningOp(); });
  layouts[block] = layout;
}

void Partitioner::reshard(dist::ReshardOp op) {
  Layout from = Layout::fromAttr(op.getFrom(), mesh), to = Layout::fromAttr(op.getTo(), mesh);
  OpBuilder builder(op);
  const Plan &plan = planner.plan(graph::shapeOf(op.getResult()), elementBytes(op.getType()), from, to);
  Value moved = emitPlan(builder, op.getLoc(), op.getInput(), from, plan, mesh);
  layouts[moved] = to;
  op.getResult().replaceAllUsesWith(moved);
  op.erase();
}

/// Counts from where the block begins.
void Partitioner::iota(graph::IotaOp op, Layout layout) {
  const Axes &axes = layout.dims[op.getAxis()];
  if (axes.empty()) {
    return;
  }
  OpBuilder builder(op->getNextNode());
  auto type = cast<RankedTensorType>(op.getResult().getType());
  Value start = emitBlockStart(builder, op.getLoc(), mesh, axes, type.getDimSize(op.getAxis()));
  if (type.getElementType() != builder.getI64Type()) {
    start = graph::CastOp::create(builder, op.getLoc(), start, type.getElementType());
  }
  Value moved = graph::AddOp::create(builder, op.getLoc(), op.getResult(), start);
  op.getResult().replaceAllUsesExcept(moved, moved.getDefiningOp());
  layouts[moved] = layout;
}

/// Rows that are elsewhere are 0 here. An index that is nowhere stays one that the gather refuses:
///   i = index < 0 ? index + rows : index;   here = 0 <= i - start < block
///   result = here ? gather(here ? i - start : 0 <= i < rows ? 0 : block) : 0
void Partitioner::gather(graph::GatherOp op) {
  const Axes axes = layouts[op.getInput()].dims[op.getAxis()];
  if (axes.empty()) {
    return;
  }
  using graph::Predicate;
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Type element = op.getIndices().getType().getElementType();
  int64_t block = op.getInput().getType().getDimSize(op.getAxis()), rows = block * mesh.groupSize(axes);
  auto number = [&](int64_t value) { return scalar(builder, loc, element, value); };
  auto isInside = [&](Value index, int64_t size) -> Value {
    Value low = graph::CompareOp::create(builder, loc, Predicate::Ge, index, number(0));
    Value high = graph::CompareOp::create(builder, loc, Predicate::Lt, index, number(size));
    return graph::AndOp::create(builder, loc, low, high);
  };
  Value given = op.getIndices();
  Value isNegative = graph::CompareOp::create(builder, loc, Predicate::Lt, given, number(0));
  Value counted = graph::AddOp::create(builder, loc, given, number(rows));
  Value index = graph::SelectOp::create(builder, loc, isNegative, counted, given);
  Value start = emitBlockStart(builder, loc, mesh, axes, block);
  if (element != builder.getI64Type()) {
    start = graph::CastOp::create(builder, loc, start, element);
  }
  Value local = graph::SubOp::create(builder, loc, index, start);
  Value here = isInside(local, block);
  Value elsewhere = graph::SelectOp::create(builder, loc, isInside(index, rows), number(0), number(block));
  op.getIndicesMutable().assign(graph::SelectOp::create(builder, loc, here, local, elsewhere));

  builder.setInsertionPointAfter(op);
  graph::SymShape shape(op.getAxis(), SymExpr(1));
  llvm::append_range(shape, graph::shapeOf(here));
  shape.resize(op.getType().getRank(), SymExpr(1));
  Value mask =
      builder.createOrFold<graph::ReshapeOp>(loc, graph::makeTensorType(shape, builder.getI1Type()), here,
                                             /*size=*/Value());
  Value masked = graph::SelectOp::create(builder, loc, mask, op.getResult(),
                                         scalar(builder, loc, op.getType().getElementType(), 0));
  op.getResult().replaceAllUsesExcept(masked, masked.getDefiningOp());
  Layout layout = layouts[op.getResult()];
  layouts[masked] = layout;
}

void Partitioner::visit(Operation *op) {
  if (auto change = dyn_cast<dist::ReshardOp>(op)) {
    return reshard(change);
  }
  auto attr = op->getAttrOfType<ArrayAttr>(kLayoutsAttr);
  for (auto [result, layout] : llvm::zip(op->getResults(), attr.getAsRange<dist::LayoutAttr>())) {
    layouts[result] = Layout::fromAttr(layout, mesh);
  }
  op->removeAttr(kLayoutsAttr);
  if (auto value = dyn_cast<graph::ConstantOp>(op)) {
    return constant(value, layouts[value.getResult()]);
  }
  for (Value result : op->getResults()) {
    if (const Layout &layout = layouts[result]; !layout.settled().isReplicated()) {
      result.setType(blockType(result.getType(), layout, mesh));
    }
  }
  if (auto count = dyn_cast<graph::IotaOp>(op)) {
    iota(count, layouts[count.getResult()]);
  } else if (auto rows = dyn_cast<graph::GatherOp>(op)) {
    gather(rows);
  }
}

void Partitioner::run() {
  Block &body = main.getBody().front();
  for (BlockArgument argument : body.getArguments()) {
    layouts[argument] = Layout::replicated(cast<RankedTensorType>(argument.getType()).getRank());
    main.removeArgAttr(argument.getArgNumber(), dist::DistDialect::kLayoutAttr);
  }
  for (unsigned i = 0; i < main.getNumResults(); ++i) {
    main.removeResultAttr(i, StringAttr::get(main.getContext(), dist::DistDialect::kLayoutAttr));
  }
  main->removeAttr(kLayoutsAttr);
  for (Operation &op : llvm::make_early_inc_range(body.without_terminator())) {
    if (op.hasAttr(kLayoutsAttr)) { // not one of those that this pass adds
      visit(&op);
    }
  }
}

namespace {
class Partition : public shard::impl::PartitionPassBase<Partition> {
  void runOnOperation() override {
    auto main = getOperation().lookupSymbol<func::FuncOp>("main");
    auto meshOp = dist::MeshOp::of(getOperation());
    if (!main || !meshOp || !main->hasAttr(kLayoutsAttr)) {
      return;
    }
    Mesh mesh(meshOp);
    Partitioner(main, mesh).run();
  }
};
} // namespace
