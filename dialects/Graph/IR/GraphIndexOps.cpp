//===- GraphIndexOps.cpp - ops that read or write at computed places ------===//

#include "dialects/Graph/IR/Graph.h"
#include "dialects/Graph/IR/Inference.h"
#include "dialects/Graph/IR/LoopNestBuilder.h"

using namespace heddle;
using namespace heddle::graph;

//===----------------------------------------------------------------------===//
// gather
//===----------------------------------------------------------------------===//

LogicalResult GatherOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location,
                                         Adaptor adaptor, SmallVectorImpl<Type> &types) {
  Inference infer{getOperationName(), location, types};
  SymShape shape = shapeOf(adaptor.getInput()), indices = shapeOf(adaptor.getIndices());
  int64_t axis = adaptor.getAxis();
  if (failed(infer.requireAxis(axis, shape.size()))) { // C1
    return failure();
  }
  shape.erase(shape.begin() + axis);
  shape.insert(shape.begin() + axis, indices.begin(), indices.end());
  return infer.add(shape, elementOf(adaptor.getInput()));
}

LoopNest GatherOp::getLoopNest() {
  LoopNestBuilder nest(getContext());
  DimIndices written = nest.parallelFactors(shapeOf(getResult()));
  size_t axis = getAxis(), indexRank = rankOf(getIndices());
  DimIndices read(written.begin(), written.begin() + axis);
  read.push_back(nest.whole(shapeOf(getInput())[axis]));
  read.append(written.begin() + axis + indexRank, written.end());
  nest.operand(read);
  nest.operand(DimIndices(written.begin() + axis, written.begin() + axis + indexRank));
  nest.result(written);
  return nest.finish();
}

//===----------------------------------------------------------------------===//
// gather_elements
//===----------------------------------------------------------------------===//

/// C1 and C2 of gather_elements and scatter_elements: one index per dimension, one of which it replaces.
static LogicalResult requireIndicesAlong(const Inference &infer, Value input, Value indices, int64_t axis) {
  int64_t rank = rankOf(input), indexRank = rankOf(indices);
  if (rank != indexRank) {
    return infer.error("input has rank ", rank, " but indices have rank ", indexRank);
  }
  return infer.requireAxis(axis, rank);
}

LogicalResult GatherElementsOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location,
                                                 Adaptor adaptor, SmallVectorImpl<Type> &types) {
  Inference infer{getOperationName(), location, types};
  if (failed(requireIndicesAlong(infer, adaptor.getInput(), adaptor.getIndices(), adaptor.getAxis()))) {
    return failure();
  }
  return infer.add(shapeOf(adaptor.getIndices()), elementOf(adaptor.getInput()));
}

LoopNest GatherElementsOp::getLoopNest() {
  LoopNestBuilder nest(getContext());
  DimIndices written = nest.parallelFactors(shapeOf(getResult())), read = written;
  read[getAxis()] = nest.whole(shapeOf(getInput())[getAxis()]);
  nest.operand(read);
  nest.operand(written);
  nest.result(written);
  return nest.finish();
}

//===----------------------------------------------------------------------===//
// gather_nd
//===----------------------------------------------------------------------===//

/// The last size of `indices`, which must be a number of coordinates that the input has, or failure.
static FailureOr<int64_t> coordinateCount(const Inference &infer, Value indices, int64_t available) {
  SymShape shape = shapeOf(indices);
  if (shape.empty() || !shape.back().constant()) {
    return infer.error("indices have shape ", toString(shape),
                       " but a number of coordinates is wanted at the end");
  }
  int64_t count = *shape.back().constant();
  if (count > available) {
    return infer.error("indices hold ", count, " coordinates but the input has ", available,
                       " dimensions for them");
  }
  return count;
}

