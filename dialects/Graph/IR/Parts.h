//===- Parts.h - sequences and optionals at the border of a graph -*- C++ -*-===//
//
// A graph has tensors alone. A sequence of the model is two of them: the elements of all its tensors in one
// list, and a matrix with a row of sizes for each tensor. An optional is a truth value and what it may hold.
// On arguments and results of `@main`, which follow each other, attributes say what belongs together;
// docs/sequences.md has the whole story.
//
//===----------------------------------------------------------------------===//

#ifndef DIALECTS_GRAPH_IR_PARTS_H
#define DIALECTS_GRAPH_IR_PARTS_H

#include "llvm/ADT/StringRef.h"

namespace heddle::graph {

/// On an argument or result of `@main` that is a part of a sequence or an optional, a string: which part.
inline constexpr llvm::StringLiteral kPartAttr = "graph.part";

/// Beside kPartAttr, a string: the name of the sequence or optional in the model file.
inline constexpr llvm::StringLiteral kPartOfAttr = "graph.part_of";

/// Values of kPartAttr, in the order in which parts stand.
inline constexpr llvm::StringLiteral kPresentPart =
    "present"; ///< i1 scalar: whether the optional holds something
inline constexpr llvm::StringLiteral kValuePart = "value";   ///< the tensor that an optional may hold
inline constexpr llvm::StringLiteral kValuesPart = "values"; ///< [n]: all elements of a sequence's tensors
/// i64 [tensors, dimensions]: their shapes; a tensor with fewer dimensions has -1 in the last places.
inline constexpr llvm::StringLiteral kShapesPart = "shapes";

} // namespace heddle::graph

#endif // DIALECTS_GRAPH_IR_PARTS_H
