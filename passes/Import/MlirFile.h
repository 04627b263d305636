//===- MlirFile.h - models that are text of MLIR ----------------*- C++ -*-===//
//
// A .mlir file holds graph ops, as an earlier phase of heddle left them, or a StableHLO program, as JAX
// prints it. Its text is not trusted: whatever it is, it is refused with a message or gives a module that
// verifies.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_IMPORT_MLIRFILE_H
#define PASSES_IMPORT_MLIRFILE_H

#include "passes/Import/Import.h"

namespace heddle::importer {

/// Reads the file at `path`. A StableHLO program becomes graph ops; another module is given as it is, with
/// the dialects that `context` has. Diagnostics go to the context's handler; on failure `*kind` says why.
FailureOr<OwningOpRef<ModuleOp>> importMlir(StringRef path, MLIRContext &context, ImportFailure *kind);

/// The same for a text held in memory; `path` is used in messages.
FailureOr<OwningOpRef<ModuleOp>> importMlirBuffer(StringRef text, StringRef path, MLIRContext &context,
                                                  ImportFailure *kind);

} // namespace heddle::importer

#endif // PASSES_IMPORT_MLIRFILE_H
