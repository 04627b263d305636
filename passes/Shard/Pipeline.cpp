//===- Pipeline.cpp - the shard stage -------------------------------------===//

#include "mlir/Transforms/Passes.h"
#include "passes/Shard/Passes.h"

using namespace heddle;
using namespace heddle::shard;

void shard::buildAnnotatePipeline(OpPassManager &manager, const ShardOptions &options) {
  if (!options.mesh.empty() || !options.rules.empty()) {
    manager.addPass(createAnnotateLayoutsPass({options.mesh, options.rules}));
  }
}

void shard::buildShardPipeline(OpPassManager &manager, const ShardOptions &options) {
  for (const std::string &preset : options.presets) {
    manager.addPass(createApplyPresetPass({preset}));
  }
  manager.addPass(createPropagateLayoutsPass({options.explain}));
  manager.addPass(createChooseLayoutsPass());
  manager.addPass(createPartitionPass());
  // Constants were cloned for each use, and slices at one place ask for the same coordinates.
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
}
