//===- OnnxContrib.cpp - operators of onnxruntime -------------------------===//
//
// onnxruntime's optimizer writes operators of its own (domain com.microsoft) into models: fused products,
// activations, normalisations and attention. Each is spelled out again. Attention is in
// OnnxContribAttention.cpp, quantized ones are in OnnxQLinear.cpp, OnnxQuantize.cpp and OnnxRecurrent.cpp.
// Source: docs/ContribOperators.md of onnxruntime.
//
//===----------------------------------------------------------------------===//

#include "passes/Import/Onnx/OnnxContrib.h"
#include "passes/Import/Onnx/Activations.h"
#include "passes/Import/Onnx/OnnxContraction.h"
#include "passes/Import/Onnx/OnnxConvolution.h"
#include "passes/Import/Onnx/OpTable.h"
#include "passes/Import/Onnx/Windows.h"
#include <cmath>

using namespace heddle;
using namespace heddle::importer;

Value importer::added(NodeImporter &n, Value x, Value optional) {
  return optional ? n.make<graph::AddOp>(x, optional) : x;
}

//===----------------------------------------------------------------------===//
// Fused products and activations
//===----------------------------------------------------------------------===//

/// An operand of a product as `matrix` asks for (its last two dimensions exchanged) and `batch`: its first
/// dimension, the rows, goes behind the batch, [M, batch…, K] to [batch…, M, K].
static Value turned(NodeImporter &n, Value x, bool matrix, bool batch) {
  int64_t rank = n.rank(x);
  auto permutation = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  if (batch && rank > 2) {
    std::rotate(permutation.begin(), permutation.begin() + 1, permutation.end() - 1);
  }
  if (matrix && rank > 1) {
    std::swap(permutation[rank - 1], permutation[rank - 2]);
  }
  return n.transpose(x, permutation);
}

static LogicalResult importFusedMatMul(NodeImporter &n) {
  Value a = turned(n, n.input(0), n.intAttr("transA", 0) != 0, n.intAttr("transBatchA", 0) != 0);
  Value b = turned(n, n.input(1), n.intAttr("transB", 0) != 0, n.intAttr("transBatchB", 0) != 0);
  double alpha = n.floatAttr("alpha", 1);
  Value result = matrixProduct(n, a, b);
  return n.finish(alpha == 1 ? result : n.make<graph::MulOp>(result, n.scalarLike(alpha, result)));
}

/// The activation of a fused operator; Clip's parameters are its bounds.
static Value fusedActivation(NodeImporter &n, Value x, StringRef name, std::optional<double> alpha,
                             std::optional<double> beta) {
  if (name.empty()) {
    return x;
  }
  if (name == "Clip" && alpha && beta) {
    return clamp(n, x, n.scalarLike(*alpha, x), n.scalarLike(*beta, x));
  }
  return activate(n, {name.str(), alpha, beta}, x);
}

static LogicalResult importFusedConv(NodeImporter &n) {
  std::string name = n.stringAttr("activation", "");
  SmallVector<double> parameters = n.floatsAttr("activation_params").value_or(SmallVector<double>());
  auto parameter = [&](size_t i) {
    return i < parameters.size() ? std::optional(parameters[i]) : std::nullopt;
  };
  Value result = convolution(n, n.input(0), n.input(1));
  result = toChannelsFirst(n, added(n, result, n.input(2)));
  return n.finish(fusedActivation(n, added(n, result, n.input(3)), name, parameter(0), parameter(1)));
}

static LogicalResult importFusedGemm(NodeImporter &n) {
  std::string name = n.stringAttr("activation", "");
  auto parameter = [&](StringRef attribute) {
    return n.hasAttr(attribute) ? std::optional(n.floatAttr(attribute, 0)) : std::nullopt;
  };
  std::optional<double> alpha = parameter("activation_alpha"), beta = parameter("activation_beta");
  return n.finish(fusedActivation(n, generalProduct(n), name, alpha, beta));
}

/// x + bias + skip.
static LogicalResult importBiasAdd(NodeImporter &n) {
  return n.finish(added(n, added(n, n.input(0), n.input(1)), n.input(2)));
}

