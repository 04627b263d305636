//===- Rules.cpp - how an op may be split over ranks ----------------------===//

#include "passes/Shard/Rules.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace heddle;
using namespace heddle::shard;

//===----------------------------------------------------------------------===//
// From a loop nest
//===----------------------------------------------------------------------===//

/// The combiner of an op's reduction factors, or nothing if partial results cannot be combined.
static std::optional<graph::Combiner> combinerOf(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<graph::Combiner>>(op)
      .Case<graph::ContractOp, graph::ConvOp>([](auto) { return graph::Combiner::Add; })
      .Case<graph::ReduceOp>([](graph::ReduceOp reduce) {
        bool waits = dist::isPendingCombiner(reduce.getCombiner());
        return waits ? std::optional(reduce.getCombiner()) : std::nullopt;
      })
      .Default([](Operation *) { return std::nullopt; });
}

static RuleFactor makeFactor(const graph::Factor &factor, std::optional<graph::Combiner> combiner) {
  switch (factor.kind) {
  case graph::FactorKind::Parallel:
    return {RuleKind::Pass, factor.size};
  case graph::FactorKind::Reduction:
    return combiner ? RuleFactor{RuleKind::Reduce, factor.size, *combiner}
                    : RuleFactor{RuleKind::Whole, factor.size};
  case graph::FactorKind::Sequential:
  case graph::FactorKind::Window:
  case graph::FactorKind::Whole:
    return {RuleKind::Whole, factor.size};
  }
  llvm_unreachable("five kinds");
}

namespace {
/// factor * stride, a term of an index.
struct Term {
  unsigned factor;
  int64_t stride;
};
} // namespace

