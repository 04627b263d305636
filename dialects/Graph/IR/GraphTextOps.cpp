//===- GraphTextOps.cpp - ops that look inside texts ----------------------===//

#include "dialects/Graph/IR/Graph.h"
#include "dialects/Graph/IR/Inference.h"
#include "dialects/Support/Regex.h"

using namespace heddle;
using namespace heddle::graph;

LogicalResult TextJoinOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location,
                                           Adaptor adaptor, SmallVectorImpl<Type> &types) {
  Inference infer{getOperationName(), location, types};
  Type lhs = adaptor.getLhs().getType(), rhs = adaptor.getRhs().getType();
  if (!areCompatible(lhs, rhs)) { // C1
    return infer.error("joins ", lhs, " and ", rhs);
  }
  return infer.sameAs(adaptor.getLhs());
}

LogicalResult TextCaseOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location,
                                           Adaptor adaptor, SmallVectorImpl<Type> &types) {
  Inference infer{getOperationName(), location, types};
  return infer.sameAs(adaptor.getInput());
}

LogicalResult TextCountOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location,
                                            Adaptor adaptor, SmallVectorImpl<Type> &types) {
  Inference infer{getOperationName(), location, types};
  return infer.add(shapeOf(adaptor.getInput()), IntegerType::get(context, 64));
}

LogicalResult TextSplitOp::verify() {
  SymShape input = shapeOf(getInput()), result = shapeOf(getResult());
  bool fits = result.size() == input.size() + 1 && mayBeEqual(ArrayRef(result).drop_back(), input);
  if (!fits || elementOf(getResult()) != elementOf(getInput())) { // C1
    return emitOpError() << "splits " << getInput().getType() << " into " << getResult().getType();
  }
  return success();
}

LogicalResult TextMatchOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location,
                                            Adaptor adaptor, SmallVectorImpl<Type> &types) {
  Inference infer{getOperationName(), location, types};
  return infer.truthOf(adaptor.getInput());
}

LogicalResult TextMatchOp::verify() {
  llvm::Expected<RegexProgram> program = RegexProgram::parse(getPattern()); // C1
  return program ? success() : emitOpError(llvm::toString(program.takeError()));
}
