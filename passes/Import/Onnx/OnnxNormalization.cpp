//===- OnnxNormalization.cpp - normalisations -----------------------------===//
//
// Statistics are computed in f32 (f64 for f64) whatever the element type; a variance is the mean of squared
// centred values, so that a large mean does not cancel it.
//
//===----------------------------------------------------------------------===//

#include "passes/Import/Onnx/NodeImporter.h"
#include "passes/Import/Onnx/OpTable.h"

using namespace heddle;
using namespace heddle::importer;
using graph::Combiner;

namespace {
struct Normalized {
  Value value, mean, inverseDeviation; // in compute type; statistics keep reduced dimensions
};
} // namespace

/// (x - mean) / sqrt(variance + epsilon) over `axes`; `x` in compute type.
static Normalized normalize(NodeImporter &n, Value x, ArrayRef<int64_t> axes, double epsilon) {
  Value mean = n.mean(x, axes);
  Value centred = n.make<graph::SubOp>(x, mean);
  Value variance = n.mean(n.make<graph::MulOp>(centred, centred), axes);
  if (n.failed()) {
    return {};
  }
  Value deviation = n.make<graph::SqrtOp>(n.make<graph::AddOp>(variance, n.scalarLike(epsilon, variance)));
  Value inverse = n.make<graph::DivOp>(n.scalarLike(1, deviation), deviation);
  return {n.make<graph::MulOp>(centred, inverse), mean, inverse};
}

static Value inComputeType(NodeImporter &n, Value x) {
  return x ? n.castTo(x, n.computeType(n.elementType(x))) : x;
}

/// A per-channel vector [C] beside [N, C, …]: [C, 1, …].
static Value perChannel(NodeImporter &n, Value vector, int64_t rank) {
  return n.standAlong(vector, 1, std::max<int64_t>(rank, 2));
}

//===----------------------------------------------------------------------===//
// BatchNormalization
//===----------------------------------------------------------------------===//

static LogicalResult importBatchNormalization(NodeImporter &n) {
  Value x = n.input(0);
  int64_t rank = n.rank(x);
  double epsilon = n.floatAttr("epsilon", 1e-5), momentum = n.floatAttr("momentum", 0.9);
  bool training = n.intAttr("training_mode", 0) != 0;
  n.ignoreAttr("spatial");
  Type type = n.elementType(x);
  Value scale = inComputeType(n, n.input(1)), bias = inComputeType(n, n.input(2));
  Value mean = inComputeType(n, n.input(3)), variance = inComputeType(n, n.input(4));
  if (rank < 2 || n.rank(n.input(1)) != 1) {
    return n.bad("the input has rank " + Twine(rank) + " and the scale " + Twine(n.rank(n.input(1))) +
                 ", wanted at least 2 and 1");
  }
  Value computed = inComputeType(n, x);
  SmallVector<Value> results(1);
  if (training) {
    SmallVector<int64_t> axes{0};
    axes.append(llvm::to_vector(llvm::seq<int64_t>(2, rank)));
    Value batchMean = n.mean(computed, axes), centred = n.make<graph::SubOp>(computed, batchMean);
    Value batchVariance = n.mean(n.make<graph::MulOp>(centred, centred), axes);
    auto running = [&](Value old, Value now, unsigned input) {
      Value list = n.reshape(now, n.shape(n.input(1)));
      Value sum = n.make<graph::AddOp>(n.make<graph::MulOp>(old, n.scalarLike(momentum, old)),
                                       n.make<graph::MulOp>(list, n.scalarLike(1 - momentum, list)));
      return n.castTo(sum, n.elementType(n.input(input)));
    };
    if (n.failed()) {
      return failure();
    }
    results.append({running(mean, batchMean, 3), running(variance, batchVariance, 4)});
    mean = n.reshape(batchMean, n.shape(n.input(1)));
    variance = n.reshape(batchVariance, n.shape(n.input(1)));
  } else if (n.numOutputs() > 1 && n.hasOutput(1)) {
    return n.unsupported("outputs of statistics without training_mode");
  }
  if (n.failed()) {
    return failure();
  }
  // One multiplication and one addition per element, which the weights before can take.
  Value factor = n.make<graph::DivOp>(
      scale, n.make<graph::SqrtOp>(n.make<graph::AddOp>(variance, n.scalarLike(epsilon, variance))));
  Value offset = n.make<graph::SubOp>(bias, n.make<graph::MulOp>(mean, factor));
  results[0] = n.castTo(n.make<graph::AddOp>(n.make<graph::MulOp>(computed, perChannel(n, factor, rank)),
                                             perChannel(n, offset, rank)),
                        type);
  return n.finish(results);
}

