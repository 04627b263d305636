//===- OnnxQLinear.cpp - onnxruntime's operators on quantized tensors -----===//
//
// Those of com.microsoft that compute on the numbers that integers stand for and quantize the result.
//
//===----------------------------------------------------------------------===//

#include "passes/Import/Onnx/Activations.h"
#include "passes/Import/Onnx/OnnxContrib.h"
#include "passes/Import/Onnx/OnnxPooling.h"
#include "passes/Import/Onnx/OnnxQuantize.h"
#include "passes/Import/Onnx/OpTable.h"
#include "passes/Import/Onnx/Windows.h"

using namespace heddle;
using namespace heddle::importer;

Value importer::realInput(NodeImporter &n, unsigned i) {
  Value x = n.input(i);
  return dequantize(n, {x, spreadOver(n, n.input(i + 1), x, 1),
                        n.hasInput(i + 2) ? spreadOver(n, n.input(i + 2), x, 1) : Value()});
}

LogicalResult importer::finishQuantized(NodeImporter &n, Value real, unsigned i, Type type) {
  Value zeroPoint = n.hasInput(i + 1) ? spreadOver(n, n.input(i + 1), real, 1) : Value();
  return n.finish(quantize(n, real, spreadOver(n, n.input(i), real, 1), zeroPoint, type));
}

template <typename OpTy> static LogicalResult importQLinearBinary(NodeImporter &n) {
  Value result = n.make<OpTy>(realInput(n, 0), realInput(n, 3));
  return finishQuantized(n, result, 6, n.elementType(n.input(0)));
}

static LogicalResult importQLinearSigmoid(NodeImporter &n) {
  return finishQuantized(n, n.make<graph::SigmoidOp>(realInput(n, 0)), 3, n.elementType(n.input(0)));
}

static LogicalResult importQLinearLeakyRelu(NodeImporter &n) {
  Value result = leakyRelu(n, realInput(n, 0), n.floatAttr("alpha", 0.01));
  return finishQuantized(n, result, 3, n.elementType(n.input(0)));
}

/// com.microsoft QLinearGlobalAveragePool: X, x_scale, x_zero_point, y_scale, y_zero_point.
static LogicalResult importQLinearGlobalAveragePool(NodeImporter &n) {
  int64_t rank = n.rank(n.input(0));
  bool channelsLast = n.intAttr("channels_last", 0) != 0;
  if (rank < 2) {
    return n.bad("the input has rank " + Twine(rank) + " but at least 2 is wanted");
  }
  auto spatial =
      llvm::to_vector(channelsLast ? llvm::seq<int64_t>(1, rank - 1) : llvm::seq<int64_t>(2, rank));
  return finishQuantized(n, n.mean(realInput(n, 0), spatial), 3, n.elementType(n.input(0)));
}

static LogicalResult importQLinearAveragePool(NodeImporter &n) {
  bool channelsLast = n.intAttr("channels_last", 0) != 0;
  Value x = realInput(n, 0);
  Value result = averagePool(n, channelsLast ? toChannelsFirst(n, x) : x);
  result = channelsLast ? toChannelsLast(n, result) : result;
  return n.failed() ? failure() : finishQuantized(n, result, 3, n.elementType(n.input(0)));
}

/// Over the axis; before opset 13 over it and all behind it.
static LogicalResult importQLinearSoftmax(NodeImporter &n) {
  int64_t opset = n.intAttr("opset", 13);
  Value x = realInput(n, 0);
  int64_t rank = n.rank(n.input(0));
  FailureOr<int64_t> axis = n.axis(n.intAttr("axis", opset < 13 ? 1 : -1), rank);
  if (failed(axis)) {
    return failure();
  }
  auto axes = llvm::to_vector(llvm::seq<int64_t>(*axis, opset < 13 ? rank : *axis + 1));
  return finishQuantized(n, softmax(n, x, axes), 3, n.elementType(n.input(0)));
}

/// condition, X, x_scale, x_zero_point, Y, y_scale, y_zero_point, z_scale, z_zero_point.
static LogicalResult importQLinearWhere(NodeImporter &n) {
  Value result = n.select(n.input(0), realInput(n, 1), realInput(n, 4));
  return finishQuantized(n, result, 7, n.elementType(n.input(1)));
}

static LogicalResult importQLinearReduceMean(NodeImporter &n) {
  int64_t rank = n.rank(n.input(0));
  SmallVector<int64_t> all = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  FailureOr<SmallVector<int64_t>> axes = n.axes(n.intsAttr("axes").value_or(all), rank);
  if (failed(axes)) {
    return failure();
  }
  Value mean = n.mean(realInput(n, 0), *axes);
  mean = n.intAttr("keepdims", 1) != 0 ? mean : n.squeeze(mean, *axes);
  return n.failed() ? failure() : finishQuantized(n, mean, 3, n.elementType(n.input(0)));
}

/// A maximum of the integers: the order of the numbers that they stand for.
static LogicalResult importNhwcMaxPool(NodeImporter &n) {
  return n.finish(toChannelsLast(n, maxPool(n, toChannelsFirst(n, n.input(0)))));
}

