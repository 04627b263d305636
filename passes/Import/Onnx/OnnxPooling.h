//===- OnnxPooling.h - pools that several operators use ---------*- C++ -*-===//

#ifndef PASSES_IMPORT_ONNX_ONNXPOOLING_H
#define PASSES_IMPORT_ONNX_ONNXPOOLING_H

#include "passes/Import/Onnx/NodeImporter.h"

namespace heddle::importer {

/// The largest element of each window of a tensor [N, C, spatial…] as the node's attributes say; null if
/// refused.
Value maxPool(NodeImporter &n, Value x);

/// The average pool of a tensor [N, C, spatial…] as the node's attributes say; null if refused.
Value averagePool(NodeImporter &n, Value x);

} // namespace heddle::importer

#endif // PASSES_IMPORT_ONNX_ONNXPOOLING_H
