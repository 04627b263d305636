//===- OnnxContrib.h - what operators of onnxruntime share ------*- C++ -*-===//

#ifndef PASSES_IMPORT_ONNX_ONNXCONTRIB_H
#define PASSES_IMPORT_ONNX_ONNXCONTRIB_H

#include "passes/Import/Onnx/NodeImporter.h"

namespace heddle::importer {

/// The domain of onnxruntime's own operators.
inline constexpr llvm::StringLiteral kMicrosoft = "com.microsoft";

/// x + optional, or x where that is null.
Value added(NodeImporter &n, Value x, Value optional);

} // namespace heddle::importer

#endif // PASSES_IMPORT_ONNX_ONNXCONTRIB_H
