//===- HloSort.cpp - sorting by a comparator ------------------------------===//
//
// A comparator says of two elements whether the first goes before the second. What it compares is found in
// its text:
//
//   f(a) < f(b)                              one key, f of the elements, ascending (or > for descending)
//   f(a) < f(b) or (f(a) = f(b) and rest)    the same, and ties are decided by the rest
//
// where f may be any element-wise function of all sorted tensors, written once for a and once for b; JAX
// writes one that makes zeros and NaNs alike. Such keys are sorted from the least to the most important one,
// each time stable.
//
//===----------------------------------------------------------------------===//

#include "dialects/StableHlo/IR/StableHlo.h"
#include "passes/Import/StableHlo/HloBits.h"
#include "passes/Import/StableHlo/HloImporter.h"

using namespace heddle;
using namespace heddle::importer;

/// Ops of a comparator: those that compute a key are followed from op to op.
static constexpr size_t kMaxComparatorOps = 1000;

namespace {
struct SortKey {
  stablehlo::CompareOp compare; ///< of the key of the first element with that of the second
  bool descending;
};

/// Whether two values of a comparator are the same function, one of the first elements and one of the second.
class Mirror {
public:
  bool operator()(Value first, Value second) {
    auto [known, isNew] = pairs.try_emplace({first, second}, true);
    return isNew ? known->second = isMirrored(first, second), pairs.lookup({first, second}) : known->second;
  }

private:
  bool isMirrored(Value first, Value second);
  DenseMap<std::pair<Value, Value>, bool> pairs;
};
} // namespace

bool Mirror::isMirrored(Value first, Value second) {
  auto a = dyn_cast<BlockArgument>(first), b = dyn_cast<BlockArgument>(second);
  if (a && b) { // arguments are first and second element of each tensor in turn
    return a.getOwner() == b.getOwner() && a.getArgNumber() % 2 == 0 &&
           b.getArgNumber() == a.getArgNumber() + 1;
  }
  Operation *x = first.getDefiningOp(), *y = second.getDefiningOp();
  if (!x || !y || x->getName() != y->getName() || x->getAttrDictionary() != y->getAttrDictionary() ||
      x->getNumOperands() != y->getNumOperands() || x->getNumRegions() != 0 || x->getNumResults() != 1 ||
      y->getNumResults() != 1) {
    return false;
  }
  return llvm::all_of(llvm::zip(x->getOperands(), y->getOperands()),
                      [&](auto pair) { return (*this)(std::get<0>(pair), std::get<1>(pair)); });
}

/// The comparison that a value is, if it compares a function of the first elements with the same of the
/// second.
static stablehlo::CompareOp comparisonOf(Value value, Mirror &mirror) {
  auto compare = value.getDefiningOp<stablehlo::CompareOp>();
  return compare && mirror(compare.getLhs(), compare.getRhs()) ? compare : stablehlo::CompareOp();
}

/// The keys of a comparator, most important first; nothing for another function.
static std::optional<SmallVector<SortKey>> keysOf(Value value) {
  Mirror mirror;
  SmallVector<SortKey> keys;
  while (true) {
    auto either = value.getDefiningOp<stablehlo::OrOp>();
    stablehlo::CompareOp compare = comparisonOf(either ? either.getLhs() : value, mirror);
    if (!compare || (compare.getComparisonDirection() != stablehlo::Direction::Lt &&
                     compare.getComparisonDirection() != stablehlo::Direction::Gt)) {
      return std::nullopt;
    }
    keys.push_back({compare, compare.getComparisonDirection() == stablehlo::Direction::Gt});
    if (!either) {
      return keys;
    }
    auto tied = either.getRhs().getDefiningOp<stablehlo::AndOp>();
    auto equal = tied ? comparisonOf(tied.getLhs(), mirror) : stablehlo::CompareOp();
    if (!equal || equal.getComparisonDirection() != stablehlo::Direction::Eq ||
        equal.getLhs() != compare.getLhs() || equal.getRhs() != compare.getRhs() ||
        equal.getCompareType() != compare.getCompareType()) {
      return std::nullopt;
    }
    value = tied.getRhs();
  }
}

/// The places, i64, that sort `key` along `axis`.
static Value sortedPlaces(HloImporter &n, Value key, int64_t axis, bool descending) {
  if (key && n.isBool(key)) {
    key = n.castTo(key, n.builder().getI32Type());
  }
  if (!key) {
    return key;
  }
  Type types[] = {key.getType(), RankedTensorType::get(n.sizes(key), n.builder().getI64Type())};
  auto sorted = n.makeTyped<graph::TopKOp>(types, key, axis, descending, Value());
  return sorted ? Value(sorted.getIndices()) : Value();
}

static LogicalResult importSort(HloImporter &n, stablehlo::SortOp op) {
  unsigned count = n.numOperands();
  if (count == 0 || failed(n.checkRegion(op.getComparator(), 2 * count))) {
    return n.bad("has nothing to sort");
  }
  ArrayRef<int64_t> sizes = n.sizes(n.operand(0));
  int64_t rank = static_cast<int64_t>(sizes.size()), axis = op.getDimension().value_or(-1);
  axis += axis < 0 ? rank : 0;
  if (axis < 0 || axis >= rank) {
    return n.bad("sorts dimension " + Twine(op.getDimension().value_or(-1)) + " of a tensor of rank " +
                 Twine(rank));
  }
  SmallVector<Value> elements;
  for (Value operand : n.operands()) {
    if (n.sizes(operand) != sizes) {
      return n.bad("sorts tensors of different shapes");
    }
    elements.append(2, operand);
  }
  Block &comparator = op.getComparator().front();
  Operation *end = comparator.getTerminator();
  bool isShort = comparator.getOperations().size() <= kMaxComparatorOps;
  std::optional<SmallVector<SortKey>> keys =
      isShort && end->getNumOperands() == 1 ? keysOf(end->getOperand(0)) : std::nullopt;
  if (!keys) {
    return n.unsupported("is supported for comparators that compare the same function of both elements");
  }
  // All elements stand for the first of a pair; the keys are among the values that the comparator then has.
  HloScope inner;
  inner.parent = &n.scope();
  if (failed(n.program().importBlock(comparator, elements, inner, /*lifted=*/true))) {
    return n.reported();
  }
  Value places;
  for (SortKey &each : llvm::reverse(*keys)) {
    Value key = n.broadcastTo(inner.lookup(each.compare.getLhs()), sizes);
    if (each.compare.getCompareType() == stablehlo::Order::TotalOrder) {
      key = totalOrderKey(n, key);
    }
    if (!places) {
      places = sortedPlaces(n, key, axis, each.descending);
      continue;
    }
    Value next = sortedPlaces(n, n.make<graph::GatherElementsOp>(key, places, axis), axis, each.descending);
    places = n.make<graph::GatherElementsOp>(places, next, axis);
  }
  SmallVector<Value> results;
  for (Value operand : n.operands()) {
    results.push_back(n.make<graph::GatherElementsOp>(operand, places, axis));
  }
  return n.finish(results);
}

void importer::addHloSortOps(HloTable &table) { table.add(importSort); }
