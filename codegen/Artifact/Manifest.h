//===- Manifest.h - what stands in model.json -------------------*- C++ -*-===//

#ifndef CODEGEN_ARTIFACT_MANIFEST_H
#define CODEGEN_ARTIFACT_MANIFEST_H

#include "codegen/Artifact/Artifact.h"
#include "codegen/Artifact/Signature.h"

namespace heddle::artifact {

/// Facts about an artifact that its signature does not hold.
struct Contents {
  std::string hash; ///< hex SHA-256 of weights and code
  uint64_t weightsBytes;
  std::string weightsFile; ///< empty if the weights are inside
  std::string deviceCode;  ///< PTX, if the signature has a device
};

/// The manifest as JSON text; the same input gives the same bytes.
std::string makeManifest(const Signature &signature, const ArtifactOptions &options,
                         const Contents &contents);

} // namespace heddle::artifact

#endif // CODEGEN_ARTIFACT_MANIFEST_H
