//===- GraphElementwiseOps.cpp - one result element from one of each operand ===//

#include "dialects/Graph/IR/Constant.h"
#include "dialects/Graph/IR/Graph.h"
#include "dialects/Graph/IR/Inference.h"
#include "dialects/Graph/IR/LoopNestBuilder.h"

using namespace heddle;
using namespace heddle::graph;

LoopNest graph::elementwiseLoopNest(Operation *op) {
  LoopNestBuilder nest(op->getContext());
  SymShape shape = shapeOf(op->getResult(0));
  DimIndices indices = nest.parallelFactors(shape);
  for (Value operand : op->getOperands()) {
    nest.operand(broadcastIndices(shapeOf(operand), shape, indices));
  }
  nest.result(indices);
  return nest.finish();
}

//===----------------------------------------------------------------------===//
// Result types
//===----------------------------------------------------------------------===//

LogicalResult IsInfOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location,
                                        Adaptor adaptor, SmallVectorImpl<Type> &types) {
  return Inference{getOperationName(), location, types}.truthOf(adaptor.getInput());
}

LogicalResult PowOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                      SmallVectorImpl<Type> &types) {
  Inference infer{getOperationName(), location, types};
  return infer.broadcast({adaptor.getLhs(), adaptor.getRhs()}, elementOf(adaptor.getLhs())); // C1
}

LogicalResult CompareOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location,
                                          Adaptor adaptor, SmallVectorImpl<Type> &types) {
  Inference infer{getOperationName(), location, types};
  if (failed(infer.requireSameElementType(adaptor.getLhs(), "lhs", adaptor.getRhs(), "rhs"))) { // C1
    return failure();
  }
  return infer.broadcast({adaptor.getLhs(), adaptor.getRhs()}, IntegerType::get(context, 1)); // C2
}

LogicalResult SelectOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location,
                                         Adaptor adaptor, SmallVectorImpl<Type> &types) {
  Inference infer{getOperationName(), location, types};
  if (failed(infer.requireSameElementType(adaptor.getLhs(), "lhs", adaptor.getRhs(), "rhs"))) { // C1
    return failure();
  }
  return infer.broadcast(adaptor.getOperands(), elementOf(adaptor.getLhs())); // C2
}

LogicalResult CastOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location,
                                       Adaptor adaptor, SmallVectorImpl<Type> &types) {
  Inference infer{getOperationName(), location, types};
  if (!isa<FloatType, IntegerType>(adaptor.getTo())) { // C1
    return infer.error("casts to ", adaptor.getTo(), " but only to a float or an integer type is possible");
  }
  types.push_back(withElementType(adaptor.getInput().getType(), adaptor.getTo()));
  return success();
}

LogicalResult BitcastOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location,
                                          Adaptor adaptor, SmallVectorImpl<Type> &types) {
  Inference infer{getOperationName(), location, types};
  Type from = elementOf(adaptor.getInput()), to = adaptor.getTo();
  if (!isa<FloatType, IntegerType>(to) || to.getIntOrFloatBitWidth() != from.getIntOrFloatBitWidth()) { // C1
    return infer.error("reads ", from, " as ", to, " but the widths must be the same");
  }
  types.push_back(withElementType(adaptor.getInput().getType(), to));
  return success();
}

/// The parameters of a quantisation may be stretched to the input, never the other way.
static LogicalResult requireParametersBroadcast(Inference &infer, ValueRange operands, Type elementType) {
  SmallVector<Type> broadcast;
  Inference probe{infer.op, infer.location, broadcast};
  if (failed(probe.broadcast(operands, elementType))) {
    return failure();
  }
  SymShape input = shapeOf(operands[0]);
  if (!mayBeEqual(shapeOf(broadcast[0]), input)) {
    return infer.error("scale and zero_point stretch the input's shape ", toString(input), " to ",
                       toString(shapeOf(broadcast[0])));
  }
  return infer.add(input, elementType);
}

LogicalResult QuantizeOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location,
                                           Adaptor adaptor, SmallVectorImpl<Type> &types) {
  Inference infer{getOperationName(), location, types};
  if (failed(infer.requireSameElementType(adaptor.getInput(), "input", adaptor.getScale(), "scale"))) { // C1
    return failure();
  }
  Type quantized = elementOf(adaptor.getZeroPoint());
  if (!isa<IntegerType>(quantized)) { // C2
    return infer.error("zero_point has element type ", quantized, " but an integer type is wanted");
  }
  return requireParametersBroadcast(infer, adaptor.getOperands(), quantized); // C3
}

LogicalResult DequantizeOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location,
                                             Adaptor adaptor, SmallVectorImpl<Type> &types) {
  Inference infer{getOperationName(), location, types};
  if (failed(infer.requireSameElementType(adaptor.getInput(), "input", adaptor.getZeroPoint(),
                                          "zero_point"))) { // C1
    return failure();
  }
  return requireParametersBroadcast(infer, adaptor.getOperands(), elementOf(adaptor.getScale())); // C2
}

//===----------------------------------------------------------------------===//
// Folding: identities that hold for every value, NaN and signed zeros included
//===----------------------------------------------------------------------===//

static bool isFloatZero(Value value, bool negative) {
  std::optional<APFloat> number = splatFloat(value);
  return number && number->isZero() && number->isNegative() == negative;
}

static bool isOne(Value value) {
  std::optional<APFloat> number = splatFloat(value);
  return splatInteger(value) == 1 || (number && number->isExactlyValue(1.0));
}

/// `kept` if it has the type of the op's result, that is, if nothing stretches it.
static OpFoldResult keep(Value kept, Operation *op) {
  return haveSameShapeAndType(kept.getType(), op->getResult(0).getType()) ? OpFoldResult(kept)
                                                                          : OpFoldResult();
}

OpFoldResult AddOp::fold(FoldAdaptor) {
  // -0 + 0 is 0, so the float identity is -0.
  if (splatInteger(getRhs()) == 0 || isFloatZero(getRhs(), /*negative=*/true)) {
    return keep(getLhs(), *this);
  }
  if (splatInteger(getLhs()) == 0 || isFloatZero(getLhs(), /*negative=*/true)) {
    return keep(getRhs(), *this);
  }
  return {};
}

OpFoldResult SubOp::fold(FoldAdaptor) {
  if (splatInteger(getRhs()) == 0 || isFloatZero(getRhs(), /*negative=*/false)) {
    return keep(getLhs(), *this);
  }
  return {};
}

OpFoldResult MulOp::fold(FoldAdaptor) {
  if (isOne(getRhs())) {
    return keep(getLhs(), *this);
  }
  return isOne(getLhs()) ? keep(getRhs(), *this) : OpFoldResult();
}

OpFoldResult DivOp::fold(FoldAdaptor) { return isOne(getRhs()) ? keep(getLhs(), *this) : OpFoldResult(); }

OpFoldResult SelectOp::fold(FoldAdaptor) {
  if (getLhs() == getRhs()) {
    return keep(getLhs(), *this);
  }
  if (std::optional<int64_t> condition = splatInteger(getCondition())) {
    return keep(*condition ? getLhs() : getRhs(), *this);
  }
  return {};
}

OpFoldResult CastOp::fold(FoldAdaptor) { return keep(getInput(), *this); }
