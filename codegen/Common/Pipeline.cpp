//===- Pipeline.cpp - from launches to the functions of a run -------------===//

#include "codegen/Common/Pipeline.h"
#include "codegen/Common/Passes.h"

using namespace heddle;

void codegen::buildStepsPipeline(mlir::OpPassManager &manager) {
  manager.addPass(createCollectWeightsPass());
  manager.addPass(createAssignStoragePass());
  manager.addPass(createPlanMemoryPass());
  manager.addPass(createLowerStepsPass());
}
