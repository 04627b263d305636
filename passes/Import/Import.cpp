//===- Import.cpp - entry points of the import stage ----------------------===//

#include "passes/Import/Import.h"
#include "dialects/Graph/IR/Graph.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "passes/Import/Onnx/ModelFile.h"
#include "passes/Import/Onnx/OnnxToGraph.h"

using namespace heddle;
using namespace heddle::importer;

LogicalResult importer::parseShapeOption(StringRef text, ImportOptions &options, std::string &message) {
  // The name may contain any character, also '=': sizes stand behind the last one.
  auto [name, sizes] = text.rsplit('=');
  SmallVector<int64_t> shape;
  SmallVector<StringRef> parts;
  if (!sizes.empty()) {
    sizes.split(parts, 'x');
  }
  bool valid = text.contains('=') && !name.empty();
  for (StringRef part : parts) {
    int64_t size = -1;
    valid &= part == "?" || (!part.getAsInteger(10, size) && size >= 0);
    shape.push_back(size);
  }
  if (!valid) {
    message = ("'" + text + "' is no shape: NAME=AxBxC is wanted, each size a number or ?").str();
    return failure();
  }
  options.inputShapes[name] = std::move(shape);
  return success();
}

static FailureOr<OwningOpRef<ModuleOp>> importFile(std::unique_ptr<ModelFile> file, const Refusal &refusal,
                                                   StringRef path, MLIRContext &context,
                                                   const ImportOptions &options, ImportFailure *kind) {
  if (!file) {
    *kind = refusal.kind;
    emitError(FileLineColLoc::get(&context, path, 0, 0)) << refusal.message;
    return failure();
  }
  context.loadDialect<graph::GraphDialect, func::FuncDialect>();
  OwningOpRef<ModuleOp> module = OnnxToGraph(*file, context, options).run(*kind);
  if (!module) {
    return failure();
  }
  return module;
}

FailureOr<OwningOpRef<ModuleOp>> importer::importOnnx(StringRef path, MLIRContext &context,
                                                      const ImportOptions &options, ImportFailure *kind) {
  Refusal refusal;
  std::unique_ptr<ModelFile> file = ModelFile::load(path, refusal);
  return importFile(std::move(file), refusal, path, context, options, kind);
}

FailureOr<OwningOpRef<ModuleOp>> importer::importOnnxBuffer(ArrayRef<char> bytes, StringRef path,
                                                            MLIRContext &context,
                                                            const ImportOptions &options,
                                                            ImportFailure *kind) {
  Refusal refusal;
  std::unique_ptr<ModelFile> file = ModelFile::parse(bytes, path, refusal);
  return importFile(std::move(file), refusal, path, context, options, kind);
}
