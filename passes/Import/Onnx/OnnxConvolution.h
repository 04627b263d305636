//===- OnnxConvolution.h - convolutions that several operators use -*- C++ -*-===//

#ifndef PASSES_IMPORT_ONNX_ONNXCONVOLUTION_H
#define PASSES_IMPORT_ONNX_ONNXCONVOLUTION_H

#include "passes/Import/Onnx/NodeImporter.h"

namespace heddle::importer {

/// The convolution of an input [N, C, spatial…] by a filter [O, C / group, window…], as the node's attributes
/// say; channels-last, without a bias. `outside` is a scalar that stands around the input, null for 0. Null
/// if refused.
Value convolution(NodeImporter &n, Value input, Value filter, Value outside = {});

} // namespace heddle::importer

#endif // PASSES_IMPORT_ONNX_ONNXCONVOLUTION_H