/// The left half of x + bias times the Gelu of the right half.
static LogicalResult importBiasSplitGelu(NodeImporter &n) {
  Value x = added(n, n.input(0), n.input(1));
  int64_t last = x ? n.rank(x) - 1 : -1;
  FailureOr<int64_t> width = last < 0 ? FailureOr<int64_t>(failure()) : n.staticSize(x, last, "the features");
  if (failed(width) || *width % 2 != 0) {
    return n.bad("needs an even number of features");
  }
  Value left = n.sliceDim(x, last, 0, *width / 2), right = n.sliceDim(x, last, *width / 2, *width / 2);
  return n.finish(n.make<graph::MulOp>(left, gelu(n, right)));
}

static LogicalResult importGelu(NodeImporter &n) { return n.finish(gelu(n, n.input(0))); }

static LogicalResult importBiasGelu(NodeImporter &n) {
  return n.finish(gelu(n, added(n, n.input(0), n.input(1))));
}

static LogicalResult importFastGelu(NodeImporter &n) {
  return n.finish(geluByTanh(n, added(n, n.input(0), n.input(1))));
}

static LogicalResult importQuickGelu(NodeImporter &n) {
  return n.finish(swish(n, n.input(0), n.floatAttr("alpha", 1.702)));
}

//===----------------------------------------------------------------------===//
// Normalisations
//===----------------------------------------------------------------------===//

namespace {
struct Normalized {
  Value result, mean, inverseDeviation;
};
} // namespace

/// (x - mean) / sqrt(variance + epsilon) * scale + bias over the last dimensions from `axis`, in f32 for
/// narrower types. Without `centered` the mean is taken as 0.
static Normalized normalized(NodeImporter &n, Value x, int64_t axis, Value scale, Value bias, double epsilon,
                             bool centered) {
  if (n.failed() || !x) {
    return {};
  }
  Type type = n.elementType(x), wide = n.computeType(type);
  auto axes = llvm::to_vector(llvm::seq<int64_t>(axis, n.rank(x)));
  Value y = n.castTo(x, wide), mean;
  if (centered) {
    mean = n.mean(y, axes);
    y = n.make<graph::SubOp>(y, mean);
  }
  Value variance = n.mean(n.make<graph::MulOp>(y, y), axes);
  Value root = n.make<graph::SqrtOp>(n.make<graph::AddOp>(variance, n.scalar(epsilon, wide)));
  Value inverse = n.make<graph::DivOp>(n.scalar(1, wide), root);
  y = n.make<graph::MulOp>(y, inverse);
  y = scale ? n.make<graph::MulOp>(y, n.castTo(scale, wide)) : y;
  return {n.castTo(bias ? added(n, y, n.castTo(bias, wide)) : y, type), mean, inverse};
}

static LogicalResult importSimplifiedLayerNormalization(NodeImporter &n) {
  n.ignoreAttr("stash_type"); // statistics are in f32 at least
  FailureOr<int64_t> axis = n.axis(n.intAttr("axis", -1), n.rank(n.input(0)));
  if (failed(axis)) {
    return failure();
  }
  Normalized y = normalized(n, n.input(0), *axis, n.input(1), Value(), n.floatAttr("epsilon", 1e-5), false);
  return n.finish({y.result, y.inverseDeviation});
}

/// The normalisation of input + skip + bias, which is the last output.
static LogicalResult importSkipNormalization(NodeImporter &n, Value beta, Value bias, double epsilon,
                                             bool centered) {
  Value sum = added(n, n.make<graph::AddOp>(n.input(0), n.input(1)), bias);
  Normalized y = normalized(n, sum, n.rank(n.input(0)) - 1, n.input(2), beta, epsilon, centered);
  n.setOutput(0, y.result);
  for (auto [i, value] : {std::pair(1u, y.mean), std::pair(2u, y.inverseDeviation), std::pair(3u, sum)}) {
    if (i < n.numOutputs()) {
      n.setOutput(i, value);
    }
  }
  return failure(n.failed());
}

static LogicalResult importSkipLayerNormalization(NodeImporter &n) {
  return importSkipNormalization(n, n.input(3), n.input(4), n.floatAttr("epsilon", 1e-12), true);
}

static LogicalResult importSkipSimplifiedLayerNormalization(NodeImporter &n) {
  return importSkipNormalization(n, Value(), n.input(3), n.floatAttr("epsilon", 1e-12), false);
}

