//===- ModelValues.cpp - inputs and outputs as the model has them ---------===//

#include "tools/heddle/ModelValues.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

namespace heddle::cli {

/// The part that a tensor of the manifest is, or "".
static std::string textOf(const llvm::json::Array *tensors, uint32_t index, llvm::StringRef key) {
  const llvm::json::Object *tensor =
      tensors && index < tensors->size() ? (*tensors)[index].getAsObject() : nullptr;
  return tensor ? tensor->getString(key).value_or("").str() : "";
}

static std::vector<ModelValue> valuesOf(const heddle_model_info_t &info, const heddle_tensor_info_t *tensors,
                                        uint32_t count, llvm::StringRef key) {
  llvm::Expected<llvm::json::Value> manifest = llvm::json::parse(info.manifest ? info.manifest : "{}");
  const llvm::json::Array *described = nullptr;
  if (manifest && manifest->getAsObject()) {
    described = manifest->getAsObject()->getArray(key);
  } else {
    llvm::consumeError(manifest.takeError());
  }
  std::vector<ModelValue> values;
  for (uint32_t i = 0; i < count; ++i) {
    std::string part = textOf(described, i, "part");
    // The parts of one value stand together: perhaps `present`, then `value`, or `values` and `shapes`.
    bool continues = !values.empty() && !part.empty() &&
                     (part == "shapes" || (part != "present" && values.back().parts.back() == "present"));
    if (!continues) {
      values.push_back({part.empty() ? tensors[i].name : textOf(described, i, "part_of"), i, {}});
    }
    values.back().parts.push_back(part);
  }
  return values;
}

std::vector<ModelValue> modelInputs(const heddle_model_info_t &info) {
  return valuesOf(info, info.inputs, info.num_inputs, "inputs");
}

std::vector<ModelValue> modelOutputs(const heddle_model_info_t &info) {
  return valuesOf(info, info.outputs, info.num_outputs, "outputs");
}

} // namespace heddle::cli
