//===- ComputedSizes.h - sizes that operands give ---------------*- C++ -*-===//
//
// Where a size comes out of a tensor and several ops or expressions need it, its symbol is bound once, by a
// small op of its own, instead of by the first op that has it in its result.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_IMPORT_ONNX_COMPUTEDSIZES_H
#define PASSES_IMPORT_ONNX_COMPUTEDSIZES_H

#include "passes/Import/Onnx/NodeImporter.h"

namespace heddle::importer {

/// The sizes that an integer vector or scalar holds. Those that only a run can tell are symbols, which have
/// their values from here on. Nothing if refused.
std::optional<graph::SymShape> boundSizes(NodeImporter &n, Value list);

/// The same for a list of one.
std::optional<SymExpr> boundSize(NodeImporter &n, Value scalar);

} // namespace heddle::importer

#endif // PASSES_IMPORT_ONNX_COMPUTEDSIZES_H