/// The terms of an index that is a sum of factors times numbers, or nothing.
static std::optional<SmallVector<Term>> termsOf(AffineExpr index) {
  if (auto dim = dyn_cast<AffineDimExpr>(index)) {
    return SmallVector<Term>{{dim.getPosition(), 1}};
  }
  if (auto number = dyn_cast<AffineConstantExpr>(index)) {
    return number.getValue() == 0 ? std::optional(SmallVector<Term>()) : std::nullopt;
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(index);
  if (!binary) {
    return std::nullopt;
  }
  std::optional<SmallVector<Term>> terms = termsOf(binary.getLHS());
  if (!terms) {
    return std::nullopt;
  }
  if (binary.getKind() == AffineExprKind::Add) {
    std::optional<SmallVector<Term>> more = termsOf(binary.getRHS());
    if (more) {
      terms->append(*more);
    }
    return more ? terms : std::nullopt;
  }
  auto number = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (binary.getKind() != AffineExprKind::Mul || !number) {
    return std::nullopt;
  }
  for (Term &term : *terms) {
    term.stride *= number.getValue();
  }
  return terms;
}

/// The factors of a dimension of `size` that is read at `index`, major to minor: f0 * 12 + f1 * 4 + f2 with
/// sizes (2, 3, 4) for size 24. Nothing if the index is of another form, or does not walk the whole
/// dimension.
static std::optional<DimFactors> factorsAt(AffineExpr index, const SymExpr &size,
                                           ArrayRef<RuleFactor> factors) {
  std::optional<SmallVector<Term>> terms = termsOf(index);
  if (!terms) {
    return std::nullopt;
  }
  llvm::stable_sort(*terms, [](const Term &a, const Term &b) { return a.stride > b.stride; });
  SymExpr walked(1);
  DimFactors found;
  for (const Term &term : llvm::reverse(*terms)) {
    if (!walked.isConstant(term.stride)) {
      return std::nullopt;
    }
    walked = walked * factors[term.factor].size;
    found.insert(found.begin(), term.factor);
  }
  return walked == size ? std::optional(found) : std::nullopt;
}

/// The factors of a tensor's dimensions. Factors of an index that is not a plain walk become Whole.
static TensorFactors factorsOf(Value tensor, AffineMap map, MutableArrayRef<RuleFactor> factors) {
  graph::SymShape shape = graph::shapeOf(tensor);
  TensorFactors dims(shape.size());
  for (unsigned dim = 0; dim < map.getNumResults(); ++dim) {
    AffineExpr index = map.getResult(dim);
    if (std::optional<DimFactors> found = factorsAt(index, shape[dim], factors)) {
      dims[dim] = *found;
      continue;
    }
    index.walk([&](AffineExpr part) {
      if (auto factor = dyn_cast<AffineDimExpr>(part)) {
        factors[factor.getPosition()].kind = RuleKind::Whole;
      }
    });
  }
  return dims;
}

/// A part of a gather's rows: each rank gives 0 for rows that it does not hold.
static void splitIndexedDim(graph::GatherOp gather, Rule &rule) {
  if (gather.getInput().getType().getElementType().isInteger(1)) {
    return;
  }
  for (unsigned factor : rule.operands[0][gather.getAxis()]) {
    rule.factors[factor].kind = RuleKind::Reduce;
    rule.factors[factor].combiner = graph::Combiner::Add;
  }
}

/// Numbers in attributes would have to change with the groups.
static void keepGroupsWhole(graph::ConvOp conv, Rule &rule) {
  if (conv.getGroups() != 1) {
    for (unsigned factor : rule.results[0].back()) {
      rule.factors[factor].kind = RuleKind::Whole;
    }
  }
}

/// A factor that walks the result and no operand, as behind a slice from an unknown start or a reshape whose
/// sizes do not divide: a part of the result is made from a part of the operand that only the whole knows.
/// Not so where all parts are alike (broadcast), or told apart when the op is partitioned (iota).
static void keepUnreadWhole(Operation *op, Rule &rule) {
  if (isa<graph::BroadcastOp, graph::IotaOp>(op)) {
    return;
  }
  SmallVector<bool> isRead(rule.factors.size(), false);
  for (const TensorFactors &tensor : rule.operands) {
    for (const DimFactors &factors : tensor) {
      for (unsigned factor : factors) {
        isRead[factor] = true;
      }
    }
  }
  for (auto [factor, read] : llvm::zip(rule.factors, isRead)) {
    factor.kind = read ? factor.kind : RuleKind::Whole;
  }
}

static Rule identityRule(Operation *op) {
  Rule rule;
  TensorFactors dims;
  for (const SymExpr &size : graph::shapeOf(op->getResult(0))) {
    dims.push_back({static_cast<unsigned>(rule.factors.size())});
    rule.factors.push_back({RuleKind::Pass, size});
  }
  rule.operands.push_back(dims);
  rule.results.push_back(dims);
  return rule;
}

std::optional<Rule> shard::ruleOf(Operation *op) {
  if (isa<dist::ConstrainOp>(op)) {
    return identityRule(op);
  }
  auto described = dyn_cast<graph::FactorsOpInterface>(op);
  if (!described || op->getNumRegions() != 0) {
    return std::nullopt;
  }
  graph::LoopNest nest = described.getLoopNest();
  Rule rule;
  for (const graph::Factor &factor : nest.factors) {
    rule.factors.push_back(makeFactor(factor, combinerOf(op)));
  }
  for (auto [operand, map] : llvm::zip_equal(op->getOperands(), nest.operandMaps)) {
    rule.operands.push_back(factorsOf(operand, map, rule.factors));
  }
  for (auto [result, map] : llvm::zip_equal(op->getResults(), nest.resultMaps)) {
    rule.results.push_back(factorsOf(result, map, rule.factors));
  }
  keepUnreadWhole(op, rule);
  if (auto gather = dyn_cast<graph::GatherOp>(op)) {
    splitIndexedDim(gather, rule);
  } else if (auto conv = dyn_cast<graph::ConvOp>(op)) {
    keepGroupsWhole(conv, rule);
  }
  return rule;
}

//===----------------------------------------------------------------------===//
// Between layouts and factors
//===----------------------------------------------------------------------===//

bool shard::divides(const Mesh &mesh, const SymExpr &size, ArrayRef<Axis> before, Axis axis) {
  std::optional<int64_t> number = size.constant();
  return number && *number > 0 && *number % (mesh.groupSize(before) * mesh.sizeOf(axis)) == 0;
}

/// Whether a factor is split into single elements.
static bool isFull(const Mesh &mesh, const SymExpr &size, ArrayRef<Axis> axes) {
  return size.isConstant(mesh.groupSize(axes));
}

std::optional<SmallVector<Axes>> shard::splitAmongFactors(const Mesh &mesh, const Rule &rule,
                                                          const DimFactors &factors, ArrayRef<Axis> axes) {
  SmallVector<Axes> parts(factors.size());
  for (auto [i, factor] : llvm::enumerate(factors)) {
    const SymExpr &size = rule.factors[factor].size;
    while (!axes.empty() && divides(mesh, size, parts[i], axes.front())) {
      parts[i].push_back(axes.front());
      axes = axes.drop_front();
    }
    bool isWhole = rule.factors[factor].kind == RuleKind::Whole && !parts[i].empty();
    if (isWhole || (!axes.empty() && !isFull(mesh, size, parts[i]))) {
      return std::nullopt;
    }
  }
  return axes.empty() ? std::optional(parts) : std::nullopt;
}

std::optional<Layout> shard::layoutUnder(const Mesh &mesh, const Rule &rule, const TensorFactors &tensor,
                                         const FactorAxes &assignment) {
  Layout layout = Layout::replicated(tensor.size());
  for (auto [dim, factors] : llvm::enumerate(tensor)) {
    bool full = true;
    for (unsigned factor : factors) {
      if (!assignment[factor].empty() && !full) {
        return std::nullopt;
      }
      full = full && isFull(mesh, rule.factors[factor].size, assignment[factor]);
      llvm::append_range(layout.dims[dim], assignment[factor]);
    }
  }
  Axes used = layout.usedAxes();
  llvm::sort(used);
  return std::adjacent_find(used.begin(), used.end()) == used.end() ? std::optional(layout) : std::nullopt;
}

bool shard::addToAssignment(const Mesh &mesh, const Rule &rule, const TensorFactors &tensor,
                            const Layout &layout, FactorAxes &assignment, SmallVectorImpl<bool> &seen) {
  for (auto [factors, axes] : llvm::zip(tensor, layout.dims)) {
    std::optional<SmallVector<Axes>> parts = splitAmongFactors(mesh, rule, factors, axes);
    if (!parts) {
      return false;
    }
    for (auto [factor, part] : llvm::zip(factors, *parts)) {
      if (seen[factor] && assignment[factor] != part) {
        return false;
      }
      assignment[factor] = part;
      seen[factor] = true;
    }
  }
  return true;
}
