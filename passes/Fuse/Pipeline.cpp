//===- Pipeline.cpp - the fuse stage --------------------------------------===//

#include "passes/Fuse/Passes.h"

using namespace heddle;

void fuse::buildFusePipeline(OpPassManager &manager, bool findsAttention) {
  // Before contractions get the form of kernels of their own.
  FindAttentionPassOptions attention;
  attention.enable = findsAttention;
  manager.addNestedPass<func::FuncOp>(createFindAttentionPass(attention));
  // Before grouping, so that the transposes it inserts are kernels like any other.
  manager.addNestedPass<func::FuncOp>(createPrepareContractionsPass());
  manager.addNestedPass<func::FuncOp>(createFormGroupsPass());
  manager.addPass(createOutlineKernelsPass());
}