/// input_ids, segment_ids, word, position and segment embeddings, gamma, beta, mask, position_ids.
static LogicalResult importEmbedLayerNormalization(NodeImporter &n) {
  Value ids = n.input(0), index = n.input(8);
  if (!n.hasInput(2) || !n.hasInput(3) || !n.hasInput(5) || !n.hasInput(6)) {
    return n.bad("misses an embedding or a parameter of the normalisation");
  }
  n.ignoreAttr("mask_index_type"); // of an output that is made either way
  graph::SymShape shape = n.shape(ids);
  if (shape.size() != 2) {
    return n.bad("input_ids has rank " + Twine(shape.size()) + " but 2 is wanted");
  }
  index = index ? index : n.iota({shape[1]}, 0, n.builder().getI64Type());
  Value sum = n.make<graph::AddOp>(n.gather(n.input(2), ids, 0), n.gather(n.input(3), index, 0));
  if (n.hasInput(1) && n.hasInput(4)) {
    sum = n.make<graph::AddOp>(sum, n.gather(n.input(4), n.input(1), 0));
  }
  Normalized y = normalized(n, sum, 2, n.input(5), n.input(6), n.floatAttr("epsilon", 1e-12), true);
  n.setOutput(0, y.result);
  if (n.numOutputs() > 1) { // how many tokens of each row the mask keeps
    Type i32 = n.builder().getI32Type();
    n.setOutput(1, n.hasInput(7)
                       ? n.squeeze(n.reduce(graph::Combiner::Add, n.castTo(n.input(7), i32), {1}), {1})
                       : n.splat(0, {shape[0]}, i32));
  }
  if (n.numOutputs() > 2) {
    n.setOutput(2, sum);
  }
  return failure(n.failed());
}

/// Of x, channels last or first as the attribute says; scale and bias have an entry for each channel.
static Value groupNormalized(NodeImporter &n, Value x, Value scale, Value bias) {
  bool channelsLast = n.intAttr("channels_last", 1) != 0;
  int64_t groups = n.intAttrIn("groups", 1, 1, INT32_MAX), activation = n.intAttrIn("activation", 0, 0, 1);
  double epsilon = n.floatAttr("epsilon", 1e-5);
  if (n.failed() || n.rank(x) < 3) {
    (void)n.bad("needs an input of rank 3 or more");
    return nullptr;
  }
  Type type = n.elementType(x), wide = n.computeType(type);
  Value first = n.castTo(channelsLast ? toChannelsFirst(n, x) : x, wide);
  graph::SymShape shape = n.shape(first);
  FailureOr<int64_t> channels = n.staticSize(first, 1, "the channels");
  if (failed(channels) || *channels % groups != 0) {
    (void)n.bad("'groups' " + Twine(groups) + " does not divide the channels");
    return nullptr;
  }
  int64_t rank = shape.size();
  SymExpr rest = product(ArrayRef(shape).drop_front(2)) * SymExpr(*channels / groups);
  Value grouped = n.reshape(first, {shape[0], groups, rest});
  Value y = n.reshape(normalized(n, grouped, 2, Value(), Value(), epsilon, true).result, shape);
  y = n.make<graph::MulOp>(y, n.standAlong(n.castTo(scale, wide), 1, rank));
  y = n.make<graph::AddOp>(y, n.standAlong(n.castTo(bias, wide), 1, rank));
  y = n.castTo(activation == 1 ? swish(n, y, 1) : y, type);
  return channelsLast ? toChannelsLast(n, y) : y;
}

static LogicalResult importGroupNorm(NodeImporter &n) {
  return n.finish(groupNormalized(n, n.input(0), n.input(1), n.input(2)));
}

/// X, gamma, beta, skip, bias; outputs the normalisation of X + skip + bias and that sum.
static LogicalResult importSkipGroupNorm(NodeImporter &n) {
  bool channelsLast = n.intAttr("channels_last", 1) != 0;
  Value x = n.input(0), skip = n.input(3), bias = n.input(4);
  int64_t rank = n.rank(x);
  if (n.rank(skip) == 2 && rank > 2) { // [N, C]
    auto spatial = channelsLast ? llvm::seq<int64_t>(1, rank - 1) : llvm::seq<int64_t>(2, rank);
    skip = n.unsqueeze(skip, llvm::to_vector(spatial));
  }
  bias = bias && !channelsLast ? n.standAlong(bias, 1, rank) : bias;
  Value sum = added(n, n.make<graph::AddOp>(x, skip), bias);
  return n.finish({groupNormalized(n, sum, n.input(1), n.input(2)), sum});
}

