//===- Header.h - the C header of a compiled model --------------*- C++ -*-===//

#ifndef CODEGEN_ARTIFACT_HEADER_H
#define CODEGEN_ARTIFACT_HEADER_H

#include "codegen/Artifact/Artifact.h"
#include "codegen/Artifact/Signature.h"

namespace heddle::artifact {

/// One function of the session API as a model exports it: `<prefix>_<name>` with the parameters of
/// `heddle_<name>` in runtime.h.
struct ApiFunction {
  StringLiteral name;       ///< "session_run"
  StringLiteral result;     ///< its C type
  StringLiteral parameters; ///< in C, as in runtime.h
  StringLiteral types;      ///< the same for LLVM, a letter each: p pointer, w 32 bits, q 64 bits
  StringLiteral comment;
};
ArrayRef<ApiFunction> apiFunctions();

/// The typed function of a model with static sizes.
inline constexpr StringLiteral kTypedFunction = "run";

/// The text of the header.
std::string makeHeader(const Signature &signature, const ArtifactOptions &options);

} // namespace heddle::artifact

#endif // CODEGEN_ARTIFACT_HEADER_H
