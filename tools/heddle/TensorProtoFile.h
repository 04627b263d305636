//===- TensorProtoFile.h - ONNX's tensor files (.pb) ------------*- C++ -*-===//
//
// A serialized onnx.TensorProto, as the ONNX backend tests keep their inputs and outputs. In the file 4-bit
// integers are packed two to a byte, the first in the low half; in memory each has a byte.
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HEDDLE_TENSORPROTOFILE_H
#define TOOLS_HEDDLE_TENSORPROTOFILE_H

#include "tools/heddle/HostTensor.h"

namespace google::protobuf {
class MessageLite;
} // namespace google::protobuf
namespace onnx {
class TensorProto;
} // namespace onnx

namespace heddle::cli {

/// Reads a tensor. Errors name the path. Sequences and external data are refused.
llvm::Expected<HostTensor> readTensorProto(llvm::StringRef path);

/// Writes a tensor called `name`. The file is complete or not there.
llvm::Error writeTensorProto(llvm::StringRef path, llvm::StringRef name, const HostTensor &tensor);

/// The tensor of a message that was read from `path`, and a message's type, shape and data from a tensor.
llvm::Expected<HostTensor> tensorOf(const onnx::TensorProto &proto, llvm::StringRef path);
void fillProto(onnx::TensorProto &proto, const HostTensor &tensor);

/// Reads or writes any message of protobuf.
llvm::Error readMessage(llvm::StringRef path, google::protobuf::MessageLite &message);
llvm::Error writeMessage(llvm::StringRef path, const google::protobuf::MessageLite &message);

} // namespace heddle::cli

#endif // TOOLS_HEDDLE_TENSORPROTOFILE_H
