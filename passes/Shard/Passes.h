//===- Passes.h - passes of the shard stage ---------------------*- C++ -*-===//

#ifndef PASSES_SHARD_PASSES_H
#define PASSES_SHARD_PASSES_H

#include "dialects/Dist/IR/Dist.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"

namespace heddle::shard {

#define GEN_PASS_DECL
#include "passes/Shard/Passes.h.inc"

struct ShardOptions {
  std::string mesh;                 ///< "data=2,model=2"; empty: the module has one or nothing is sharded
  std::string rules;                ///< path of a rules file; may be empty
  std::vector<std::string> presets; ///< data, megatron
  std::string explain;              ///< name of a value to explain; may be empty
};

/// Writes mesh and rules into a graph as imported.
void buildAnnotatePipeline(OpPassManager &manager, const ShardOptions &options);

/// Simplified graph -> graph of one rank, if the module has a mesh.
void buildShardPipeline(OpPassManager &manager, const ShardOptions &options);

/// Between the passes of the stage: on an op an array with the `#dist.layout` of each result, on the function
/// one for each argument.
inline constexpr llvm::StringLiteral kLayoutsAttr = "dist.layouts";

#define GEN_PASS_REGISTRATION
#include "passes/Shard/Passes.h.inc"

} // namespace heddle::shard

#endif // PASSES_SHARD_PASSES_H
