//===- OnnxContribAttention.cpp - attention of onnxruntime ----------------===//
//
// The forms of attention of the domain com.microsoft (docs/ContribOperators.md of onnxruntime), spelled out
// as two contractions with a softmax between them.
//
//===----------------------------------------------------------------------===//

#include "passes/Import/Onnx/Activations.h"
#include "passes/Import/Onnx/OnnxContraction.h"
#include "passes/Import/Onnx/OnnxContrib.h"
#include "passes/Import/Onnx/OnnxQuantize.h"
#include "passes/Import/Onnx/OpTable.h"
#include <cmath>

using namespace heddle;
using namespace heddle::importer;
using graph::Predicate;

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
  if (shape.size() != 3) {
    (void)n.bad("an operand has rank " + Twine(shape.size()) + " but 3 is wanted");
    return nullptr;
  }
  FailureOr<int64_t> features = n.staticSize(x, 2, "the features");
  if (failed(features)) {
    return nullptr;
  }
  if (*features % heads != 0) {
    (void)n.bad("'num_heads' " + Twine(heads) + " does not divide " + Twine(*features) + " features");
    return nullptr;
  }
  return n.transpose(n.reshape(x, {shape[0], shape[1], heads, *features / heads}), {0, 2, 1, 3});
}

/// A mask operand as truth values: where each row's keys end, [batch], or also where they begin, [2 * batch];
/// flags [batch, keys] or [batch, queries, keys].
static Value visibleKeys(NodeImporter &n, Value mask, const SymExpr &batch, const SymExpr &keys) {
  if (!mask) {
    return mask;
  }
  if (n.rank(mask) == 1) {
    bool begins = n.shape(mask)[0] == batch * SymExpr(2);
    Value place = n.iota({keys}, 0, n.elementType(mask));
    auto part = [&](const SymExpr &start) {
      return n.unsqueeze(begins ? n.sliceDim(mask, 0, start, batch) : mask, {1, 2, 3});
    };
    Value isBefore = n.compare(Predicate::Lt, place, part(0));
    return begins ? n.make<graph::AndOp>(isBefore, n.compare(Predicate::Ge, place, part(batch))) : isBefore;
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

/// Attention of queries, keys and values that stand side by side in one tensor [batch, positions, q + k + v];
/// `past` [2, batch, heads, positions, features], the mask and the bias may be null. Outputs the result, and
/// past with the present appended.
static LogicalResult attendJoined(NodeImporter &n, Value projected, Value mask, Value past, Value bias) {
  int64_t count = n.intAttrIn("num_heads", 0, 1, INT32_MAX);
  bool causal = n.intAttr("unidirectional", 0) != 0;
  if (n.intAttr("do_rotary", 0) != 0 || n.intAttr("past_present_share_buffer", 0) != 0) {
    return n.unsupported("rotary embeddings and shared buffers inside Attention are not supported");
  }
  n.ignoreAttr("rotary_embedding_dim");
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
  Heads heads{part(0, sizes[0]), part(sizes[0], sizes[1]), part(sizes[0] + sizes[1], sizes[2]), {}, bias};
  if (past) {
    auto pastOf = [&](int64_t which) { return n.squeeze(n.sliceDim(past, 0, which, 1), {0}); };
    heads.key = n.concat({pastOf(0), heads.key}, 2);
    heads.value = n.concat({pastOf(1), heads.value}, 2);
  }
  if (n.failed()) {
    return failure();
  }
  heads.mask = visibleKeys(n, mask, n.shape(heads.key)[0], n.shape(heads.key)[2]);
  double scale = scaleAttr(n, heads.query);
  Value result = attend(n, heads, scale, causal);
  if (n.numOutputs() < 2) {
    return n.finish(result);
  }
  return n.finish({result, n.concat({n.unsqueeze(heads.key, {0}), n.unsqueeze(heads.value, {0})}, 0)});
}

/// input [batch, positions, in], weights [in, q + k + v], bias, mask_index, past, attention_bias.
static LogicalResult importContribAttention(NodeImporter &n) {
  Value projected = added(n, matrixProduct(n, n.input(0), n.input(1)), n.input(2));
  return attendJoined(n, projected, n.input(3), n.input(4), n.input(5));
}

/// The same of 8-bit integers: input, weight, bias, input_scale, weight_scale, mask_index, input_zero_point,
/// weight_zero_point, past.
static LogicalResult importQAttention(NodeImporter &n) {
  Value projected =
      added(n, realMatmul(n, {n.input(0), n.input(3), n.input(6)}, {n.input(1), n.input(4), n.input(7)}),
            n.input(2));
  return attendJoined(n, projected, n.input(5), n.input(8), Value());
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
  all.mask = visibleKeys(n, n.input(4), n.shape(all.key)[0], n.shape(all.key)[2]);
  double scale = scaleAttr(n, all.query);
  return n.finish({attend(n, all, scale, causal), all.key, all.value});
}

void importer::addContribAttentionOps(OpTable &table) {
  table.add("Attention", {importContribAttention, 2, 6}, kMicrosoft);
  table.add("QAttention", {importQAttention, 5, 9}, kMicrosoft);
  table.add("MultiHeadAttention", {importMultiHeadAttention, 1, 8}, kMicrosoft);
}
