//===- GraphControlOps.cpp - branches, loops and state --------------------===//

#include "dialects/Graph/IR/Graph.h"
#include "dialects/Graph/IR/Inference.h"

using namespace heddle;
using namespace heddle::graph;

/// The yield that ends a region of one block, or null.
static YieldOp yieldOf(Region &region) {
  return region.front().empty() ? YieldOp() : dyn_cast<YieldOp>(region.front().back());
}

LogicalResult IfOp::verify() {
  for (auto [region, name] : {std::pair(&getThenRegion(), "then"), std::pair(&getElseRegion(), "else")}) {
    YieldOp yield = yieldOf(*region);
    if (!yield) {
      return emitOpError() << "has a " << name << " region that does not end in graph.yield";
    }
    if (yield.getNumOperands() != getNumResults()) { // C1
      return emitOpError() << "has " << getNumResults() << " results but its " << name << " region yields "
                           << yield.getNumOperands() << " values";
    }
    for (auto [i, value, result] : llvm::enumerate(yield.getOperandTypes(), getResultTypes())) {
      if (!areCompatible(value, result)) { // C1
        return emitOpError() << "has result #" << i << " of type " << result << " but its " << name
                             << " region yields " << value;
      }
    }
  }
  return success();
}

/// C1: the region's arguments.
static LogicalResult verifyLoopArguments(LoopOp op) {
  Block &body = op.getBody().front();
  unsigned wanted = 1 + op.numCarried();
  if (body.getNumArguments() != wanted) {
    return op.emitOpError() << "has a region of " << body.getNumArguments() << " arguments but "
                            << "the trip number and the carried values are " << wanted;
  }
  auto scalar = RankedTensorType::get({}, IntegerType::get(op.getContext(), 64));
  if (body.getArgument(0).getType() != scalar) {
    return op.emitOpError() << "has a trip number of type " << body.getArgument(0).getType() << " but "
                            << scalar << " is wanted";
  }
  for (auto [i, initial, argument] :
       llvm::enumerate(op.getInitial().getTypes(), llvm::drop_begin(body.getArgumentTypes()))) {
    if (!areCompatible(initial, argument)) { // C3
      return op.emitOpError() << "has carried value #" << i << " of type " << initial
                              << " but the region's argument is " << argument;
    }
  }
  return success();
}

/// C2, C3: what the region yields against the results.
static LogicalResult verifyLoopYield(LoopOp op, YieldOp yield) {
  unsigned carried = op.numCarried(), yielded = yield.getNumOperands();
  if (yielded != 1 + op.getNumResults() || op.getNumResults() < carried) { // C2
    return op.emitOpError() << "has " << op.getNumResults() << " results and " << carried
                            << " carried values but its region yields " << yielded
                            << " values: a condition and one for each result are wanted";
  }
  auto truth = RankedTensorType::get({}, IntegerType::get(op.getContext(), 1));
  if (yield.getOperand(0).getType() != truth) { // C2
    return op.emitOpError() << "yields a condition of type " << yield.getOperand(0).getType() << " but "
                            << truth << " is wanted";
  }
  for (unsigned i = 0; i < op.getNumResults(); ++i) {
    auto value = cast<RankedTensorType>(yield.getOperand(i + 1).getType());
    auto result = cast<RankedTensorType>(op.getResult(i).getType());
    bool agrees = areCompatible(Type(value), Type(result));
    if (i >= carried) {
      agrees = value.getElementType() == result.getElementType() && result.getRank() == value.getRank() + 1 &&
               mayBeEqual(shapeOf(value), ArrayRef(shapeOf(result)).drop_front());
    }
    if (!agrees) { // C3
      return op.emitOpError() << "has " << (i < carried ? "carried" : "stacked") << " result #" << i
                              << " of type " << result << " but its region yields " << value;
    }
  }
  return success();
}

LogicalResult LoopOp::verify() {
  YieldOp yield = yieldOf(getBody());
  if (!yield) {
    return emitOpError() << "has a region that does not end in graph.yield";
  }
  return success(succeeded(verifyLoopArguments(*this)) && succeeded(verifyLoopYield(*this, yield)));
}

/// C1, C2 of read and assign.
static LogicalResult verifyVariable(Operation *op, FlatSymbolRefAttr name, Type type,
                                    SymbolTableCollection &symbolTable) {
  auto variable = symbolTable.lookupNearestSymbolFrom<VariableOp>(op, name);
  if (!variable) {
    return op->emitOpError() << "names " << name << ", which is no graph.variable";
  }
  if (!areCompatible(variable.getInitial().getType(), type)) {
    return op->emitOpError() << "has type " << type << " but variable " << name << " has type "
                             << variable.getInitial().getType();
  }
  return success();
}

LogicalResult ReadOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  return verifyVariable(*this, getVariableAttr(), getResult().getType(), symbolTable);
}

LogicalResult AssignOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  return verifyVariable(*this, getVariableAttr(), getValue().getType(), symbolTable);
}
