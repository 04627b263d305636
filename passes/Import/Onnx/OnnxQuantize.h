//===- OnnxQuantize.h - quantized tensors as operands -----------*- C++ -*-===//

#ifndef PASSES_IMPORT_ONNX_ONNXQUANTIZE_H
#define PASSES_IMPORT_ONNX_ONNXQUANTIZE_H

#include "passes/Import/Onnx/Quantization.h"

namespace heddle::importer {

/// The matrix product of two quantized tensors as a number: one of integers, scaled.
Value realMatmul(NodeImporter &n, const Quantized &a, const Quantized &b);

/// `count` unsigned integers of `bits` bits in each row of bytes, the lowest bits first: u8 [rows, count] of
/// u8 [rows, bytes].
Value unpackBits(NodeImporter &n, Value bytes, const SymExpr &rows, int64_t count, int64_t bits);

/// A scale or zero point of one element as a scalar; one per output channel stays.
Value perChannel(NodeImporter &n, Value parameter);

/// Operands i, i + 1 and i + 2 as a tensor, its scale and its zero point: the numbers that they stand for.
Value realInput(NodeImporter &n, unsigned i);

/// A float as the output whose scale and zero point are operands i and i + 1.
LogicalResult finishQuantized(NodeImporter &n, Value real, unsigned i, Type type);

} // namespace heddle::importer

#endif // PASSES_IMPORT_ONNX_ONNXQUANTIZE_H
