//===- OnnxContraction.h - products that several operators use --*- C++ -*-===//

#ifndef PASSES_IMPORT_ONNX_ONNXCONTRACTION_H
#define PASSES_IMPORT_ONNX_ONNXCONTRACTION_H

#include "passes/Import/Onnx/NodeImporter.h"

namespace heddle::importer {

/// numpy's matmul of two tensors of rank >= 1; null if refused.
Value matrixProduct(NodeImporter &n, Value a, Value b);

} // namespace heddle::importer

#endif // PASSES_IMPORT_ONNX_ONNXCONTRACTION_H
