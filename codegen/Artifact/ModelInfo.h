//===- ModelInfo.h - what a compiled model exports --------------*- C++ -*-===//

#ifndef CODEGEN_ARTIFACT_MODELINFO_H
#define CODEGEN_ARTIFACT_MODELINFO_H

#include "codegen/Artifact/Manifest.h"
#include "codegen/Artifact/Signature.h"

namespace heddle::artifact {

/// Name of the symbol at the start of embedded weights.
std::string weightsSymbol(StringRef prefix);

/// Compiles the object that holds the model's `heddle_model_info_t`, the function that returns it, the
/// functions of its header and the note that names it. Failure with a diagnostic at the module.
FailureOr<SmallVector<char, 0>> emitModelInfo(ModuleOp module, const Signature &signature,
                                              const ArtifactOptions &options, const Contents &contents,
                                              StringRef manifest);

} // namespace heddle::artifact

#endif // CODEGEN_ARTIFACT_MODELINFO_H
