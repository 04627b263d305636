//===- FoldPads.cpp - padding becomes part of windows ---------------------===//

#include "dialects/Graph/IR/Constant.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "passes/Simplify/Passes.h"
#include <cmath>

namespace heddle::simplify {
#define GEN_PASS_DEF_FOLDPADSPASS
#include "passes/Simplify/Passes.h.inc"
} // namespace heddle::simplify

using namespace heddle;

namespace {
/// What a pad adds around the spatial dimensions of [N, spatial…, C].
struct SpatialPads {
  SmallVector<int64_t> low, high;
};
} // namespace

/// The pads of a constant pad that touches spatial dimensions only and never cuts; nothing for others.
static std::optional<SpatialPads> spatialPads(graph::PadOp pad) {
  if (pad.getMode() != graph::PadMode::Constant || pad.getDynamicLows() || pad.getSize() ||
      llvm::any_of(pad.getInterior(), [](int64_t count) { return count != 0; })) {
    return std::nullopt;
  }
  graph::SymShape input = graph::shapeOf(pad.getInput()), result = graph::shapeOf(pad.getResult());
  SpatialPads pads;
  for (auto [dim, text] : llvm::enumerate(pad.getLows().getAsValueRange<StringAttr>())) {
    FailureOr<SymExpr> low = SymExpr::parse(text);
    std::optional<int64_t> before = succeeded(low) ? low->constant() : std::nullopt;
    std::optional<int64_t> after =
        before ? (result[dim] - input[dim] - SymExpr(*before)).constant() : std::nullopt;
    bool spatial = dim > 0 && dim + 1 < input.size();
    if (!before || !after || *before < 0 || *after < 0 || (!spatial && (*before != 0 || *after != 0))) {
      return std::nullopt;
    }
    if (spatial) {
      pads.low.push_back(*before);
      pads.high.push_back(*after);
    }
  }
  return pads;
}

/// Whether the padding value is what the window op has outside its input anyway.
static bool isNeutral(Operation *op, Value value) {
  std::optional<SmallVector<double>> number = graph::constantFloats(value);
  if (!number || number->size() != 1) {
    return false;
  }
  auto pool = dyn_cast<graph::PoolOp>(op);
  bool isMax = pool && pool.getKind() == graph::PoolKind::Max;
  return isMax ? std::isinf((*number)[0]) && (*number)[0] < 0
               : (*number)[0] == 0 && !std::signbit((*number)[0]);
}

namespace {
template <typename WindowOp> struct FoldPad : OpRewritePattern<WindowOp> {
  using OpRewritePattern<WindowOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(WindowOp op, PatternRewriter &rewriter) const override {
    auto pad = op.getInput().template getDefiningOp<graph::PadOp>();
    if (!pad || !isNeutral(op, pad.getValue())) {
      return rewriter.notifyMatchFailure(op, "the input is not padded by a value without effect");
    }
    std::optional<SpatialPads> pads = spatialPads(pad);
    if (!pads) {
      return rewriter.notifyMatchFailure(op, "the pad does more than surround spatial dimensions");
    }
    for (auto [low, high, opLow, opHigh] :
         llvm::zip(pads->low, pads->high, op.getPadsLow(), op.getPadsHigh())) {
      low += opLow;
      high += opHigh;
    }
    rewriter.modifyOpInPlace(op, [&] {
      op.getInputMutable().assign(pad.getInput());
      op.setPadsLow(pads->low);
      op.setPadsHigh(pads->high);
    });
    return success();
  }
};

class FoldPads : public simplify::impl::FoldPadsPassBase<FoldPads> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<FoldPad<graph::ConvOp>, FoldPad<graph::PoolOp>>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns)))) {
      signalPassFailure();
    }
  }
};
} // namespace
