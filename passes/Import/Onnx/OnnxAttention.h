//===- OnnxAttention.h - what several forms of attention share --*- C++ -*-===//

#ifndef PASSES_IMPORT_ONNX_ONNXATTENTION_H
#define PASSES_IMPORT_ONNX_ONNXATTENTION_H

#include "passes/Import/Onnx/NodeImporter.h"

namespace heddle::importer {

/// Turns pairs of features of x [batch, positions, heads, features] by angles: `cosine` and `sine` are [batch
/// or 1, positions, 1, pairs]. A pair is features i and i + pairs, or 2 i and 2 i + 1 where `interleaved`;
/// features behind the pairs stay.
Value turnPairs(NodeImporter &n, Value x, Value cosine, Value sine, int64_t pairs, bool interleaved);

} // namespace heddle::importer

#endif // PASSES_IMPORT_ONNX_ONNXATTENTION_H
