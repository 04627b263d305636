//===- TensorProtoFile.h - ONNX's tensor files (.pb) ------------*- C++ -*-===//
//
// A serialized onnx.TensorProto, as the ONNX backend tests keep their inputs and outputs. In the file 4-bit
// integers are packed two to a byte, the first in the low half; in memory each has a byte.
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HEDDLE_TENSORPROTOFILE_H
#define TOOLS_HEDDLE_TENSORPROTOFILE_H

#include "tools/heddle/HostTensor.h"

namespace heddle::cli {

/// Reads a tensor. Errors name the path. Text, sequences and external data are refused.
llvm::Expected<HostTensor> readTensorProto(llvm::StringRef path);

/// Writes a tensor called `name`. The file is complete or not there.
llvm::Error writeTensorProto(llvm::StringRef path, llvm::StringRef name, const HostTensor &tensor);

} // namespace heddle::cli

#endif // TOOLS_HEDDLE_TENSORPROTOFILE_H
