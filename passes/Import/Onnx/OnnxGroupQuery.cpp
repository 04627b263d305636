//===- OnnxGroupQuery.cpp - grouped queries with a cache of keys ----------===//
//
// com.microsoft GroupQueryAttention and RotaryEmbedding, as exporters of language models write them. Every
// row of the batch has its own number of keys in the cache, `past`; its new keys follow them, and a query at
// place s of the new ones stands at position past + s and sees the keys up to there.
//
//===----------------------------------------------------------------------===//

#include "passes/Import/Onnx/Activations.h"
#include "passes/Import/Onnx/ComputedSizes.h"
#include "passes/Import/Onnx/OnnxAttention.h"
#include "passes/Import/Onnx/OnnxContrib.h"
#include "passes/Import/Onnx/OpTable.h"
#include <cmath>

using namespace heddle;
using namespace heddle::importer;
using graph::Predicate;

//===----------------------------------------------------------------------===//
// Rotary embedding
//===----------------------------------------------------------------------===//

/// x [batch, positions, heads, features] turned by the angles that the caches [positions, pairs] have for
/// `places` [batch or 1, positions].
static Value turnedAt(NodeImporter &n, Value x, Value places, Value cosine, Value sine, bool interleaved) {
  FailureOr<int64_t> pairs = n.staticSize(cosine, 1, "the pairs of features");
  if (failed(pairs) || n.failed()) {
    return nullptr;
  }
  auto at = [&](Value cache) {
    return n.unsqueeze(n.castTo(n.gather(cache, places, 0), n.elementType(x)), {2});
  };
  return turnPairs(n, x, at(cosine), at(sine), *pairs, interleaved);
}

/// input [batch, positions, heads * features] or [batch, heads, positions, features], position_ids [batch,
/// positions] or the first position [1], cos_cache, sin_cache.
static LogicalResult importContribRotaryEmbedding(NodeImporter &n) {
  Value x = n.input(0), places = n.castTo(n.input(1), n.builder().getI64Type());
  bool interleaved = n.intAttr("interleaved", 0) != 0, packed = n.rank(x) == 3;
  int64_t heads = n.intAttr("num_heads", 0), turned = n.intAttr("rotary_embedding_dim", 0);
  FailureOr<int64_t> pairs = n.staticSize(n.input(2), 1, "the pairs of features");
  if (n.intAttr("is_packed_batching", 0) != 0 || n.floatAttr("scale", 1) != 1) {
    return n.unsupported("ragged batches and scales are not supported");
  }
  if (failed(pairs) || (n.rank(x) != 3 && n.rank(x) != 4)) {
    return n.bad("the input has rank " + Twine(n.rank(x)) + " but 3 or 4 is wanted");
  }
  graph::SymShape shape = n.shape(x);
  if (packed) {
    FailureOr<int64_t> width = n.staticSize(x, 2, "the features");
    if (failed(width)) {
      return failure();
    }
    int64_t count = turned > 0 && heads > 0 ? heads : *width / std::max<int64_t>(2 * *pairs, 1);
    if (count < 1 || *width % count != 0) {
      return n.bad("'num_heads' " + Twine(count) + " does not divide " + Twine(*width) + " features");
    }
    x = n.reshape(x, {shape[0], shape[1], count, *width / count});
  } else {
    x = n.transpose(x, {0, 2, 1, 3});
  }
  if (n.rank(places) == 1 && !n.failed()) {
    places = n.make<graph::AddOp>(n.iota({n.shape(x)[1]}, 0, n.builder().getI64Type()), places);
    places = n.unsqueeze(places, {0});
  }
  Value result = n.failed() ? Value() : turnedAt(n, x, places, n.input(2), n.input(3), interleaved);
  return n.finish(packed ? n.reshape(result, shape) : n.transpose(result, {0, 2, 1, 3}));
}

//===----------------------------------------------------------------------===//
// GroupQueryAttention
//===----------------------------------------------------------------------===//

namespace {
/// query, key, value, past_key, past_value [batch, key heads, positions, features], seqlens_k [batch] (keys
/// of a row less 1), total_sequence_length, cos_cache, sin_cache, position_ids, attention_bias, head_sink.
class GroupQuery {
public:
  explicit GroupQuery(NodeImporter &n) : n(n), index(n.builder().getI64Type()) {}
  LogicalResult import();

private:
  LogicalResult refuseRest();
  LogicalResult readHeads();
  LogicalResult readPlaces();
  Value heads(Value packed, int64_t count);
  void turn();
  Value extended(Value fresh, Value past);
  Value scores();
  Value hidden(Value scores);
  Value weights(Value scores);
  Value add(Value a, Value b) { return n.make<graph::AddOp>(a, b); }
  Value number(int64_t value) { return n.scalarInt(value, index); }

  NodeImporter &n;
  Type index;
  int64_t queryHeads = 0, keyHeads = 0;
  Value query, key, value; ///< [batch, positions, heads, features]
  Value past;              ///< [batch]: the keys of each row before the new ones
  SymExpr fresh, cached;   ///< new positions; those for which the cache has room
  SymExpr total;           ///< positions of the keys that the call gives
};
} // namespace

