//===- OnnxContrib.cpp - operators of onnxruntime -------------------------===//
//
// onnxruntime's optimizer writes operators of its own (domain com.microsoft) into models: fused products,
// activations, normalisations and attention. Each is spelled out again. Quantized ones are in
// OnnxQuantize.cpp and OnnxRecurrent.cpp. Source: docs/ContribOperators.md of onnxruntime.
//
//===----------------------------------------------------------------------===//

#include "passes/Import/Onnx/Activations.h"
#include "passes/Import/Onnx/NodeImporter.h"
#include "passes/Import/Onnx/OnnxContraction.h"
#include "passes/Import/Onnx/OnnxConvolution.h"
#include "passes/Import/Onnx/OpTable.h"
#include "passes/Import/Onnx/Windows.h"
#include <cmath>

using namespace heddle;
using namespace heddle::importer;
using graph::Predicate;

static constexpr StringRef kMicrosoft = "com.microsoft";

static Value added(NodeImporter &n, Value x, Value optional) {
  return optional ? n.make<graph::AddOp>(x, optional) : x;
}

//===----------------------------------------------------------------------===//
// Fused products and activations
//===----------------------------------------------------------------------===//

/// The transpose of the last two dimensions.
static Value turned(NodeImporter &n, Value x) {
  int64_t rank = n.rank(x);
  auto permutation = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  if (rank > 1) {
    std::swap(permutation[rank - 1], permutation[rank - 2]);
  }
  return n.transpose(x, permutation);
}

