//===- Attention.cpp - the ops of an attention ----------------------------===//
//
// From the second contraction backwards: division, exponential and reductions have one place each; the ops
// between scores and logits are any chain of element-wise ops, found by a short search.
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/Attention.h"
#include "dialects/Graph/IR/Constant.h"
#include "dialects/Graph/IR/ContractEquation.h"

using namespace heddle;
using namespace heddle::graph;

/// Element-wise ops between scores and logits, at most: scale, bias, cap and masks are under ten.
static constexpr size_t kMaxScoringOps = 12;

static bool hasUses(Value value, unsigned count) {
  return static_cast<unsigned>(std::distance(value.use_begin(), value.use_end())) == count;
}

//===----------------------------------------------------------------------===//
// Softmax
//===----------------------------------------------------------------------===//

/// Takes `given` apart if it is a softmax of something along one dimension.
static bool matchSoftmax(AttentionOps &ops, Value given) {
  Value weights = given;
  if (auto guard = given.getDefiningOp<SelectOp>()) {
    ops.guard = guard;
    ops.isNan = guard.getCondition().getDefiningOp<IsNanOp>();
    std::optional<APFloat> zero = splatFloat(guard.getLhs());
    weights = guard.getRhs();
    if (!ops.isNan || ops.isNan.getInput() != weights || !hasUses(ops.isNan.getResult(), 1) || !zero ||
        !zero->isZero() || given.getType() != weights.getType()) {
      return false;
    }
  }
  ops.weights = weights.getDefiningOp<DivOp>();
  if (!ops.weights || !hasUses(given, 1) || !hasUses(weights, ops.guard ? 2 : 1)) {
    return false;
  }
  ops.exponentials = ops.weights.getLhs().getDefiningOp<ExpOp>();
  ops.sum = ops.weights.getRhs().getDefiningOp<ReduceOp>();
  if (!ops.exponentials || !ops.sum || ops.sum.getCombiner() != Combiner::Add ||
      !hasUses(ops.sum.getResult(), 1) || ops.sum.getInput() != ops.exponentials.getResult() ||
      !hasUses(ops.exponentials.getResult(), 2) || ops.sum.getAxes().size() != 1) {
    return false;
  }
  ops.shifted = ops.exponentials.getInput().getDefiningOp<SubOp>();
  ops.maximum = ops.shifted ? ops.shifted.getRhs().getDefiningOp<ReduceOp>() : ReduceOp();
  if (!ops.maximum || ops.maximum.getCombiner() != Combiner::Max ||
      ops.maximum.getAxes() != ops.sum.getAxes() || ops.maximum.getInput() != ops.logits() ||
      !hasUses(ops.maximum.getResult(), 1) || !hasUses(ops.shifted.getResult(), 1) ||
      !hasUses(ops.logits(), 2)) {
    return false;
  }
  ops.keyDim = ops.sum.getAxes()[0];
  return true;
}

//===----------------------------------------------------------------------===//
// Scores
//===----------------------------------------------------------------------===//

/// A value on the way from the logits back, and the one from which it was reached.
namespace {
struct Step {
  Value value;
  size_t from;
  size_t length;
};
} // namespace

/// Looks for a contraction whose result becomes the logits through element-wise ops of one shape.
static bool findScores(AttentionOps &ops) {
  Value logits = ops.logits();
  SymShape shape = shapeOf(logits);
  SmallVector<Step> steps{{logits, 0, 0}};
  for (size_t next = 0; next < steps.size() && steps[next].length <= kMaxScoringOps; ++next) {
    Operation *op = steps[next].value.getDefiningOp();
    if (!op || op->getBlock() != ops.values->getBlock()) {
      continue;
    }
    if (auto contract = dyn_cast<ContractOp>(op)) {
      ops.scores = contract;
      for (size_t at = next; at != 0; at = steps[at].from) {
        ops.scoring.push_back(steps[steps[at].from].value.getDefiningOp());
      }
      return true;
    }
    if (!op->hasTrait<ElementwiseOp>()) {
      continue;
    }
    for (Value operand : op->getOperands()) {
      if (hasUses(operand, 1) && shapeOf(operand) == shape) {
        steps.push_back({operand, next, steps[next].length + 1});
      }
    }
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Equations
//===----------------------------------------------------------------------===//

/// Whether the weights have the sizes of the result in every dimension but that of the keys: none stretches.
static bool hasWholeWeights(AttentionOps &ops, StringRef weights, StringRef result) {
  SymShape given = shapeOf(ops.given->get()), all = shapeOf(ops.values.getResult());
  return llvm::all_of(llvm::enumerate(weights), [&](auto letter) {
    size_t place = result.find(letter.value());
    return letter.index() == ops.keyDim || (place != StringRef::npos && given[letter.index()] == all[place]);
  });
}

/// Sorts the operands of both contractions by their letters; see `endingAt` for what is asked of them.
static bool matchEquations(AttentionOps &ops) {
  ContractEquation scores = *ContractEquation::parse(ops.scores.getEquation());
  ContractEquation values = *ContractEquation::parse(ops.values.getEquation());
  char key = scores.result[ops.keyDim];
  bool isKeyLeft = scores.lhs.contains(key);
  if (isKeyLeft == scores.rhs.contains(key) || scores.reducedLetters().size() != 1) {
    return false;
  }
  ops.key = &ops.scores->getOpOperand(isKeyLeft ? 0 : 1);
  ops.query = &ops.scores->getOpOperand(isKeyLeft ? 1 : 0);
  unsigned given = ops.given->getOperandNumber();
  StringRef weights = given == 0 ? values.lhs : values.rhs, value = given == 0 ? values.rhs : values.lhs;
  ops.value = &ops.values->getOpOperand(1 - given);
  bool sumsKeys = values.reducedLetters() == std::string(1, weights[ops.keyDim]);
  unsigned columns = llvm::count_if(values.result, [&](char letter) { return !weights.contains(letter); });
  return sumsKeys && columns == 1 && value.contains(weights[ops.keyDim]) &&
         hasWholeWeights(ops, weights, values.result);
}

std::optional<AttentionOps> AttentionOps::endingAt(ContractOp values) {
  for (OpOperand &given : values->getOpOperands()) {
    AttentionOps ops;
    ops.values = values;
    ops.given = &given;
    if (matchSoftmax(ops, given.get()) && findScores(ops) && matchEquations(ops)) {
      return ops;
    }
  }
  return std::nullopt;
}

SmallVector<Operation *> AttentionOps::all() {
  SmallVector<Operation *> list{scores};
  list.append(scoring);
  list.append({maximum, shifted, exponentials, sum, weights});
  if (guard) {
    list.append({isNan, guard});
  }
  list.push_back(values);
  return list;
}
