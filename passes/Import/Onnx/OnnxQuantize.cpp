//===- OnnxQuantize.cpp - quantization and integer matrix products --------===//
//
// QuantizeLinear and its relatives, integer matrix products, and onnxruntime's operators on quantized tensors
// (com.microsoft QLinear…), which compute on the numbers that the integers stand for. A product of quantized
// matrices stays one of 8-bit integers (Quantization.h).
//
//===----------------------------------------------------------------------===//

#include "passes/Import/Onnx/Activations.h"
#include "passes/Import/Onnx/ModelFile.h"
#include "passes/Import/Onnx/NodeImporter.h"
#include "passes/Import/Onnx/OnnxContraction.h"
#include "passes/Import/Onnx/OnnxConvolution.h"
#include "passes/Import/Onnx/OnnxPooling.h"
#include "passes/Import/Onnx/OpTable.h"
#include "passes/Import/Onnx/Quantization.h"
#include "passes/Import/Onnx/Windows.h"

using namespace heddle;
using namespace heddle::importer;

static constexpr StringRef kMicrosoft = "com.microsoft";

//===----------------------------------------------------------------------===//
// Quantize and dequantize
//===----------------------------------------------------------------------===//

/// The element type of an attribute, or `otherwise` where it is 0 or absent; null if refused.
static Type typeAttr(NodeImporter &n, StringRef name, Type otherwise) {
  int32_t number = static_cast<int32_t>(n.intAttr(name, kOnnxUndefined));
  if (number == kOnnxUndefined) {
    return otherwise;
  }
  Type type = ModelFile::elementType(number, *n.context());
  if (!type) {
    (void)n.unsupported("elements of type " + ModelFile::elementTypeName(number) + " are not supported");
  }
  return type;
}

static LogicalResult importQuantizeLinear(NodeImporter &n) {
  Value x = n.input(0), scale = n.input(1), zeroPoint = n.input(2);
  int64_t axis = n.intAttr("axis", 1), blockSize = n.intAttr("block_size", 0);
  bool saturate = n.intAttr("saturate", 1) != 0;
  Type byte = n.builder().getIntegerType(8, /*isSigned=*/false);
  Type type = typeAttr(n, "output_dtype", zeroPoint ? n.elementType(zeroPoint) : byte);
  Type precision = typeAttr(n, "precision", n.elementType(scale));
  if (n.failed()) {
    return failure();
  }
  if (zeroPoint && n.elementType(zeroPoint) != type) {
    return n.bad("'output_dtype' is not the type of the zero point");
  }
  Value real = n.castTo(x, precision),
        divisor = n.castTo(spreadOver(n, scale, x, axis, blockSize), precision);
  Value shift = zeroPoint ? spreadOver(n, zeroPoint, x, axis, blockSize) : zeroPoint;
  return n.finish(n.failed() ? Value() : quantize(n, real, divisor, shift, type, saturate));
}

static LogicalResult importDequantizeLinear(NodeImporter &n) {
  Value x = n.input(0), scale = n.input(1), zeroPoint = n.input(2);
  int64_t axis = n.intAttr("axis", 1), blockSize = n.intAttr("block_size", 0);
  Type type = typeAttr(n, "output_dtype", n.elementType(scale));
  Value factor = n.failed() ? Value() : n.castTo(spreadOver(n, scale, x, axis, blockSize), type);
  Value shift = zeroPoint ? spreadOver(n, zeroPoint, x, axis, blockSize) : zeroPoint;
  return n.finish(dequantize(n, {x, factor, shift}));
}

static LogicalResult importDynamicQuantizeLinear(NodeImporter &n) {
  Quantized q = quantizeDynamically(n, n.input(0));
  return n.finish({q.values, q.scale, q.zeroPoint});
}

//===----------------------------------------------------------------------===//
// Integer matrix products
//===----------------------------------------------------------------------===//

/// A scale or zero point of a matrix: one element, one per row (`a`: [M] or [..., M, 1]) or one per column
/// (`b`: [N] or
/// [..., 1, N]), to broadcast against the product.
static Value againstProduct(NodeImporter &n, Value parameter, bool perRow) {
  if (!parameter || n.failed()) {
    return nullptr;
  }
  if (product(n.shape(parameter)).isConstant(1)) {
    return n.reshape(parameter, ArrayRef<SymExpr>());
  }
  return perRow && n.rank(parameter) == 1 ? n.unsqueeze(parameter, {1}) : parameter;
}

