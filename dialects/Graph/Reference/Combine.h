//===- Combine.h - combining two elements -----------------------*- C++ -*-===//

#ifndef DIALECTS_GRAPH_REFERENCE_COMBINE_H
#define DIALECTS_GRAPH_REFERENCE_COMBINE_H

#include "dialects/Graph/IR/Graph.h"
#include "dialects/Graph/Reference/Cells.h"

namespace heddle::reference {

/// `old` combined with `next`: floats in double, integers modulo 2^64. Max and min give NaN if either is.
Cell combine(graph::Combiner combiner, ElementKind kind, Cell old, Cell next);

/// What a combination starts from: 0 (add), 1 (mul), the smallest (max) or largest (min) value, infinite for
/// floats.
Cell neutral(graph::Combiner combiner, ElementKind kind);

/// Whether `a` is smaller than `b` as numbers of `kind`; never with a NaN.
bool isLess(ElementKind kind, Cell a, Cell b);

/// Whether a cell of `kind` is a NaN.
bool isNan(ElementKind kind, Cell cell);

} // namespace heddle::reference

#endif // DIALECTS_GRAPH_REFERENCE_COMBINE_H
