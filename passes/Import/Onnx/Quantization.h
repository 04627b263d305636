//===- Quantization.h - integer products with zero points -------*- C++ -*-===//
//
// A quantized number q stands for (q - zero point) * scale. The sum over k of (a - za) * (b - zb) is written
// as
//   sum a * b  -  za * sum b  -  zb * sum a  +  K * za * zb
// in 32-bit integers, which wrap: exact whenever the true sum fits, as if the zero points were subtracted
// first, and the product itself stays one of 8-bit integers. A sum over a constant operand folds.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_IMPORT_ONNX_QUANTIZATION_H
#define PASSES_IMPORT_ONNX_QUANTIZATION_H

#include "passes/Import/Onnx/NodeImporter.h"

namespace heddle::importer {

/// A quantized tensor: integers and what they mean. `scale` and `zeroPoint` broadcast against the values; a
/// null zero point is 0.
struct Quantized {
  Value values, scale, zeroPoint;
};

/// `x` as u8 with one scale and one zero point (scalars of rank 0) from its range, widened to hold 0, as
/// ONNX's DynamicQuantizeLinear. A tensor of zeros has the scale 1.
Quantized quantizeDynamically(NodeImporter &n, Value x);

/// The value itself, or null if all its elements are known to be 0.
Value nonZeroOrNull(NodeImporter &n, Value zeroPoint);

/// The sum of 8-bit integers over `axes`, which stay with size 1; i32. That of a constant is taken at once,
/// since its widened form would be too large to fold.
Value integerSum(NodeImporter &n, Value values, ArrayRef<int64_t> axes);

/// The sum of products of 8-bit integers less their zero points, i32. Zero points are null or integers that
/// broadcast against the result. `bSum`, if not null, is the sum of b over the reduced dimensions, shaped
/// likewise: a caller in a loop takes it outside.
Value integerContract(NodeImporter &n, StringRef equation, Value a, Value aZero, Value b, Value bZero,
                      Value bSum = {});

/// Shapes a scale or zero point of QuantizeLinear (of one element, one per slice along `axis`, or one per
/// block of `blockSize` elements along `axis`) to broadcast against `x`.
Value spreadOver(NodeImporter &n, Value parameter, Value x, int64_t axis, int64_t blockSize = 0);

/// real / scale as integers (or 8-bit floats) of `type`; `zeroPoint` may be null.
Value quantize(NodeImporter &n, Value real, Value scale, Value zeroPoint, Type type, bool saturate = true);

/// (values - zeroPoint) * scale in the element type of the scale.
Value dequantize(NodeImporter &n, const Quantized &quantized);

} // namespace heddle::importer

#endif // PASSES_IMPORT_ONNX_QUANTIZATION_H