/// a times b less their zero points, i32.
static Value integerMatmul(NodeImporter &n, Value a, Value aZero, Value b, Value bZero) {
  return integerContract(n, matmulEquation(n.rank(a), n.rank(b)), a,
                         againstProduct(n, nonZeroOrNull(n, aZero), /*perRow=*/true), b,
                         againstProduct(n, nonZeroOrNull(n, bZero), /*perRow=*/false));
}

static LogicalResult importMatMulInteger(NodeImporter &n) {
  return n.finish(integerMatmul(n, n.input(0), n.input(2), n.input(1), n.input(3)));
}

/// The number that an i32 product of quantized tensors stands for.
static Value realProduct(NodeImporter &n, Value product, Value aScale, Value bScale) {
  Value scale = n.make<graph::MulOp>(againstProduct(n, aScale, /*perRow=*/true),
                                     againstProduct(n, bScale, /*perRow=*/false));
  return scale ? n.make<graph::MulOp>(n.castTo(product, n.elementType(scale)), scale) : scale;
}

static LogicalResult importQLinearMatMul(NodeImporter &n) {
  // a, a_scale, a_zero_point, b, b_scale, b_zero_point, y_scale, y_zero_point
  Value product = integerMatmul(n, n.input(0), n.input(2), n.input(3), n.input(5));
  // Sums of products leave the range of f16, so the last steps are taken in f32.
  Type wide = n.builder().getF32Type();
  Value real = realProduct(n, product, n.castTo(n.input(1), wide), n.castTo(n.input(4), wide));
  Value scale = againstProduct(n, n.castTo(n.input(6), wide), /*perRow=*/true);
  Value zeroPoint = againstProduct(n, n.input(7), /*perRow=*/true);
  return n.finish(quantize(n, real, scale, zeroPoint, n.elementType(n.input(7))));
}

/// com.microsoft MatMulIntegerToFloat: a, b, a_scale, b_scale, a_zero_point, b_zero_point, bias.
static LogicalResult importMatMulIntegerToFloat(NodeImporter &n) {
  Value product = integerMatmul(n, n.input(0), n.input(4), n.input(1), n.input(5));
  Value real = realProduct(n, product, n.input(2), n.input(3));
  return n.finish(n.hasInput(6) ? n.make<graph::AddOp>(real, n.input(6)) : real);
}

/// com.microsoft DynamicQuantizeMatMul: A (float), B, b_scale, b_zero_point, bias.
static LogicalResult importDynamicQuantizeMatMul(NodeImporter &n) {
  Quantized a = quantizeDynamically(n, n.input(0));
  if (n.failed()) {
    return failure();
  }
  Value product = integerMatmul(n, a.values, a.zeroPoint, n.input(1), n.input(3));
  Value real = realProduct(n, product, a.scale, n.input(2));
  return n.finish(n.hasInput(4) ? n.make<graph::AddOp>(real, n.input(4)) : real);
}

/// com.microsoft QGemm: A, a_scale, a_zero_point, B, b_scale, b_zero_point, C, y_scale, y_zero_point. C is
/// i32 of scale alpha * a_scale * b_scale; without y_scale the result is float.
static LogicalResult importQGemm(NodeImporter &n) {
  bool transA = n.intAttr("transA", 0) != 0, transB = n.intAttr("transB", 0) != 0;
  double alpha = n.floatAttr("alpha", 1);
  std::string equation = std::string(transA ? "km" : "mk") + "," + (transB ? "nk" : "kn") + "->mn";
  Value product = integerContract(n, equation, n.input(0), againstProduct(n, n.input(2), /*perRow=*/true),
                                  n.input(3), againstProduct(n, n.input(5), /*perRow=*/false));
  if (n.hasInput(6)) {
    product = n.make<graph::AddOp>(product, n.input(6));
  }
  Value real = realProduct(n, product, n.input(1), n.input(4));
  if (alpha != 1) {
    real = n.make<graph::MulOp>(real, n.scalarLike(alpha, real));
  }
  if (!n.hasInput(7) || n.failed()) {
    return n.finish(real);
  }
  Type type = n.elementType(n.hasInput(8) ? n.input(8) : n.input(0));
  return n.finish(
      quantize(n, real, againstProduct(n, n.input(7), false), againstProduct(n, n.input(8), false), type));
}

