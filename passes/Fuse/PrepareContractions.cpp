//===- PrepareContractions.cpp - operands with contiguous columns ---------===//
//
// A contraction kernel reads its right operand along the columns of the result, vector by vector. This pass
// swaps the operands where the result's last letter belongs to the left one, and transposes a right operand
// whose columns are not innermost: "bmk,bnk->bmn" becomes "bmk,bkn->bmn" behind a transpose. Constants are
// packed anyway, and the kernel of an attention copies its operands.
//
//===----------------------------------------------------------------------===//

#include "dialects/Dist/IR/Dist.h"
#include "dialects/Graph/IR/ContractEquation.h"
#include "passes/Fuse/FusionRules.h"
#include "passes/Fuse/Passes.h"

namespace heddle::fuse {
#define GEN_PASS_DEF_PREPARECONTRACTIONSPASS
#include "passes/Fuse/Passes.h.inc"
} // namespace heddle::fuse

using namespace heddle;

static std::string join(StringRef lhs, StringRef rhs, StringRef result) {
  return (lhs + "," + rhs + "->" + result).str();
}

/// A constant, or one that is converted as it is read.
static bool isConstant(Value value) {
  return isa_and_nonnull<graph::ConstantOp, dist::BlockOp>(value.getDefiningOp()) ||
         fuse::isWeightConversion(value.getDefiningOp());
}

static void prepare(graph::ContractOp op) {
  if (op->hasAttr(fuse::kAttentionAttr)) {
    return;
  }
  std::string text = op.getEquation().str();
  FailureOr<graph::ContractEquation> equation = graph::ContractEquation::parse(text);
  assert(succeeded(equation) && "the op was verified");
  OpBuilder builder(op);
  Value lhs = op.getLhs(), rhs = op.getRhs();
  if (!equation->result.empty() && !equation->rhs.contains(equation->result.back())) {
    std::swap(lhs, rhs);
    std::string swapped = join(equation->rhs, equation->lhs, equation->result);
    text = std::move(swapped);
    equation = graph::ContractEquation::parse(text);
  }
  std::string wanted = equation->batchLetters() + equation->reducedLetters() + equation->rhsFreeLetters();
  std::string prepared = text;
  bool columnsFirst =
      wanted != equation->rhs && !equation->result.empty() && equation->rhs.back() != equation->result.back();
  if (columnsFirst && !isConstant(rhs)) {
    SmallVector<int64_t> permutation;
    for (char letter : wanted) {
      permutation.push_back(equation->rhs.find(letter));
    }
    rhs = graph::TransposeOp::create(builder, op.getLoc(), rhs, permutation);
    prepared = join(equation->lhs, wanted, equation->result);
  }
  op.getLhsMutable().assign(lhs);
  op.getRhsMutable().assign(rhs);
  op.setEquation(prepared);
}

namespace {
class PrepareContractions : public fuse::impl::PrepareContractionsPassBase<PrepareContractions> {
  void runOnOperation() override { getOperation().walk(prepare); }
};
} // namespace
