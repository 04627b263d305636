//===- Onnx.h - the protobuf schema of ONNX ---------------------*- C++ -*-===//
//
// The generated classes of libonnx-dev (onnx 1.12). Newer files parse with it: what it does not know is kept
// as unknown fields, and element types are plain integers, named below.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_IMPORT_ONNX_ONNX_H
#define PASSES_IMPORT_ONNX_ONNX_H

#include "onnx/onnx_pb.h"
#include <cstdint>

namespace heddle::importer {

/// TensorProto.DataType, up to ONNX 1.20.
enum OnnxType : int32_t {
  kOnnxUndefined = 0,
  kOnnxFloat = 1,
  kOnnxUint8 = 2,
  kOnnxInt8 = 3,
  kOnnxUint16 = 4,
  kOnnxInt16 = 5,
  kOnnxInt32 = 6,
  kOnnxInt64 = 7,
  kOnnxString = 8,
  kOnnxBool = 9,
  kOnnxFloat16 = 10,
  kOnnxDouble = 11,
  kOnnxUint32 = 12,
  kOnnxUint64 = 13,
  kOnnxComplex64 = 14,
  kOnnxComplex128 = 15,
  kOnnxBfloat16 = 16,
  kOnnxFloat8E4M3Fn = 17,
  kOnnxFloat8E4M3Fnuz = 18,
  kOnnxFloat8E5M2 = 19,
  kOnnxFloat8E5M2Fnuz = 20,
  kOnnxUint4 = 21,
  kOnnxInt4 = 22,
  kOnnxFloat4E2M1 = 23,
  kOnnxFloat8E8M0 = 24,
  kOnnxUint2 = 25,
  kOnnxInt2 = 26,
};

} // namespace heddle::importer

#endif // PASSES_IMPORT_ONNX_ONNX_H
