//===- EvalReduction.cpp - many elements become one -----------------------===//

#include "dialects/Graph/Reference/Combine.h"
#include "dialects/Graph/Reference/Evaluation.h"
#include "dialects/Graph/Reference/Walk.h"
#include "dialects/Graph/Reference/WindowWalk.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace heddle;
using namespace heddle::reference;

static Results evaluateReduce(graph::ReduceOp op, Evaluation &evaluation) {
  const Tensor &input = evaluation.get(op.getInput());
  SmallVector<int64_t> shape(input.shape());
  for (int64_t axis : op.getAxes()) {
    shape[axis] = 1;
  }
  std::vector<Cell> cells = loadAll(input);
  std::vector<Cell> results(numElements(shape), neutral(op.getCombiner(), input.kind()));
  // The reduced dimensions have the stride 0 in the result.
  int64_t i = 0;
  for (Odometer place(input.shape(), {broadcastStrides(shape, input.shape())}); !place.done();
       place.next(), ++i) {
    Cell &result = results[place.offset(0)];
    result = combine(op.getCombiner(), input.kind(), result, cells[i]);
  }
  return single(storeAll(input.kind(), shape, results));
}

/// Whether `next` takes the place of `best`.
static bool replaces(bool largest, bool last, ElementKind kind, Cell best, Cell next) {
  if (isNan(kind, best) || isNan(kind, next)) {
    return isNan(kind, next) && (last || !isNan(kind, best));
  }
  bool isBetter = largest ? isLess(kind, best, next) : isLess(kind, next, best);
  bool isEqual = !isLess(kind, best, next) && !isLess(kind, next, best);
  return isBetter || (last && isEqual);
}

static Results evaluateArgReduce(graph::ArgReduceOp op, Evaluation &evaluation) {
  const Tensor &input = evaluation.get(op.getInput());
  const int64_t axis = op.getAxis(), size = input.shape()[axis];
  const bool largest = op.getCombiner() == graph::Combiner::Max;
  SmallVector<int64_t> shape(input.shape());
  shape[axis] = 1;
  const int64_t inner = numElements(input.shape().drop_front(axis + 1));
  std::vector<Cell> cells = loadAll(input);
  Tensor result(ElementKind::I64, shape);
  for (int64_t line = 0, lines = result.numElements(); line < lines; ++line) {
    auto at = [&](int64_t i) { return cells[(line / inner * size + i) * inner + line % inner]; };
    int64_t best = 0;
    for (int64_t i = 1; i < size; ++i) {
      best = replaces(largest, op.getLast(), input.kind(), at(best), at(i)) ? i : best;
    }
    result.setInteger(line, best);
  }
  return single(std::move(result));
}

static Results evaluateCumulative(graph::CumulativeOp op, Evaluation &evaluation) {
  const Tensor &input = evaluation.get(op.getInput());
  const int64_t axis = op.getAxis(), size = input.shape()[axis];
  const int64_t inner = numElements(input.shape().drop_front(axis + 1));
  std::vector<Cell> cells = loadAll(input);
  for (int64_t line = 0, lines = size == 0 ? 0 : input.numElements() / size; line < lines; ++line) {
    Cell sum = neutral(op.getCombiner(), input.kind());
    for (int64_t step = 0; step < size; ++step) {
      int64_t i = op.getReverse() ? size - 1 - step : step;
      Cell &cell = cells[(line / inner * size + i) * inner + line % inner], before = sum;
      sum = combine(op.getCombiner(), input.kind(), sum, cell);
      cell = op.getExclusive() ? before : sum;
    }
  }
  return single(storeAll(input.kind(), input.shape(), cells));
}

static Results evaluatePool(graph::PoolOp op, Evaluation &evaluation) {
  const Tensor &input = evaluation.get(op.getInput());
  const graph::Combiner combiner =
      op.getKind() == graph::PoolKind::Max ? graph::Combiner::Max : graph::Combiner::Add;
  WindowWalk walk(input.shape(), op.getWindow(), op.getStrides(), op.getDilations(), op.getPadsLow(),
                  op.getPadsHigh());
  const int64_t channels = input.shape().back();
  SmallVector<int64_t> shape = walk.resultShape(channels);
  std::vector<Cell> cells = loadAll(input);
  std::vector<Cell> results(numElements(shape), neutral(combiner, input.kind()));
  walk.forEach([&](int64_t outputPosition, int64_t, int64_t inputPosition, int64_t) {
    for (int64_t c = 0; c < channels; ++c) {
      Cell &result = results[outputPosition * channels + c];
      result = combine(combiner, input.kind(), result, cells[inputPosition * channels + c]);
    }
  });
  return single(storeAll(input.kind(), shape, results));
}

static Results evaluateArgPool(graph::ArgPoolOp op, Evaluation &evaluation) {
  const Tensor &input = evaluation.get(op.getInput());
  WindowWalk walk(input.shape(), op.getWindow(), op.getStrides(), op.getDilations(), op.getPadsLow(),
                  op.getPadsHigh());
  const int64_t channels = input.shape().back();
  SmallVector<int64_t> shape = walk.resultShape(channels);
  std::vector<Cell> cells = loadAll(input), best(numElements(shape));
  std::vector<int64_t> places(numElements(shape), -1);
  walk.forEach([&](int64_t outputPosition, int64_t, int64_t inputPosition, int64_t planePosition) {
    for (int64_t c = 0; c < channels; ++c) {
      int64_t at = outputPosition * channels + c;
      Cell cell = cells[inputPosition * channels + c];
      if (places[at] < 0 || replaces(/*largest=*/true, /*last=*/false, input.kind(), best[at], cell)) {
        best[at] = cell;
        places[at] = planePosition;
      }
    }
  });
  for (int64_t &place : places) {
    place = std::max<int64_t>(place, 0); // a window outside the input
  }
  return single(Tensor::fromIntegers(ElementKind::I64, shape, places));
}

std::optional<Results> reference::evaluateReduction(Operation *op, Evaluation &evaluation) {
  return llvm::TypeSwitch<Operation *, std::optional<Results>>(op)
      .Case<graph::ReduceOp>([&](auto reduce) { return evaluateReduce(reduce, evaluation); })
      .Case<graph::ArgReduceOp>([&](auto argReduce) { return evaluateArgReduce(argReduce, evaluation); })
      .Case<graph::CumulativeOp>([&](auto cumulative) { return evaluateCumulative(cumulative, evaluation); })
      .Case<graph::PoolOp>([&](auto pool) { return evaluatePool(pool, evaluation); })
      .Case<graph::ArgPoolOp>([&](auto argPool) { return evaluateArgPool(argPool, evaluation); })
      .Default([](Operation *) { return std::nullopt; });
}
