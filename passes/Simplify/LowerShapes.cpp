//===- LowerShapes.cpp - shape queries become size expressions ------------===//

#include "dialects/Graph/IR/Constant.h"
#include "passes/Simplify/Passes.h"

namespace heddle::simplify {
#define GEN_PASS_DEF_LOWERSHAPESPASS
#include "passes/Simplify/Passes.h.inc"
} // namespace heddle::simplify

using namespace heddle;

static void lower(graph::ShapeOp op) {
  OpBuilder builder(op);
  graph::SymShape shape = graph::shapeOf(op.getInput());
  Value result;
  if (std::optional<SmallVector<int64_t>> sizes = constants(shape)) {
    auto type = RankedTensorType::get({static_cast<int64_t>(sizes->size())}, builder.getI64Type());
    result = graph::ConstantOp::create(builder, op.getLoc(), DenseIntElementsAttr::get(type, *sizes));
  } else {
    auto texts = llvm::map_to_vector(shape, [](const SymExpr &size) { return size.str(); });
    SmallVector<StringRef> refs(texts.begin(), texts.end());
    result =
        graph::SymbolicOp::create(builder, op.getLoc(), builder.getStrArrayAttr(refs), /*rank0=*/UnitAttr());
  }
  op.getResult().replaceAllUsesWith(result);
  op.erase();
}

namespace {
class LowerShapes : public simplify::impl::LowerShapesPassBase<LowerShapes> {
  void runOnOperation() override { getOperation().walk(lower); }
};
} // namespace
