//===- Pipeline.cpp - the fuse stage --------------------------------------===//

#include "passes/Fuse/Passes.h"

using namespace heddle;

void fuse::buildFusePipeline(OpPassManager &manager) {
  // Before contractions get the form of kernels of their own.
  manager.addNestedPass<func::FuncOp>(createFindAttentionPass());
  // Before grouping, so that the transposes it inserts are kernels like any other.
  manager.addNestedPass<func::FuncOp>(createPrepareContractionsPass());
  manager.addNestedPass<func::FuncOp>(createFormGroupsPass());
  manager.addPass(createOutlineKernelsPass());
}
