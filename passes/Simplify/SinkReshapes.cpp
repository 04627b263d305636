//===- SinkReshapes.cpp - reshapes move behind element-wise ops -----------===//

#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "passes/Simplify/Passes.h"

namespace heddle::simplify {
#define GEN_PASS_DEF_SINKRESHAPESPASS
#include "passes/Simplify/Passes.h.inc"
} // namespace heddle::simplify

using namespace heddle;

namespace {
struct SinkReshape : RewritePattern {
  explicit SinkReshape(MLIRContext *context) : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    if (!op->hasTrait<graph::ElementwiseOp>()) {
      return rewriter.notifyMatchFailure(op, "not element-wise");
    }
    Type sourceType;
    SmallVector<Value> operands;
    for (Value operand : op->getOperands()) {
      auto reshape = operand.getDefiningOp<graph::ReshapeOp>();
      if (reshape && !reshape.getSize() && reshape.getResult().getType() != reshape.getInput().getType() &&
          graph::shapeOf(operand) == graph::shapeOf(op->getResult(0))) {
        if (sourceType && graph::shapeOf(sourceType) != graph::shapeOf(reshape.getInput())) {
          return rewriter.notifyMatchFailure(op, "operands are reshapes from different shapes");
        }
        sourceType = reshape.getInput().getType();
        operands.push_back(reshape.getInput());
        continue;
      }
      auto type = cast<RankedTensorType>(operand.getType());
      if (!type.hasStaticShape() || type.getNumElements() != 1 || type.getRank() != 0) {
        return rewriter.notifyMatchFailure(op, "an operand is neither a reshape nor a scalar");
      }
      operands.push_back(operand);
    }
    if (!sourceType) {
      return rewriter.notifyMatchFailure(op, "no operand is a reshape");
    }
    auto resultType = cast<RankedTensorType>(op->getResult(0).getType());
    OperationState state(op->getLoc(), op->getName(), operands,
                         graph::makeTensorType(graph::shapeOf(sourceType), resultType.getElementType()),
                         op->getAttrs());
    Operation *inner = rewriter.create(state);
    rewriter.replaceOpWithNewOp<graph::ReshapeOp>(op, resultType, inner->getResult(0), /*size=*/Value());
    return success();
  }
};

class SinkReshapes : public simplify::impl::SinkReshapesPassBase<SinkReshapes> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<SinkReshape>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns)))) {
      signalPassFailure();
    }
  }
};
} // namespace