/// com.microsoft MatMulNBits: A (float), B [N, blocks, bytes] of packed 4- or 8-bit columns, scales [N *
/// blocks], zero_points (packed like B, or of A's type), g_idx, bias. Element i of a byte is its lower half
/// first.
static LogicalResult importMatMulNBits(NodeImporter &n) {
  int64_t columns = n.intAttrIn("N", 0, 1, INT32_MAX), depth = n.intAttrIn("K", 0, 1, INT32_MAX),
          block = n.intAttrIn("block_size", 32, 1, INT32_MAX), bits = n.intAttr("bits", 4);
  n.ignoreAttr("accuracy_level"); // a licence to compute less exactly
  Value a = n.input(0), packed = n.input(1);
  if (n.hasInput(4) || (bits != 4 && bits != 8)) {
    return n.unsupported(n.hasInput(4) ? "a group index is not supported"
                                       : Twine(bits) + " bits are not supported");
  }
  int64_t blocks = (depth + block - 1) / block;
  auto unpack = [&](Value bytes, int64_t count) { // [N, count] integers of u8 from [N, bytes]
    if (bits == 8) {
      return n.reshape(bytes, {columns, count});
    }
    int64_t pairs = (count + 1) / 2;
    Value flat = n.reshape(bytes, {columns, pairs, 1});
    Value low = n.make<graph::AndOp>(flat, n.scalarLike(15, flat));
    Value high = n.make<graph::ShiftRightOp>(flat, n.scalarLike(4, flat));
    return n.sliceDim(n.reshape(n.concat({low, high}, 2), {columns, 2 * pairs}), 1, 0, count);
  };
  Type type = n.elementType(a);
  Value values = n.castTo(n.reshape(unpack(packed, blocks * block), {columns, blocks, block}), type);
  Value scales = n.reshape(n.input(2), {columns, blocks, 1}), zero = n.scalar(bits == 4 ? 8 : 128, type);
  if (n.hasInput(3)) {
    bool isPacked = !n.isFloat(n.input(3));
    zero =
        n.reshape(isPacked ? n.castTo(unpack(n.input(3), blocks), type) : n.input(3), {columns, blocks, 1});
  }
  Value real = n.make<graph::MulOp>(n.make<graph::SubOp>(values, zero), n.castTo(scales, type));
  Value weights = n.sliceDim(n.reshape(real, {columns, blocks * block}), 1, 0, depth);
  std::string batch = std::string("abcdefghij").substr(0, n.rank(a) - 1);
  Value result = n.contract(batch + "k,nk->" + batch + "n", a, weights);
  return n.finish(n.hasInput(5) ? n.make<graph::AddOp>(result, n.input(5)) : result);
}

//===----------------------------------------------------------------------===//
// Integer convolutions
//===----------------------------------------------------------------------===//

/// A scale or zero point of one element as a scalar; one per output channel stays.
static Value perChannel(NodeImporter &n, Value parameter) {
  bool single = parameter && product(n.shape(parameter)).isConstant(1);
  return single ? n.reshape(parameter, ArrayRef<SymExpr>()) : parameter;
}

/// The convolution of 8-bit integers less their zero points, i32, channels-last. A filter with zero point 0
/// stays one of 8 bits: what the input's zero point adds is its product with the sum of each output channel's
/// weights, and what stands around the input is the zero point.
static Value integerConvolution(NodeImporter &n, Value x, Value xZero, Value filter, Value filterZero) {
  Type wide = n.builder().getI32Type();
  xZero = perChannel(n, nonZeroOrNull(n, xZero));
  filterZero = perChannel(n, nonZeroOrNull(n, filterZero));
  if (n.failed()) {
    return nullptr;
  }
  int64_t rank = n.rank(filter);
  auto inner = llvm::to_vector(llvm::seq<int64_t>(1, rank));
  if (!filterZero) {
    Value sum = convolution(n, x, filter, xZero);
    if (!xZero || !sum) {
      return sum;
    }
    Value weights = n.squeeze(integerSum(n, filter, inner), inner);
    return n.make<graph::SubOp>(sum, n.make<graph::MulOp>(n.castTo(xZero, wide), weights));
  }
  auto less = [&](Value value, Value zero) {
    value = n.castTo(value, wide);
    return zero ? n.make<graph::SubOp>(value, n.castTo(zero, wide)) : value;
  };
  if (n.rank(filterZero) == 1) { // along the output channels, dimension 0
    filterZero = n.unsqueeze(filterZero, inner);
  }
  Value left = less(x, xZero), right = less(filter, filterZero);
  return n.failed() ? Value() : convolution(n, left, right);
}

static LogicalResult importConvInteger(NodeImporter &n) {
  return n.finish(toChannelsFirst(n, integerConvolution(n, n.input(0), n.input(2), n.input(1), n.input(3))));
}