LogicalResult GatherNdOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location,
                                           Adaptor adaptor, SmallVectorImpl<Type> &types) {
  Inference infer{getOperationName(), location, types};
  SymShape input = shapeOf(adaptor.getInput()), shape = shapeOf(adaptor.getIndices());
  int64_t batch = adaptor.getBatchDims(), rank = input.size(), indexRank = shape.size();
  if (batch < 0 || batch > rank || batch >= indexRank) { // C2
    return infer.error("batch_dims is ", batch, " but the input has rank ", rank, " and indices have rank ",
                       indexRank);
  }
  FailureOr<int64_t> count = coordinateCount(infer, adaptor.getIndices(), rank - batch); // C1
  if (failed(count)) {
    return failure();
  }
  if (!mayBeEqual(ArrayRef(input).take_front(batch), ArrayRef(shape).take_front(batch))) { // C2
    return infer.error("batch sizes ", toString(ArrayRef(input).take_front(batch)), " of the input and ",
                       toString(ArrayRef(shape).take_front(batch)), " of indices differ");
  }
  shape.pop_back();
  shape.append(input.begin() + batch + *count, input.end());
  return infer.add(shape, elementOf(adaptor.getInput()));
}

LoopNest GatherNdOp::getLoopNest() {
  LoopNestBuilder nest(getContext());
  SymShape input = shapeOf(getInput()), indices = shapeOf(getIndices());
  size_t batch = getBatchDims(), outer = indices.size() - 1, count = *indices.back().constant();
  DimIndices written = nest.parallelFactors(shapeOf(getResult()));
  DimIndices read(written.begin(), written.begin() + batch);
  for (size_t i = 0; i < count; ++i) {
    read.push_back(nest.whole(input[batch + i]));
  }
  read.append(written.begin() + outer, written.end());
  DimIndices coordinates(written.begin(), written.begin() + outer);
  coordinates.push_back(nest.whole(indices.back()));
  nest.operand(read);
  nest.operand(coordinates);
  nest.result(written);
  return nest.finish();
}

//===----------------------------------------------------------------------===//
// scatter_elements, scatter_nd
//===----------------------------------------------------------------------===//

LogicalResult ScatterElementsOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location,
                                                  Adaptor adaptor, SmallVectorImpl<Type> &types) {
  Inference infer{getOperationName(), location, types};
  SymShape indices = shapeOf(adaptor.getIndices()), updates = shapeOf(adaptor.getUpdates());
  if (failed(requireIndicesAlong(infer, adaptor.getInput(), adaptor.getIndices(), adaptor.getAxis()))) {
    return failure();
  }
  if (!mayBeEqual(indices, updates)) { // C3
    return infer.error("indices have shape ", toString(indices), " but updates have ", toString(updates));
  }
  if (failed(
          infer.requireSameElementType(adaptor.getInput(), "input", adaptor.getUpdates(), "updates"))) { // C4
    return failure();
  }
  return infer.sameAs(adaptor.getInput());
}

LogicalResult ScatterNdOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location,
                                            Adaptor adaptor, SmallVectorImpl<Type> &types) {
  Inference infer{getOperationName(), location, types};
  SymShape input = shapeOf(adaptor.getInput()), wanted = shapeOf(adaptor.getIndices());
  FailureOr<int64_t> count = coordinateCount(infer, adaptor.getIndices(), input.size()); // C1
  if (failed(count)) {
    return failure();
  }
  wanted.pop_back();
  wanted.append(input.begin() + *count, input.end());
  if (SymShape updates = shapeOf(adaptor.getUpdates()); !mayBeEqual(updates, wanted)) { // C2
    return infer.error("updates have shape ", toString(updates), " but ", toString(wanted), " is wanted");
  }
  if (failed(
          infer.requireSameElementType(adaptor.getInput(), "input", adaptor.getUpdates(), "updates"))) { // C3
    return failure();
  }
  return infer.sameAs(adaptor.getInput());
}

//===----------------------------------------------------------------------===//
// top_k
//===----------------------------------------------------------------------===//

