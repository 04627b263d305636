//===- Windows.cpp - attributes of sliding windows ------------------------===//

#include "passes/Import/Onnx/Windows.h"

using namespace heddle;
using namespace heddle::importer;

std::pair<int64_t, int64_t> importer::samePads(int64_t size, int64_t window, int64_t stride, int64_t dilation,
                                               bool upper) {
  int64_t outputs = (size + stride - 1) / stride;
  int64_t total = std::max<int64_t>((outputs - 1) * stride + (window - 1) * dilation + 1 - size, 0);
  int64_t smaller = total / 2, larger = total - smaller;
  return upper ? std::pair(smaller, larger) : std::pair(larger, smaller);
}

/// A list attribute with `rank` entries of at least 1, or that many of `defaultValue`.
static FailureOr<SmallVector<int64_t>> positiveList(NodeImporter &n, StringRef name, size_t rank) {
  std::optional<SmallVector<int64_t>> list = n.intsAttr(name);
  if (!list || list->empty()) {
    return SmallVector<int64_t>(rank, 1);
  }
  if (list->size() != rank) {
    return n.bad("'" + name + "' has " + Twine(list->size()) + " entries, wanted " + Twine(rank));
  }
  for (int64_t entry : *list) {
    if (entry < 1 || entry > INT32_MAX) {
      return n.bad("'" + name + "' has the entry " + Twine(entry) + ", wanted at least 1");
    }
  }
  return *list;
}

static LogicalResult readExplicitPads(NodeImporter &n, Windows &windows) {
  std::optional<SmallVector<int64_t>> pads = n.intsAttr("pads");
  size_t rank = windows.rank();
  windows.padsLow.assign(rank, 0);
  windows.padsHigh.assign(rank, 0);
  if (!pads || pads->empty()) {
    return success();
  }
  if (pads->size() != 2 * rank) {
    return n.bad("'pads' has " + Twine(pads->size()) + " entries, wanted " + Twine(2 * rank));
  }
  for (int64_t pad : *pads) {
    if (pad < 0 || pad > INT32_MAX) {
      return n.bad("'pads' has the entry " + Twine(pad) + ", wanted at least 0");
    }
  }
  windows.padsLow.assign(pads->begin(), pads->begin() + rank);
  windows.padsHigh.assign(pads->begin() + rank, pads->end());
  return success();
}

static LogicalResult readAutoPads(NodeImporter &n, StringRef mode, ArrayRef<SymExpr> spatial,
                                  Windows &windows) {
  windows.padsLow.assign(windows.rank(), 0);
  windows.padsHigh.assign(windows.rank(), 0);
  n.ignoreAttr("pads"); // exporters write zeros beside auto_pad
  if (mode == "VALID") {
    return success();
  }
  for (size_t i = 0; i < windows.rank(); ++i) {
    std::optional<int64_t> size = spatial[i].constant();
    if (!size && windows.strides[i] == 1) {
      size = windows.window[i] * windows.dilations[i]; // any size needs the same pads
    }
    if (!size) {
      return n.unsupported("auto_pad " + mode + " with stride " + Twine(windows.strides[i]) +
                           " over a dimension of open size '" + spatial[i].str() + "'");
    }
    std::tie(windows.padsLow[i], windows.padsHigh[i]) =
        samePads(*size, windows.window[i], windows.strides[i], windows.dilations[i], mode == "SAME_UPPER");
  }
  return success();
}

/// Lets the last window that starts inside the input or its lower pad reach beyond the upper pad. A window
/// that would start in the upper pad is left out.
static LogicalResult applyCeilMode(NodeImporter &n, ArrayRef<SymExpr> spatial, Windows &windows) {
  for (size_t i = 0; i < windows.rank(); ++i) {
    int64_t stride = windows.strides[i], span = (windows.window[i] - 1) * windows.dilations[i] + 1;
    if (stride == 1) {
      continue;
    }
    std::optional<int64_t> size = spatial[i].constant();
    if (!size) {
      return n.unsupported("ceil_mode with stride " + Twine(stride) + " over a dimension of open size '" +
                           spatial[i].str() + "'");
    }
    int64_t padded = *size + windows.padsLow[i] + windows.padsHigh[i];
    int64_t outputs = padded < span ? 1 : (padded - span + stride - 1) / stride + 1;
    if ((outputs - 1) * stride >= *size + windows.padsLow[i]) {
      --outputs;
    }
    windows.padsHigh[i] = (outputs - 1) * stride + span - *size - windows.padsLow[i];
  }
  return success();
}

FailureOr<Windows> importer::readWindows(NodeImporter &n, ArrayRef<SymExpr> inputShape,
                                         std::optional<SmallVector<int64_t>> window) {
  if (inputShape.size() < 3) {
    return n.bad("the input has rank " + Twine(inputShape.size()) + ", wanted at least 3");
  }
  ArrayRef<SymExpr> spatial = inputShape.drop_front(2);
  Windows windows;
  std::optional<SmallVector<int64_t>> kernel = n.intsAttr("kernel_shape");
  if (kernel && window && *kernel != *window) {
    return n.bad("kernel_shape differs from the shape of the filter");
  }
  if (!kernel && !window) {
    return n.bad("attribute 'kernel_shape' is missing");
  }
  windows.window = kernel ? *kernel : *window;
  if (windows.window.size() != spatial.size()) {
    return n.bad("the window has " + Twine(windows.window.size()) + " dimensions but the input has " +
                 Twine(spatial.size()) + " behind the channels");
  }
  if (llvm::any_of(windows.window, [](int64_t size) { return size < 1 || size > INT32_MAX; })) {
    return n.bad("the window has a size below 1 or beyond 32 bits");
  }
  FailureOr<SmallVector<int64_t>> strides = positiveList(n, "strides", spatial.size());
  FailureOr<SmallVector<int64_t>> dilations = positiveList(n, "dilations", spatial.size());
  if (failed(strides) || failed(dilations)) {
    return failure();
  }
  windows.strides = *strides;
  windows.dilations = *dilations;
  std::string mode = n.stringAttr("auto_pad", "NOTSET");
  if (mode != "NOTSET" && mode != "VALID" && mode != "SAME_UPPER" && mode != "SAME_LOWER") {
    return n.bad("auto_pad is '" + mode + "', wanted NOTSET, VALID, SAME_UPPER or SAME_LOWER");
  }
  bool ceil = n.intAttr("ceil_mode", 0) != 0;
  if (failed(mode == "NOTSET" ? readExplicitPads(n, windows) : readAutoPads(n, mode, spatial, windows))) {
    return failure();
  }
  windows.givenHigh = windows.padsHigh;
  if (ceil && failed(applyCeilMode(n, spatial, windows))) {
    return failure();
  }
  return windows;
}

Value importer::toChannelsLast(NodeImporter &n, Value value) {
  if (!value) {
    return value;
  }
  SmallVector<int64_t> permutation{0};
  for (int64_t i = 2; i < n.rank(value); ++i) {
    permutation.push_back(i);
  }
  permutation.push_back(1);
  return n.transpose(value, permutation);
}

Value importer::toChannelsFirst(NodeImporter &n, Value value) {
  if (!value) {
    return value;
  }
  int64_t rank = n.rank(value);
  SmallVector<int64_t> permutation{0, rank - 1};
  for (int64_t i = 1; i + 1 < rank; ++i) {
    permutation.push_back(i);
  }
  return n.transpose(value, permutation);
}