/// x, x_scale, x_zero_point, w, w_scale, w_zero_point, y_scale, y_zero_point, B: i32 of scale x_scale *
/// w_scale.
static LogicalResult importQLinearConv(NodeImporter &n) {
  if (n.intAttr("channels_last", 0) != 0) { // com.microsoft
    return n.unsupported("channels_last is not supported");
  }
  Value sum = integerConvolution(n, n.input(0), n.input(2), n.input(3), n.input(5));
  if (n.hasInput(8)) {
    sum = n.make<graph::AddOp>(sum, n.input(8));
  }
  Type real = n.builder().getF32Type();
  Value scale = n.make<graph::MulOp>(perChannel(n, n.input(1)), perChannel(n, n.input(4)));
  Value result = n.make<graph::MulOp>(n.castTo(sum, real), scale);
  Value quantized = n.failed() ? Value()
                               : quantize(n, result, perChannel(n, n.input(6)), perChannel(n, n.input(7)),
                                          n.elementType(n.input(7)));
  return n.finish(toChannelsFirst(n, quantized));
}

//===----------------------------------------------------------------------===//
// Element-wise operators on quantized tensors
//===----------------------------------------------------------------------===//

/// Operands i, i + 1 and i + 2 as a tensor, its scale and its zero point.
static Value realInput(NodeImporter &n, unsigned i) {
  Value x = n.input(i);
  return dequantize(n, {x, spreadOver(n, n.input(i + 1), x, 1),
                        n.hasInput(i + 2) ? spreadOver(n, n.input(i + 2), x, 1) : Value()});
}

/// A float as the output of operands i (scale) and i + 1 (zero point).
static LogicalResult finishQuantized(NodeImporter &n, Value real, unsigned i, Type type) {
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
  auto spatial =
      llvm::to_vector(channelsLast ? llvm::seq<int64_t>(1, rank - 1) : llvm::seq<int64_t>(2, rank));
  return finishQuantized(n, n.mean(realInput(n, 0), spatial), 3, n.elementType(n.input(0)));
}

static LogicalResult importQLinearAveragePool(NodeImporter &n) {
  if (n.intAttr("channels_last", 0) != 0) {
    return n.unsupported("channels_last is not supported");
  }
  Value result = averagePool(n, realInput(n, 0));
  return n.failed() ? failure() : finishQuantized(n, result, 3, n.elementType(n.input(0)));
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

//===----------------------------------------------------------------------===//
// Table
//===----------------------------------------------------------------------===//

void importer::addQuantizeOps(OpTable &table) {
  for (StringRef domain : {StringRef(""), kMicrosoft}) {
    table.add("QuantizeLinear", {importQuantizeLinear, 2, 3}, domain);
    table.add("DequantizeLinear", {importDequantizeLinear, 2, 3}, domain);
    table.add("QLinearConv", {importQLinearConv, 8, 9}, domain);
  }
  table.add("DynamicQuantizeLinear", {importDynamicQuantizeLinear});
  table.add("ConvInteger", {importConvInteger, 2, 4});
  table.add("MatMulInteger", {importMatMulInteger, 2, 4});
  table.add("QLinearMatMul", {importQLinearMatMul, 8, 8});
  table.add("MatMulIntegerToFloat", {importMatMulIntegerToFloat, 4, 7}, kMicrosoft);
  table.add("DynamicQuantizeMatMul", {importDynamicQuantizeMatMul, 3, 5}, kMicrosoft);
  table.add("QGemm", {importQGemm, 6, 9}, kMicrosoft);
  table.add("MatMulNBits", {importMatMulNBits, 3, 6}, kMicrosoft);
  table.add("QLinearAdd", {importQLinearBinary<graph::AddOp>, 7, 8}, kMicrosoft);
  table.add("QLinearMul", {importQLinearBinary<graph::MulOp>, 7, 8}, kMicrosoft);
  table.add("QLinearSigmoid", {importQLinearSigmoid, 4, 5}, kMicrosoft);
  table.add("QLinearLeakyRelu", {importQLinearLeakyRelu, 4, 5}, kMicrosoft);
  table.add("QLinearGlobalAveragePool", {importQLinearGlobalAveragePool, 5, 5}, kMicrosoft);
  table.add("QLinearAveragePool", {importQLinearAveragePool, 4, 5}, kMicrosoft);
  table.add("QLinearConcat", {importQLinearConcat, 5, OpEntry::kVariadic}, kMicrosoft);
}
