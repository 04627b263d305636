//===- OnnxPooling.cpp - pools --------------------------------------------===//
//
// An average is a sum divided by how many elements of each window count, which depends on the place near the
// edges. The count of a window is the product of its counts along each dimension, so it is computed from a
// list per dimension.
//
//===----------------------------------------------------------------------===//

#include "passes/Import/Onnx/OnnxPooling.h"
#include "passes/Import/Onnx/OpTable.h"
#include "passes/Import/Onnx/Windows.h"
#include <cmath>

using namespace heddle;
using namespace heddle::importer;
using graph::Combiner;
using graph::PoolKind;

static Value pool(NodeImporter &n, PoolKind kind, Value channelsLast, const Windows &windows) {
  return n.make<graph::PoolOp>(kind, channelsLast, windows.window, windows.strides, windows.dilations,
                               windows.padsLow, windows.padsHigh);
}

//===----------------------------------------------------------------------===//
// MaxPool
//===----------------------------------------------------------------------===//

/// Places in the spatial plane [N, C, spatial…] -> places in the whole tensor, row- or column-major in the
/// plane.
static Value placesInTensor(NodeImporter &n, Value places, ArrayRef<SymExpr> inputShape, bool columnMajor) {
  if (n.failed()) {
    return nullptr;
  }
  Type i64 = n.builder().getI64Type();
  ArrayRef<SymExpr> spatial = inputShape.drop_front(2);
  if (columnMajor) {
    // Row-major p = i0 * s1 * … + i1 * …; column-major i0 + i1 * s0 + ….
    Value rest = places, result;
    SymExpr stride(1);
    SmallVector<Value> indices(spatial.size());
    for (size_t d = spatial.size(); d-- > 0;) {
      Value size = n.size(spatial[d]);
      indices[d] = n.make<graph::ModOp>(rest, size);
      rest = n.make<graph::DivOp>(rest, size);
    }
    for (size_t d = 0; d < spatial.size(); ++d) {
      Value term = n.make<graph::MulOp>(indices[d], n.size(stride));
      result = result ? n.make<graph::AddOp>(result, term) : term;
      stride = stride * spatial[d];
    }
    places = result;
  }
  SmallVector<SymExpr> planes(inputShape.size(), SymExpr(1));
  planes[0] = inputShape[0];
  planes[1] = inputShape[1];
  Value batch = n.iota(planes, 0, i64), channel = n.iota(planes, 1, i64);
  Value plane = n.make<graph::AddOp>(n.make<graph::MulOp>(batch, n.size(inputShape[1])), channel);
  return n.make<graph::AddOp>(places, n.make<graph::MulOp>(plane, n.size(product(spatial))));
}

Value importer::maxPool(NodeImporter &n, Value x) {
  FailureOr<Windows> windows = x ? readWindows(n, n.shape(x)) : FailureOr<Windows>(failure());
  return failed(windows) ? Value()
                         : toChannelsFirst(n, pool(n, PoolKind::Max, toChannelsLast(n, x), *windows));
}

static LogicalResult importMaxPool(NodeImporter &n) {
  graph::SymShape shape = n.shape(n.input(0));
  bool columnMajor = n.intAttr("storage_order", 0) != 0;
  FailureOr<Windows> windows = readWindows(n, shape);
  if (failed(windows)) {
    return failure();
  }
  Value input = toChannelsLast(n, n.input(0));
  Value result = toChannelsFirst(n, pool(n, PoolKind::Max, input, *windows));
  if (!n.hasOutput(1)) {
    return n.finish(result);
  }
  Value places =
      toChannelsFirst(n, n.make<graph::ArgPoolOp>(input, windows->window, windows->strides,
                                                  windows->dilations, windows->padsLow, windows->padsHigh));
  return n.finish({result, placesInTensor(n, places, shape, columnMajor)});
}

//===----------------------------------------------------------------------===//
// AveragePool and LpPool
//===----------------------------------------------------------------------===//

/// How many window positions along spatial dimension `d` lie in [lower, upper) for each output, as i64
/// [1, …, out, …, 1] (channels-last). Position j of output o is at o * stride - low + j * dilation.
static Value countAlong(NodeImporter &n, const Windows &windows, size_t d, const SymExpr &out, int64_t lower,
                        const SymExpr &upper) {
  SmallVector<SymExpr> shape(windows.rank() + 2, SymExpr(1));
  shape[d + 1] = out;
  Type i64 = n.builder().getI64Type();
  auto number = [&](int64_t value) { return n.scalarInt(value, i64); };
  Value start =
      n.make<graph::SubOp>(n.make<graph::MulOp>(n.iota(shape, d + 1, i64), number(windows.strides[d])),
                           number(windows.padsLow[d]));
  // First and last j inside: ceil((lower - start) / dilation) and floor((upper - 1 - start) / dilation), in
  // range. Both numerators are made non-negative first, since division rounds towards 0.
  auto clamp = [&](Value value) { return n.make<graph::MaxOp>(value, number(0)); };
  int64_t dilation = windows.dilations[d];
  Value below = clamp(n.make<graph::SubOp>(number(lower), start));
  Value first = n.make<graph::DivOp>(n.make<graph::AddOp>(below, number(dilation - 1)), number(dilation));
  Value room = clamp(n.make<graph::SubOp>(n.size(upper), start)); // positions start, start + 1, … below upper
  Value end = n.make<graph::DivOp>(n.make<graph::AddOp>(room, number(dilation - 1)), number(dilation));
  end = n.make<graph::MinOp>(end, number(windows.window[d]));
  return clamp(n.make<graph::SubOp>(end, first));
}

