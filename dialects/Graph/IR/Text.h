//===- Text.h - texts and labels at the border of a graph -------*- C++ -*-===//
//
// Texts are numbers inside a graph, i64: equal numbers are equal texts, and no other property of a number may
// be used. What says so are attributes that passes keep and the artifact writer reads.
//
//===----------------------------------------------------------------------===//

#ifndef DIALECTS_GRAPH_IR_TEXT_H
#define DIALECTS_GRAPH_IR_TEXT_H

#include "llvm/ADT/StringRef.h"

namespace heddle::graph {

/// On arguments and results of `@main`, a unit: an i64 tensor whose elements are texts outside.
inline constexpr llvm::StringLiteral kTextAttr = "graph.text";

/// On the module, an array of strings: the texts that constants mean. A text's number is its place.
inline constexpr llvm::StringLiteral kVocabularyAttr = "graph.vocabulary";

/// On results of `@main`, an array of strings or integers: the labels of the entries of the last dimension.
inline constexpr llvm::StringLiteral kClassesAttr = "graph.classes";

} // namespace heddle::graph

#endif // DIALECTS_GRAPH_IR_TEXT_H
