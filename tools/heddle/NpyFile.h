//===- NpyFile.h - numpy's .npy files ---------------------------*- C++ -*-===//
//
// Format versions 1 to 3 of https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html. Element
// types that numpy does not have (bfloat16, 8-bit floats, 4-bit integers) are stored as void of their size,
// as ml_dtypes does, so reading them needs to be told the type.
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HEDDLE_NPYFILE_H
#define TOOLS_HEDDLE_NPYFILE_H

#include "tools/heddle/HostTensor.h"

namespace heddle::cli {

/// Reads a file of either byte order and either element order. `expectedDtype` decides what void elements
/// mean; other elements keep the file's type. Errors name the path.
llvm::Expected<HostTensor> readNpy(llvm::StringRef path, uint32_t expectedDtype);

/// Parses the bytes of a file; `path` is for messages. Never reads beyond `bytes`.
llvm::Expected<HostTensor> parseNpy(llvm::StringRef bytes, llvm::StringRef path, uint32_t expectedDtype);

/// Writes format version 1. The file is complete or not there.
llvm::Error writeNpy(llvm::StringRef path, const HostTensor &tensor);

} // namespace heddle::cli

#endif // TOOLS_HEDDLE_NPYFILE_H
