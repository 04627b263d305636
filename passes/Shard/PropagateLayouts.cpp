//===- PropagateLayouts.cpp - layouts for all values ----------------------===//

#include "passes/Shard/Names.h"
#include "passes/Shard/Passes.h"
#include "passes/Shard/Propagation.h"

namespace heddle::shard {
#define GEN_PASS_DEF_PROPAGATELAYOUTSPASS
#include "passes/Shard/Passes.h.inc"
} // namespace heddle::shard

using namespace heddle;
using namespace heddle::shard;

/// A constant of its own for each use.
static void splitConstants(func::FuncOp main) {
  SmallVector<graph::ConstantOp> constants(main.getOps<graph::ConstantOp>());
  for (graph::ConstantOp constant : constants) {
    for (OpOperand &use : llvm::make_early_inc_range(llvm::drop_begin(constant.getResult().getUses()))) {
      OpBuilder builder(constant);
      use.set(builder.clone(*constant)->getResult(0));
    }
  }
}

/// An annotation's sizes must be numbers that its axes divide.
static LogicalResult checkSizes(Operation *reporter, Value value, dist::LayoutAttr layout, const Mesh &mesh) {
  std::string name = nameOf(value);
  std::string of = name.empty() ? "of a value" : "of '" + name + "'";
  Axes none;
  for (auto [dim, size, axes] : llvm::enumerate(graph::shapeOf(value), Layout::fromAttr(layout, mesh).dims)) {
    if (axes.empty()) {
      continue;
    }
    if (!size.constant()) {
      return reporter->emitError() << "dimension '" << size.str() << "' " << of
                                   << " is open and to be split over " << layout << ": fix it with --shape";
    }
    if (*size.constant() == 0 || *size.constant() % mesh.groupSize(axes) != 0) {
      return reporter->emitError() << "dimension " << dim << " " << of << " has " << size.str()
                                   << " elements, which the " << mesh.groupSize(axes) << " parts of "
                                   << layout << " do not divide";
    }
  }
  return success();
}

/// Seeds the propagation with what the IR says.
static LogicalResult annotate(func::FuncOp main, const Mesh &mesh, Propagation &propagation) {
  auto add = [&](Operation *reporter, Value value, dist::LayoutAttr layout) -> LogicalResult {
    if (layout && failed(checkSizes(reporter, value, layout, mesh))) {
      return failure();
    }
    if (layout) {
      propagation.annotate(value, layout);
    }
    return success();
  };
  for (BlockArgument argument : main.getArguments()) {
    auto layout =
        main.getArgAttrOfType<dist::LayoutAttr>(argument.getArgNumber(), dist::DistDialect::kLayoutAttr);
    if (failed(add(main, argument, layout))) {
      return failure();
    }
  }
  for (auto constrain : main.getOps<dist::ConstrainOp>()) {
    if (failed(add(constrain, constrain.getResult(), constrain.getLayout()))) {
      return failure();
    }
  }
  Operation *terminator = main.getBody().front().getTerminator();
  for (auto [i, value] : llvm::enumerate(terminator->getOperands())) {
    auto layout = main.getResultAttrOfType<dist::LayoutAttr>(i, dist::DistDialect::kLayoutAttr);
    if (failed(add(main, value, layout))) {
      return failure();
    }
  }
  return success();
}

static void record(func::FuncOp main, const Mesh &mesh, const Propagation &propagation) {
  auto layoutsOf = [&](ValueRange values) {
    SmallVector<Attribute> layouts;
    for (Value value : values) {
      layouts.push_back(propagation.layoutOf(value).toAttr(main.getContext(), mesh));
    }
    return ArrayAttr::get(main.getContext(), layouts);
  };
  main->setAttr(kLayoutsAttr, layoutsOf(main.getArguments()));
  for (Operation &op : main.getBody().front().without_terminator()) {
    op.setAttr(kLayoutsAttr, layoutsOf(op.getResults()));
  }
}

//===----------------------------------------------------------------------===//
// --explain
//===----------------------------------------------------------------------===//

/// Remarks the way of an axis back to its annotation.
static void explainAxis(const Mesh &mesh, const Propagation &propagation, Value value, Origin origin) {
  StringRef axis = mesh.nameOf(origin.axis).getValue();
  emitRemark(value.getLoc()) << "'" << nameOf(value) << "' " << value.getType() << " has axis '" << axis
                             << "' on dimension " << origin.dim;
  while (origin.through) {
    std::string node = nameOf(origin.from);
    emitRemark(origin.through->getLoc())
        << "  through " << origin.through->getName() << " from "
        << (node.empty() ? "a value" : "'" + node + "'") << " " << origin.from.getType();
    ArrayRef<Origin> before = propagation.originsOf(origin.from);
    const Origin *found = llvm::find_if(before, [&](const Origin &o) { return o.axis == origin.axis; });
    assert(found != before.end() && "an axis came from a value that has it");
    value = origin.from;
    origin = *found;
  }
  emitRemark(value.getLoc()) << "  annotated";
}

/// Remarks on every value of that name; false if there is none.
static bool explainValues(func::FuncOp main, const Mesh &mesh, const Propagation &propagation,
                          StringRef name) {
  SmallVector<Value> values(main.getArguments().begin(), main.getArguments().end());
  for (Operation &op : main.getBody().front()) {
    llvm::append_range(values, op.getResults());
  }
  llvm::erase_if(values, [&](Value value) { return nameOf(value) != name; });
  for (Value value : values) {
    for (const Origin &origin : propagation.originsOf(value)) {
      explainAxis(mesh, propagation, value, origin);
    }
    if (propagation.originsOf(value).empty()) {
      emitRemark(value.getLoc()) << "'" << name << "' " << value.getType() << " is the same on every rank";
    }
  }
  return !values.empty();
}

namespace {
class PropagateLayouts : public shard::impl::PropagateLayoutsPassBase<PropagateLayouts> {
  using PropagateLayoutsPassBase::PropagateLayoutsPassBase;

  void runOnOperation() override {
    auto main = getOperation().lookupSymbol<func::FuncOp>("main");
    auto meshOp = dist::MeshOp::of(getOperation());
    if (!main || main.isExternal() || !meshOp) {
      return;
    }
    Mesh mesh(meshOp);
    splitConstants(main);
    Propagation propagation(mesh, main.getBody().front());
    if (failed(annotate(main, mesh, propagation))) {
      return signalPassFailure();
    }
    propagation.run();
    record(main, mesh, propagation);
    if (!explain.empty() && !explainValues(main, mesh, propagation, explain)) {
      getOperation().emitError() << "there is no value '" << explain << "' to explain";
      signalPassFailure();
    }
  }
};
} // namespace
