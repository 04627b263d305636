//===- OnnxReduction.cpp - operators that reduce dimensions ---------------===//
//
// The Reduce family and softmax. Sums of 16-bit floats are taken in f32 until the last step; logarithms of
// sums of exponentials subtract the largest element first.
//
//===----------------------------------------------------------------------===//

#include "passes/Import/Onnx/Activations.h"
#include "passes/Import/Onnx/NodeImporter.h"
#include "passes/Import/Onnx/OpTable.h"

using namespace heddle;
using namespace heddle::importer;
using graph::Combiner;
using graph::Predicate;

//===----------------------------------------------------------------------===//
// The Reduce family
//===----------------------------------------------------------------------===//

/// Reduces `x`, whose element type is its compute type, over `axes`; reduced dimensions stay with size 1.
using Reducer = Value (*)(NodeImporter &n, Value x, ArrayRef<int64_t> axes);

template <Combiner combiner> static Value reduceBy(NodeImporter &n, Value x, ArrayRef<int64_t> axes) {
  return n.reduce(combiner, x, axes);
}

static Value reduceMean(NodeImporter &n, Value x, ArrayRef<int64_t> axes) { return n.mean(x, axes); }

static Value reduceL1(NodeImporter &n, Value x, ArrayRef<int64_t> axes) {
  return n.reduce(Combiner::Add, n.make<graph::AbsOp>(x), axes);
}

static Value reduceSumSquare(NodeImporter &n, Value x, ArrayRef<int64_t> axes) {
  return n.reduce(Combiner::Add, n.make<graph::MulOp>(x, x), axes);
}

/// A root or logarithm of an integer sum is taken in f64.
template <typename OpTy> static Value throughFloat(NodeImporter &n, Value sum) {
  if (!sum || n.isFloat(sum)) {
    return n.make<OpTy>(sum);
  }
  return n.castTo(n.make<OpTy>(n.castTo(sum, n.builder().getF64Type())), n.elementType(sum));
}

static Value reduceL2(NodeImporter &n, Value x, ArrayRef<int64_t> axes) {
  return throughFloat<graph::SqrtOp>(n, reduceSumSquare(n, x, axes));
}

static Value reduceLogSum(NodeImporter &n, Value x, ArrayRef<int64_t> axes) {
  return throughFloat<graph::LogOp>(n, n.reduce(Combiner::Add, x, axes));
}

/// log(sum(e^x)) as m + log(sum(e^(x - m))), m the largest x, or 0 where that is infinite.
static Value reduceLogSumExp(NodeImporter &n, Value x, ArrayRef<int64_t> axes) {
  if (!x) {
    return x;
  }
  Value number = n.isFloat(x) ? x : n.castTo(x, n.builder().getF64Type());
  Value largest = n.reduce(Combiner::Max, number, axes);
  Value finite = n.select(n.make<graph::IsInfOp>(largest, true, true), n.scalarLike(0, number), largest);
  Value sum = n.reduce(Combiner::Add, n.make<graph::ExpOp>(n.make<graph::SubOp>(number, finite)), axes);
  Value result = n.make<graph::AddOp>(n.make<graph::LogOp>(sum), finite);
  return n.castTo(result, n.elementType(x));
}

/// Largest and smallest truth values are "any" and "all".
static Value reduceTruth(NodeImporter &n, Value x, ArrayRef<int64_t> axes, Reducer reducer) {
  Type byte = n.builder().getIntegerType(8, /*isSigned=*/false);
  return n.castTo(reducer(n, n.castTo(x, byte), axes), n.elementType(x));
}

/// The input reduced over known axes.
static Value reduceOver(NodeImporter &n, Reducer reducer, ArrayRef<int64_t> axes, bool keep) {
  Value x = n.input(0);
  Type type = n.elementType(x);
  Value reduced = type.isInteger(1) ? reduceTruth(n, x, axes, reducer)
                                    : n.castTo(reducer(n, n.castTo(x, n.computeType(type)), axes), type);
  return keep ? reduced : n.squeeze(reduced, axes);
}