//===----------------------------------------------------------------------===//
// Layer, RMS, instance and group normalisation
//===----------------------------------------------------------------------===//

/// The dimensions from attribute "axis" on.
static FailureOr<SmallVector<int64_t>> trailingAxes(NodeImporter &n) {
  int64_t rank = n.rank(n.input(0));
  FailureOr<int64_t> axis = n.axis(n.intAttr("axis", -1), rank);
  n.ignoreAttr("stash_type"); // statistics are always in compute type
  return failed(axis) ? FailureOr<SmallVector<int64_t>>(failure())
                      : llvm::to_vector(llvm::seq<int64_t>(*axis, rank));
}

static LogicalResult importLayerNormalization(NodeImporter &n) {
  Value x = n.input(0);
  Type type = n.elementType(x);
  double epsilon = n.floatAttr("epsilon", 1e-5);
  FailureOr<SmallVector<int64_t>> axes = trailingAxes(n);
  if (failed(axes)) {
    return failure();
  }
  Normalized normalized = normalize(n, inComputeType(n, x), *axes, epsilon);
  if (n.failed()) {
    return failure();
  }
  Value result = n.make<graph::MulOp>(n.castTo(normalized.value, type), n.input(1));
  if (n.hasInput(2)) {
    result = n.make<graph::AddOp>(result, n.input(2));
  }
  SmallVector<Value> results{result, normalized.mean, normalized.inverseDeviation};
  results.truncate(n.numOutputs());
  return n.finish(results);
}

static LogicalResult importRmsNormalization(NodeImporter &n) {
  Value x = n.input(0);
  Type type = n.elementType(x);
  double epsilon = n.floatAttr("epsilon", 1e-5);
  FailureOr<SmallVector<int64_t>> axes = trailingAxes(n);
  if (failed(axes)) {
    return failure();
  }
  Value computed = inComputeType(n, x);
  Value square = n.mean(n.make<graph::MulOp>(computed, computed), *axes);
  Value root = n.make<graph::SqrtOp>(n.make<graph::AddOp>(square, n.scalarLike(epsilon, square)));
  Value normalized = n.castTo(n.make<graph::DivOp>(computed, root), type);
  return n.finish(n.castTo(n.make<graph::MulOp>(normalized, n.input(1)), n.elementType(n.input(1))));
}

static LogicalResult importInstanceNormalization(NodeImporter &n) {
  Value x = n.input(0);
  int64_t rank = n.rank(x);
  if (rank < 3) {
    return n.bad("the input has rank " + Twine(rank) + ", wanted at least 3");
  }
  double epsilon = n.floatAttr("epsilon", 1e-5);
  Normalized normalized =
      normalize(n, inComputeType(n, x), llvm::to_vector(llvm::seq<int64_t>(2, rank)), epsilon);
  Value scaled = n.make<graph::MulOp>(normalized.value, perChannel(n, inComputeType(n, n.input(1)), rank));
  Value result = n.make<graph::AddOp>(scaled, perChannel(n, inComputeType(n, n.input(2)), rank));
  return n.failed() ? failure() : n.finish(n.castTo(result, n.elementType(x)));
}

static LogicalResult importGroupNormalization(NodeImporter &n) {
  Value x = n.input(0);
  graph::SymShape shape = n.shape(x);
  int64_t groups = n.intAttrIn("num_groups", 1, 1, INT32_MAX);
  double epsilon = n.floatAttr("epsilon", 1e-5);
  n.ignoreAttr("stash_type");
  FailureOr<int64_t> channels = n.staticSize(x, 1, "the channels");
  if (failed(channels) || *channels % groups != 0) {
    return n.failed() ? failure() : n.bad("num_groups " + Twine(groups) + " does not divide the channels");
  }
  SmallVector<SymExpr> split{shape[0], groups, *channels / groups};
  split.append(shape.begin() + 2, shape.end());
  Value grouped = n.reshape(inComputeType(n, x), split);
  Normalized normalized =
      normalize(n, grouped, llvm::to_vector(llvm::seq<int64_t>(2, split.size())), epsilon);
  Value scale = inComputeType(n, n.input(1)), bias = inComputeType(n, n.input(2));
  if (n.failed()) {
    return failure();
  }
  // Until opset 20 scale and bias have one entry per group.
  bool perGroup = n.version() < 21;
  Value value = perGroup ? normalized.value : n.reshape(normalized.value, shape);
  int64_t rank = perGroup ? split.size() : shape.size();
  Value result = n.make<graph::AddOp>(n.make<graph::MulOp>(value, perChannel(n, scale, rank)),
                                      perChannel(n, bias, rank));
  return n.failed() ? failure() : n.finish(n.castTo(n.reshape(result, shape), n.elementType(x)));
}