/// Integers of `bits` bits one by one where a byte of u8 along the last dimension holds several.
static Value unpacked(NodeImporter &n, Value packed, int64_t bits) {
  graph::SymShape shape = packed ? n.shape(packed) : graph::SymShape();
  std::optional<int64_t> bytes = shape.empty() ? std::nullopt : shape.back().constant();
  if (!bytes || bits == 8 || n.elementType(packed).getIntOrFloatBitWidth() != 8) {
    return packed;
  }
  int64_t count = *bytes * 8 / bits;
  Value values = unpackBits(n, packed, product(ArrayRef(shape).drop_back()), count, bits);
  shape.back() = count;
  return n.reshape(values, shape);
}

/// A gather along one axis of integers that are quantized in blocks along another: data, indices, scales,
/// zero_points. Only what is gathered is dequantized.
static LogicalResult importGatherBlockQuantized(NodeImporter &n) {
  Value data = n.input(0), indices = n.input(1);
  int64_t rank = n.rank(data), bits = n.intAttr("bits", 4),
          block = n.intAttrIn("block_size", 128, 1, INT32_MAX);
  FailureOr<int64_t> axis = n.axis(n.intAttr("gather_axis", 0), rank);
  FailureOr<int64_t> quantized = n.axis(n.intAttr("quantize_axis", 1), rank);
  if (failed(axis) || failed(quantized)) {
    return failure();
  }
  if (n.rank(n.input(2)) != rank || (n.hasInput(3) && n.rank(n.input(3)) != rank)) {
    return n.bad("the scales or zero points are not of the rank " + Twine(rank) + " of the data");
  }
  bool isByte = n.elementType(data).isUnsignedInteger(8);
  bool isPacked = isByte && bits != 8;
  if (n.isFloat(data) || *axis == *quantized ||
      (isPacked && (*quantized != rank - 1 || (bits != 2 && bits != 4)))) {
    return n.unsupported("data of " + Twine(bits) + " bits in blocks along axis " + Twine(*quantized) +
                         ", gathered along axis " + Twine(*axis) + ", are not supported");
  }
  auto gathered = [&](Value x) { return unpacked(n, n.gather(x, indices, *axis), bits); };
  Value values = gathered(data), scale = n.gather(n.input(2), indices, *axis), zeros;
  int64_t along = *quantized < *axis ? *quantized : *quantized + n.rank(indices) - 1;
  if (n.failed()) {
    return failure();
  }
  if (n.hasInput(3)) { // the last of packed ones may be fill
    zeros = gathered(n.input(3));
    zeros = zeros ? n.sliceDim(zeros, along, 0, n.shape(scale)[along]) : zeros;
    zeros = zeros ? spreadOver(n, zeros, values, along, block) : zeros;
  } else if (isByte) {
    zeros = n.scalarLike(1 << (bits - 1), values);
  }
  return n.finish(dequantize(n, {values, spreadOver(n, scale, values, along, block), zeros}));
}

/// com.microsoft QLinearConcat: y_scale, y_zero_point, then each input with its scale and zero point.
static LogicalResult importQLinearConcat(NodeImporter &n) {
  if (n.numInputs() % 3 != 2 || n.numInputs() < 5) {
    return n.bad("has " + Twine(n.numInputs()) + " inputs but 2 and a triple for each tensor are wanted");
  }
  SmallVector<Value> parts;
  for (unsigned i = 2; i < n.numInputs(); i += 3) {
    parts.push_back(realInput(n, i));
  }
  FailureOr<int64_t> axis = n.axis(n.intAttr("axis", 0), n.rank(n.input(2)));
  return failed(axis) ? failure() : finishQuantized(n, n.concat(parts, *axis), 0, n.elementType(n.input(2)));
}

void importer::addQLinearOps(OpTable &table) {
  table.add("QLinearAdd", {importQLinearBinary<graph::AddOp>, 7, 8}, kMicrosoft);
  table.add("QLinearMul", {importQLinearBinary<graph::MulOp>, 7, 8}, kMicrosoft);
  table.add("QLinearSigmoid", {importQLinearSigmoid, 4, 5}, kMicrosoft);
  table.add("QLinearLeakyRelu", {importQLinearLeakyRelu, 4, 5}, kMicrosoft);
  table.add("QLinearSoftmax", {importQLinearSoftmax, 4, 5}, kMicrosoft);
  table.add("QLinearWhere", {importQLinearWhere, 8, 9}, kMicrosoft);
  table.add("QLinearReduceMean", {importQLinearReduceMean, 4, 5}, kMicrosoft);
  table.add("QLinearGlobalAveragePool", {importQLinearGlobalAveragePool, 5, 5}, kMicrosoft);
  table.add("QLinearAveragePool", {importQLinearAveragePool, 4, 5}, kMicrosoft);
  table.add("QLinearConcat", {importQLinearConcat, 5, OpEntry::kVariadic}, kMicrosoft);
  table.add("NhwcMaxPool", {importNhwcMaxPool}, kMicrosoft);
  table.add("GatherBlockQuantized", {importGatherBlockQuantized, 3, 4}, kMicrosoft);
}
