//===- FoldScales.cpp - per-channel scales go into weights ----------------===//

#include "dialects/Graph/IR/Constant.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "passes/Simplify/Passes.h"

namespace heddle::simplify {
#define GEN_PASS_DEF_FOLDSCALESPASS
#include "passes/Simplify/Passes.h.inc"
} // namespace heddle::simplify

using namespace heddle;

/// `value` as a constant that varies along its last dimension alone, with the rank of the list [size] or a
/// scalar; null if it is not one.
static Value perChannelConstant(PatternRewriter &rewriter, Value value) {
  ElementsAttr elements = graph::constantElements(value);
  if (!elements || !isa<FloatType>(elements.getElementType())) {
    return nullptr;
  }
  ArrayRef<int64_t> shape = elements.getShapedType().getShape();
  if (shape.size() <= 1) {
    return value;
  }
  if (llvm::any_of(shape.drop_back(), [](int64_t size) { return size != 1; })) {
    return nullptr;
  }
  auto type = RankedTensorType::get({shape.back()}, elements.getElementType());
  return graph::ReshapeOp::create(rewriter, value.getLoc(), type, value, /*size=*/Value());
}

/// The weights of a convolution or contraction with the channel dimension of its result, if they are
/// constant.
static OpOperand *constantWeights(Operation *op, int64_t &channelDim) {
  if (auto conv = dyn_cast_or_null<graph::ConvOp>(op); conv && graph::constantElements(conv.getFilter())) {
    channelDim = conv.getFilter().getType().getRank() - 1;
    return &conv.getFilterMutable();
  }
  auto contract = dyn_cast_or_null<graph::ContractOp>(op);
  if (!contract || !graph::constantElements(contract.getRhs())) {
    return nullptr;
  }
  auto [operands, result] = contract.getEquation().split("->");
  auto [lhs, rhs] = operands.split(",");
  if (result.empty() || lhs.contains(result.back()) || !rhs.contains(result.back())) {
    return nullptr;
  }
  channelDim = rhs.find(result.back());
  return &contract.getRhsMutable();
}

namespace {
/// conv(x, w) * s -> conv(x, w * s)
struct FoldScale : OpRewritePattern<graph::MulOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(graph::MulOp op, PatternRewriter &rewriter) const override {
    for (auto [value, scale] : {std::pair(op.getLhs(), op.getRhs()), std::pair(op.getRhs(), op.getLhs())}) {
      Operation *producer = value.getDefiningOp();
      int64_t channelDim = 0;
      OpOperand *weights = constantWeights(producer, channelDim);
      if (!weights || !producer->hasOneUse() || graph::shapeOf(value) != graph::shapeOf(op.getResult())) {
        continue;
      }
      Value list = perChannelConstant(rewriter, scale);
      if (!list) {
        continue;
      }
      auto listType = cast<RankedTensorType>(list.getType());
      auto weightsType = cast<RankedTensorType>(weights->get().getType());
      if (listType.getRank() == 1) {
        SmallVector<int64_t> aligned(weightsType.getRank(), 1);
        aligned[channelDim] = listType.getDimSize(0);
        list = graph::ReshapeOp::create(rewriter, op.getLoc(),
                                        RankedTensorType::get(aligned, listType.getElementType()), list,
                                        /*size=*/Value());
      }
      Value scaled = graph::MulOp::create(rewriter, op.getLoc(), weights->get(), list);
      IRMapping mapping;
      mapping.map(weights->get(), scaled);
      rewriter.replaceOp(op, rewriter.clone(*producer, mapping));
      return success();
    }
    return rewriter.notifyMatchFailure(op, "not a constant per-channel scale of constant weights' result");
  }
};

/// (y + b) * s -> y * s + b * s, where y has constant weights that can take the scale.
struct DistributeScale : OpRewritePattern<graph::MulOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(graph::MulOp op, PatternRewriter &rewriter) const override {
    for (auto [value, scale] : {std::pair(op.getLhs(), op.getRhs()), std::pair(op.getRhs(), op.getLhs())}) {
      auto add = value.getDefiningOp<graph::AddOp>();
      if (!add || !add->hasOneUse() || !graph::constantElements(scale)) {
        continue;
      }
      for (auto [term, bias] :
           {std::pair(add.getLhs(), add.getRhs()), std::pair(add.getRhs(), add.getLhs())}) {
        int64_t channelDim = 0;
        Operation *producer = term.getDefiningOp();
        if (!constantWeights(producer, channelDim) || !producer->hasOneUse() ||
            !graph::constantElements(bias) || graph::shapeOf(term) != graph::shapeOf(op.getResult()) ||
            !perChannelConstant(rewriter, scale)) {
          continue;
        }
        Value scaled = graph::MulOp::create(rewriter, op.getLoc(), term, scale);
        Value scaledBias = graph::MulOp::create(rewriter, op.getLoc(), bias, scale);
        rewriter.replaceOpWithNewOp<graph::AddOp>(op, scaled, scaledBias);
        return success();
      }
    }
    return rewriter.notifyMatchFailure(op, "not a constant scale of a biased result of constant weights");
  }
};

class FoldScales : public simplify::impl::FoldScalesPassBase<FoldScales> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<FoldScale, DistributeScale>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns)))) {
      signalPassFailure();
    }
  }
};
} // namespace
