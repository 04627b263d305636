//===- ModelFile.h - an ONNX file in memory ---------------------*- C++ -*-===//
//
// Reads the protobuf of a model and gives access to its tensors. Weights are never copied where their layout
// in the file is the one in memory: the attribute points into the parsed message (or the mapped external
// file), which a shared owner keeps alive. The file is untrusted: sizes, offsets, counts and paths are
// checked here.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_IMPORT_ONNX_MODELFILE_H
#define PASSES_IMPORT_ONNX_MODELFILE_H

#include "dialects/Support/LLVM.h"
#include "passes/Import/Import.h"
#include "passes/Import/Onnx/Onnx.h"
#include "passes/Import/Onnx/Texts.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include <memory>
#include <string>

namespace heddle::importer {

/// Why something was refused, with the text that says so; empty means success.
struct Refusal {
  ImportFailure kind = ImportFailure::None;
  std::string message;
  explicit operator bool() const { return kind != ImportFailure::None; }
};

Refusal badInput(const Twine &message);
Refusal notSupported(const Twine &message);

/// A parsed model and the files its tensors lie in.
class ModelFile {
public:
  /// Parses the file at `path`; on failure the refusal says why.
  static std::unique_ptr<ModelFile> load(StringRef path, Refusal &refusal);
  /// Parses bytes in memory, which are not kept.
  static std::unique_ptr<ModelFile> parse(ArrayRef<char> bytes, StringRef path, Refusal &refusal);

  const onnx::ModelProto &model() const { return *proto; }
  StringRef path() const { return filePath; }

  /// The elements of a tensor of this model. Refused: unknown element types, sizes that overflow or disagree
  /// with the data, external data outside the model's folder or the file's end.
  ElementsAttr elements(const onnx::TensorProto &tensor, MLIRContext &context, Refusal &refusal);

  /// The texts of the tensors that were read, and of whoever else has some.
  Texts &texts() { return textTable; }

  /// The MLIR type of an ONNX element type (the enum TensorProto.DataType), or null if heddle has none. Text
  /// is none of them: who can do with it says so (Texts.h).
  static Type elementType(int32_t dataType, MLIRContext &context);
  /// The name of an ONNX element type for messages: "float16".
  static std::string elementTypeName(int32_t dataType);

private:
  using MappedFile = std::shared_ptr<llvm::sys::fs::mapped_file_region>;

  ModelFile(StringRef path) : filePath(path), proto(std::make_shared<onnx::ModelProto>()) {}
  ElementsAttr textElements(const onnx::TensorProto &tensor, RankedTensorType type, Refusal &refusal);
  ElementsAttr externalElements(const onnx::TensorProto &tensor, RankedTensorType type, Refusal &refusal);
  MappedFile mapExternal(StringRef location, StringRef tensorName, Refusal &refusal);

  std::string filePath;
  std::shared_ptr<onnx::ModelProto> proto;
  llvm::StringMap<MappedFile> mappedFiles;
  Texts textTable;
};

} // namespace heddle::importer

#endif // PASSES_IMPORT_ONNX_MODELFILE_H
