//===- Import.h - model files to the graph dialect --------------*- C++ -*-===//
//
// Entry point of the import stage. A model file becomes a module with one `func.func @main` of graph ops;
// nothing is decided, only meaning is carried over. Two things can be wrong with a model, and callers tell
// them apart: the file breaks a rule of its format (bad input), or it asks for something that heddle does not
// do (unsupported). Everything unsupported in a model is reported in one go.
//
// The module carries:
//   graph.symbols      dictionary from symbol to the text by which the model calls that dimension
//   graph.overridable  names of inputs that the file also gives a value to; they are constants here
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_IMPORT_IMPORT_H
#define PASSES_IMPORT_IMPORT_H

#include "dialects/Support/LLVM.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringMap.h"

namespace heddle::importer {

/// Why a model was refused.
enum class ImportFailure {
  None,
  BadInput,    ///< the file is malformed or breaks a rule of its format
  Unsupported, ///< a valid model that needs something heddle does not have
};

/// What a user may fix about a model while it is imported.
struct ImportOptions {
  /// Sizes of inputs by name, outermost first; -1 keeps what the file says. A size given to a dimension that
  /// has a name in the file holds for every dimension of that name.
  llvm::StringMap<SmallVector<int64_t>> inputShapes;
};

/// Reads `NAME=AxBxC` (for instance "image=1x3x224x224"; "?" keeps a size) into `options`. Failure, with
/// `message` set, on malformed text.
LogicalResult parseShapeOption(StringRef text, ImportOptions &options, std::string &message);

/// Imports the ONNX model at `path`. Diagnostics go to the context's handler, one line each, with the node's
/// location (a NameLoc "node (Operator)" in the file). On failure `*kind` says why.
FailureOr<OwningOpRef<ModuleOp>> importOnnx(StringRef path, MLIRContext &context,
                                            const ImportOptions &options, ImportFailure *kind);

/// The same for a model held in memory; `path` is used in messages and to find external data files.
FailureOr<OwningOpRef<ModuleOp>> importOnnxBuffer(ArrayRef<char> bytes, StringRef path, MLIRContext &context,
                                                  const ImportOptions &options, ImportFailure *kind);

} // namespace heddle::importer

#endif // PASSES_IMPORT_IMPORT_H
