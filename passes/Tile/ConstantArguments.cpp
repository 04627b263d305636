//===- ConstantArguments.cpp - what every launch passes as constant -------===//

#include "passes/Tile/ConstantArguments.h"
#include "dialects/Dist/IR/Dist.h"
#include "dialects/Graph/IR/Graph.h"

using namespace heddle;
using namespace heddle::tile;

ConstantArguments tile::findConstantArguments(ModuleOp module) {
  ConstantArguments constants;
  module.walk([&](kernel::LaunchOp launch) {
    unsigned count = launch.getOperands().size();
    auto place = constants.try_emplace(launch.getCallee(), llvm::SmallBitVector(count, true)).first;
    for (auto [i, operand] : llvm::enumerate(launch.getOperands())) {
      if (!isa_and_nonnull<graph::ConstantOp, dist::BlockOp>(operand.getDefiningOp())) {
        place->second.reset(i);
      }
    }
  });
  return constants;
}

bool tile::isPackable(Value value, const llvm::SmallBitVector &constants) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && argument.hasOneUse() && argument.getArgNumber() < constants.size() &&
         constants.test(argument.getArgNumber());
}
