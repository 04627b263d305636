//===- FoldConstants.cpp - evaluate ops on constants ----------------------===//

#include "dialects/Graph/IR/Constant.h"
#include "dialects/Graph/Reference/Interpreter.h"
#include "passes/Simplify/Passes.h"

namespace heddle::simplify {
#define GEN_PASS_DEF_FOLDCONSTANTSPASS
#include "passes/Simplify/Passes.h.inc"
} // namespace heddle::simplify

using namespace heddle;

/// Chains of so many ops are evaluated at once, where what lies between is larger than either end: a sum over
/// a matrix of bytes that is widened first.
static constexpr int kMaxChain = 3;
/// Intermediate values of a chain may be so large; they live for a moment.
static constexpr int64_t kMaxIntermediateBytes = int64_t(256) << 20;

/// Bytes of all results, or nothing if one is open or leaves 63 bits.
static std::optional<int64_t> resultBytes(Operation *op) {
  int64_t sum = 0;
  for (Value result : op->getResults()) {
    auto type = cast<RankedTensorType>(result.getType());
    std::optional<int64_t> bytes = type.hasStaticShape() ? graph::tensorBytes(type) : std::nullopt;
    if (!bytes) {
      return std::nullopt;
    }
    sum += *bytes;
  }
  return sum;
}

static bool isEvaluable(Operation *op) {
  return op && isa<graph::GraphDialect>(op->getDialect()) && isPure(op) && op->getNumRegions() == 0 &&
         op->getNumResults() > 0 && !isa<graph::ConstantOp, graph::SymbolicOp>(op);
}

/// Bytes of the constants that `op` is computed from through at most `depth` ops, or nothing if there is
/// more.
static std::optional<int64_t> sourceBytes(Operation *op, int depth) {
  if (!isEvaluable(op) || depth == 0 ||
      resultBytes(op).value_or(kMaxIntermediateBytes + 1) > kMaxIntermediateBytes) {
    return std::nullopt;
  }
  int64_t sum = 0;
  for (Value operand : op->getOperands()) {
    std::optional<int64_t> bytes = graph::constantElements(operand)
                                       ? graph::tensorBytes(cast<ShapedType>(operand.getType()))
                                       : sourceBytes(operand.getDefiningOp(), depth - 1);
    if (!bytes) {
      return std::nullopt;
    }
    sum += *bytes;
  }
  return sum;
}

/// The results of an op for which `sourceBytes` gave a number; nothing if evaluation fails, which the run
/// will report.
static std::optional<SmallVector<reference::Tensor>> evaluateChain(Operation *op) {
  SmallVector<reference::Tensor> operands;
  for (Value operand : op->getOperands()) {
    if (ElementsAttr elements = graph::constantElements(operand)) {
      FailureOr<reference::Tensor> tensor = reference::Tensor::fromElements(elements);
      if (failed(tensor)) {
        return std::nullopt;
      }
      operands.push_back(std::move(*tensor));
      continue;
    }
    std::optional<SmallVector<reference::Tensor>> results = evaluateChain(operand.getDefiningOp());
    if (!results) {
      return std::nullopt;
    }
    operands.push_back(std::move((*results)[cast<OpResult>(operand).getResultNumber()]));
  }
  return reference::evaluate(op, operands);
}

static void fold(Operation *op, int64_t limit) {
  std::optional<int64_t> bytes = sourceBytes(op, kMaxChain);
  if (!bytes || *resultBytes(op) > std::max(*bytes, limit)) {
    return;
  }
  std::optional<SmallVector<reference::Tensor>> results = evaluateChain(op);
  if (!results) {
    return;
  }
  OpBuilder builder(op);
  for (auto [result, value] : llvm::zip(op->getResults(), *results)) {
    result.replaceAllUsesWith(
        graph::ConstantOp::create(builder, op->getLoc(), value.toElements(op->getContext())));
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
