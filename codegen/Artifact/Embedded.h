//===- Embedded.h - files that the compiler carries inside ------*- C++ -*-===//

#ifndef CODEGEN_ARTIFACT_EMBEDDED_H
#define CODEGEN_ARTIFACT_EMBEDDED_H

#include "llvm/ADT/StringRef.h"

namespace heddle::artifact {

/// The static archive of the runtime that goes into every artifact.
llvm::StringRef runtimeArchive();

/// The texts of headers of the runtime that stand alone.
llvm::StringRef dtypeHeader();
llvm::StringRef statusHeader();
llvm::StringRef typesHeader();
llvm::StringRef transportHeader();

/// The C source of the MPI shim, which includes heddle/transport.h.
llvm::StringRef mpiShimSource();

} // namespace heddle::artifact

#endif // CODEGEN_ARTIFACT_EMBEDDED_H
