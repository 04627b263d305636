//===- ReducePlan.cpp - passes of a reduction kernel ----------------------===//

#include "passes/Tile/ReducePlan.h"
#include "passes/Tile/LoopNest.h"
#include "llvm/ADT/SetVector.h"

using namespace heddle;
using namespace heddle::tile;

/// Longer rows are computed again rather than kept: a row of that length no longer fits in a private cache (1
/// MiB of f32), and reading it back costs about as much as an exponential. A guess.
constexpr int64_t kMaxKeptElements = 1 << 18;

static bool isExpensive(Operation *op) {
  return isa<graph::ExpOp, graph::LogOp, graph::SqrtOp, graph::SinOp, graph::CosOp, graph::TanOp,
             graph::AsinOp, graph::AcosOp, graph::AtanOp, graph::SinhOp, graph::CoshOp, graph::TanhOp,
             graph::AsinhOp, graph::AcoshOp, graph::AtanhOp, graph::SigmoidOp, graph::ErfOp, graph::DivOp,
             graph::PowOp, graph::RemOp, graph::ModOp, graph::RandomOp>(op);
}

namespace {
/// Answers about values of the body; a reduction's result counts as given.
class Values {
public:
  Values(kernel::FuncOp kernel, ArrayRef<SymExpr> fullShape) : fullShape(fullShape) {
    for (Operation &op : kernel.getBody().front()) {
      unsigned level = 0;
      for (Value operand : op.getOperands()) {
        level = std::max(level, levels.lookup(operand));
      }
      for (Value result : op.getResults()) {
        levels[result] = level + isa<graph::ReduceOp>(op);
      }
    }
  }

  /// Passes that must have run before the value can be computed.
  unsigned levelOf(Value value) const { return levels.lookup(value); }
  bool isFull(Value value) const { return ArrayRef(graph::shapeOf(value)) == fullShape; }
  bool isGiven(Value value) const { return !value.getDefiningOp() || value.getDefiningOp<graph::ReduceOp>(); }

  /// Values that the computation of `roots` passes through.
  llvm::SetVector<Value> reach(ArrayRef<Value> roots, const llvm::SetVector<Value> &stops) const {
    llvm::SetVector<Value> seen;
    SmallVector<Value> worklist(roots);
    while (!worklist.empty()) {
      Value value = worklist.pop_back_val();
      if (!isGiven(value) && !stops.contains(value) && seen.insert(value)) {
        llvm::append_range(worklist, value.getDefiningOp()->getOperands());
      }
    }
    return seen;
  }

  /// Whether computing `value` for every element is worth avoiding. What is of a smaller shape is not
  /// counted.
  bool isWorthKeeping(Value value, const llvm::SetVector<Value> &stops) const {
    Type element = cast<RankedTensorType>(value.getType()).getElementType();
    return isFull(value) && isa<FloatType>(element) && llvm::any_of(reach({value}, stops), [&](Value inner) {
             return isFull(inner) && isExpensive(inner.getDefiningOp());
           });
  }

private:
  ArrayRef<SymExpr> fullShape;
  DenseMap<Value, unsigned> levels;
};
} // namespace

static SmallVector<Value> rootsOf(const ReducePass &pass, Operation *terminator) {
  SmallVector<Value> roots;
  for (graph::ReduceOp reduction : pass.reductions) {
    roots.push_back(reduction.getInput());
  }
  for (unsigned number : pass.results) {
    roots.push_back(terminator->getOperand(number));
  }
  return roots;
}

/// For each pass the values that later passes would compute again at a cost.
static void chooseKept(ReducePlan &plan, const Values &values, Operation *terminator) {
  std::optional<int64_t> rowSize = plan.rowSize.constant();
  if (!plan.reducesRows() || (rowSize && *rowSize > kMaxKeptElements)) {
    return;
  }
  llvm::SetVector<Value> kept;
  for (size_t p = 0; p + 1 < plan.passes.size(); ++p) {
    llvm::SetVector<Value> computed = values.reach(rootsOf(plan.passes[p], terminator), kept);
    SmallVector<Value> worklist;
    for (const ReducePass &later : ArrayRef(plan.passes).drop_front(p + 1)) {
      llvm::append_range(worklist, rootsOf(later, terminator));
    }
    llvm::SetVector<Value> seen;
    while (!worklist.empty()) {
      Value value = worklist.pop_back_val();
      if (values.isGiven(value) || kept.contains(value) || !seen.insert(value)) {
        continue;
      }
      if (computed.contains(value) && values.isWorthKeeping(value, kept)) {
        kept.insert(value);
        plan.passes[p].kept.push_back(value);
      } else {
        llvm::append_range(worklist, value.getDefiningOp()->getOperands());
      }
    }
  }
}

/// Instructions per element of each pass; a function counts as 20 (the exponential has 19).
static void estimateCosts(ReducePlan &plan, const Values &values, Operation *terminator) {
  llvm::SetVector<Value> kept;
  for (ReducePass &pass : plan.passes) {
    for (Value value : values.reach(rootsOf(pass, terminator), kept)) {
      pass.cost += !values.isFull(value) ? 0 : isExpensive(value.getDefiningOp()) ? 20 : 1;
    }
    kept.insert(pass.kept.begin(), pass.kept.end());
  }
}

