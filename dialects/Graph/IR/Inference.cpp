//===- Inference.cpp - where ops infer their result types -----------------===//

#include "dialects/Graph/IR/Inference.h"

using namespace heddle;
using namespace heddle::graph;

LogicalResult Inference::add(ArrayRef<SymExpr> shape, Type elementType) const {
  for (auto [dim, size] : llvm::enumerate(shape)) {
    if (size.constant().value_or(0) < 0) {
      return error("result dimension ", dim, " has size ", size.str(), " but a size is at least 0");
    }
  }
  types.push_back(makeTensorType(shape, elementType));
  return success();
}

LogicalResult Inference::sameAs(Value input) const {
  types.push_back(input.getType());
  return success();
}

LogicalResult Inference::truthOf(Value input) const {
  types.push_back(withElementType(input.getType(), truthElement(input)));
  return success();
}

LogicalResult Inference::broadcast(ValueRange operands, Type elementType) const {
  SmallVector<SymShape> shapes;
  for (Value operand : operands) {
    shapes.push_back(shapeOf(operand));
  }
  std::pair<SymExpr, SymExpr> mismatch;
  FailureOr<SymShape> result = broadcastShapes(shapes, &mismatch);
  if (succeeded(result)) {
    return add(*result, elementType);
  }
  std::string text;
  llvm::interleave(shapes, [&](const SymShape &shape) { text += toString(shape); }, [&] { text += " and "; });
  return error("shapes ", text, " do not broadcast: sizes ", mismatch.first.str(), " and ",
               mismatch.second.str(), " differ and neither is 1");
}

LogicalResult Inference::binary(Value lhs, Value rhs) const {
  if (failed(requireSameElementType(lhs, "lhs", rhs, "rhs"))) { // C1
    return failure();
  }
  return broadcast({lhs, rhs}, elementOf(lhs)); // C2
}

LogicalResult Inference::requireSameElementType(Value a, StringRef nameA, Value b, StringRef nameB) const {
  if (elementOf(a) == elementOf(b)) {
    return success();
  }
  return error(nameA, " has element type ", elementOf(a), " but ", nameB, " has ", elementOf(b));
}

LogicalResult Inference::requireAxis(int64_t axis, int64_t rank) const {
  if (axis >= 0 && axis < rank) {
    return success();
  }
  return error("axis is ", axis, " but must be at least 0 and below the rank ", rank);
}

Type graph::contractionElement(Type lhs, Type rhs) {
  bool bytes = lhs.isInteger(8) && rhs.isInteger(8);
  if (bytes) {
    return IntegerType::get(lhs.getContext(), 32);
  }
  return lhs == rhs && !lhs.isInteger(1) ? lhs : Type();
}
