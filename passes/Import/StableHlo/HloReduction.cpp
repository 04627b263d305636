//===- HloReduction.cpp - many elements become one ------------------------===//

#include "dialects/StableHlo/IR/StableHlo.h"
#include "passes/Import/StableHlo/HloBody.h"

using namespace heddle;
using namespace heddle::importer;

/// Every dimension that is not in `dims`.
static SmallVector<int64_t> otherDims(ArrayRef<int64_t> dims, int64_t rank) {
  SmallVector<int64_t> others;
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (!llvm::is_contained(dims, dim)) {
      others.push_back(dim);
    }
  }
  return others;
}

/// One op as body: a reduction of the graph dialect, combined with the initial value unless that changes
/// nothing.
static Value reduceBy(HloImporter &n, graph::Combiner combiner, Value input, Value initial,
                      SmallVector<int64_t> dims) {
  llvm::sort(dims);
  Value result = n.reshapeTo(n.reduce(combiner, input, dims), n.declared().getShape());
  return !result || isNeutral(combiner, initial) ? result : combined(n, combiner, initial, result);
}

/// Any associative body: neighbours are combined, all pairs at once, until one element is left, and that with
/// the initial values. `inputs` are [n, …] of one shape; results are [1, …].
static SmallVector<Value> reduceByTree(HloImporter &n, Region &body, SmallVector<Value> inputs,
                                       ValueRange initial) {
  auto combine = [&](ArrayRef<Value> lhs, ArrayRef<Value> rhs) {
    SmallVector<Value> arguments(lhs);
    llvm::append_range(arguments, rhs);
    SmallVector<Value> results = n.applyLifted(body, arguments);
    if (!n.failed() && results.size() != inputs.size()) {
      (void)n.bad("has a body of " + Twine(results.size()) + " results where " + Twine(inputs.size()) +
                  " are wanted");
    }
    for (auto [result, like] : llvm::zip(results, lhs)) {
      // A body that does not look at its arguments gives scalars.
      result = n.failed() ? Value() : n.broadcastTo(result, n.sizes(like));
    }
    return results;
  };
  while (!n.failed() && n.sizes(inputs[0])[0] > 1) {
    int64_t size = n.sizes(inputs[0])[0], pairs = size / 2;
    SmallVector<Value> lhs, rhs;
    for (Value input : inputs) {
      lhs.push_back(n.sliceDim(input, 0, 0, pairs, 2));
      rhs.push_back(n.sliceDim(input, 0, 1, pairs, 2));
    }
    SmallVector<Value> next = combine(lhs, rhs);
    for (size_t i = 0; i < next.size() && size % 2 == 1; ++i) {
      next[i] = n.concat({next[i], n.sliceDim(inputs[i], 0, size - 1, 1)}, 0);
    }
    inputs = next;
  }
  if (n.failed()) {
    return {};
  }
  SmallVector<int64_t> sizes(n.sizes(inputs[0]));
  bool isEmpty = sizes[0] == 0;
  sizes[0] = 1;
  SmallVector<Value> start;
  for (Value each : initial) {
    start.push_back(n.broadcastTo(each, sizes));
  }
  return isEmpty ? start : combine(start, inputs);
}

/// The inputs as [reduced elements, kept…].
static SmallVector<Value> reducedFirst(HloImporter &n, ValueRange inputs, ArrayRef<int64_t> dims) {
  SmallVector<Value> moved;
  for (Value input : inputs) {
    SmallVector<int64_t> order(dims), kept = otherDims(dims, n.rank(input)), sizes = {1};
    for (int64_t dim : dims) {
      sizes[0] *= n.sizes(input)[dim];
    }
    for (int64_t dim : kept) {
      order.push_back(dim);
      sizes.push_back(n.sizes(input)[dim]);
    }
    moved.push_back(n.reshapeTo(n.transpose(input, order), sizes));
  }
  return moved;
}

static LogicalResult importReduce(HloImporter &n, stablehlo::ReduceOp op) {
  unsigned count = n.numOperands() / 2;
  if (count == 0 || n.numOperands() % 2 != 0 || failed(n.checkCount("results", op->getNumResults(), count))) {
    return n.bad("has " + Twine(n.numOperands()) +
                 " operands where inputs and as many initial values are wanted");
  }
  ArrayRef<Value> inputs = n.operands().take_front(count), initial = n.operands().drop_front(count);
  for (auto [input, start] : llvm::zip(inputs, initial)) {
    if (n.sizes(input) != n.sizes(inputs[0]) || n.rank(start) != 0) {
      return n.bad("needs inputs of one shape and initial values that are scalars");
    }
  }
  SmallVector<int64_t> dims(op.getDimensions());
  if (failed(n.checkDims("dimensions", dims, n.rank(inputs[0]))) ||
      failed(n.checkRegion(op.getBody(), 2 * count))) {
    return failure();
  }
  std::optional<graph::Combiner> combiner = combinerOf(op.getBody());
  if (combiner && *combiner != graph::Combiner::Replace) {
    return n.finish(reduceBy(n, *combiner, inputs[0], initial[0], dims));
  }
  SmallVector<Value> results = reduceByTree(n, op.getBody(), reducedFirst(n, inputs, dims), initial);
  for (Value &result : results) {
    result = n.reshapeTo(result, n.declared().getShape());
  }
  return n.finish(results);
}

void importer::addHloReductionOps(HloTable &table) { table.add(importReduce); }
