//===- HloBody.h - functions of two elements --------------------*- C++ -*-===//
//
// The bodies of reductions and scatters. Most are one op, which a combiner of the graph dialect says.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_IMPORT_STABLEHLO_HLOBODY_H
#define PASSES_IMPORT_STABLEHLO_HLOBODY_H

#include "passes/Import/StableHlo/HloImporter.h"

namespace heddle::importer {

/// The combiner that a region of two arguments is: add, mul, max, min, or replace for one that gives its
/// second argument. Nothing for another function. On truth values `or` is max and `and` is min.
std::optional<graph::Combiner> combinerOf(Region &region);

/// Whether combining with `value` changes nothing.
bool isNeutral(graph::Combiner combiner, Value value);

/// Two tensors combined; not for replace.
Value combined(GraphBuilder &n, graph::Combiner combiner, Value a, Value b);

} // namespace heddle::importer

#endif // PASSES_IMPORT_STABLEHLO_HLOBODY_H