/// What the operator has and this importer does not know.
LogicalResult GroupQuery::refuseRest() {
  for (unsigned i = 12; i < n.numInputs(); ++i) {
    if (n.hasInput(i)) {
      return n.unsupported("input " + Twine(i) + " is not supported");
    }
  }
  bool others = n.intAttr("sliding_window_cache", 0) != 0 || n.intAttr("causal", 1) != 1 ||
                n.intAttr("qk_output", 0) != 0 || n.stringAttr("k_quant_type", "NONE") != "NONE" ||
                n.stringAttr("v_quant_type", "NONE") != "NONE" || n.hasOutput(3);
  for (StringRef name : {"kv_cache_bit_width", "qk_norm_epsilon", "q_norm_epsilon", "k_norm_epsilon"}) {
    n.ignoreAttr(name); // of inputs that are not there
  }
  return others ? n.unsupported("quantized or sliding caches, shown products and two-way attention are not "
                                "supported")
                : success();
}

Value GroupQuery::heads(Value packed, int64_t count) {
  graph::SymShape shape = n.shape(packed);
  FailureOr<int64_t> features = n.staticSize(packed, 2, "the features");
  if (failed(features)) {
    return nullptr;
  }
  if (*features % count != 0) {
    (void)n.bad(Twine(count) + " heads do not divide " + Twine(*features) + " features");
    return nullptr;
  }
  return n.reshape(packed, {shape[0], shape[1], count, *features / count});
}

LogicalResult GroupQuery::readHeads() {
  queryHeads = n.intAttrIn("num_heads", 0, 1, INT32_MAX);
  keyHeads = n.intAttrIn("kv_num_heads", 0, 1, INT32_MAX);
  if (n.failed() || queryHeads % keyHeads != 0 || n.rank(n.input(0)) != 3 || n.hasInput(1) != n.hasInput(2) ||
      !n.hasInput(5) || !n.hasInput(6) || n.hasInput(3) != n.hasInput(4) ||
      (n.hasInput(3) && n.rank(n.input(3)) != 4)) {
    return n.bad(
        "needs a query of rank 3, keys with values, seqlens_k and total_sequence_length, and query heads "
        "that are a multiple of the key heads");
  }
  if (n.hasInput(1)) {
    query = heads(n.input(0), queryHeads);
    key = n.rank(n.input(1)) == 3 ? heads(n.input(1), keyHeads) : Value();
    value = n.rank(n.input(2)) == 3 ? heads(n.input(2), keyHeads) : Value();
  } else if (Value all = heads(n.input(0), queryHeads + 2 * keyHeads)) {
    query = n.sliceDim(all, 2, 0, queryHeads);
    key = n.sliceDim(all, 2, queryHeads, keyHeads);
    value = n.sliceDim(all, 2, queryHeads + keyHeads, keyHeads);
  }
  return query && key && value ? success() : n.bad("keys and values must have rank 3");
}

/// Where the new positions begin. A call whose queries are all there is starts over.
LogicalResult GroupQuery::readPlaces() {
  fresh = n.shape(query)[1];
  cached = n.hasInput(3) ? n.shape(n.input(3))[2] : SymExpr(0);
  Value all = n.castTo(n.reshape(n.input(6), ArrayRef<SymExpr>()), index);
  std::optional<SymExpr> size = boundSize(n, n.make<graph::MaxOp>(all, n.size(cached)));
  if (!size) {
    return failure();
  }
  total = *size;
  Value counts = add(n.castTo(n.reshape(n.input(5), {n.shape(query)[0]}), index), number(1));
  Value isFirst = n.compare(Predicate::Eq, all, n.size(fresh));
  past = n.select(isFirst, number(0), n.make<graph::SubOp>(counts, n.size(fresh)));
  return failure(n.failed());
}

/// Rotary embeddings of the new queries and keys.
void GroupQuery::turn() {
  bool interleaved = n.intAttr("rotary_interleaved", 0) != 0;
  if (n.intAttr("do_rotary", 0) == 0) {
    return;
  }
  if (!n.hasInput(7) || !n.hasInput(8)) {
    (void)n.bad("'do_rotary' without its caches");
    return;
  }
  Value places =
      n.hasInput(9) ? n.castTo(n.input(9), index) : add(n.unsqueeze(past, {1}), n.iota({fresh}, 0, index));
  query = turnedAt(n, query, places, n.input(7), n.input(8), interleaved);
  key = turnedAt(n, key, places, n.input(7), n.input(8), interleaved);
}

