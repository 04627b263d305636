//===- Shrink.h - a smaller function with the same fault --------*- C++ -*-===//

#ifndef TOOLS_HEDDLE_CHECK_SHRINK_H
#define TOOLS_HEDDLE_CHECK_SHRINK_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace heddle::check {

/// A module with `function`, cut down as long as `isWrong` says so of what is left: results are dropped or
/// give way to what they are computed from, values become arguments, and what nothing uses any more goes.
/// Greedy: each step that stays wrong is kept (delta debugging, Zeller and Hildebrandt 2002, with the
/// function's values for its parts).
mlir::OwningOpRef<mlir::ModuleOp> shrink(mlir::func::FuncOp function,
                                         llvm::function_ref<bool(mlir::func::FuncOp)> isWrong);

} // namespace heddle::check

#endif // TOOLS_HEDDLE_CHECK_SHRINK_H
