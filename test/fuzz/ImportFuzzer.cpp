//===- ImportFuzzer.cpp - hostile model files -----------------------------===//
//
// Feeds the importer with mutated models. Whatever the bytes are, it must refuse them with a message or give
// a module that verifies; it must not crash, hang, or take memory without bound. libFuzzer finds the inputs,
// ASan and UBSan the faults.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "passes/Import/Import.h"
#include "passes/Import/MlirFile.h"
#include <cstdlib>

using namespace heddle;

/// LLVM's allocators poison memory by hand and lift that as they give it out. The packaged libMLIR is not
/// instrumented, so where it gives out what our code poisoned, good memory would look bad.
extern "C" const char *__asan_default_options() { return "allow_user_poisoning=0"; }

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  // A context of its own for each input: uniqued types of the last ones would pile up.
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  bool explained = false;
  mlir::ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &diagnostic) {
    explained |= diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error;
    return mlir::success();
  });
  auto kind = importer::ImportFailure::None;
  llvm::ArrayRef<char> bytes(reinterpret_cast<const char *>(data), size);
  llvm::StringRef text(bytes.data(), size);
  auto module =
      text.starts_with("module") || text.starts_with("func.func")
          ? importer::importMlirBuffer(text, "fuzz.mlir", context, &kind)
          : importer::importOnnxBuffer(bytes, "fuzz.onnx", context, importer::ImportOptions(), &kind);
  bool right = mlir::succeeded(module) ? mlir::succeeded(mlir::verify(**module))
                                       : explained && kind != importer::ImportFailure::None;
  if (!right) {
    std::abort(); // an invalid module, or a refusal without a reason
  }
  return 0;
}
