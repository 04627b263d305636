//===- StableHloDialect.cpp - registration, and ops that are not here -----===//

#include "dialects/StableHlo/IR/StableHlo.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace heddle;
using namespace heddle::stablehlo;

#include "dialects/StableHlo/IR/StableHloDialect.cpp.inc"
#include "dialects/StableHlo/IR/StableHloEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/StableHlo/IR/StableHloAttrs.cpp.inc"

/// Stands in the metadata of a diagnostic about something that is valid but not in heddle.
static constexpr llvm::StringLiteral kUnsupported("unsupported");

void StableHloDialect::initialize() {
  allowUnknownOperations();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/StableHlo/IR/StableHloAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialects/StableHlo/IR/StableHloOps.cpp.inc"
      >();
}

ParseResult stablehlo::refuseOp(OpAsmParser &parser, OperationState &state) {
  InFlightDiagnostic diagnostic = parser.emitError(parser.getNameLoc());
  diagnostic << "'" << state.name << "': the op is not supported";
  diagnostic.getUnderlyingDiagnostic()->getMetadata().push_back(DiagnosticArgument(kUnsupported));
  return diagnostic;
}

bool stablehlo::isUnsupported(Diagnostic &diagnostic) {
  return llvm::any_of(diagnostic.getMetadata(), [](DiagnosticArgument &argument) {
    return argument.getKind() == DiagnosticArgument::DiagnosticArgumentKind::String &&
           argument.getAsString() == kUnsupported;
  });
}

std::optional<Dialect::ParseOpHook> StableHloDialect::getParseOperationHook(StringRef) const {
  return refuseOp;
}
