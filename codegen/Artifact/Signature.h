//===- Signature.h - what a model takes, gives and needs --------*- C++ -*-===//
//
// One reading of the attributes that LowerSteps left on the declaration of `@main`, for everything that
// describes the model: the ABI's tables, the header and the manifest.
//
//===----------------------------------------------------------------------===//

#ifndef CODEGEN_ARTIFACT_SIGNATURE_H
#define CODEGEN_ARTIFACT_SIGNATURE_H

#include "codegen/Common/Storage.h"
#include "heddle/abi.h"
#include <string>
#include <vector>

namespace heddle::artifact {

/// An input or output.
struct TensorInfo {
  std::string name;
  heddle_dtype_t dtype;
  std::vector<int64_t> dims;       ///< as in heddle_tensor_info_t
  std::vector<std::string> texts;  ///< of the sizes for people: "3", "batch", "2*batch"
  std::vector<std::string> labels; ///< of the last dimension's entries, where the model gives some
  /// Of a sequence or an optional called `partOf` (dialects/Graph/IR/Parts.h); both empty for a tensor.
  std::string part, partOf;
  bool isStatic() const {
    return llvm::all_of(dims, [](int64_t dim) { return dim >= 0; });
  }
};

struct SymbolInfo {
  std::string symbol; ///< in size expressions
  std::string name;   ///< as the model file calls it
  int64_t min, max;
};

struct BufferInfo {
  std::string bytes; ///< size expression
  uint32_t firstPhase, lastPhase;
};

struct VariableInfo {
  std::string name;
  uint64_t bytes;
  int64_t initial; ///< offset in the weights
};

struct StepInfo {
  std::string kernel, name;
  uint32_t phase;                   ///< as in BufferInfo
  std::string flops, bytes;         ///< size expressions of a profiled model; else empty
  std::vector<std::string> results; ///< "planned 3: [1, 64, 56, 56] f32"
};

struct AxisInfo {
  std::string name;
  int64_t size;
};

/// A step in which ranks meet.
struct CollectiveInfo {
  std::string kind; ///< "all_reduce"
  std::vector<std::string> axes;
  std::string bytes; ///< that one rank sends, as an expression
};

/// What a model has for a GPU beside the code for the CPU.
struct DeviceInfo {
  struct Kernel {
    std::string name;
    uint32_t threads, arguments;
  };
  std::string target; ///< for instance "sm_80"
  std::vector<Kernel> kernels;
  std::vector<std::string> messages; ///< what kernels fail with
};

struct Signature {
  std::vector<TensorInfo> inputs, outputs;
  std::vector<SymbolInfo> symbols; ///< the first is the number of workers
  std::vector<BufferInfo> buffers;
  std::vector<int64_t> offsets;                ///< of the buffers, if known
  std::optional<uint64_t> arenaBytes;          ///< if no size depends on a symbol
  std::optional<uint64_t> oneWorkerArenaBytes; ///< if no size depends on a symbol but the number of workers
  std::vector<VariableInfo> variables;
  std::vector<std::string> texts; ///< by number, as in heddle_model_info_t
  std::vector<StepInfo> steps;
  uint32_t numToldSteps = 0; ///< as in heddle_model_info_t
  uint32_t numSlots = 0;
  std::vector<AxisInfo> axes;                ///< of the mesh; none for one rank
  std::vector<std::vector<uint32_t>> groups; ///< by the indices of their axes
  std::vector<CollectiveInfo> collectives;   ///< in program order
  std::string target;                        ///< as in heddle_model_info_t
  std::optional<DeviceInfo> device;

  bool isStatic() const {
    auto known = [](const TensorInfo &tensor) { return tensor.isStatic(); };
    return llvm::all_of(inputs, known) && llvm::all_of(outputs, known);
  }
};

/// Failure with a diagnostic for a type that the ABI cannot name or a rank above HEDDLE_MAX_RANK.
FailureOr<Signature> readSignature(ModuleOp module);

/// "f32", "u8", "bool": the ABI's name without its prefix, in lower case; "?" for 0.
StringRef dtypeName(heddle_dtype_t dtype);

} // namespace heddle::artifact

#endif // CODEGEN_ARTIFACT_SIGNATURE_H
