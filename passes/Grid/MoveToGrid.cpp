//===- MoveToGrid.cpp - scatters, running sums, places of extremes --------===//
//
// A thread computes a row. Of a scatter it has what no other thread's updates reach: a line along the axis of
// the indices, or one element of the slices in every row of the result; there it copies the input and applies
// all updates in order. So results do not depend on the threads, and a scatter of single elements by tuples
// is the work of one thread.
//
//===----------------------------------------------------------------------===//

#include "passes/Grid/BlockCode.h"
#include "passes/Grid/Lower.h"
#include "passes/Tile/MoveCode.h"

using namespace heddle;
using namespace heddle::grid;
using namespace heddle::tile;

namespace {
class MoveToGrid : public MoveCode {
public:
  using MoveCode::lower;
  using MoveCode::MoveCode;
  void lower(graph::ScatterElementsOp op);
  void lower(graph::ScatterNdOp op);
  LogicalResult finish(kernel::GridAttr grid);

private:
  void copyElement(OpBuilder &b, Value input, Value at) {
    store(b, load(b, input, at), cast<RankedTensorType>(input.getType()).getElementType(), at);
  }
};
} // namespace

void MoveToGrid::lower(graph::ScatterElementsOp op) {
  graph::SymShape shape = graph::shapeOf(op.getInput()), places = graph::shapeOf(op.getIndices());
  size_t axis = op.getAxis();
  forRows(op.getInput(), axis, [&](OpBuilder &b, Value, Value start, Value size, Value stride) {
    function.loop(function.constant(0), size, 1, [&](OpBuilder &b, Value i) {
      copyElement(b, op.getInput(), add(b, start, multiply(b, i, stride)));
    });
    // The indices may cover fewer lines than the input has.
    SmallVector<Value> line = delinearize(b, start, shape);
    Value isCovered = function.constant(b.getBoolAttr(true));
    for (size_t dim = 0; dim < shape.size(); ++dim) {
      if (dim != axis) {
        Value fits = compare(b, arith::CmpIPredicate::ult, line[dim], function.size(places[dim]));
        isCovered = both(b, isCovered, fits);
      }
    }
    function.branch(isCovered, [&](OpBuilder &) {
      function.loop(function.constant(0), function.size(places[axis]), 1, [&](OpBuilder &b, Value k) {
        line[axis] = k;
        Value from = linearize(b, line, places);
        auto [place, inside] = position(b, op.getIndices(), from, size);
        Value to = add(b, start, multiply(b, place, stride));
        function.failIf(b, isFalse(b, inside), outOfRange(op));
        function.branch(inside,
                        [&](OpBuilder &b) { update(b, op.getCombiner(), op.getUpdates(), from, to); });
      });
    });
  });
}

void MoveToGrid::lower(graph::ScatterNdOp op) {
  graph::SymShape shape = graph::shapeOf(op.getInput()), places = graph::shapeOf(op.getIndices());
  int64_t depth = *places.back().constant();
  Value tuples = function.size(product(ArrayRef(places).drop_back()));
  Value rows = function.size(product(ArrayRef(shape).take_front(depth)));
  SymExpr sliceSize = product(ArrayRef(shape).drop_front(depth));
  Value slice = function.size(sliceSize);
  forUnits(sliceSize, [&](OpBuilder &, Value i) {
    auto inSlice = [&](OpBuilder &b, Value row) { return add(b, multiply(b, row, slice), i); };
    function.loop(function.constant(0), rows, 1,
                  [&](OpBuilder &b, Value row) { copyElement(b, op.getInput(), inSlice(b, row)); });
    function.loop(function.constant(0), tuples, 1, [&](OpBuilder &b, Value tuple) {
      auto [row, inside] = rowOf(b, op, depth, tuple);
      Value from = inSlice(b, tuple), to = inSlice(b, row);
      function.failIf(b, isFalse(b, inside), outOfRange(op));
      function.branch(inside, [&](OpBuilder &b) { update(b, op.getCombiner(), op.getUpdates(), from, to); });
    });
  });
}

LogicalResult MoveToGrid::finish(kernel::GridAttr grid) {
  finishKernel(function, grid, SymExpr::ceilDiv(units, grid.getThreads()));
  return failure(emitter.failed());
}

LogicalResult grid::lowerMove(kernel::FuncOp kernel) {
  kernel::GridAttr grid = gridOf(kernel);
  MoveToGrid lowering(kernel);
  return failed(lowerMoveOp(kernel, lowering)) ? failure() : lowering.finish(grid);
}
