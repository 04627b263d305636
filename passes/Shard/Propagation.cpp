//===- Propagation.cpp - layouts spread from annotations ------------------===//

#include "passes/Shard/Propagation.h"

using namespace heddle;
using namespace heddle::shard;

/// The dimension of a tensor that a factor walks.
static std::optional<unsigned> dimOf(const TensorFactors &tensor, unsigned factor) {
  for (auto [dim, factors] : llvm::enumerate(tensor)) {
    if (llvm::is_contained(factors, factor)) {
      return dim;
    }
  }
  return std::nullopt;
}

/// The number of elements, an open size counting as many: only an order is made of it.
static double weightOf(Value tensor) {
  double weight = 1;
  for (const SymExpr &size : graph::shapeOf(tensor)) {
    weight *= static_cast<double>(size.constant().value_or(1024));
  }
  return weight;
}

Propagation::Propagation(const Mesh &mesh, Block &block) : mesh(mesh) {
  auto addValue = [&](Value value) {
    int64_t rank = static_cast<int64_t>(graph::shapeOf(value).size());
    states[value] = {SmallVector<Axes>(rank), SmallVector<bool>(rank, true), {}};
  };
  llvm::for_each(block.getArguments(), addValue);
  for (Operation &op : block) {
    llvm::for_each(op.getResults(), addValue);
    std::optional<Rule> rule = ruleOf(&op);
    if (rule) {
      nodes.push_back({&op, std::move(*rule), {}, {}});
    }
  }
  // The rules do not move any more.
  for (Node &node : nodes) {
    for (auto [value, factors] : llvm::zip(node.op->getOperands(), node.rule.operands)) {
      node.places.push_back({value, &factors});
    }
    for (auto [value, factors] : llvm::zip(node.op->getResults(), node.rule.results)) {
      node.places.push_back({value, &factors});
    }
    SmallVector<double> weights(node.rule.factors.size(), 0);
    for (const Place &place : node.places) {
      for (unsigned factor = 0; factor < weights.size(); ++factor) {
        if (dimOf(*place.factors, factor)) {
          weights[factor] = std::max(weights[factor], weightOf(place.value));
        }
      }
    }
    node.order = llvm::to_vector(llvm::seq<unsigned>(0, weights.size()));
    llvm::stable_sort(node.order, [&](unsigned a, unsigned b) { return weights[a] > weights[b]; });
  }
}

void Propagation::annotate(Value value, dist::LayoutAttr attr) {
  State &state = states[value];
  state.dims = Layout::fromAttr(attr, mesh).dims;
  for (auto [dim, axes] : llvm::enumerate(state.dims)) {
    state.open[dim] = attr.getDims()[dim].getOpen();
    for (Axis axis : axes) {
      state.origins.push_back({axis, static_cast<unsigned>(dim), nullptr, Value()});
    }
  }
}

void Propagation::run() {
  for (unsigned level : {0, 1, 2}) {
    bool changed = true;
    while (changed) {
      changed = false;
      for (const Node &node : nodes) {
        changed |= visit(node, level);
      }
      for (const Node &node : llvm::reverse(nodes)) {
        changed |= visit(node, level);
      }
    }
  }
}

Layout Propagation::layoutOf(Value value) const {
  return {states.find(value)->second.dims, {}, graph::Combiner::Add};
}

ArrayRef<Origin> Propagation::originsOf(Value value) const { return states.find(value)->second.origins; }

/// Ops that are level 0: each element comes from one of each operand.
static bool movesElements(Operation *op) {
  return op->hasTrait<graph::ElementwiseOp>() ||
         isa<dist::ConstrainOp, graph::TransposeOp, graph::ReshapeOp>(op);
}

bool Propagation::visit(const Node &node, unsigned level) {
  if (level == 0 && !movesElements(node.op)) {
    return false;
  }
  bool changed = false;
  for (unsigned factor : node.order) {
    RuleKind kind = node.rule.factors[factor].kind;
    if (kind == RuleKind::Pass || (kind == RuleKind::Reduce && level == 2)) {
      changed |= spread(node, factor);
    }
  }
  return changed;
}

std::optional<Axes> Propagation::axesAt(const Node &node, const Place &place, unsigned factor) const {
  std::optional<unsigned> dim = dimOf(*place.factors, factor);
  if (!dim) {
    return std::nullopt;
  }
  const DimFactors &factors = (*place.factors)[*dim];
  std::optional<SmallVector<Axes>> parts =
      splitAmongFactors(mesh, node.rule, factors, states.find(place.value)->second.dims[*dim]);
  return parts ? std::optional((*parts)[llvm::find(factors, factor) - factors.begin()]) : std::nullopt;
}

/// Passes the longest list on; where lists differ, what they share.
bool Propagation::spread(const Node &node, unsigned factor) {
  Axes wanted;
  Value from;
  for (const Place &place : node.places) {
    std::optional<Axes> axes = axesAt(node, place, factor);
    if (!axes) {
      continue;
    }
    size_t common =
        std::mismatch(axes->begin(), axes->begin() + std::min(axes->size(), wanted.size()), wanted.begin())
            .first -
        axes->begin();
    if (common < std::min(axes->size(), wanted.size())) {
      wanted.truncate(common);
      break;
    }
    if (axes->size() > wanted.size()) {
      wanted = *axes;
      from = place.value;
    }
  }
  bool changed = false;
  for (const Place &place : node.places) {
    changed |= !wanted.empty() && extend(node, place, factor, wanted, from);
  }
  return changed;
}

/// Whether the axis splits another factor of the op.
bool Propagation::standsElsewhere(const Node &node, unsigned factor, Axis axis) const {
  return llvm::any_of(node.places, [&](const Place &place) {
    const State &state = states.find(place.value)->second;
    return llvm::any_of(llvm::enumerate(state.dims), [&](auto dim) {
      if (!llvm::is_contained(dim.value(), axis)) {
        return false;
      }
      std::optional<Axes> own = llvm::is_contained((*place.factors)[dim.index()], factor)
                                    ? axesAt(node, place, factor)
                                    : std::nullopt;
      return !own || !llvm::is_contained(*own, axis);
    });
  });
}

bool Propagation::extend(const Node &node, const Place &place, unsigned factor, ArrayRef<Axis> wanted,
                         Value from) {
  std::optional<Axes> axes = axesAt(node, place, factor);
  if (!axes || axes->size() >= wanted.size()) {
    return false;
  }
  unsigned dim = *dimOf(*place.factors, factor);
  State &state = states.find(place.value)->second;
  if (!state.open[dim]) {
    return false;
  }
  bool changed = false;
  for (Axis axis : wanted.drop_front(axes->size())) {
    Axes longer = state.dims[dim];
    longer.push_back(axis);
    // The new axis must fall to this factor: the ones before it are split to the end, those behind it not at
    // all.
    const DimFactors &factors = (*place.factors)[dim];
    std::optional<SmallVector<Axes>> parts = splitAmongFactors(mesh, node.rule, factors, longer);
    size_t at = llvm::find(factors, factor) - factors.begin();
    if (!parts || (*parts)[at].size() != axes->size() + 1 || standsElsewhere(node, factor, axis)) {
      break;
    }
    bool usedInTensor = llvm::any_of(state.dims, [&](const Axes &a) { return llvm::is_contained(a, axis); });
    if (usedInTensor) {
      break;
    }
    state.dims[dim] = longer;
    state.origins.push_back({axis, dim, node.op, from});
    axes->push_back(axis);
    changed = true;
  }
  return changed;
}
