//===- Pipeline.cpp - the simplify stage ----------------------------------===//

#include "mlir/Transforms/Passes.h"
#include "passes/Simplify/Passes.h"

using namespace heddle;
using namespace heddle::simplify;

void simplify::buildSimplifyPipeline(OpPassManager &manager) {
  auto clean = [&] {
    manager.addNestedPass<func::FuncOp>(createFoldConstantsPass());
    manager.addPass(createCanonicalizerPass());
    manager.addPass(createCSEPass());
  };
  manager.addNestedPass<func::FuncOp>(createLowerShapesPass());
  // Before folding: what turns out to be constant in a loop is folded there.
  manager.addNestedPass<func::FuncOp>(createFreezeLoopStatePass());
  clean();
  // Layouts first: scales and pads are recognised beside their convolution once no transpose or reshape
  // stands between.
  manager.addNestedPass<func::FuncOp>(createSinkTransposesPass());
  manager.addNestedPass<func::FuncOp>(createSinkReshapesPass());
  clean();
  manager.addNestedPass<func::FuncOp>(createFoldPadsPass());
  manager.addNestedPass<func::FuncOp>(createFoldScalesPass());
  clean();
}