/// The cache [batch, key heads, total, features] with the new keys or values in their places; zeros behind.
Value GroupQuery::extended(Value added, Value before) {
  if (!added) {
    return nullptr;
  }
  Value source = n.pad(added, {0, 0, 0, 0}, {0, 1, 0, 0}); // [batch, fresh + 1, heads, features]
  if (before) {
    source = n.concat({n.transpose(before, {0, 2, 1, 3}), source}, 1);
  }
  Value place = n.iota({total}, 0, index), begin = n.unsqueeze(past, {1}); // [total], [batch, 1]
  Value since = n.make<graph::SubOp>(place, begin);
  Value moved = n.make<graph::MinOp>(add(since, n.size(cached)), n.size(cached + fresh));
  Value from = n.select(n.compare(Predicate::Lt, since, number(0)), place, moved);
  Value all = n.make<graph::GatherNdOp>(source, n.unsqueeze(from, {2}), 1);
  return n.transpose(all, {0, 2, 1, 3});
}

/// Of queries and keys, [batch, key heads, group, queries, keys].
Value GroupQuery::scores() {
  double scale = n.floatAttr("scale", 0), cap = n.floatAttr("softcap", 0);
  FailureOr<int64_t> features = n.staticSize(query, 3, "the head size");
  if (failed(features)) {
    return nullptr;
  }
  scale = scale == 0 ? 1 / std::sqrt(static_cast<double>(*features)) : scale;
  graph::SymShape shape = n.shape(query);
  Value grouped = n.reshape(query, {shape[0], shape[1], keyHeads, queryHeads / keyHeads, shape[3]});
  Value products = n.contract("bqhgd,bhkd->bhgqk", grouped, key);
  if (!products) {
    return nullptr;
  }
  products = n.castTo(products, n.computeType(n.elementType(products)));
  products = n.make<graph::MulOp>(products, n.scalarLike(scale, products));
  if (cap > 0) {
    Value limit = n.scalarLike(cap, products);
    products = n.make<graph::MulOp>(n.make<graph::TanhOp>(n.make<graph::DivOp>(products, limit)), limit);
  }
  if (n.hasInput(10)) {
    graph::SymShape bias = n.shape(n.input(10));
    if (bias.size() != 4) {
      (void)n.bad("attention_bias has rank " + Twine(bias.size()) + " but 4 is wanted");
      return nullptr;
    }
    bool shared = bias[1].isConstant(1);
    bias[1] = shared ? 1 : keyHeads;
    bias.insert(bias.begin() + 2, shared ? 1 : queryHeads / keyHeads);
    Value added = n.castTo(n.reshape(n.input(10), bias), n.elementType(products));
    products = add(products, added);
  }
  return products;
}

/// -inf where a query does not see a key.
Value GroupQuery::hidden(Value scores) {
  int64_t window = n.intAttrIn("local_window_size", -1, -1, INT64_MAX);
  if (!scores) {
    return nullptr;
  }
  Value position = add(n.unsqueeze(past, {1, 2, 3, 4}), n.unsqueeze(n.iota({fresh}, 0, index), {1}));
  Value keys = n.iota({total}, 0, index);
  Value seen = n.compare(Predicate::Le, keys, position);
  if (window > 0) { // so many keys, the query's own among them
    Value first = n.make<graph::SubOp>(position, number(window - 1));
    seen = n.make<graph::AndOp>(seen, n.compare(Predicate::Ge, keys, first));
  }
  return n.select(seen, scores, n.scalarLike(-INFINITY, scores));
}

/// The softmax over the keys and, where there is one, a key that has a score of its own and no value.
Value GroupQuery::weights(Value scores) {
  bool smooth = n.intAttr("smooth_softmax", 0) > 0;
  if (!scores || (!smooth && !n.hasInput(11))) {
    return scores ? softmax(n, scores, {4}) : scores;
  }
  graph::SymShape shape = n.shape(scores);
  shape.back() = 1;
  Value sink = n.hasInput(11) ? n.reshape(n.castTo(n.input(11), n.elementType(scores)),
                                          {keyHeads, queryHeads / keyHeads, 1, 1})
                              : n.scalarLike(0, scores);
  Value all = n.concat({scores, n.broadcast(sink, shape)}, 4);
  return all ? n.sliceDim(softmax(n, all, {4}), 4, 0, total) : all;
}

LogicalResult GroupQuery::import() {
  if (failed(refuseRest()) || failed(readHeads()) || failed(readPlaces())) {
    return failure();
  }
  turn();
  key = extended(key, n.input(3));
  value = extended(value, n.input(4));
  Value products = n.failed() ? Value() : hidden(scores());
  Value shares = n.castTo(weights(products), n.failed() ? index : n.elementType(query));
  Value result = n.contract("bhgqk,bhkd->bqhgd", shares, value);
  if (!result) {
    return failure();
  }
  graph::SymShape shape = n.shape(result);
  return n.finish({n.reshape(result, {shape[0], shape[1], SymExpr(queryHeads) * shape[4]}), key, value});
}

static LogicalResult importGroupQueryAttention(NodeImporter &n) { return GroupQuery(n).import(); }

void importer::addGroupQueryOps(OpTable &table) {
  table.add("RotaryEmbedding", {importContribRotaryEmbedding, 4, 4}, kMicrosoft);
  table.add("GroupQueryAttention", {importGroupQueryAttention, 1, 17}, kMicrosoft);
}
