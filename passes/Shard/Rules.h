//===- Rules.h - how an op may be split over ranks --------------*- C++ -*-===//
//
// Read off the op's loop nest (dialects/Graph/IR/Factors.h). A factor that some axes of the mesh split shards
// every tensor dimension that it walks; a split reduction leaves a result that is still to be combined over
// those axes. What the loop nest does not say is added here: the combiner of a reduction, and that the
// indexed dimension of a gather may be split like a reduction, where a rank gives 0 for the rows that it does
// not hold.
//
// A dimension may be walked by several factors, major to minor: in the reshape [6, 4] -> [2, 3, 4] the
// input's first dimension has the factors 2 and 3. A minor factor can be split only once the major ones are
// split to the end, for only then are a rank's elements one block.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_SHARD_RULES_H
#define PASSES_SHARD_RULES_H

#include "passes/Shard/Layout.h"

namespace heddle::shard {

enum class RuleKind {
  Pass,   ///< each rank does its part
  Reduce, ///< each rank has a part of the terms
  Whole,  ///< not split
};

struct RuleFactor {
  RuleKind kind;
  SymExpr size;
  graph::Combiner combiner = graph::Combiner::Add; ///< of a Reduce factor
};

/// The factors of one dimension, major to minor; none where it has size 1 or is not walked.
using DimFactors = SmallVector<unsigned, 2>;
/// The factors of each dimension of a tensor.
using TensorFactors = SmallVector<DimFactors>;

struct Rule {
  SmallVector<RuleFactor> factors;
  SmallVector<TensorFactors> operands, results;
};

/// The axes that split each factor of a rule.
using FactorAxes = SmallVector<Axes>;

/// The rule of an op, or nothing if it runs whole on every rank: it has no loop nest, or regions.
std::optional<Rule> ruleOf(Operation *op);

/// Splits the axes of a dimension among its factors: the major one takes axes while they divide what is left
/// of it. Nothing if axes are left over or a factor is Whole. With factors of 2 and 3 and axes of sizes 2, 3:
/// the first goes to the first, the second to the second.
std::optional<SmallVector<Axes>> splitAmongFactors(const Mesh &mesh, const Rule &rule,
                                                   const DimFactors &factors, ArrayRef<Axis> axes);

/// The layout of a tensor under an assignment of axes to factors; nothing if a dimension's block would not be
/// one piece, or an axis would stand in two dimensions.
std::optional<Layout> layoutUnder(const Mesh &mesh, const Rule &rule, const TensorFactors &tensor,
                                  const FactorAxes &assignment);

/// Adds what a tensor's layout says about each factor to `assignment`. False if the layout cannot be said in
/// factors or contradicts what is there; an empty list contradicts too where `seen` says that the factor was
/// met.
bool addToAssignment(const Mesh &mesh, const Rule &rule, const TensorFactors &tensor, const Layout &layout,
                     FactorAxes &assignment, SmallVectorImpl<bool> &seen);

/// Whether the size of a factor is a number that `axis` divides, behind `before`.
bool divides(const Mesh &mesh, const SymExpr &size, ArrayRef<Axis> before, Axis axis);

} // namespace heddle::shard

#endif // PASSES_SHARD_RULES_H
