//===- GraphReductionOps.cpp - many elements become one -------------------===//

#include "dialects/Graph/IR/Graph.h"
#include "dialects/Graph/IR/Inference.h"
#include "dialects/Graph/IR/LoopNestBuilder.h"
#include "dialects/Graph/IR/WindowShape.h"

using namespace heddle;
using namespace heddle::graph;

/// The loop nest of a reduction along `axes`, which stay with size 1.
static LoopNest reductionLoopNest(Value input, ArrayRef<int64_t> axes) {
  LoopNestBuilder nest(input.getContext());
  DimIndices read, written;
  for (auto [dim, size] : llvm::enumerate(shapeOf(input))) {
    bool reduced = llvm::is_contained(axes, dim);
    read.push_back(nest.factor(reduced ? FactorKind::Reduction : FactorKind::Parallel, size));
    written.push_back(reduced ? nest.constant(0) : read.back());
  }
  nest.operand(read);
  nest.result(written);
  return nest.finish();
}

//===----------------------------------------------------------------------===//
// reduce
//===----------------------------------------------------------------------===//

LogicalResult ReduceOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location,
                                         Adaptor adaptor, SmallVectorImpl<Type> &types) {
  Inference infer{getOperationName(), location, types};
  SymShape shape = shapeOf(adaptor.getInput());
  int64_t previous = -1;
  for (int64_t axis : adaptor.getAxes()) {
    if (failed(infer.requireAxis(axis, shape.size()))) { // C1
      return failure();
    }
    if (axis <= previous) { // C1
      return infer.error("axes has ", axis, " behind ", previous, " but they must ascend");
    }
    shape[axis] = 1;
    previous = axis;
  }
  if (adaptor.getCombiner() == Combiner::Replace) { // C2
    return infer.error("combines by replace but a reduction wants add, mul, max or min");
  }
  return infer.add(shape, elementOf(adaptor.getInput()));
}

OpFoldResult ReduceOp::fold(FoldAdaptor) {
  bool keepsType = haveSameShapeAndType(getInput().getType(), getResult().getType());
  return getAxes().empty() && keepsType ? OpFoldResult(getInput()) : OpFoldResult();
}

LoopNest ReduceOp::getLoopNest() { return reductionLoopNest(getInput(), getAxes()); }

//===----------------------------------------------------------------------===//
// arg_reduce
//===----------------------------------------------------------------------===//

LogicalResult ArgReduceOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location,
                                            Adaptor adaptor, SmallVectorImpl<Type> &types) {
  Inference infer{getOperationName(), location, types};
  if (adaptor.getCombiner() != Combiner::Max && adaptor.getCombiner() != Combiner::Min) { // C1
    return infer.error("combines by ", stringifyCombiner(adaptor.getCombiner()), " but max or min is wanted");
  }
  SymShape shape = shapeOf(adaptor.getInput());
  int64_t axis = adaptor.getAxis();
  if (failed(infer.requireAxis(axis, shape.size()))) { // C2
    return failure();
  }
  shape[axis] = 1;
  return infer.add(shape, IntegerType::get(context, 64));
}

LoopNest ArgReduceOp::getLoopNest() { return reductionLoopNest(getInput(), static_cast<int64_t>(getAxis())); }

//===----------------------------------------------------------------------===//
// cumulative
//===----------------------------------------------------------------------===//

LogicalResult CumulativeOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location,
                                             Adaptor adaptor, SmallVectorImpl<Type> &types) {
  Inference infer{getOperationName(), location, types};
  if (adaptor.getCombiner() != Combiner::Add && adaptor.getCombiner() != Combiner::Mul) { // C1
    return infer.error("combines by ", stringifyCombiner(adaptor.getCombiner()), " but add or mul is wanted");
  }
  if (failed(infer.requireAxis(adaptor.getAxis(), rankOf(adaptor.getInput())))) { // C2
    return failure();
  }
  return infer.sameAs(adaptor.getInput());
}

LoopNest CumulativeOp::getLoopNest() {
  LoopNestBuilder nest(getContext());
  DimIndices indices;
  for (auto [dim, size] : llvm::enumerate(shapeOf(getInput()))) {
    indices.push_back(nest.factor(dim == getAxis() ? FactorKind::Sequential : FactorKind::Parallel, size));
  }
  nest.operand(indices);
  nest.result(indices);
  return nest.finish();
}

//===----------------------------------------------------------------------===//
// pool, arg_pool
//===----------------------------------------------------------------------===//

/// Adds the result of a pooling of `input`.
static LogicalResult inferPool(const Inference &infer, Value input, const Window &window, Type elementType) {
  if (failed(window.verify(infer, rankOf(input)))) { // C1
    return failure();
  }
  SymShape shape = shapeOf(input);
  for (unsigned dim = 0; dim < window.numDims(); ++dim) {
    shape[dim + 1] = window.resultSize(dim, shape[dim + 1]);
  }
  return infer.add(shape, elementType);
}

/// Factors: the result's dimensions, then the window's.
static LoopNest poolLoopNest(const Window &window, Value input, Value result) {
  LoopNestBuilder nest(input.getContext());
  DimIndices written = nest.parallelFactors(shapeOf(result)), windowFactors;
  DimIndices read = window.inputIndices(nest, ArrayRef(written).drop_front().drop_back(), windowFactors);
  read.insert(read.begin(), written.front());
  read.push_back(written.back());
  nest.operand(read);
  nest.result(written);
  return nest.finish();
}

LogicalResult PoolOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location,
                                       Adaptor adaptor, SmallVectorImpl<Type> &types) {
  return inferPool({getOperationName(), location, types}, adaptor.getInput(), poolWindow(adaptor),
                   elementOf(adaptor.getInput()));
}

LoopNest PoolOp::getLoopNest() { return poolLoopNest(poolWindow(*this), getInput(), getResult()); }

LogicalResult ArgPoolOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location,
                                          Adaptor adaptor, SmallVectorImpl<Type> &types) {
  return inferPool({getOperationName(), location, types}, adaptor.getInput(), poolWindow(adaptor),
                   IntegerType::get(context, 64));
}

LoopNest ArgPoolOp::getLoopNest() { return poolLoopNest(poolWindow(*this), getInput(), getResult()); }
