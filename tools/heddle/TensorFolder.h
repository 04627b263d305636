//===- TensorFolder.h - inputs and outputs of a run as files ----*- C++ -*-===//
//
// A folder holds input_0, input_1, … and output_0, …, each as .npy or as ONNX's .pb; single inputs can be
// given by name.
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HEDDLE_TENSORFOLDER_H
#define TOOLS_HEDDLE_TENSORFOLDER_H

#include "heddle/runtime.h"
#include "tools/heddle/HostTensor.h"
#include <optional>

namespace heddle::cli {

enum class FileFormat { Npy, Pb };

/// The inputs of one run, in the order of the signature.
struct Inputs {
  std::vector<std::optional<HostTensor>> tensors;
  FileFormat format = FileFormat::Npy; ///< of the files; outputs are written likewise
};

/// Reads every input from `folder` (may be empty) and then those given as NAME=FILE. An input that is in
/// neither is an error that names it.
llvm::Expected<Inputs> readInputs(const heddle_model_info_t &info, llvm::StringRef folder,
                                  llvm::ArrayRef<std::string> named);

/// Random tensors for every input: numbers in [0, 1), whole numbers 0 or 1. `shapes` are NAME=AxBxC; an input
/// with a symbolic size must have one.
llvm::Expected<Inputs> randomInputs(const heddle_model_info_t &info, llvm::ArrayRef<std::string> shapes);

/// Hands the inputs to a session, which keeps views of them.
llvm::Error setInputs(heddle_session_t *session, const Inputs &inputs);

/// Writes the outputs of the last run as output_0, … into `folder`, which is made if it is not there.
llvm::Error writeOutputs(heddle_session_t *session, llvm::StringRef folder, FileFormat format);

} // namespace heddle::cli

#endif // TOOLS_HEDDLE_TENSORFOLDER_H
