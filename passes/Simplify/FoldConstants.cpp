//===- FoldConstants.cpp - evaluate ops on constants ----------------------===//

#include "dialects/Graph/IR/Constant.h"
#include "dialects/Graph/Reference/Interpreter.h"
#include "passes/Simplify/Passes.h"

namespace heddle::simplify {
#define GEN_PASS_DEF_FOLDCONSTANTSPASS
#include "passes/Simplify/Passes.h.inc"
} // namespace heddle::simplify

using namespace heddle;

/// Whether the results are no larger than the operands together, or than `limit`.
static bool isWorthFolding(Operation *op, int64_t limit) {
  int64_t operandBytes = 0, resultBytes = 0;
  for (Value operand : op->getOperands()) {
    operandBytes += graph::tensorBytes(cast<ShapedType>(operand.getType())).value_or(0);
  }
  for (Value result : op->getResults()) {
    auto type = cast<RankedTensorType>(result.getType());
    std::optional<int64_t> bytes = type.hasStaticShape() ? graph::tensorBytes(type) : std::nullopt;
    if (!bytes) {
      return false;
    }
    resultBytes += *bytes;
  }
  return resultBytes <= std::max(operandBytes, limit);
}

static void fold(Operation *op, int64_t limit) {
  bool candidate = isPure(op) && op->getNumRegions() == 0 && op->getNumResults() > 0 &&
                   !isa<graph::ConstantOp, graph::SymbolicOp>(op) && isa<graph::GraphDialect>(op->getDialect());
  if (!candidate || !isWorthFolding(op, limit)) {
    return;
  }
  SmallVector<reference::Tensor> operands;
  for (Value operand : op->getOperands()) {
    ElementsAttr elements = graph::constantElements(operand);
    FailureOr<reference::Tensor> tensor =
        elements ? reference::Tensor::fromElements(elements) : FailureOr<reference::Tensor>(failure());
    if (failed(tensor)) {
      return;
    }
    operands.push_back(*tensor);
  }
  std::optional<SmallVector<reference::Tensor>> results = reference::evaluate(op, operands);
  if (!results) {
    return; // the run will report what is wrong
  }
  OpBuilder builder(op);
  for (auto [result, value] : llvm::zip(op->getResults(), *results)) {
    result.replaceAllUsesWith(graph::ConstantOp::create(builder, op->getLoc(), value.toElements(op->getContext())));
  }
  op->erase();
}

namespace {
class FoldConstants : public simplify::impl::FoldConstantsPassBase<FoldConstants> {
  using FoldConstantsPassBase::FoldConstantsPassBase;
  void runOnOperation() override {
    // Producers stand before consumers, so one walk folds whole chains.
    getOperation().walk([&](Operation *op) { fold(op, maxGrowthBytes); });
  }
};
} // namespace
