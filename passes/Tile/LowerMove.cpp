//===- LowerMove.cpp - scatters, running sums, places of extremes ---------===//
//
// Kernels of one op whose order of steps is part of its meaning: each has a loop nest of its own over
// scalars. Rows that do not depend on each other are split among the workers; a scatter, whose updates apply
// in order, runs on worker 0.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "passes/Tile/Lower.h"
#include "passes/Tile/MoveCode.h"

using namespace heddle;
using namespace heddle::tile;

namespace {
class MoveLowering : public MoveCode {
public:
  using MoveCode::lower;
  using MoveCode::MoveCode;
  void lower(graph::ScatterElementsOp op);
  void lower(graph::ScatterNdOp op);
  LogicalResult finish(bool serial);

private:
  void copyInput(OpBuilder &b, Value input);
  /// A loop for every dimension of `shape`, outermost first.
  void forPlaces(ArrayRef<SymExpr> shape, SmallVector<Value> &indices, Body body);
};
} // namespace

void MoveLowering::forPlaces(ArrayRef<SymExpr> shape, SmallVector<Value> &indices, Body body) {
  if (indices.size() == shape.size()) {
    return body(function.builder(), indices);
  }
  function.loop(function.constant(0), function.size(shape[indices.size()]), 1, [&](OpBuilder &, Value i) {
    indices.push_back(i);
    forPlaces(shape, indices, body);
    indices.pop_back();
  });
}

void MoveLowering::copyInput(OpBuilder &b, Value input) {
  memref::CopyOp::create(b, function.loc(), function.memref(input), function.resultMemref(0));
}

void MoveLowering::lower(graph::ScatterElementsOp op) {
  graph::SymShape shape = graph::shapeOf(op.getInput()), places = graph::shapeOf(op.getIndices());
  function.onWorkerZero([&](OpBuilder &b) {
    copyInput(b, op.getInput());
    SmallVector<Value> indices;
    forPlaces(places, indices, [&](OpBuilder &b, ArrayRef<Value> at) {
      Value from = linearize(b, at, places);
      SmallVector<Value> to(at);
      auto [place, inside] = position(b, op.getIndices(), from, function.size(shape[op.getAxis()]));
      to[op.getAxis()] = place;
      function.failIf(b, isFalse(b, inside), outOfRange(op));
      function.branch(inside, [&](OpBuilder &b) {
        update(b, op.getCombiner(), op.getUpdates(), from, linearize(b, to, shape));
      });
    });
  });
}

void MoveLowering::lower(graph::ScatterNdOp op) {
  graph::SymShape shape = graph::shapeOf(op.getInput()), places = graph::shapeOf(op.getIndices());
  int64_t depth = *places.back().constant();
  SymExpr tuples = product(ArrayRef(places).drop_back());
  Value slice = function.size(product(ArrayRef(shape).drop_front(depth)));
  function.onWorkerZero([&](OpBuilder &b) {
    copyInput(b, op.getInput());
    function.loop(function.constant(0), function.size(tuples), 1, [&](OpBuilder &b, Value tuple) {
      auto [row, inside] = rowOf(b, op, depth, tuple);
      function.failIf(b, isFalse(b, inside), outOfRange(op));
      Value from = multiply(b, tuple, slice), to = multiply(b, row, slice);
      function.branch(inside, [&](OpBuilder &) {
        function.loop(function.constant(0), slice, 1, [&](OpBuilder &b, Value i) {
          update(b, op.getCombiner(), op.getUpdates(), add(b, from, i), add(b, to, i));
        });
      });
    });
  });
}

LogicalResult MoveLowering::finish(bool serial) {
  function.finish(serial);
  return failure(emitter.failed());
}

LogicalResult tile::lowerMove(kernel::FuncOp kernel) {
  MoveLowering lowering(kernel);
  FailureOr<Operation *> op = lowerMoveOp(kernel, lowering);
  return failed(op) ? failure() : lowering.finish(isa<graph::ScatterElementsOp, graph::ScatterNdOp>(*op));
}
