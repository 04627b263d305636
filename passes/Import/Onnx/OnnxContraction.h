//===- OnnxContraction.h - products that several operators use --*- C++ -*-===//

#ifndef PASSES_IMPORT_ONNX_ONNXCONTRACTION_H
#define PASSES_IMPORT_ONNX_ONNXCONTRACTION_H

#include "passes/Import/Onnx/NodeImporter.h"

namespace heddle::importer {

/// The equation of numpy's matmul for operands of these ranks: the last two dimensions are multiplied, those
/// before are batches that broadcast; a vector is a row on the left and a column on the right.
std::string matmulEquation(int64_t rankA, int64_t rankB);

/// numpy's matmul of two tensors of rank >= 1; null if refused.
Value matrixProduct(NodeImporter &n, Value a, Value b);

/// Gemm of the node's operands and attributes: alpha * a' * b' + beta * c, where ' is a transpose if asked
/// for.
Value generalProduct(NodeImporter &n);

} // namespace heddle::importer

#endif // PASSES_IMPORT_ONNX_ONNXCONTRACTION_H
