//===- FindAttention.cpp - which ops are one attention --------------------===//
//
// The decision is an attribute on the ops; FormGroups makes a group of them. A kernel of its own pays because
// the scores stay in the cache and keys are not transposed in memory. It copies queries, keys and values
// block by block, so their layout does not matter, and transposes in front of them become letters of the
// equations.
//
//===----------------------------------------------------------------------===//

#include "dialects/Dist/IR/Dist.h"
#include "dialects/Graph/IR/Attention.h"
#include "dialects/Graph/IR/ContractEquation.h"
#include "passes/Fuse/FusionRules.h"
#include "passes/Fuse/Passes.h"

namespace heddle::fuse {
#define GEN_PASS_DEF_FINDATTENTIONPASS
#include "passes/Fuse/Passes.h.inc"
} // namespace heddle::fuse

using namespace heddle;
using namespace heddle::fuse;

/// Heads up to this size: the sums of a tile of queries stay in L1.
static constexpr int64_t kMaxHeadSize = 256;

static bool isConstant(Value value) {
  return isa_and_nonnull<graph::ConstantOp, dist::BlockOp>(value.getDefiningOp());
}

static bool isWideFloat(Value value) {
  Type element = cast<RankedTensorType>(value.getType()).getElementType();
  return isa<FloatType>(element) && element.getIntOrFloatBitWidth() >= 16 &&
         element.getIntOrFloatBitWidth() <= 32;
}

/// The size of a letter of an operand, if it is a number.
static std::optional<int64_t> sizeOf(OpOperand &operand, StringRef letters, char letter) {
  return graph::shapeOf(operand.get())[letters.find(letter)].constant();
}

/// Whether a kernel of its own may have it; see Passes.td.
static bool isFit(graph::AttentionOps &ops) {
  graph::ContractEquation scores = *graph::ContractEquation::parse(ops.scores.getEquation());
  graph::ContractEquation values = *graph::ContractEquation::parse(ops.values.getEquation());
  StringRef query = ops.query->getOperandNumber() == 0 ? scores.lhs : scores.rhs;
  StringRef given = ops.given->getOperandNumber() == 0 ? values.lhs : values.rhs;
  StringRef value = ops.value->getOperandNumber() == 0 ? values.lhs : values.rhs;
  char column = *llvm::find_if(values.result, [&](char letter) { return !given.contains(letter); });
  std::optional<int64_t> depth = sizeOf(*ops.query, query, scores.reducedLetters()[0]),
                         columns = sizeOf(*ops.value, value, column);
  auto isHead = [](std::optional<int64_t> size) { return size && *size >= 1 && *size <= kMaxHeadSize; };
  return isHead(depth) && isHead(columns) && !isConstant(ops.key->get()) && !isConstant(ops.value->get()) &&
         !isConstant(ops.query->get()) && isWideFloat(ops.query->get()) && isWideFloat(ops.value->get());
}

/// transpose(x) as an operand becomes x, under letters in x's order.
static void foldTranspose(OpOperand &operand) {
  auto transpose = operand.get().getDefiningOp<graph::TransposeOp>();
  if (!transpose) {
    return;
  }
  auto contract = cast<graph::ContractOp>(operand.getOwner());
  graph::ContractEquation equation = *graph::ContractEquation::parse(contract.getEquation());
  std::string sides[] = {equation.lhs.str(), equation.rhs.str()};
  std::string &letters = sides[operand.getOperandNumber()], folded = letters;
  for (auto [to, from] : llvm::enumerate(transpose.getPermutation())) {
    folded[from] = letters[to];
  }
  letters = folded;
  contract.setEquation(sides[0] + "," + sides[1] + "->" + equation.result.str());
  operand.set(transpose.getInput());
  if (transpose->use_empty()) {
    transpose.erase();
  }
}

namespace {
class FindAttention : public fuse::impl::FindAttentionPassBase<FindAttention> {
  void runOnOperation() override {
    getOperation().walk([](Block *block) {
      int64_t number = 0;
      for (auto contract : llvm::make_early_inc_range(block->getOps<graph::ContractOp>())) {
        std::optional<graph::AttentionOps> ops = graph::AttentionOps::endingAt(contract);
        if (!ops || !isFit(*ops)) {
          continue;
        }
        for (OpOperand *operand : {ops->query, ops->key, ops->value}) {
          foldTranspose(*operand);
        }
        Attribute mark = Builder(block->getParentOp()->getContext()).getI64IntegerAttr(number++);
        for (Operation *op : ops->all()) {
          op->setAttr(kAttentionAttr, mark);
        }
      }
    });
  }
};
} // namespace
