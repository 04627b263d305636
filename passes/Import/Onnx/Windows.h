//===- Windows.h - attributes of sliding windows ----------------*- C++ -*-===//
//
// Convolutions and pools share their attributes: kernel_shape, strides, dilations, pads, auto_pad, ceil_mode.
// Here they become numbers per spatial dimension. The graph dialect is channels-last, ONNX channels-first;
// the functions at the end change between the two.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_IMPORT_ONNX_WINDOWS_H
#define PASSES_IMPORT_ONNX_WINDOWS_H

#include "passes/Import/Onnx/NodeImporter.h"

namespace heddle::importer {

/// One entry per spatial dimension.
struct Windows {
  SmallVector<int64_t> window, strides, dilations, padsLow, padsHigh;
  SmallVector<int64_t> givenHigh; ///< the upper pads before ceil_mode changed them
  size_t rank() const { return window.size(); }
};

/// Reads the attributes for an input [N, C, spatial…]. `window` is the filter's spatial shape where
/// kernel_shape may be missing. With `ceil_mode` the upper pads grow by what the last window reaches beyond.
/// Refused if an entry is out of range, or where automatic padding needs a size that is open.
FailureOr<Windows> readWindows(NodeImporter &n, ArrayRef<SymExpr> inputShape,
                               std::optional<SmallVector<int64_t>> window = std::nullopt);

/// The pads of auto_pad SAME_UPPER or SAME_LOWER for one dimension: as many outputs as ceil(size / stride).
std::pair<int64_t, int64_t> samePads(int64_t size, int64_t window, int64_t stride, int64_t dilation,
                                     bool upper);

Value toChannelsLast(NodeImporter &n, Value value);  ///< [N, C, spatial…] -> [N, spatial…, C]
Value toChannelsFirst(NodeImporter &n, Value value); ///< and back

} // namespace heddle::importer

#endif // PASSES_IMPORT_ONNX_WINDOWS_H