static LogicalResult importFusedMatMul(NodeImporter &n) {
  if (n.intAttr("transBatchA", 0) != 0 || n.intAttr("transBatchB", 0) != 0) {
    return n.unsupported("transBatchA and transBatchB are not supported");
  }
  Value a = n.intAttr("transA", 0) != 0 ? turned(n, n.input(0)) : n.input(0);
  Value b = n.intAttr("transB", 0) != 0 ? turned(n, n.input(1)) : n.input(1);
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

//===----------------------------------------------------------------------===//
// Attention
//===----------------------------------------------------------------------===//

namespace {
/// Heads [batch, heads, positions, features] and what hides keys.
struct Heads {
  Value query, key, value;
  Value mask; ///< truth values that broadcast against the scores, false where hidden; null: all visible
  Value bias; ///< added to the scores; null: nothing
};
} // namespace

/// softmax(scale * query * key' + bias) * value, [batch, positions, heads * features]. Hidden scores get
/// mask_filter_value added, as onnxruntime does.
static Value attend(NodeImporter &n, const Heads &heads, double scale, bool causal) {
  Value scores = n.contract("bhqd,bhkd->bhqk", heads.query, heads.key);
  if (!scores) {
    return scores;
  }
  scores = n.make<graph::MulOp>(scores, n.scalarLike(scale, scores));
  double filter = n.floatAttr("mask_filter_value", -10000);
  Type index = n.builder().getI64Type();
  if (causal) { // the last query sees all keys
    graph::SymShape shape = n.shape(scores);
    Value place = n.unsqueeze(n.iota({shape[2]}, 0, index), {1});
    place = n.make<graph::AddOp>(place, n.size(shape[3] - shape[2]));
    Value visible = n.compare(Predicate::Le, n.iota({shape[3]}, 0, index), place);
    scores = n.select(visible, scores, n.scalarLike(-INFINITY, scores));
  }
  if (heads.mask) {
    Value hidden = n.select(heads.mask, n.scalarLike(0, scores), n.scalarLike(filter, scores));
    scores = n.make<graph::AddOp>(scores, hidden);
  }
  scores = added(n, scores, heads.bias);
  Type type = n.elementType(heads.query);
  Value x = n.castTo(scores, n.computeType(type));
  Value result = n.contract("bhqk,bhkd->bqhd", n.castTo(softmax(n, x, {3}), type), heads.value);
  if (!result) {
    return result;
  }
  graph::SymShape shape = n.shape(result);
  return n.reshape(result, {shape[0], shape[1], shape[2] * shape[3]});
}

/// [batch, positions, heads * features] -> [batch, heads, positions, features].
static Value splitHeads(NodeImporter &n, Value x, int64_t heads) {
  if (!x) {
    return x;
  }
  graph::SymShape shape = n.shape(x);
  std::optional<SymExpr> features = SymExpr::exactQuotient(shape[2], heads);
  if (!features) {
    (void)n.bad("'num_heads' " + Twine(heads) + " does not divide " + shape[2].str() + " features");
    return nullptr;
  }
  return n.transpose(n.reshape(x, {shape[0], shape[1], heads, *features}), {0, 2, 1, 3});
}

/// A mask operand as truth values: lengths [batch], flags [batch, keys] or [batch, queries, keys].
static Value visibleKeys(NodeImporter &n, Value mask, const SymExpr &keys) {
  if (!mask) {
    return mask;
  }
  if (n.rank(mask) == 1) {
    Value place = n.iota({keys}, 0, n.elementType(mask));
    return n.compare(Predicate::Lt, place, n.unsqueeze(mask, {1, 2, 3}));
  }
  Value flags = n.compare(Predicate::Ne, mask, n.scalarLike(0, mask));
  if (n.rank(mask) > 3) {
    (void)n.unsupported("a mask of rank " + Twine(n.rank(mask)) + " is not supported");
    return nullptr;
  }
  return n.rank(mask) == 2 ? n.unsqueeze(flags, {1, 2}) : n.unsqueeze(flags, {1});
}

static double scaleAttr(NodeImporter &n, Value query) {
  double scale = n.floatAttr("scale", 0);
  if (scale != 0 || n.failed()) {
    return scale;
  }
  FailureOr<int64_t> features = n.staticSize(query, 3, "the head size");
  return failed(features) ? 1 : 1 / std::sqrt(static_cast<double>(*features));
}

/// input [batch, positions, in], weights [in, q + k + v], bias, mask_index, past [2, batch, heads, positions,
/// features], attention_bias; outputs the result and past with the present appended.
static LogicalResult importContribAttention(NodeImporter &n) {
  int64_t count = n.intAttrIn("num_heads", 0, 1, INT32_MAX);
  bool causal = n.intAttr("unidirectional", 0) != 0;
  if (n.intAttr("do_rotary", 0) != 0 || n.intAttr("past_present_share_buffer", 0) != 0) {
    return n.unsupported("rotary embeddings and shared buffers inside Attention are not supported");
  }
  n.ignoreAttr("rotary_embedding_dim");
  Value projected = added(n, matrixProduct(n, n.input(0), n.input(1)), n.input(2));
  FailureOr<int64_t> width =
      n.failed() ? FailureOr<int64_t>(failure()) : n.staticSize(projected, 2, "the weights");
  if (failed(width)) {
    return failure();
  }
  SmallVector<int64_t> sizes =
      n.intsAttr("qkv_hidden_sizes").value_or(SmallVector<int64_t>{*width / 3, *width / 3, *width / 3});
  if (sizes.size() != 3 || sizes[0] + sizes[1] + sizes[2] != *width) {
    return n.bad("'qkv_hidden_sizes' do not add up to the " + Twine(*width) + " columns of the weights");
  }
  auto part = [&](int64_t start, int64_t size) {
    return splitHeads(n, n.sliceDim(projected, 2, start, size), count);
  };
  Heads heads{
      part(0, sizes[0]), part(sizes[0], sizes[1]), part(sizes[0] + sizes[1], sizes[2]), {}, n.input(5)};
  if (n.hasInput(4)) {
    auto past = [&](int64_t which) { return n.squeeze(n.sliceDim(n.input(4), 0, which, 1), {0}); };
    heads.key = n.concat({past(0), heads.key}, 2);
    heads.value = n.concat({past(1), heads.value}, 2);
  }
  if (n.failed()) {
    return failure();
  }
  heads.mask = visibleKeys(n, n.input(3), n.shape(heads.key)[2]);
  double scale = scaleAttr(n, heads.query);
  Value result = attend(n, heads, scale, causal);
  if (n.numOutputs() < 2) {
    return n.finish(result);
  }
  return n.finish({result, n.concat({n.unsqueeze(heads.key, {0}), n.unsqueeze(heads.value, {0})}, 0)});
}

/// query, key, value [batch, positions, heads * features] (key and value may be split into heads already),
/// bias, key_padding_mask, attention_bias, past_key, past_value; outputs the result and the extended keys and
/// values.
static LogicalResult importMultiHeadAttention(NodeImporter &n) {
  int64_t count = n.intAttrIn("num_heads", 0, 1, INT32_MAX);
  bool causal = n.intAttr("unidirectional", 0) != 0;
  if (!n.hasInput(1) || !n.hasInput(2) || n.rank(n.input(0)) != 3) {
    return n.unsupported("packed queries, keys and values are not supported");
  }
  int64_t start = 0;
  auto heads = [&](unsigned i) {
    Value x = n.input(i);
    if (n.rank(x) == 4) {
      return x;
    }
    if (n.hasInput(3)) { // one list for all three
      FailureOr<int64_t> width = n.staticSize(x, 2, "the features");
      x = failed(width) ? Value() : added(n, x, n.sliceDim(n.input(3), 0, start, *width));
      start += failed(width) ? 0 : *width;
    }
    return splitHeads(n, x, count);
  };
  Heads all{heads(0), heads(1), heads(2), {}, n.input(5)};
  if (n.hasInput(6) && n.hasInput(7)) {
    all.key = n.concat({n.input(6), all.key}, 2);
    all.value = n.concat({n.input(7), all.value}, 2);
  }
  if (n.failed()) {
    return failure();
  }
  all.mask = visibleKeys(n, n.input(4), n.shape(all.key)[2]);
  double scale = scaleAttr(n, all.query);
  return n.finish({attend(n, all, scale, causal), all.key, all.value});
}

void importer::addContribOps(OpTable &table) {
  table.add("FusedMatMul", {importFusedMatMul, 2, 2}, kMicrosoft);
  table.add("FusedConv", {importFusedConv, 2, 4}, kMicrosoft);
  table.add("FusedGemm", {importFusedGemm, 2, 3}, kMicrosoft);
  table.add("Gelu", {importGelu}, kMicrosoft);
  table.add("BiasGelu", {importBiasGelu, 2, 2}, kMicrosoft);
  table.add("FastGelu", {importFastGelu, 1, 2}, kMicrosoft);
  table.add("QuickGelu", {importQuickGelu}, kMicrosoft);
  for (StringRef domain : {StringRef(""), kMicrosoft}) { // onnxruntime has it in the standard domain
    table.add("SimplifiedLayerNormalization", {importSimplifiedLayerNormalization, 2, 2}, domain);
  }
  table.add("SkipLayerNormalization", {importSkipLayerNormalization, 3, 5}, kMicrosoft);
  table.add("SkipSimplifiedLayerNormalization", {importSkipSimplifiedLayerNormalization, 3, 4}, kMicrosoft);
  table.add("EmbedLayerNormalization", {importEmbedLayerNormalization, 7, 9}, kMicrosoft);
  table.add("Attention", {importContribAttention, 2, 6}, kMicrosoft);
  table.add("MultiHeadAttention", {importMultiHeadAttention, 1, 8}, kMicrosoft);
}
