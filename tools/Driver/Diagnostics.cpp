//===- Diagnostics.cpp - what a user reads when something is wrong --------===//

#include "tools/Driver/Diagnostics.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"

namespace heddle::driver {

char StatusError::ID = 0;

llvm::Error failure(ExitStatus status, const llvm::Twine &message) {
  return llvm::make_error<StatusError>(status, message.str());
}

/// The first file of `location`, with its line if it has lines: in a model file the number is that of a node,
/// which has a name.
static std::string fileText(mlir::Location location) {
  std::string text;
  location->walk([&](mlir::Location part) {
    auto file = llvm::dyn_cast<mlir::FileLineColLoc>(part);
    if (!file) {
      return mlir::WalkResult::advance();
    }
    text = file.getFilename().str();
    if (file.getLine() != 0 && llvm::StringRef(text).ends_with(".mlir")) {
      text += ":" + std::to_string(file.getLine()) + ":" + std::to_string(file.getColumn());
    }
    return mlir::WalkResult::interrupt();
  });
  return text;
}

/// The first name in `location`: a model's node with its operator.
static std::string nameText(mlir::Location location) {
  std::string text;
  location->walk([&](mlir::Location part) {
    auto name = llvm::dyn_cast<mlir::NameLoc>(part);
    if (!name) {
      return mlir::WalkResult::advance();
    }
    text = name.getName().str();
    return mlir::WalkResult::interrupt();
  });
  return text;
}

static llvm::StringRef severityText(mlir::DiagnosticSeverity severity) {
  switch (severity) {
  case mlir::DiagnosticSeverity::Note:
    return "note";
  case mlir::DiagnosticSeverity::Warning:
    return "warning";
  case mlir::DiagnosticSeverity::Error:
    return "error";
  case mlir::DiagnosticSeverity::Remark:
    return "remark";
  }
  llvm_unreachable("four severities");
}

/// A message on one line, so that the last line of standard error says what was wrong.
static std::string oneLine(const mlir::Diagnostic &diagnostic) {
  std::string text = diagnostic.str();
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

static void printLine(const mlir::Diagnostic &diagnostic, llvm::raw_ostream &out) {
  std::string file = fileText(diagnostic.getLocation()), name = nameText(diagnostic.getLocation());
  if (!file.empty()) {
    out << file << ": ";
  }
  std::string message = oneLine(diagnostic);
  // The importer's messages name the node already.
  if (!name.empty() && !llvm::StringRef(message).contains(llvm::StringRef(name).split(" (").first)) {
    out << "node " << name << ": ";
  }
  out << severityText(diagnostic.getSeverity()) << ": " << message << '\n';
}

void printDiagnostic(const mlir::Diagnostic &diagnostic, llvm::raw_ostream &out) {
  printLine(diagnostic, out);
  for (const mlir::Diagnostic &note : const_cast<mlir::Diagnostic &>(diagnostic).getNotes()) {
    out << "  ";
    printLine(note, out);
  }
}

ExitStatus reportError(llvm::Error error, llvm::raw_ostream &out) {
  ExitStatus status = ExitStatus::Ok;
  llvm::handleAllErrors(std::move(error), [&](const llvm::ErrorInfoBase &info) {
    status = info.isA<StatusError>() ? static_cast<const StatusError &>(info).status() : ExitStatus::BadInput;
    std::string message = info.message();
    if (!message.empty()) {
      out << "heddle: " << message << '\n';
    }
  });
  return status;
}

} // namespace heddle::driver
