//===- MlirFile.cpp - models that are text of MLIR ------------------------===//

#include "passes/Import/MlirFile.h"
#include "dialects/Chlo/IR/Chlo.h"
#include "dialects/Graph/IR/Graph.h"
#include "dialects/StableHlo/IR/StableHlo.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "passes/Import/StableHlo/HloToGraph.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace heddle;
using namespace heddle::importer;

/// Brackets inside each other. The parser calls itself at each, and models nest a few dozen.
static constexpr int kMaxNesting = 500;

/// The line of the bracket that is nested too deep, or nothing. Brackets in strings count too: no matter.
static std::optional<unsigned> tooDeep(StringRef text) {
  int depth = 0;
  unsigned line = 1;
  char previous = 0;
  for (char c : text) {
    line += c == '\n';
    if (StringRef("([{<").contains(c)) {
      if (++depth > kMaxNesting) {
        return line;
      }
    } else if (StringRef(")]}").contains(c) || (c == '>' && previous != '-')) {
      depth = std::max(depth - 1, 0);
    }
    previous = c;
  }
  return std::nullopt;
}

/// Whether a module is a StableHLO program.
static bool isStableHlo(ModuleOp module) {
  if (module->hasAttr("mhlo.num_partitions")) {
    return true; // JAX marks a program even if it has no op
  }
  return module
      .walk([](Operation *op) {
        StringRef dialect = op->getName().getDialectNamespace();
        return dialect == "stablehlo" || dialect == "chlo" ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

FailureOr<OwningOpRef<ModuleOp>> importer::importMlirBuffer(StringRef text, StringRef path,
                                                            MLIRContext &context, ImportFailure *kind) {
  *kind = ImportFailure::BadInput;
  if (std::optional<unsigned> line = tooDeep(text)) {
    emitError(FileLineColLoc::get(&context, path, *line, 1))
        << "has more than " << kMaxNesting << " brackets inside each other";
    return failure();
  }
  context
      .loadDialect<chlo::ChloDialect, func::FuncDialect, graph::GraphDialect, stablehlo::StableHloDialect>();
  bool isUnsupported = false;
  ScopedDiagnosticHandler watch(&context, [&](Diagnostic &diagnostic) {
    isUnsupported |= stablehlo::isUnsupported(diagnostic);
    return failure(); // other handlers print it
  });
  llvm::SourceMgr sources; // of a copy: the lexer stops at the zero behind a text
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text, path), llvm::SMLoc());
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(sources, &context);
  if (!module) {
    *kind = isUnsupported ? ImportFailure::Unsupported : ImportFailure::BadInput;
    return failure();
  }
  *kind = ImportFailure::None;
  if (!isStableHlo(*module)) {
    return module;
  }
  OwningOpRef<ModuleOp> imported = HloToGraph(*module).run(*kind);
  if (!imported) {
    return failure();
  }
  return imported;
}

FailureOr<OwningOpRef<ModuleOp>> importer::importMlir(StringRef path, MLIRContext &context,
                                                      ImportFailure *kind) {
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(path);
  if (!buffer) {
    *kind = ImportFailure::BadInput;
    emitError(FileLineColLoc::get(&context, path, 0, 0)) << buffer.getError().message();
    return failure();
  }
  return importMlirBuffer((*buffer)->getBuffer(), path, context, kind);
}
