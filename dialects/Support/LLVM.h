//===- LLVM.h - names of mlir:: and llvm:: used unqualified inside heddle -===//
//
// heddle's namespaces are its own; this header imports the handful of names that would otherwise be qualified
// on every line, as circt and shardy do.
//
//===----------------------------------------------------------------------===//

#ifndef DIALECTS_SUPPORT_LLVM_H
#define DIALECTS_SUPPORT_LLVM_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/Value.h"
#include "mlir/Support/LLVM.h"

namespace heddle {
using namespace mlir; // NOLINT: the one place where MLIR's names are imported
} // namespace heddle

#endif // DIALECTS_SUPPORT_LLVM_H
