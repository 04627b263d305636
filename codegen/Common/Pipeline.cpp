//===- Pipeline.cpp - from launches to the functions of a run -------------===//

#include "codegen/Common/Pipeline.h"
#include "codegen/Common/Passes.h"

using namespace heddle;

void codegen::buildStepsPipeline(mlir::OpPassManager &manager, bool profile) {
  manager.addPass(createCollectWeightsPass());
  manager.addPass(createAssignStoragePass());
  manager.addPass(createPlanMemoryPass());
  LowerStepsPassOptions steps;
  steps.profile = profile;
  manager.addPass(createLowerStepsPass(steps));
}