//===----------------------------------------------------------------------===//
// Others
//===----------------------------------------------------------------------===//

/// Distances between the rows of two matrices.
static LogicalResult importCDist(NodeImporter &n) {
  std::string metric = n.stringAttr("metric", "sqeuclidean");
  if (metric != "euclidean" && metric != "sqeuclidean") {
    return n.bad("'metric' is '" + metric + "'; euclidean or sqeuclidean is wanted");
  }
  if (n.rank(n.input(0)) != 2 || n.rank(n.input(1)) != 2) {
    return n.bad("needs two matrices");
  }
  Value difference = n.make<graph::SubOp>(n.unsqueeze(n.input(0), {1}), n.unsqueeze(n.input(1), {0}));
  Value squares = n.reduce(graph::Combiner::Add, n.make<graph::MulOp>(difference, difference), {2});
  Value result = n.squeeze(squares, {2});
  return n.finish(metric == "euclidean" ? n.make<graph::SqrtOp>(result) : result);
}

/// A convolution of [N, spatial…, C] by a filter [O, C / group, window…]. Some writers have the channels of
/// the filter last as well; where the sizes do not tell, it is refused.
static LogicalResult importNhwcConv(NodeImporter &n) {
  Value x = toChannelsFirst(n, n.input(0)), filter = n.input(1);
  int64_t group = n.intAttrIn("group", 1, 1, INT32_MAX), rank = n.rank(filter);
  std::optional<int64_t> channels = n.failed() || rank < 3 ? std::nullopt : n.shape(x)[1].constant();
  bool first = channels && n.shape(filter)[1].isConstant(*channels / group),
       last = channels && n.shape(filter)[rank - 1].isConstant(*channels / group);
  if (first == last) {
    return n.unsupported("the filter's shape " + (rank < 3 ? "" : graph::toString(n.shape(filter))) +
                         " does not tell where its channels are");
  }
  Value result = convolution(n, x, first ? filter : toChannelsFirst(n, filter));
  return n.finish(added(n, result, n.input(2)));
}

void importer::addContribOps(OpTable &table) {
  table.add("FusedMatMul", {importFusedMatMul, 2, 2}, kMicrosoft);
  table.add("TransposeMatMul", {importFusedMatMul, 2, 2}, kMicrosoft); // its first name
  table.add("FusedConv", {importFusedConv, 2, 4}, kMicrosoft);
  table.add("FusedGemm", {importFusedGemm, 2, 3}, kMicrosoft);
  table.add("Gelu", {importGelu}, kMicrosoft);
  table.add("BiasAdd", {importBiasAdd, 3, 3}, kMicrosoft);
  table.add("BiasSplitGelu", {importBiasSplitGelu, 2, 2}, kMicrosoft);
  table.add("BiasGelu", {importBiasGelu, 2, 2}, kMicrosoft);
  table.add("FastGelu", {importFastGelu, 1, 2}, kMicrosoft);
  table.add("QuickGelu", {importQuickGelu}, kMicrosoft);
  for (StringRef domain :
       {StringRef(""), StringRef(kMicrosoft)}) { // onnxruntime has it in the standard domain
    table.add("SimplifiedLayerNormalization", {importSimplifiedLayerNormalization, 2, 2}, domain);
  }
  table.add("SkipLayerNormalization", {importSkipLayerNormalization, 3, 5}, kMicrosoft);
  table.add("SkipSimplifiedLayerNormalization", {importSkipSimplifiedLayerNormalization, 3, 4}, kMicrosoft);
  table.add("GroupNorm", {importGroupNorm, 3, 3}, kMicrosoft);
  table.add("SkipGroupNorm", {importSkipGroupNorm, 4, 5}, kMicrosoft);
  table.add("CDist", {importCDist, 2, 2}, kMicrosoft);
  table.add("NhwcConv", {importNhwcConv, 2, 3}, kMicrosoft);
  table.add("EmbedLayerNormalization", {importEmbedLayerNormalization, 1, 9}, kMicrosoft);
}
