//===- StableHlo.h - the ops of StableHLO that heddle reads -----*- C++ -*-===//

#ifndef DIALECTS_STABLEHLO_IR_STABLEHLO_H
#define DIALECTS_STABLEHLO_IR_STABLEHLO_H

#include "dialects/Support/LLVM.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"

#include "dialects/StableHlo/IR/StableHloDialect.h.inc"
#include "dialects/StableHlo/IR/StableHloEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/StableHlo/IR/StableHloAttrs.h.inc"

#define GET_OP_CLASSES
#include "dialects/StableHlo/IR/StableHloOps.h.inc"

namespace heddle::stablehlo {

/// The parser of an op in a form of its own that heddle does not know: refuses it by its name. The diagnostic
/// is marked, so that `isUnsupported` tells it from one about malformed text.
ParseResult refuseOp(OpAsmParser &parser, OperationState &state);

/// Whether a diagnostic of the parser says that something valid is not in heddle.
bool isUnsupported(Diagnostic &diagnostic);

} // namespace heddle::stablehlo

#endif // DIALECTS_STABLEHLO_IR_STABLEHLO_H
