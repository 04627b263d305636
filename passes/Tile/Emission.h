//===- Emission.h - one walk of the element emitter -------------*- C++ -*-===//
//
// The state of one `ElementEmitter::emitAt`: what was computed already at which place, the mask, and the
// functions that map a place through each kind of op. Private to the Element*.cpp files.
//
//===----------------------------------------------------------------------===//

#ifndef PASSES_TILE_EMISSION_H
#define PASSES_TILE_EMISSION_H

#include "dialects/Graph/IR/Graph.h"
#include "passes/Tile/ElementEmitter.h"

namespace heddle::tile {

class Emission {
public:
  Emission(ElementEmitter &emitter, OpBuilder &builder, int64_t lanes, Value mask)
      : emitter(emitter), function(emitter.function), b(builder), lanes(lanes), mask(mask),
        math(function, builder, lanes) {}

  /// The element of `tensor` at `place`: a scalar where nothing depends on the lanes, else a vector.
  Value emit(Value tensor, const Place &place);

  /// `value` as a vector of all lanes.
  Value toVector(Value value);

private:
  // ElementEmitter.cpp
  Value emitOp(Operation *op, Value tensor, const Place &place);
  Value emitElementwise(Operation *op, const Place &place);
  bool isDivisionByReduced(Operation *op);
  Value emitRandom(graph::RandomOp op, const Place &place);
  Value load(Value memref, Type elementType, ArrayRef<SymExpr> shape, const Place &place);
  Value emitConstant(graph::ConstantOp op, const Place &place);
  Value emitSizes(ArrayRef<SymExpr> sizes, const Place &place);
  Value emitIota(graph::IotaOp op, const Place &place);
  /// The place in an operand that stretches to the result by numpy's rule.
  Place stretch(const Place &place, ArrayRef<SymExpr> result, ArrayRef<SymExpr> operand);

  // ElementMovement.cpp
  Value emitTranspose(graph::TransposeOp op, const Place &place);
  Value emitReshape(graph::ReshapeOp op, const Place &place);
  Value emitSlice(graph::SliceOp op, const Place &place);
  Value sliceFits(graph::SliceOp op, unsigned dim, Value start);
  Value emitConcat(graph::ConcatOp op, const Place &place);
  Value emitConcatPart(graph::ConcatOp op, unsigned part, ArrayRef<Value> ends, const Place &place,
                       unsigned slot);
  Value emitConcatLanes(graph::ConcatOp op, ArrayRef<Value> ends, Place place, unsigned slot);
  Value emitPad(graph::PadOp op, const Place &place);
  Value emitPadConstant(graph::PadOp op, const Place &place);
  Value emitGather(graph::GatherOp op, const Place &place);
  Value emitGatherElements(graph::GatherElementsOp op, const Place &place);
  Value emitGatherNd(graph::GatherNdOp op, const Place &place);
  /// An element of an index tensor as a place along a dimension of `size`: counted from the end if negative;
  /// outside the run fails and the place is 0.
  Index lookUp(Value indices, const Place &place, const SymExpr &size, Operation *op);
  /// Code of `body` if all sizes of `tensor` are > 0, else zero: nothing may be read from an empty tensor.
  /// With `indexed`, an op whose element is at an index of data, the run then fails.
  Value unlessEmpty(Value tensor, const Place &place, llvm::function_ref<Value()> body,
                    Operation *indexed = nullptr);
  /// Where a list of size expressions says "?", the element of `dynamic` there; as index.
  Value startAt(ArrayAttr texts, Value dynamic, unsigned dim);

  /// Cuts groups so that `dim` has one of its own.
  Place isolate(const Place &place, ArrayRef<SymExpr> shape, unsigned dim);
  /// Cuts groups that hold dimensions on both sides of `boundary`.
  Place cutAt(const Place &place, ArrayRef<SymExpr> shape, unsigned boundary);
  /// A value computed in one of two branches; scalar or vector as `place` varies.
  Value choose(Value condition, Type elementType, bool isVector, llvm::function_ref<Value()> then,
               llvm::function_ref<Value()> otherwise);
  /// Code of `body` for the lanes of `inside` (vector of i1) alone; the other lanes hold anything.
  Value masked(Value inside, llvm::function_ref<Value()> body);
  Value zero(Type elementType) { return function.constant(computeType(elementType), 0); }
  Value allOf(Value lanesCondition);

  ElementEmitter &emitter;
  KernelFunction &function;
  OpBuilder &b;
  int64_t lanes;
  Value mask;
  IndexMath math;
  /// Elements computed so far, by tensor.
  using Known = DenseMap<Value, SmallVector<std::pair<Place, Value>, 1>>;
  Known known;
};

} // namespace heddle::tile

#endif // PASSES_TILE_EMISSION_H
