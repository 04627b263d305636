//===- OnnxIndex.h - places of elements -------------------------*- C++ -*-===//

#ifndef PASSES_IMPORT_ONNX_ONNXINDEX_H
#define PASSES_IMPORT_ONNX_ONNXINDEX_H

#include "passes/Import/Onnx/NodeImporter.h"

namespace heddle::importer {

/// Coordinates [rank, count] of the elements other than 0, in row-major order.
Value nonZero(NodeImporter &n, Value input);

} // namespace heddle::importer

#endif // PASSES_IMPORT_ONNX_ONNXINDEX_H
