//===- FusionRules.h - what may share a kernel ------------------*- C++ -*-===//
//
// Pure predicates on ops; the algorithm that uses them is in FormGroups.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_FUSE_FUSIONRULES_H
#define PASSES_FUSE_FUSIONRULES_H

#include "dialects/Graph/IR/Graph.h"
#include "dialects/Kernel/IR/Kernel.h"
#include <optional>

namespace heddle::fuse {

inline constexpr llvm::StringLiteral kGroupAttr = "kernel.group";
inline constexpr llvm::StringLiteral kAnchorAttr = "kernel.anchor";
/// On the ops of an attention: its number in the block.
inline constexpr llvm::StringLiteral kAttentionAttr = "kernel.attention";

/// The kind of kernel an op makes when it is the anchor; nothing for ops that are no kernel (constants,
/// views, control flow, state).
std::optional<kernel::Anchor> anchorOf(Operation *op);

/// One result element from one element of each operand.
bool isElementwise(Operation *op);

/// A movement whose code can stand inside its consumer without spoiling vector access: the innermost
/// dimension stays innermost (broadcast, slice with step 1, transposes of outer dimensions, gather of whole
/// rows, iota).
bool isInlineMovement(Operation *op);

/// A conversion of constant integers to floats in which nothing is lost: a contraction does it as it reads
/// its weights.
bool isWeightConversion(Operation *op);

/// A look-up of single elements: gather from a vector, or gather_elements. Every element of the result reads
/// one index, at its own place.
bool isElementLookUp(Operation *op);

/// Whether `consumer` is such a look-up and `producer` gives its indices, not what it looks in.
bool isLookedUpBy(Operation *producer, Operation *consumer);

/// Costs next to nothing to compute again for every consumer: iota, broadcast, symbolic sizes.
bool isFreeToDuplicate(Operation *op);

/// Whether computing `producer` once per element of `consumer`'s result repeats costly work: the consumer
/// stretches the producer's result along an outer dimension and the producer is more than a few instructions.
bool repeatsWork(Operation *producer, Operation *consumer);

/// Whether the op stands in kernels as a copy rather than as an argument: scalars, short integer lists,
/// symbolic sizes.
bool isClonedIntoKernels(Operation *op);

/// Calls `visit` for every pair of ops of a block where the first needs the second to have run: it uses its
/// results, also from inside its regions, or both touch state or other ranks and the second comes first.
void forEachDependency(Block &block, llvm::function_ref<void(Operation *op, Operation *needed)> visit);

/// The shapes are the same expressions.
bool haveEqualShapes(Value a, Value b);

} // namespace heddle::fuse

#endif // PASSES_FUSE_FUSIONRULES_H