//===----------------------------------------------------------------------===//
// Others
//===----------------------------------------------------------------------===//

/// x / (bias + alpha / size * sum of squares over neighbouring channels)^beta
static LogicalResult importLrn(NodeImporter &n) {
  Value x = n.input(0);
  int64_t size = n.intAttrIn("size", 1, 1, INT32_MAX);
  double alpha = n.floatAttr("alpha", 1e-4), beta = n.floatAttr("beta", 0.75), bias = n.floatAttr("bias", 1);
  // A window over the channels: [N, C, rest] is [N, spatial = C, channels = rest] to the pool.
  graph::SymShape shape = n.shape(x);
  if (shape.size() < 3) {
    return n.bad("the input has rank " + Twine(shape.size()) + ", wanted at least 3");
  }
  Value squares =
      n.reshape(n.make<graph::MulOp>(x, x), {shape[0], shape[1], product(ArrayRef(shape).drop_front(2))});
  SmallVector<int64_t> one{1};
  Value sums = n.make<graph::PoolOp>(graph::PoolKind::Add, squares, SmallVector<int64_t>{size}, one, one,
                                     SmallVector<int64_t>{(size - 1) / 2}, SmallVector<int64_t>{size / 2});
  Value scaled = n.make<graph::MulOp>(n.reshape(sums, shape), n.scalarLike(alpha / size, x));
  Value base = n.make<graph::AddOp>(scaled, n.scalarLike(bias, x));
  return n.finish(n.make<graph::DivOp>(x, n.make<graph::PowOp>(base, n.scalarLike(beta, x))));
}

/// x / norm, and 0 where the norm is 0.
static LogicalResult importLpNormalization(NodeImporter &n) {
  Value x = n.input(0);
  int64_t p = n.intAttrIn("p", 2, 1, 2);
  FailureOr<int64_t> axis = n.axis(n.intAttr("axis", -1), n.rank(x));
  if (failed(axis)) {
    return failure();
  }
  Value norm = p == 1 ? n.reduce(Combiner::Add, n.make<graph::AbsOp>(x), {*axis})
                      : n.make<graph::SqrtOp>(n.reduce(Combiner::Add, n.make<graph::MulOp>(x, x), {*axis}));
  Value isZero = n.compare(graph::Predicate::Eq, norm, n.scalarLike(0, x));
  return n.finish(n.make<graph::DivOp>(x, n.select(isZero, n.scalarLike(1, x), norm)));
}

static LogicalResult importMeanVarianceNormalization(NodeImporter &n) {
  Value x = n.input(0);
  FailureOr<SmallVector<int64_t>> axes =
      n.axes(n.intsAttr("axes").value_or(SmallVector<int64_t>{0, 2, 3}), n.rank(x));
  if (failed(axes)) {
    return failure();
  }
  Value computed = inComputeType(n, x), centred = n.make<graph::SubOp>(computed, n.mean(computed, *axes));
  Value variance = n.mean(n.make<graph::MulOp>(centred, centred), *axes);
  if (n.failed()) {
    return failure();
  }
  // The operator's function adds 1e-9 to the deviation.
  Value deviation = n.make<graph::AddOp>(n.make<graph::SqrtOp>(variance), n.scalarLike(1e-9, variance));
  return n.finish(n.castTo(n.make<graph::DivOp>(centred, deviation), n.elementType(x)));
}

void importer::addNormalizationOps(OpTable &table) {
  table.add("BatchNormalization", {importBatchNormalization, 5, 5});
  table.add("LayerNormalization", {importLayerNormalization, 2, 3});
  table.add("RMSNormalization", {importRmsNormalization, 2, 2});
  table.add("InstanceNormalization", {importInstanceNormalization, 3, 3});
  table.add("GroupNormalization", {importGroupNormalization, 3, 3});
  table.add("LRN", {importLrn, 1, 1});
  table.add("LpNormalization", {importLpNormalization, 1, 1});
  table.add("MeanVarianceNormalization", {importMeanVarianceNormalization, 1, 1});
}