template <Reducer reducer> static LogicalResult importReduce(NodeImporter &n) {
  bool keep = n.intAttr("keepdims", 1) != 0, noneMeansNone = n.intAttr("noop_with_empty_axes", 0) != 0;
  int64_t rank = n.rank(n.input(0));
  std::optional<SmallVector<int64_t>> given = n.intsAttr("axes");
  if (!given && n.hasInput(1)) {
    given = n.constantIntegers(n.input(1));
    if (!given) {
      return n.finish(n.forComputedAxes(
          n.input(1), rank, [&](ArrayRef<int64_t> axes) { return reduceOver(n, reducer, axes, keep); }));
    }
  }
  if (!given || given->empty()) {
    given = noneMeansNone ? SmallVector<int64_t>() : llvm::to_vector(llvm::seq<int64_t>(0, rank));
  }
  FailureOr<SmallVector<int64_t>> axes = n.axes(*given, rank);
  return failed(axes) ? failure() : n.finish(reduceOver(n, reducer, *axes, keep));
}

//===----------------------------------------------------------------------===//
// Softmax
//===----------------------------------------------------------------------===//

/// The dimensions that softmax runs over: one since opset 13, all from the axis on before.
static FailureOr<SmallVector<int64_t>> softmaxAxes(NodeImporter &n) {
  int64_t rank = n.rank(n.input(0));
  bool single = n.version() >= 13;
  int64_t given = n.intAttr("axis", single ? -1 : 1);
  if (!single && given == rank) {
    return SmallVector<int64_t>();
  }
  FailureOr<int64_t> axis = n.axis(given, rank);
  if (failed(axis)) {
    return failure();
  }
  return single ? SmallVector<int64_t>{*axis} : llvm::to_vector(llvm::seq<int64_t>(*axis, rank));
}

static LogicalResult importSoftmax(NodeImporter &n) {
  FailureOr<SmallVector<int64_t>> axes = softmaxAxes(n);
  if (failed(axes)) {
    return failure();
  }
  Value x = n.input(0);
  return n.finish(n.castTo(softmax(n, n.castTo(x, softmaxType(n, x, *axes)), *axes), n.elementType(x)));
}

static LogicalResult importLogSoftmax(NodeImporter &n) {
  FailureOr<SmallVector<int64_t>> axes = softmaxAxes(n);
  if (failed(axes)) {
    return failure();
  }
  Type type = n.elementType(n.input(0));
  Value x = n.castTo(n.input(0), n.computeType(type));
  return n.finish(n.castTo(logSoftmax(n, x, *axes), type));
}

/// 1 at the first largest element, 0 elsewhere.
static LogicalResult importHardmax(NodeImporter &n) {
  FailureOr<SmallVector<int64_t>> axes = softmaxAxes(n);
  if (failed(axes)) {
    return failure();
  }
  Value x = n.input(0);
  graph::SymShape shape = n.shape(x), flat;
  SymExpr length(1);
  for (auto [dim, size] : llvm::enumerate(shape)) {
    bool reduced = llvm::is_contained(*axes, static_cast<int64_t>(dim));
    length = reduced ? length * size : length;
    if (!reduced) {
      flat.push_back(size);
    }
  }
  // The dimensions of the axes become one: they are neighbours.
  int64_t place = axes->empty() ? static_cast<int64_t>(flat.size()) : axes->front();
  graph::SymShape merged(ArrayRef<SymExpr>(flat).take_front(place));
  merged.push_back(length);
  llvm::append_range(merged, ArrayRef<SymExpr>(flat).drop_front(place));
  Value largest = n.make<graph::ArgReduceOp>(Combiner::Max, n.reshape(x, merged), place, false);
  Value hot = n.compare(Predicate::Eq, n.iota(merged, place, n.builder().getI64Type()), largest);
  return n.finish(n.reshape(n.castTo(hot, n.elementType(x)), shape));
}

void importer::addReductionOps(OpTable &table) {
  table.add("ReduceSum", {importReduce<reduceBy<Combiner::Add>>, 1, 2});
  table.add("ReduceProd", {importReduce<reduceBy<Combiner::Mul>>, 1, 2});
  table.add("ReduceMax", {importReduce<reduceBy<Combiner::Max>>, 1, 2});
  table.add("ReduceMin", {importReduce<reduceBy<Combiner::Min>>, 1, 2});
  table.add("ReduceMean", {importReduce<reduceMean>, 1, 2});
  table.add("ReduceL1", {importReduce<reduceL1>, 1, 2});
  table.add("ReduceL2", {importReduce<reduceL2>, 1, 2});
  table.add("ReduceSumSquare", {importReduce<reduceSumSquare>, 1, 2});
  table.add("ReduceLogSum", {importReduce<reduceLogSum>, 1, 2});
  table.add("ReduceLogSumExp", {importReduce<reduceLogSumExp>, 1, 2});
  table.add("Softmax", {importSoftmax});
  table.add("LogSoftmax", {importLogSoftmax});
  table.add("Hardmax", {importHardmax});
}
