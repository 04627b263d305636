//===- Pipeline.cpp - the simplify stage ----------------------------------===//

#include "mlir/Transforms/Passes.h"
#include "passes/Simplify/Passes.h"

using namespace heddle;
using namespace heddle::simplify;

void simplify::buildSimplifyPipeline(OpPassManager &manager) {
  auto clean = [&](FoldConstantsPassOptions options = {}) {
    manager.addNestedPass<func::FuncOp>(createFoldConstantsPass(options));
    manager.addPass(createCanonicalizerPass());
    manager.addPass(createCSEPass());
  };
  manager.addNestedPass<func::FuncOp>(createLowerShapesPass());
  // Before folding: what turns out to be constant in a loop is folded there.
  manager.addNestedPass<func::FuncOp>(createFreezeLoopStatePass());
  // Quantized weights are recognised before they are evaluated; scales and sizes are folded already.
  FoldConstantsPassOptions small;
  small.maxGrowthBytes = 1024;
  clean(small);
  manager.addNestedPass<func::FuncOp>(createSinkScalesPass());
  clean();
  // Layouts first: scales and pads are recognised beside their convolution once no transpose or reshape
  // stands between.
  manager.addNestedPass<func::FuncOp>(createSinkTransposesPass());
  manager.addNestedPass<func::FuncOp>(createSinkReshapesPass());
  clean();
  manager.addNestedPass<func::FuncOp>(createFoldPadsPass());
  manager.addNestedPass<func::FuncOp>(createFoldScalesPass());
  // When attentions stand there in their last form.
  manager.addNestedPass<func::FuncOp>(createMultiplyReciprocalsPass());
  clean();
}
