//===- Artifact.h - the files of a compiled model ---------------*- C++ -*-===//
//
// The last stage: code, weights, runtime and signature become a library with its C header and manifest. See
// docs/artifact.md for what such a library holds.
//
//===----------------------------------------------------------------------===//

#ifndef CODEGEN_ARTIFACT_ARTIFACT_H
#define CODEGEN_ARTIFACT_ARTIFACT_H

#include "dialects/Support/LLVM.h"
#include "mlir/IR/BuiltinOps.h"
#include <optional>
#include <string>

namespace heddle::artifact {

/// Where the weights go.
enum class WeightsPlacement {
  Auto,  ///< inside the library, beside it above kMaxEmbeddedBytes
  Embed, ///< inside the library; above kMaxEmbeddedBytes beside it all the same
  File,  ///< a file beside the library
};

/// Weights above this are never inside a library: code reaches data by 32-bit distances.
inline constexpr uint64_t kMaxEmbeddedBytes = uint64_t(1500) << 20;

struct ArtifactOptions {
  std::string output; ///< ends in .so, .a or .o; header, manifest and weights get the same stem
  std::string prefix; ///< of every exported symbol; a C identifier
  std::string name;   ///< of the model, for people
  WeightsPlacement weights = WeightsPlacement::Auto;
};

/// What was written. Bytes.
struct ArtifactSummary {
  uint64_t artifactBytes = 0;
  uint64_t weightsBytes = 0;
  std::optional<uint64_t> arenaBytes; ///< with one worker; nothing where sizes are symbolic
  uint32_t kernels = 0;               ///< different ones
  uint32_t steps = 0;                 ///< launches
  std::string target;
};

/// Writes the library of a module that `buildStepsPipeline` has lowered, its header and its manifest, and the
/// file of weights if there is one. Files appear under their names only when all of them are whole. Failure
/// with a diagnostic.
FailureOr<ArtifactSummary> writeArtifact(ModuleOp module, const ArtifactOptions &options);

} // namespace heddle::artifact

#endif // CODEGEN_ARTIFACT_ARTIFACT_H