/// Groups of dimensions that the whole body treats alike.
static void formGroups(ReducePlan &plan, ArrayRef<int64_t> axes, ArrayRef<Value> walked) {
  LanePattern pattern([](Value value) { return value.getDefiningOp<graph::ReduceOp>() != nullptr; });
  unsigned rank = plan.fullShape.size();
  llvm::BitVector cuts(rank + 1);
  for (Value value : walked) {
    cuts |= pattern.cuts(value);
  }
  auto isAxis = [&](unsigned dim) { return llvm::is_contained(axes, static_cast<int64_t>(dim)); };
  std::optional<bool> last;
  for (unsigned dim = 0; dim < rank; ++dim) {
    if (!plan.fullShape[dim].isConstant(1)) {
      if (last && *last != isAxis(dim)) {
        cuts.set(dim);
      }
      last = isAxis(dim);
    }
  }
  plan.groups = mergeDims(plan.fullShape, cuts);
  for (const Group &group : plan.groups) {
    plan.isReduced.push_back(llvm::any_of(llvm::seq(group.first, group.end()), [&](unsigned dim) {
      return isAxis(dim) && !plan.fullShape[dim].isConstant(1);
    }));
  }
}

SmallVector<Value> ReducePass::tensors(Operation *terminator) const {
  SmallVector<Value> tensors;
  for (graph::ReduceOp reduction : reductions) {
    tensors.push_back(reduction.getInput());
  }
  for (unsigned number : results) {
    tensors.push_back(terminator->getOperand(number));
  }
  llvm::append_range(tensors, kept);
  return tensors;
}

FailureOr<ReducePlan> ReducePlan::make(kernel::FuncOp kernel) {
  SmallVector<graph::ReduceOp> reductions =
      llvm::to_vector(kernel.getBody().front().getOps<graph::ReduceOp>());
  Operation *terminator = kernel.getBody().front().getTerminator();
  if (reductions.empty()) {
    return kernel.emitOpError("is anchored by a reduction but has none");
  }
  ReducePlan plan;
  graph::ReduceOp anchor = reductions.front();
  plan.fullShape = graph::shapeOf(anchor.getInput());
  plan.reducedShape = graph::shapeOf(anchor.getResult());
  for (graph::ReduceOp other : reductions) {
    if (other.getAxes() != anchor.getAxes() || graph::shapeOf(other.getInput()) != plan.fullShape) {
      return other.emitOpError("differs in its dimensions from the first reduction of the kernel");
    }
  }
  Values values(kernel, plan.fullShape);
  unsigned numLevels = 0;
  for (graph::ReduceOp reduction : reductions) {
    numLevels = std::max(numLevels, values.levelOf(reduction.getResult()));
  }
  plan.passes.resize(numLevels);
  for (graph::ReduceOp reduction : reductions) {
    plan.passes[values.levelOf(reduction.getResult()) - 1].reductions.push_back(reduction);
  }
  for (auto [number, value] : llvm::enumerate(terminator->getOperands())) {
    if (!values.isGiven(value) || !value.getDefiningOp()) {
      if (values.isFull(value)) {
        plan.passes.resize(std::max<size_t>(plan.passes.size(), values.levelOf(value) + 1));
        plan.passes[values.levelOf(value)].results.push_back(number);
        continue;
      }
    }
    if (ArrayRef(graph::shapeOf(value)) != ArrayRef(plan.reducedShape)) {
      return kernel.emitOpError("gives result ")
             << number << " of shape " << graph::toString(graph::shapeOf(value))
             << ", which is neither reduced nor the reductions' operand's";
    }
    plan.reducedResults.push_back(number);
  }
  SmallVector<Value> walked;
  for (const ReducePass &pass : plan.passes) {
    llvm::append_range(walked, rootsOf(pass, terminator));
  }
  formGroups(plan, anchor.getAxes(), walked);
  plan.rowSize = SymExpr(1);
  for (auto [group, reduced] : llvm::zip(plan.groups, plan.isReduced)) {
    plan.rowSize = reduced ? plan.rowSize * plan.sizeOf(group) : plan.rowSize;
  }
  chooseKept(plan, values, terminator);
  estimateCosts(plan, values, terminator);
  return plan;
}

SymExpr ReducePlan::scratchOffset(Value wanted) const {
  SymExpr offset(0);
  for (const ReducePass &pass : passes) {
    for (Value value : pass.kept) {
      if (value == wanted) {
        return offset;
      }
      int64_t bytes = storageBytes(computeType(cast<RankedTensorType>(value.getType()).getElementType()));
      offset = offset + SymExpr::ceilDiv(rowSize * bytes, 64) * 64;
    }
  }
  return offset;
}

SymExpr ReducePlan::scratchBytes() const { return scratchOffset(Value()); }