/// The number of elements that count for each window, broadcastable against the channels-last result.
static Value windowCounts(NodeImporter &n, const Windows &windows, ArrayRef<SymExpr> inputShape, Value result,
                          bool includePads, Type elementType) {
  if (n.failed()) {
    return nullptr;
  }
  bool full = windows.padsHigh == windows.givenHigh &&
              (includePads || (llvm::all_of(windows.padsLow, [](int64_t pad) { return pad == 0; }) &&
                               llvm::all_of(windows.padsHigh, [](int64_t pad) { return pad == 0; })));
  if (full) {
    double count = 1;
    for (int64_t size : windows.window) {
      count *= size;
    }
    return n.scalar(count, elementType);
  }
  graph::SymShape out = n.shape(result);
  Value counts;
  for (size_t d = 0; d < windows.rank(); ++d) {
    int64_t lower = includePads ? -windows.padsLow[d] : 0;
    SymExpr upper = inputShape[d + 2] + SymExpr(includePads ? windows.givenHigh[d] : 0);
    Value along = countAlong(n, windows, d, out[d + 1], lower, upper);
    counts = counts ? n.make<graph::MulOp>(counts, along) : along;
  }
  return n.castTo(counts, elementType);
}

Value importer::averagePool(NodeImporter &n, Value x) {
  if (n.failed()) {
    return nullptr;
  }
  graph::SymShape shape = n.shape(x);
  bool includePads = n.intAttr("count_include_pad", 0) != 0;
  FailureOr<Windows> windows = readWindows(n, shape);
  if (failed(windows)) {
    return nullptr;
  }
  Type type = n.elementType(x), computeType = n.computeType(type);
  Value sum = pool(n, PoolKind::Add, n.castTo(toChannelsLast(n, x), computeType), *windows);
  Value counts = windowCounts(n, *windows, shape, sum, includePads, computeType);
  return toChannelsFirst(n, n.castTo(n.make<graph::DivOp>(sum, counts), type));
}

static LogicalResult importAveragePool(NodeImporter &n) { return n.finish(averagePool(n, n.input(0))); }

/// sum(|x|^p)^(1/p)
static Value root(NodeImporter &n, Value sum, double p) {
  if (p == 1) {
    return sum;
  }
  return p == 2 ? n.make<graph::SqrtOp>(sum) : n.make<graph::PowOp>(sum, n.scalarLike(1 / p, sum));
}

static Value powerOfAbsolute(NodeImporter &n, Value x, double p) {
  if (p == 2) {
    return n.make<graph::MulOp>(x, x);
  }
  Value absolute = n.make<graph::AbsOp>(x);
  return p == 1 ? absolute : n.make<graph::PowOp>(absolute, n.scalarLike(p, x));
}

static LogicalResult importLpPool(NodeImporter &n) {
  double p = static_cast<double>(n.intAttrIn("p", 2, 1, INT32_MAX));
  FailureOr<Windows> windows = readWindows(n, n.shape(n.input(0)));
  if (failed(windows)) {
    return failure();
  }
  Value sum = pool(n, PoolKind::Add, powerOfAbsolute(n, toChannelsLast(n, n.input(0)), p), *windows);
  return n.finish(toChannelsFirst(n, root(n, sum, p)));
}

//===----------------------------------------------------------------------===//
// Global pools
//===----------------------------------------------------------------------===//

static SmallVector<int64_t> spatialAxes(NodeImporter &n) {
  return llvm::to_vector(llvm::seq<int64_t>(2, std::max<int64_t>(n.rank(n.input(0)), 2)));
}

static LogicalResult importGlobalMaxPool(NodeImporter &n) {
  return n.finish(n.reduce(Combiner::Max, n.input(0), spatialAxes(n)));
}

static LogicalResult importGlobalAveragePool(NodeImporter &n) {
  Type type = n.elementType(n.input(0));
  return n.finish(n.castTo(n.mean(n.castTo(n.input(0), n.computeType(type)), spatialAxes(n)), type));
}

static LogicalResult importGlobalLpPool(NodeImporter &n) {
  double p = static_cast<double>(n.intAttrIn("p", 2, 1, INT32_MAX));
  return n.finish(root(n, n.reduce(Combiner::Add, powerOfAbsolute(n, n.input(0), p), spatialAxes(n)), p));
}

void importer::addPoolingOps(OpTable &table) {
  table.add("MaxPool", {importMaxPool, 1, 1});
  table.add("AveragePool", {importAveragePool, 1, 1});
  table.add("LpPool", {importLpPool, 1, 1});
  table.add("GlobalMaxPool", {importGlobalMaxPool, 1, 1});
  table.add("GlobalAveragePool", {importGlobalAveragePool, 1, 1});
  table.add("GlobalLpPool", {importGlobalLpPool, 1, 1});
}
