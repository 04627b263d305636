//===- Pipeline.h - the whole compiler --------------------------*- C++ -*-===//
//
// import -> simplify -> shard -> fuse -> schedule -> tile -> plan -> steps -> codegen -> artifact: each
// stage's own pipeline, one after another. A .mlir file that an earlier call printed goes on behind the phase
// it was printed after, which the module carries as `graph.phase`.
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_DRIVER_PIPELINE_H
#define TOOLS_DRIVER_PIPELINE_H

#include "mlir/IR/BuiltinOps.h"
#include "tools/Driver/Options.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

namespace heddle::driver {

/// Compiles `options.input` up to `options.stopAfter` and writes `options.output` (for Phase::Lib also the
/// header and the manifest beside it). Diagnostics go to standard error as they come. On failure no file is
/// left behind, and the error is a StatusError. The summary is empty for other phases than Phase::Lib.
llvm::Expected<artifact::ArtifactSummary> compileFile(const CompileOptions &options);

/// Compiles `options.input` up to Phase::Kernels and hands the module, with its target, to `use`. The module
/// and its context, which has no other threads then, end with the call. Diagnostics go to standard error.
llvm::Error withKernels(const CompileOptions &options, llvm::function_ref<llvm::Error(mlir::ModuleOp)> use);

} // namespace heddle::driver

#endif // TOOLS_DRIVER_PIPELINE_H
