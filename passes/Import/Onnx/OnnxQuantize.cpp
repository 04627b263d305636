//===- OnnxQuantize.cpp - quantization and integer matrix products --------===//
//
// QuantizeLinear and its relatives, and products of integers, those of onnxruntime (com.microsoft) among
// them. A product of quantized tensors stays one of 8-bit integers (Quantization.h).
//
//===----------------------------------------------------------------------===//

#include "passes/Import/Onnx/OnnxQuantize.h"
#include "passes/Import/Onnx/ModelFile.h"
#include "passes/Import/Onnx/OnnxContraction.h"
#include "passes/Import/Onnx/OnnxContrib.h"
#include "passes/Import/Onnx/OnnxConvolution.h"
#include "passes/Import/Onnx/OpTable.h"
#include "passes/Import/Onnx/Windows.h"

using namespace heddle;
using namespace heddle::importer;

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

Value importer::realMatmul(NodeImporter &n, const Quantized &a, const Quantized &b) {
  return realProduct(n, integerMatmul(n, a.values, a.zeroPoint, b.values, b.zeroPoint), a.scale, b.scale);
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
  Value real = realMatmul(n, {n.input(0), n.input(2), n.input(4)}, {n.input(1), n.input(3), n.input(5)});
  return n.finish(n.hasInput(6) ? n.make<graph::AddOp>(real, n.input(6)) : real);
}

/// com.microsoft DynamicQuantizeMatMul: A (float), B, b_scale, b_zero_point, bias.
static LogicalResult importDynamicQuantizeMatMul(NodeImporter &n) {
  Quantized a = quantizeDynamically(n, n.input(0));
  if (n.failed()) {
    return failure();
  }
  Value real = realMatmul(n, a, {n.input(1), n.input(2), n.input(3)});
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

Value importer::unpackBits(NodeImporter &n, Value bytes, const SymExpr &rows, int64_t count, int64_t bits) {
  int64_t each = 8 / bits, used = (count + each - 1) / each;
  if (bits == 8) {
    return n.reshape(bytes, {rows, count});
  }
  Value flat = n.reshape(bytes, {rows, used, 1});
  SmallVector<Value> parts;
  for (int64_t shift = 0; shift < 8 && !n.failed(); shift += bits) {
    Value moved =
        shift ? n.make<graph::ShiftRightOp>(flat, n.scalarLike(static_cast<double>(shift), flat)) : flat;
    parts.push_back(n.make<graph::AndOp>(moved, n.scalarLike((1 << bits) - 1, flat)));
  }
  return n.failed() ? Value() : n.sliceDim(n.reshape(n.concat(parts, 2), {rows, each * used}), 1, 0, count);
}

/// com.microsoft MatMulNBits: A (float), B [N, blocks, bytes] of packed columns, scales [N * blocks],
/// zero_points (packed like B, or of A's type), g_idx, bias.
static LogicalResult importMatMulNBits(NodeImporter &n) {
  int64_t columns = n.intAttrIn("N", 0, 1, INT32_MAX), depth = n.intAttrIn("K", 0, 1, INT32_MAX),
          block = n.intAttrIn("block_size", 32, 1, INT32_MAX), bits = n.intAttr("bits", 4);
  n.ignoreAttr("accuracy_level"); // a licence to compute less exactly
  Value a = n.input(0), packed = n.input(1);
  if (n.hasInput(4) || (bits != 2 && bits != 4 && bits != 8) || block % (8 / bits) != 0) {
    return n.unsupported(n.hasInput(4)
                             ? Twine("a group index is not supported")
                             : Twine(bits) + " bits in blocks of " + Twine(block) + " are not supported");
  }
  int64_t blocks = (depth + block - 1) / block;
  Type type = n.elementType(a);
  Value values = unpackBits(n, packed, columns, blocks * block, bits);
  values = n.castTo(n.reshape(values, {columns, blocks, block}), type);
  Value scales = n.reshape(n.input(2), {columns, blocks, 1}), zero = n.scalar(1 << (bits - 1), type);
  if (n.hasInput(3)) {
    Value zeros = n.isFloat(n.input(3)) ? n.input(3) : unpackBits(n, n.input(3), columns, blocks, bits);
    zero = n.reshape(n.castTo(zeros, type), {columns, blocks, 1});
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

Value importer::perChannel(NodeImporter &n, Value parameter) {
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
  bool channelsLast = n.intAttr("channels_last", 0) != 0; // com.microsoft
  Value x = channelsLast ? toChannelsFirst(n, n.input(0)) : n.input(0);
  Value sum = n.failed() ? Value() : integerConvolution(n, x, n.input(2), n.input(3), n.input(5));
  if (n.hasInput(8)) {
    sum = n.make<graph::AddOp>(sum, n.input(8));
  }
  Type real = n.builder().getF32Type();
  Value scale = n.make<graph::MulOp>(perChannel(n, n.input(1)), perChannel(n, n.input(4)));
  Value result = n.make<graph::MulOp>(n.castTo(sum, real), scale);
  Value quantized = n.failed() ? Value()
                               : quantize(n, result, perChannel(n, n.input(6)), perChannel(n, n.input(7)),
                                          n.elementType(n.input(7)));
  return n.finish(channelsLast ? quantized : toChannelsFirst(n, quantized));
}

//===----------------------------------------------------------------------===//
// Table
//===----------------------------------------------------------------------===//

void importer::addQuantizeOps(OpTable &table) {
  for (StringRef domain : {StringRef(""), StringRef(kMicrosoft)}) {
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
}
