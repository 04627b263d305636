//===- MultiplyReciprocals.cpp - divisions by constants -------------------===//
//
// A division takes several times as long as a multiplication. x * (1 / c) is x / c where 1 / c is exact, and
// within a unit in the last place else. That must not show: floor(x / c) may not become another integer. It
// does not where only a smooth function reads the quotient.
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/Attention.h"
#include "dialects/Graph/IR/Constant.h"
#include "passes/Simplify/Passes.h"

namespace heddle::simplify {
#define GEN_PASS_DEF_MULTIPLYRECIPROCALSPASS
#include "passes/Simplify/Passes.h.inc"
} // namespace heddle::simplify

using namespace heddle;

/// Whether all that reads the quotient is a function whose value changes by no more than its argument does,
/// relatively.
static bool isReadSmoothly(graph::DivOp op) {
  return llvm::all_of(op->getUsers(), [](Operation *user) { return isa<graph::ErfOp, graph::TanhOp>(user); });
}

/// Replaces a division by one constant number in f32 if its reciprocal is exact, or `mayRound`.
static void multiplyReciprocal(graph::DivOp op, bool mayRound) {
  std::optional<APFloat> divisor = graph::splatFloat(op.getRhs());
  auto type = cast<RankedTensorType>(op.getRhs().getType());
  if (!divisor || !type.getElementType().isF32() || !divisor->isFiniteNonZero()) {
    return;
  }
  APFloat reciprocal(1.0f);
  APFloat::opStatus status = reciprocal.divide(*divisor, APFloat::rmNearestTiesToEven);
  bool isExact = status == APFloat::opOK;
  if ((!isExact && !mayRound) || !reciprocal.isNormal()) {
    return;
  }
  OpBuilder builder(op);
  auto factor = graph::ConstantOp::create(builder, op.getLoc(), DenseElementsAttr::get(type, reciprocal));
  Value product = graph::MulOp::create(builder, op.getLoc(), op.getLhs(), factor);
  op.replaceAllUsesWith(product);
  op.erase();
}

namespace {
class MultiplyReciprocals : public simplify::impl::MultiplyReciprocalsPassBase<MultiplyReciprocals> {
  void runOnOperation() override {
    llvm::SetVector<Operation *> scales; // of scores that a softmax makes weights of
    getOperation().walk([&](graph::ContractOp contract) {
      if (std::optional<graph::AttentionOps> attention = graph::AttentionOps::endingAt(contract)) {
        scales.insert(attention->scoring.begin(), attention->scoring.end());
      }
    });
    getOperation().walk(
        [&](graph::DivOp op) { multiplyReciprocal(op, isReadSmoothly(op) || scales.contains(op)); });
  }
};
} // namespace
