//===- Names.cpp - what a user calls a value ------------------------------===//

#include "passes/Shard/Names.h"
#include "dialects/Dist/IR/Dist.h"

using namespace heddle;
using namespace heddle::shard;

/// The name that a returned value has as a result of the function.
static std::string resultName(func::FuncOp function, Value value) {
  for (OpOperand &use : value.getUses()) {
    if (isa<func::ReturnOp>(use.getOwner()) && use.getOwner()->getParentOp() == function) {
      auto name =
          function.getResultAttrOfType<StringAttr>(use.getOperandNumber(), graph::GraphDialect::kNameAttr);
      return name ? name.str() : "";
    }
  }
  return "";
}

std::string shard::nameOf(Value value) {
  auto function = dyn_cast<func::FuncOp>(value.getParentRegion()->getParentOp());
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto name = function ? function.getArgAttrOfType<StringAttr>(argument.getArgNumber(),
                                                                 graph::GraphDialect::kNameAttr)
                         : StringAttr();
    return name ? name.str() : "";
  }
  if (std::string name = function ? resultName(function, value) : ""; !name.empty()) {
    return name;
  }
  Operation *op = value.getDefiningOp();
  if (auto constrain = dyn_cast<dist::ConstrainOp>(op)) {
    return nameOf(constrain.getInput());
  }
  std::string name;
  op->getLoc()->walk([&](Location part) {
    auto found = dyn_cast<NameLoc>(part);
    if (!found) {
      return WalkResult::advance();
    }
    // A node's location reads "name (Operator)".
    name = StringRef(found.getName()).split(" (").first.str();
    return WalkResult::interrupt();
  });
  return name;
}
