//===- SinkReshapes.cpp - reshapes move behind element-wise ops -----------===//

#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "passes/Simplify/Passes.h"

namespace heddle::simplify {
#define GEN_PASS_DEF_SINKRESHAPESPASS
#include "passes/Simplify/Passes.h.inc"
} // namespace heddle::simplify

using namespace heddle;

/// Whether an operand is a reshape of the result's shape.
static bool isReshapeOf(Value operand, Operation *op) {
  auto reshape = operand.getDefiningOp<graph::ReshapeOp>();
  return reshape && !reshape.getSize() && reshape.getResult().getType() != reshape.getInput().getType() &&
         graph::shapeOf(operand) == graph::shapeOf(op->getResult(0));
}

/// The sizes that count of an operand which stretches over the outer dimensions: those behind leading ones.
static ArrayRef<int64_t> rowShape(Value operand) {
  return cast<RankedTensorType>(operand.getType()).getShape().drop_while([](int64_t size) {
    return size == 1;
  });
}

/// Whether an operand stretches over all dimensions but the innermost, which are the same in both shapes.
static bool isRowOfBoth(Value operand, const graph::SymShape &source, const graph::SymShape &result) {
  auto type = cast<RankedTensorType>(operand.getType());
  size_t rank = rowShape(operand).size();
  return type.hasStaticShape() && rank <= source.size() && rank <= result.size() &&
         ArrayRef(source).take_back(rank) == ArrayRef(result).take_back(rank);
}

namespace {
struct SinkReshape : RewritePattern {
  explicit SinkReshape(MLIRContext *context) : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    if (!op->hasTrait<graph::ElementwiseOp>()) {
      return rewriter.notifyMatchFailure(op, "not element-wise");
    }
    auto reshaped = llvm::find_if(op->getOperands(), [&](Value operand) { return isReshapeOf(operand, op); });
    if (reshaped == op->operand_end()) {
      return rewriter.notifyMatchFailure(op, "no operand is a reshape");
    }
    auto sourceType =
        cast<RankedTensorType>((*reshaped).getDefiningOp<graph::ReshapeOp>().getInput().getType());
    graph::SymShape source = graph::shapeOf(sourceType), result = graph::shapeOf(op->getResult(0));
    auto comesFromSource = [&](Value operand) {
      return isReshapeOf(operand, op) &&
             graph::shapeOf(operand.getDefiningOp<graph::ReshapeOp>().getInput()) == source;
    };
    for (Value operand : op->getOperands()) {
      if (!comesFromSource(operand) && !isRowOfBoth(operand, source, result)) {
        return rewriter.notifyMatchFailure(
            op, "an operand is neither a reshape from that shape nor a row of both");
      }
    }
    SmallVector<Value> operands;
    for (Value operand : op->getOperands()) {
      if (comesFromSource(operand)) {
        operands.push_back(operand.getDefiningOp<graph::ReshapeOp>().getInput());
        continue;
      }
      auto type = cast<RankedTensorType>(operand.getType());
      RankedTensorType row = RankedTensorType::get(rowShape(operand), type.getElementType());
      operands.push_back(row == type ? operand
                                     : graph::ReshapeOp::create(rewriter, op->getLoc(), row, operand,
                                                                /*size=*/Value())
                                           .getResult());
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
