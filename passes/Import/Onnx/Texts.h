//===- Texts.h - text tensors of a model while it is imported ---*- C++ -*-===//
//
// A graph knows texts only by number (`graph.text` in GraphBase.td). While a model is imported the elements
// of text tensors have a type of their own, `si64`, which no other value has: shapes and types of results are
// inferred as usual, an op that mixes texts with numbers is refused by its verifier, and only operators whose
// entry in the table says so (OpTable.h) get to see text at all. When the model is complete, `si64` becomes
// `i64`.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_IMPORT_ONNX_TEXTS_H
#define PASSES_IMPORT_ONNX_TEXTS_H

#include "dialects/Support/LLVM.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringMap.h"

namespace heddle::importer {

/// The element type of texts.
Type textType(MLIRContext &context);
bool isText(Type elementType);

/// The texts that a model mentions, numbered as they come.
class Texts {
public:
  /// The number of a text, any bytes.
  int64_t numberOf(StringRef text);

  /// An attribute of a static shape from its texts in row-major order, as many as the shape has elements.
  ElementsAttr elements(MLIRContext &context, ArrayRef<int64_t> shape, ArrayRef<StringRef> texts);

  /// Turns the texts of a complete module into i64 and says in attributes what has been text. Does nothing to
  /// a module without text.
  void lower(ModuleOp module) const;

private:
  llvm::StringMap<int64_t> numbers;
  std::vector<StringRef> inOrder; // keys of `numbers`
};

} // namespace heddle::importer

#endif // PASSES_IMPORT_ONNX_TEXTS_H
