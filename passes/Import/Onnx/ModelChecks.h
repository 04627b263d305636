//===- ModelChecks.h - rules that an ONNX model must keep -------*- C++ -*-===//
//
// What can be said about a model before any operator is looked at: versions, names and the order of nodes.
// Import relies on these rules, so that names resolve without searching and recursion is bounded.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_IMPORT_ONNX_MODELCHECKS_H
#define PASSES_IMPORT_ONNX_MODELCHECKS_H

#include "passes/Import/Onnx/ModelFile.h"

namespace heddle::importer {

/// Versions of the standard operator set that are known.
inline constexpr int64_t kOldestOpset = 1, kNewestOpset = 28;
/// Subgraphs (and calls of functions) inside each other.
inline constexpr int kMaxGraphDepth = 64;

/// How messages name a node: "node 'conv1' (Conv)", or by its first output if it has no name.
std::string describe(const onnx::NodeProto &node);

/// Checks IR version and opset imports; then, in the graph, all subgraphs and all functions: that every name
/// is defined once and before its uses, and that graphs do not nest too deeply.
Refusal checkModel(const onnx::ModelProto &model);

} // namespace heddle::importer

#endif // PASSES_IMPORT_ONNX_MODELCHECKS_H
