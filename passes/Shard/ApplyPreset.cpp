//===- ApplyPreset.cpp - annotate by a well-known strategy ----------------===//

#include "passes/Shard/Layout.h"
#include "passes/Shard/Megatron.h"
#include "passes/Shard/Passes.h"

namespace heddle::shard {
#define GEN_PASS_DEF_APPLYPRESETPASS
#include "passes/Shard/Passes.h.inc"
} // namespace heddle::shard

using namespace heddle;
using namespace heddle::shard;

/// The axis of that name, or the only one of the mesh.
static FailureOr<Axis> axisFor(dist::MeshOp mesh, StringRef preset, StringRef name) {
  SmallVector<StringAttr> axes = dist::axisList(mesh.getAxes());
  for (auto [i, axis] : llvm::enumerate(axes)) {
    if (axis.getValue() == name || axes.size() == 1) {
      return static_cast<Axis>(i);
    }
  }
  mesh.emitError() << "preset '" << preset << "' wants an axis '" << name
                   << "', which the mesh does not have";
  return failure();
}

static dist::LayoutAttr splitDim(MLIRContext *context, const Mesh &mesh, int64_t rank, unsigned dim,
                                 Axis axis) {
  Layout layout = Layout::replicated(rank);
  layout.dims[dim].push_back(axis);
  return layout.toAttr(context, mesh);
}

/// Dimension 0 of every argument that has one and no layout yet.
static void applyData(func::FuncOp main, const Mesh &mesh, Axis axis) {
  for (BlockArgument argument : main.getArguments()) {
    int64_t rank = cast<RankedTensorType>(argument.getType()).getRank();
    unsigned number = argument.getArgNumber();
    if (rank > 0 && !main.getArgAttr(number, dist::DistDialect::kLayoutAttr)) {
      main.setArgAttr(number, dist::DistDialect::kLayoutAttr,
                      splitDim(main.getContext(), mesh, rank, 0, axis));
    }
  }
}

static void applyMegatron(func::FuncOp main, const Mesh &mesh, Axis axis) {
  for (SplitWeight split : findMegatronWeights(main.getBody().front())) {
    Value weight = split.weight->get();
    OpBuilder builder(split.weight->getOwner());
    auto layout = splitDim(main.getContext(), mesh, 2, split.dim, axis);
    split.weight->set(dist::ConstrainOp::create(builder, weight.getLoc(), weight, layout));
  }
}

namespace {
class ApplyPreset : public shard::impl::ApplyPresetPassBase<ApplyPreset> {
  using ApplyPresetPassBase::ApplyPresetPassBase;

  void runOnOperation() override {
    auto main = getOperation().lookupSymbol<func::FuncOp>("main");
    auto meshOp = dist::MeshOp::of(getOperation());
    if (preset != "data" && preset != "megatron") {
      getOperation().emitError() << "there is no preset '" << preset << "'; data or megatron is wanted";
      return signalPassFailure();
    }
    if (!main || !meshOp) {
      getOperation().emitError() << "preset '" << preset << "' wants a mesh";
      return signalPassFailure();
    }
    FailureOr<Axis> axis = axisFor(meshOp, preset, preset == "data" ? "data" : "model");
    if (failed(axis)) {
      return signalPassFailure();
    }
    Mesh mesh(meshOp);
    preset == "data" ? applyData(main, mesh, *axis) : applyMegatron(main, mesh, *axis);
  }
};
} // namespace
