//===- ModelValues.h - inputs and outputs as the model has them -*- C++ -*-===//
//
// A compiled model takes and gives tensors. Where the model has a sequence or an optional, several of them
// belong together; the manifest says which (docs/sequences.md).
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HEDDLE_MODELVALUES_H
#define TOOLS_HEDDLE_MODELVALUES_H

#include "heddle/runtime.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace heddle::cli {

/// An input or output of the model file.
struct ModelValue {
  std::string name;
  uint32_t first = 0;             ///< its first tensor in the signature
  std::vector<std::string> parts; ///< what its tensors are: one without a name, or those of Parts.h

  bool isTensor() const { return parts.front().empty(); }
  bool isOptional() const { return parts.front() == "present"; }
  bool isSequence() const { return parts.back() == "shapes"; }
};

std::vector<ModelValue> modelInputs(const heddle_model_info_t &info);
std::vector<ModelValue> modelOutputs(const heddle_model_info_t &info);

} // namespace heddle::cli

#endif // TOOLS_HEDDLE_MODELVALUES_H
