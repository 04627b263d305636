//===- ValueProtoFile.h - ONNX's files of sequences and optionals -*- C++ -*-===//
//
// Serialized onnx.SequenceProto and onnx.OptionalProto messages as the tensors that a compiled model takes
// and gives for them (docs/sequences.md).
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HEDDLE_VALUEPROTOFILE_H
#define TOOLS_HEDDLE_VALUEPROTOFILE_H

#include "tools/heddle/HostTensor.h"
#include "tools/heddle/ModelValues.h"

namespace heddle::cli {

/// Reads the parts of `value`, whose tensors have the signatures `tensors`. An optional without a value gets
/// zeros, with 0 for open sizes. Errors name the path.
llvm::Expected<std::vector<HostTensor>> readValueProto(llvm::StringRef path, const ModelValue &value,
                                                       const heddle_tensor_info_t *tensors);

/// Writes the parts of `value`.
llvm::Error writeValueProto(llvm::StringRef path, const ModelValue &value, llvm::ArrayRef<HostTensor> parts);

} // namespace heddle::cli

#endif // TOOLS_HEDDLE_VALUEPROTOFILE_H
