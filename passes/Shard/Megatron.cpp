//===- Megatron.cpp - which weights split by columns, which by rows -------===//

#include "passes/Shard/Megatron.h"
#include "passes/Shard/Rules.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace heddle;
using namespace heddle::shard;

/// A constant, or one that is annotated or transposed.
static bool isWeight(Value value) {
  Operation *op = value.getDefiningOp();
  while (op && isa<dist::ConstrainOp, graph::TransposeOp>(op)) {
    op = op->getOperand(0).getDefiningOp();
  }
  return isa_and_nonnull<graph::ConstantOp>(op);
}

namespace {
/// A contraction of an activation with a weight of two dimensions: rows are contracted, columns are not.
struct WeightProduct {
  graph::ContractOp op;
  Rule rule;
  unsigned weight; // operand number
  unsigned rows, columns;

  Value activation() const { return op->getOperand(1 - weight); }
};

/// A factor of a value's dimension: its most significant part.
struct Track {
  Value value;
  unsigned dim;
  bool operator==(const Track &other) const { return value == other.value && dim == other.dim; }
};

/// Follows a dimension back.
class Tracer {
public:
  explicit Tracer(const llvm::MapVector<Operation *, WeightProduct> &products) : products(products) {}

  /// The products in whose columns the contracted dimension of `product` was made; empty if some of it was
  /// made elsewhere, or is reduced on the way.
  SmallVector<Operation *> sourcesOf(const WeightProduct &product);

private:
  bool step(const Track &track);
  bool isReducedElsewhere(const Track &track);
  void follow(Value value, unsigned dim);

  const llvm::MapVector<Operation *, WeightProduct> &products;
  SmallVector<Track> tracks;
  llvm::SetVector<Operation *> sources;
};
} // namespace

static std::optional<WeightProduct> asWeightProduct(graph::ContractOp op) {
  for (unsigned weight : {1u, 0u}) {
    Value value = op->getOperand(weight);
    if (!isWeight(value) || isWeight(op->getOperand(1 - weight)) ||
        cast<RankedTensorType>(value.getType()).getRank() != 2) {
      continue;
    }
    WeightProduct product{op, *ruleOf(op), weight, 0, 0};
    auto kindAt = [&](unsigned dim) {
      const DimFactors &factors = product.rule.operands[weight][dim];
      return factors.size() == 1 ? product.rule.factors[factors.front()].kind : RuleKind::Whole;
    };
    for (unsigned rows : {0u, 1u}) {
      if (kindAt(rows) == RuleKind::Reduce && kindAt(1 - rows) == RuleKind::Pass) {
        product.rows = rows;
        product.columns = 1 - rows;
        return product;
      }
    }
  }
  return std::nullopt;
}

/// The dimension of a tensor whose major factor is `factor`.
static std::optional<unsigned> dimLedBy(const TensorFactors &tensor, unsigned factor) {
  for (auto [dim, factors] : llvm::enumerate(tensor)) {
    if (!factors.empty() && factors.front() == factor) {
      return dim;
    }
  }
  return std::nullopt;
}

void Tracer::follow(Value value, unsigned dim) {
  Track track{value, dim};
  if (!isWeight(value) && !llvm::is_contained(tracks, track)) {
    tracks.push_back(track);
  }
}

/// Whether another op than a product with a weight sums over the dimension: a norm, for instance.
bool Tracer::isReducedElsewhere(const Track &track) {
  return llvm::any_of(track.value.getUses(), [&](OpOperand &use) {
    if (products.contains(use.getOwner())) {
      return false;
    }
    std::optional<Rule> rule = ruleOf(use.getOwner());
    if (!rule) {
      return true;
    }
    const DimFactors &factors = rule->operands[use.getOperandNumber()][track.dim];
    return factors.empty() || rule->factors[factors.front()].kind != RuleKind::Pass;
  });
}

/// Goes from a dimension of a value to those it was made from. False where it was made by something that is
/// no product with a weight.
bool Tracer::step(const Track &track) {
  Operation *op = track.value.getDefiningOp();
  if (!op || isReducedElsewhere(track)) {
    return false;
  }
  std::optional<Rule> rule = ruleOf(op);
  if (!rule || rule->results.size() != 1 || rule->results[0][track.dim].empty()) {
    return false;
  }
  unsigned factor = rule->results[0][track.dim].front();
  if (rule->factors[factor].kind != RuleKind::Pass) {
    return false;
  }
  auto found = products.find(op);
  if (found != products.end()) {
    const WeightProduct &product = found->second;
    bool isColumn = product.rule.operands[product.weight][product.columns].front() == factor;
    sources.insert(op);
    return isColumn;
  }
  bool wasMade = true;
  for (auto [value, tensor] : llvm::zip(op->getOperands(), rule->operands)) {
    if (std::optional<unsigned> dim = dimLedBy(tensor, factor)) {
      follow(value, *dim);
      wasMade = false;
    }
  }
  return !wasMade;
}

SmallVector<Operation *> Tracer::sourcesOf(const WeightProduct &product) {
  tracks.clear();
  sources.clear();
  unsigned factor = product.rule.operands[product.weight][product.rows].front();
  std::optional<unsigned> dim = dimLedBy(product.rule.operands[1 - product.weight], factor);
  if (!dim) {
    return {};
  }
  follow(product.activation(), *dim);
  for (size_t next = 0; next < tracks.size(); ++next) {
    Track track = tracks[next];
    if (!step(track)) {
      return {};
    }
  }
  return llvm::to_vector(sources);
}

SmallVector<SplitWeight> shard::findMegatronWeights(Block &block) {
  llvm::MapVector<Operation *, WeightProduct> products;
  for (auto op : block.getOps<graph::ContractOp>()) {
    if (std::optional<WeightProduct> product = asWeightProduct(op)) {
      products.insert({op, *product});
    }
  }
  // Whether a product's weight is split, and if so by columns.
  llvm::MapVector<Operation *, bool> byColumns;
  Tracer tracer(products);
  for (auto &[op, product] : products) {
    SmallVector<Operation *> sources = tracer.sourcesOf(product);
    bool areFree = llvm::all_of(sources, [&](Operation *source) {
      auto found = byColumns.find(source);
      return found == byColumns.end() || found->second;
    });
    if (sources.empty() || !areFree) {
      continue;
    }
    byColumns[op] = false;
    for (Operation *source : sources) {
      byColumns[source] = true;
    }
  }
  SmallVector<SplitWeight> found;
  for (auto &[op, product] : products) {
    if (auto split = byColumns.find(op); split != byColumns.end()) {
      found.push_back({&op->getOpOperand(product.weight), split->second ? product.columns : product.rows});
    }
  }
  return found;
}