LogicalResult TopKOp::verify() {
  SymShape input = shapeOf(getInput()), values = shapeOf(getValues());
  int64_t axis = getAxis(), rank = input.size();
  if (axis < 0 || axis >= rank) { // C1
    return emitOpError() << "axis is " << axis << " but must be at least 0 and below the rank " << rank;
  }
  auto wanted = withElementType(getValues().getType(), IntegerType::get(getContext(), 64));
  if (!areCompatible(wanted, getIndices().getType())) { // C2
    return emitOpError() << "indices have type " << getIndices().getType() << " but " << wanted
                         << " is wanted";
  }
  if (elementOf(getValues()) != elementOf(getInput())) { // C3
    return emitOpError() << "values have element type " << elementOf(getValues()) << " but the input has "
                         << elementOf(getInput());
  }
  std::optional<int64_t> taken, available;
  if (values.size() == input.size()) {
    taken = values[axis].constant();
    available = input[axis].constant();
    input[axis] = values[axis];
  }
  if (!mayBeEqual(values, input) || (taken && available && *taken > *available)) { // C3
    return emitOpError() << "values have shape " << toString(values) << " but the input has "
                         << toString(shapeOf(getInput()));
  }
  return success();
}

//===----------------------------------------------------------------------===//
// non_zero, unique, non_max_suppression
//===----------------------------------------------------------------------===//

LogicalResult NonZeroOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location,
                                          Adaptor adaptor, SmallVectorImpl<Type> &types) {
  Inference infer{getOperationName(), location, types};
  SymShape input = shapeOf(adaptor.getInput());
  Type index = IntegerType::get(context, 64);
  return success(succeeded(infer.add({SymExpr(input.size()), product(input)}, index)) &&
                 succeeded(infer.add({}, index)));
}

LogicalResult UniqueOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location,
                                         Adaptor adaptor, SmallVectorImpl<Type> &types) {
  Inference infer{getOperationName(), location, types};
  SymShape input = shapeOf(adaptor.getInput());
  if (input.size() != 1 && input.size() != 2) { // C1
    return infer.error("input has rank ", input.size(), " but 1 or 2 is wanted");
  }
  Type index = IntegerType::get(context, 64);
  types.append(3, makeTensorType(input.front(), index));
  return infer.add({}, index);
}

LogicalResult NonMaxSuppressionOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location,
                                                    Adaptor adaptor, SmallVectorImpl<Type> &types) {
  Inference infer{getOperationName(), location, types};
  SymShape boxes = shapeOf(adaptor.getBoxes()), scores = shapeOf(adaptor.getScores());
  bool agree = boxes.size() == 3 && scores.size() == 3 && mayBeEqual(boxes[0], scores[0]) &&
               mayBeEqual(boxes[1], scores[2]) && mayBeEqual(boxes[2], SymExpr(4));
  if (!agree) { // C1
    return infer.error("boxes have shape ", toString(boxes), " and scores ", toString(scores),
                       " but [batch, n, 4] and [batch, classes, n] are wanted");
  }
  Type f32 = Float32Type::get(context);
  for (Value threshold : {adaptor.getIouThreshold(), adaptor.getScoreThreshold()}) {
    if (threshold.getType() != RankedTensorType::get({}, f32)) { // C2
      return infer.error("has a threshold of type ", threshold.getType(), " but an f32 scalar is wanted");
    }
  }
  if (elementOf(adaptor.getBoxes()) != f32 || elementOf(adaptor.getScores()) != f32) { // C2
    return infer.error("boxes have element type ", elementOf(adaptor.getBoxes()), " and scores ",
                       elementOf(adaptor.getScores()), " but f32 is wanted");
  }
  Type index = IntegerType::get(context, 64);
  SymExpr rows = boxes[0] * scores[1] * boxes[1];
  return success(succeeded(infer.add({rows, SymExpr(3)}, index)) && succeeded(infer.add({}, index)));
}
