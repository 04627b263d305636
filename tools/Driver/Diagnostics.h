//===- Diagnostics.h - what a user reads when something is wrong -*- C++ -*-===//
//
// MLIR's diagnostics carry locations; here they become lines of the form
//   model.onnx: node conv1 (Conv): error: group 3 does not divide 64 channels
// A failed command ends in a StatusError, which carries the exit status.
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_DRIVER_DIAGNOSTICS_H
#define TOOLS_DRIVER_DIAGNOSTICS_H

#include "tools/Driver/Options.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir {
class Diagnostic;
} // namespace mlir

namespace heddle::driver {

/// An error with the exit status it deserves. An empty message means that diagnostics have said it.
class StatusError : public llvm::ErrorInfo<StatusError> {
public:
  static char ID;
  StatusError(ExitStatus status, std::string message) : exitStatus(status), message(std::move(message)) {}
  ExitStatus status() const { return exitStatus; }
  void log(llvm::raw_ostream &out) const override { out << message; }
  std::error_code convertToErrorCode() const override { return llvm::inconvertibleErrorCode(); }

private:
  ExitStatus exitStatus;
  std::string message;
};

/// Shorthand for make_error<StatusError>.
llvm::Error failure(ExitStatus status, const llvm::Twine &message);

/// Writes one line for `diagnostic` and one for each of its notes.
void printDiagnostic(const mlir::Diagnostic &diagnostic, llvm::raw_ostream &out);

/// Prints the message of `error`, if it has one, and returns its exit status; errors of other kinds are bad
/// input.
ExitStatus reportError(llvm::Error error, llvm::raw_ostream &out);

} // namespace heddle::driver

#endif // TOOLS_DRIVER_DIAGNOSTICS_H
