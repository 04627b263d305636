//===- EmitPtx.h - the text of a module's GPU kernels -----------*- C++ -*-===//

#ifndef CODEGEN_PTX_EMITPTX_H
#define CODEGEN_PTX_EMITPTX_H

#include "mlir/IR/BuiltinOps.h"
#include <string>

namespace heddle::ptx {

/// PTX for the `kernel.gpu` of `module`, of every kernel in its module of device code, which must be there.
/// `module` stays as it is. Failure with a diagnostic.
mlir::FailureOr<std::string> emitPtx(mlir::ModuleOp module);

} // namespace heddle::ptx

#endif // CODEGEN_PTX_EMITPTX_H
