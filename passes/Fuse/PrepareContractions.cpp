//===- PrepareContractions.cpp - operands with contiguous columns ---------===//
//
// A contraction kernel reads its right operand along the columns of the result, vector by vector. This pass
// swaps the operands where the result's last letter belongs to the left one, and transposes a right operand
// whose columns are not innermost: "bmk,bnk->bmn" becomes "bmk,bkn->bmn" behind a transpose. Constants are
// packed anyway.
//
//===----------------------------------------------------------------------===//

#include "passes/Fuse/Passes.h"
#include "llvm/ADT/StringExtras.h"

namespace heddle::fuse {
#define GEN_PASS_DEF_PREPARECONTRACTIONSPASS
#include "passes/Fuse/Passes.h.inc"
} // namespace heddle::fuse

using namespace heddle;

namespace {
/// "lhs,rhs->result" cut into its three letter lists.
struct Equation {
  explicit Equation(StringRef text) {
    auto [operands, out] = text.split("->");
    auto [left, right] = operands.split(",");
    lhs = left.str();
    rhs = right.str();
    result = out.str();
  }
  std::string str() const { return lhs + "," + rhs + "->" + result; }
  std::string lhs, rhs, result;
};
} // namespace

/// Letters of the right operand as a kernel wants them: batch, then depth, then columns in the result's
/// order.
static std::string wantedRhs(const Equation &equation) {
  std::string batch, depth, columns;
  for (char letter : equation.result) {
    if (StringRef(equation.rhs).contains(letter)) {
      (StringRef(equation.lhs).contains(letter) ? batch : columns) += letter;
    }
  }
  for (char letter : equation.lhs) {
    if (StringRef(equation.rhs).contains(letter) && !StringRef(equation.result).contains(letter)) {
      depth += letter;
    }
  }
  return batch + depth + columns;
}

static void prepare(graph::ContractOp op) {
  Equation equation(op.getEquation());
  OpBuilder builder(op);
  Value lhs = op.getLhs(), rhs = op.getRhs();
  if (!equation.result.empty() && !StringRef(equation.rhs).contains(equation.result.back())) {
    std::swap(lhs, rhs);
    std::swap(equation.lhs, equation.rhs);
  }
  std::string wanted = wantedRhs(equation);
  bool columnsFirst =
      wanted != equation.rhs && !equation.result.empty() && equation.rhs.back() != equation.result.back();
  if (columnsFirst && !rhs.getDefiningOp<graph::ConstantOp>()) {
    SmallVector<int64_t> permutation;
    for (char letter : wanted) {
      permutation.push_back(equation.rhs.find(letter));
    }
    rhs = graph::TransposeOp::create(builder, op.getLoc(), rhs, permutation);
    equation.rhs = wanted;
  }
  op.getLhsMutable().assign(lhs);
  op.getRhsMutable().assign(rhs);
  op.setEquation(equation.str());
}

namespace {
class PrepareContractions : public fuse::impl::PrepareContractionsPassBase<PrepareContractions> {
  void runOnOperation() override { getOperation().walk(prepare); }
};
} // namespace
