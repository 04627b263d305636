//===- OnnxAttention.cpp - attention and what stands around it ------------===//
//
// Attention is two contractions with a softmax between them, spelled out so that the kernel former sees the
// reductions. Inside this file heads are [batch, key heads, group, positions, features]: `group` query heads
// share a key head. What a query may not see is -inf before the softmax; a query that sees nothing gives
// zeros.
//
//===----------------------------------------------------------------------===//

#include "passes/Import/Onnx/OnnxAttention.h"
#include "passes/Import/Onnx/Activations.h"
#include "passes/Import/Onnx/ModelFile.h"
#include "passes/Import/Onnx/OpTable.h"
#include <cmath>

using namespace heddle;
using namespace heddle::importer;
using graph::Predicate;

//===----------------------------------------------------------------------===//
// Attention
//===----------------------------------------------------------------------===//

namespace {
class Attention {
public:
  explicit Attention(NodeImporter &n) : n(n) {}
  LogicalResult import();

private:
  LogicalResult readHeads();
  LogicalResult extendCache();
  FailureOr<int64_t> headsOf(Value value, StringRef attribute);
  Value splitHeads(Value value, int64_t heads);
  Value grouped(Value value);
  Value scores();
  Value masked(Value scores);
  Value biasOf(Value mask, Value scores);
  Value visible();
  Value softmax(Value scores, bool mayBeEmpty);
  Value ungrouped(Value value);
  Value hide(Value allowed, Value scores) {
    return n.select(allowed, scores, n.scalarLike(-INFINITY, scores));
  }

  NodeImporter &n;
  bool packed = false;     ///< heads are in the last dimension of rank-3 operands
  Value query, key, value; ///< [batch, heads, positions, features]
  int64_t queryHeads = 0, keyHeads = 0;
  SymExpr queries, keys; ///< positions
};
} // namespace

/// The number of heads of an operand: its dimension 1, or an attribute where they are packed.
FailureOr<int64_t> Attention::headsOf(Value operand, StringRef attribute) {
  if (n.rank(operand) == 4) {
    return n.staticSize(operand, 1, "the number of heads");
  }
  int64_t heads = n.intAttr(attribute, 0);
  if (n.rank(operand) != 3 || heads < 1) {
    return n.bad("an operand of rank " + Twine(n.rank(operand)) + " with '" + attribute + "' " +
                 Twine(heads) + "; rank 4, or rank 3 and a number of heads are wanted");
  }
  return heads;
}

/// [batch, positions, heads * features] -> [batch, heads, positions, features].
Value Attention::splitHeads(Value operand, int64_t heads) {
  if (n.rank(operand) == 4) {
    return operand;
  }
  graph::SymShape shape = n.shape(operand);
  std::optional<SymExpr> features = SymExpr::exactQuotient(shape[2], heads);
  if (!features) {
    (void)n.bad("the features " + shape[2].str() + " do not divide into " + Twine(heads) + " heads");
    return nullptr;
  }
  return n.transpose(n.reshape(operand, {shape[0], shape[1], heads, *features}), {0, 2, 1, 3});
}

LogicalResult Attention::readHeads() {
  FailureOr<int64_t> q = headsOf(n.input(0), "q_num_heads"), k = headsOf(n.input(1), "kv_num_heads"),
                     v = headsOf(n.input(2), "kv_num_heads");
  if (failed(q) || failed(k) || failed(v)) {
    return failure();
  }
  queryHeads = *q;
  keyHeads = *k;
  if (keyHeads < 1 || *v != keyHeads || queryHeads % keyHeads != 0) {
    return n.bad("has " + Twine(queryHeads) + " query heads, " + Twine(keyHeads) + " key heads and " +
                 Twine(*v) +
                 " value heads; as many keys as values are wanted, and a multiple of them as queries");
  }
  packed = n.rank(n.input(0)) == 3;
  query = splitHeads(n.input(0), queryHeads);
  key = splitHeads(n.input(1), keyHeads);
  value = splitHeads(n.input(2), keyHeads);
  return failure(n.failed());
}

/// Appends the new keys and values to those of earlier calls.
LogicalResult Attention::extendCache() {
  if (n.hasInput(4) != n.hasInput(5) || (n.hasInput(4) && n.hasInput(6))) {
    return n.bad("past keys and values come together, and not with nonpad_kv_seqlen");
  }
  if (n.hasInput(4)) {
    key = n.concat({n.input(4), key}, 2);
    value = n.concat({n.input(5), value}, 2);
  }
  if (n.failed()) {
    return failure();
  }
  queries = n.shape(query)[2];
  keys = n.shape(key)[2];
  return success();
}

/// [batch or 1, query heads or 1, …] -> [batch or 1, key heads or 1, group or 1, …].
Value Attention::grouped(Value operand) {
  graph::SymShape shape = n.shape(operand);
  bool shared = shape[1].isConstant(1);
  shape[1] = shared ? 1 : keyHeads;
  shape.insert(shape.begin() + 2, shared ? 1 : queryHeads / keyHeads);
  return n.reshape(operand, shape);
}

/// [batch, key heads, group, …] -> [batch, query heads, …].
Value Attention::ungrouped(Value operand) {
  if (!operand) {
    return operand;
  }
  graph::SymShape shape = n.shape(operand);
  shape.erase(shape.begin() + 2);
  shape[1] = queryHeads;
  return n.reshape(operand, shape);
}

/// Scaled products of queries and keys.
Value Attention::scores() {
  double scale = n.floatAttr("scale", 0);
  SymExpr features = n.shape(query)[3];
  if (!n.hasAttr("scale")) {
    if (!features.constant() || *features.constant() < 1) {
      (void)n.unsupported("the default scale needs the head size as a number but it is '" + features.str() +
                          "'");
      return nullptr;
    }
    scale = 1 / std::sqrt(static_cast<double>(*features.constant()));
  }
  constexpr StringRef kEquation = "bhgqd,bhkd->bhgqk";
  if (n.computeType(n.elementType(query)) == n.elementType(query)) {
    Value products = n.contract(kEquation, grouped(query), key);
    return products ? n.make<graph::MulOp>(products, n.scalarLike(scale, products)) : products;
  }
  // Products of 16-bit floats may leave their range, so both operands are scaled.
  Value root = n.scalarLike(std::sqrt(scale), query);
  return n.contract(kEquation, n.make<graph::MulOp>(grouped(query), root), n.make<graph::MulOp>(key, root));
}

/// What positions allow, as truth values that broadcast against the scores; null where everything is visible.
Value Attention::visible() {
  bool causal = n.intAttr("is_causal", 0) != 0;
  int64_t left = n.intAttrIn("left_window_size", -1, -1, INT64_MAX);
  int64_t right = n.intAttrIn("right_window_size", -1, -1, INT64_MAX);
  Type index = n.builder().getI64Type();
  Value allowed, keyPosition = n.iota({keys}, 0, index);
  auto also = [&](Value condition) {
    allowed = allowed ? n.make<graph::AndOp>(allowed, condition) : condition;
  };
  Value length; // of each row's keys, [batch, 1, 1, 1, 1]
  if (n.hasInput(6)) {
    length = n.standAlong(n.castTo(n.input(6), index), 0, 5);
    also(n.compare(Predicate::Lt, keyPosition, length));
  }
  if (!causal && left < 0 && right < 0) {
    return allowed;
  }
  // How many keys are before the first query.
  Value offset = length          ? n.make<graph::SubOp>(length, n.size(queries))
                 : n.hasInput(4) ? n.sizeOf(n.input(4), 2)
                                 : n.scalarInt(0, index);
  Value place = n.make<graph::AddOp>(n.unsqueeze(n.iota({queries}, 0, index), {1}), offset);
  auto shifted = [&](int64_t by) { return n.make<graph::AddOp>(place, n.scalarInt(by, index)); };
  if (causal) {
    also(n.compare(Predicate::Le, keyPosition, place));
  }
  if (left >= 0) {
    also(n.compare(Predicate::Ge, keyPosition, shifted(-left)));
  }
  if (right >= 0) {
    also(n.compare(Predicate::Le, keyPosition, shifted(right)));
  }
  return allowed;
}

/// Applies the mask operand: truth values hide, numbers are added.
Value Attention::biasOf(Value mask, Value scores) {
  int64_t rank = n.rank(mask);
  if (rank < 1 || rank > 4) {
    (void)n.bad("the mask has rank " + Twine(rank) + " but 1 to 4 is wanted");
    return nullptr;
  }
  bool isTruth = n.elementType(mask).isInteger(1);
  SymExpr width = n.shape(mask).back();
  if (width != keys && !width.isConstant(1)) { // the keys behind a short mask are hidden
    SmallVector<SymExpr> lows(rank, SymExpr(0)), highs = lows;
    highs.back() = keys - width;
    mask = n.pad(mask, lows, highs,
                 isTruth ? n.scalarInt(0, n.elementType(mask)) : n.scalarLike(-INFINITY, mask));
  }
  if (rank > 2) {
    mask = rank == 3 ? n.unsqueeze(mask, {0}) : mask;
    mask = mask ? grouped(mask) : mask;
  }
  return isTruth ? hide(mask, scores) : n.make<graph::AddOp>(scores, n.castTo(mask, n.elementType(scores)));
}

Value Attention::masked(Value scores) {
  if (scores && n.hasInput(3)) {
    scores = biasOf(n.input(3), scores);
  }
  Value allowed = scores ? visible() : Value();
  return allowed ? hide(allowed, scores) : scores;
}

/// Over the keys, in the type that the node asks for.
Value Attention::softmax(Value scores, bool mayBeEmpty) {
  auto precision = static_cast<int32_t>(n.intAttr("softmax_precision", kOnnxUndefined));
  Type type = precision == kOnnxUndefined ? softmaxType(n, scores, {4})
                                          : ModelFile::elementType(precision, *n.context());
  if (!type) {
    (void)n.unsupported("softmax in " + ModelFile::elementTypeName(precision) + " is not supported");
    return nullptr;
  }
  Value x = n.castTo(scores, type);
  return n.castTo(importer::softmax(n, x, {4}, mayBeEmpty), n.elementType(scores));
}

LogicalResult Attention::import() {
  if (failed(readHeads()) || failed(extendCache())) {
    return failure();
  }
  int64_t mode = n.intAttrIn("qk_matmul_output_mode", 0, 0, 3);
  double cap = n.floatAttr("softcap", 0);
  Value raw = scores(), capped = raw;
  if (cap > 0 && raw) {
    Value limit = n.scalarLike(cap, raw);
    capped = n.make<graph::MulOp>(n.make<graph::TanhOp>(n.make<graph::DivOp>(raw, limit)), limit);
  }
  Value biased = masked(capped);
  if (n.failed()) {
    return failure();
  }
  Value weights = softmax(biased, /*mayBeEmpty=*/biased != capped);
  Value result = ungrouped(n.contract("bhgqk,bhkd->bhgqd", weights, value));
  if (packed && result) {
    graph::SymShape shape = n.shape(result);
    result = n.reshape(n.transpose(result, {0, 2, 1, 3}), {shape[0], shape[2], shape[1] * shape[3]});
  }
  Value shown[] = {raw, capped, biased, weights};
  Value products = n.hasOutput(3) ? ungrouped(shown[mode]) : Value();
  SmallVector<Value> outputs = {result, key, value};
  if (products) {
    outputs.push_back(products);
  }
  return n.finish(outputs);
}

static LogicalResult importAttention(NodeImporter &n) { return Attention(n).import(); }

//===----------------------------------------------------------------------===//
// Rotary embedding
//===----------------------------------------------------------------------===//

Value importer::turnPairs(NodeImporter &n, Value x, Value cosine, Value sine, int64_t pairs,
                          bool interleaved) {
  int64_t step = interleaved ? 2 : 1;
  Value first = n.sliceDim(x, 3, 0, pairs, step),
        second = n.sliceDim(x, 3, interleaved ? 1 : pairs, pairs, step);
  auto mul = [&](Value a, Value b) { return n.make<graph::MulOp>(a, b); };
  Value real = n.make<graph::SubOp>(mul(cosine, first), mul(sine, second));
  Value imaginary = n.make<graph::AddOp>(mul(sine, first), mul(cosine, second));
  if (n.failed() || !x) {
    return nullptr;
  }
  Value result;
  if (interleaved) {
    graph::SymShape joined = n.shape(real);
    joined.back() = 2 * pairs;
    result = n.reshape(n.concat({n.unsqueeze(real, {4}), n.unsqueeze(imaginary, {4})}, 4), joined);
  } else {
    result = n.concat({real, imaginary}, 3);
  }
  SymExpr rest = n.shape(x)[3] - SymExpr(2 * pairs);
  return rest.isConstant(0) ? result : n.concat({result, n.sliceDim(x, 3, 2 * pairs, rest)}, 3);
}

/// The caches are [positions, pairs] read at position_ids, or [batch, positions, pairs].
static LogicalResult importRotaryEmbedding(NodeImporter &n) {
  Value x = n.input(0), cosine = n.input(1), sine = n.input(2);
  bool interleaved = n.intAttr("interleaved", 0) != 0, packed = n.rank(x) == 3;
  int64_t heads = n.intAttr("num_heads", 0), turned = n.intAttr("rotary_embedding_dim", 0);
  graph::SymShape shape = n.shape(x);
  if (packed) { // [batch, positions, heads * features] -> [batch, positions, heads, features]
    std::optional<SymExpr> features = heads > 0 ? SymExpr::exactQuotient(shape[2], heads) : std::nullopt;
    if (!features) {
      return n.bad("'num_heads' " + Twine(heads) + " does not divide " + shape[2].str() + " features");
    }
    x = n.reshape(x, {shape[0], shape[1], heads, *features});
  } else if (n.rank(x) == 4) {
    x = n.transpose(x, {0, 2, 1, 3});
  } else {
    return n.bad("the input has rank " + Twine(n.rank(x)) + " but 3 or 4 is wanted");
  }
  FailureOr<int64_t> size = n.staticSize(x, 3, "the head size");
  if (failed(size)) {
    return failure();
  }
  turned = turned == 0 ? *size : turned;
  if (turned % 2 != 0 || turned > *size || turned < 0) {
    return n.bad("'rotary_embedding_dim' is " + Twine(turned) + " for heads of " + Twine(*size) +
                 " features");
  }
  if (n.hasInput(3)) {
    cosine = n.gather(cosine, n.input(3), 0);
    sine = n.gather(sine, n.input(3), 0);
  }
  Value result = turnPairs(n, x, n.unsqueeze(cosine, {2}), n.unsqueeze(sine, {2}), turned / 2, interleaved);
  return n.finish(packed ? n.reshape(result, shape) : n.transpose(result, {0, 2, 1, 3}));
}

//===----------------------------------------------------------------------===//
// Recurrent forms
//===----------------------------------------------------------------------===//

/// [batch, time, heads * features] -> [time, batch, heads, features], in f32.
static Value timeFirst(NodeImporter &n, Value packed, int64_t heads) {
  graph::SymShape shape = n.shape(packed);
  if (shape.size() != 3) {
    (void)n.bad("an operand has shape " + graph::toString(shape) + " but rank 3 is wanted");
    return nullptr;
  }
  std::optional<SymExpr> features = SymExpr::exactQuotient(shape[2], heads);
  if (!features) {
    (void)n.bad("the features " + shape[2].str() + " do not divide into " + Twine(heads) + " heads");
    return nullptr;
  }
  Value wide = n.castTo(packed, n.computeType(n.elementType(packed)));
  return n.transpose(n.reshape(wide, {shape[0], shape[1], heads, *features}), {1, 0, 2, 3});
}

/// How much of its error a position corrects under the delta rule: a number for all heads, or one for each.
static Value ratesOf(NodeImporter &n, int64_t heads) {
  Value rates = n.input(5);
  bool isShared = n.rank(rates) == 3 && n.shape(rates)[2].isConstant(1);
  return timeFirst(n, rates, isShared ? 1 : heads);
}

/// Attention without a softmax, as a recurrence over a state [batch, key heads, key features, value
/// features].
static LogicalResult importLinearAttention(NodeImporter &n) {
  int64_t queryHeads = n.intAttr("q_num_heads", 0), heads = n.intAttr("kv_num_heads", 0);
  double scale = n.floatAttr("scale", 0);
  std::string rule = n.stringAttr("update_rule", "gated_delta");
  n.ignoreAttr("chunk_size"); // how fast, not what
  bool gated = rule == "gated" || rule == "gated_delta", delta = rule == "delta" || rule == "gated_delta";
  if (!gated && !delta && rule != "linear") {
    return n.bad("attribute 'update_rule' is '" + rule + "' but must be linear, gated, delta or gated_delta");
  }
  if (heads < 1 || queryHeads < 1 || queryHeads % heads != 0 || (gated && !n.hasInput(4)) ||
      (delta && !n.hasInput(5))) {
    return n.bad("the rule " + rule + " lacks an operand, or " + Twine(queryHeads) +
                 " query heads are no multiple of " + Twine(heads) + " key heads");
  }
  Value query = timeFirst(n, n.input(0), queryHeads), key = timeFirst(n, n.input(1), heads);
  Value value = timeFirst(n, n.input(2), heads);
  Value decay = gated ? timeFirst(n, n.input(4), heads) : Value();
  Value rate = delta ? ratesOf(n, heads) : Value();
  if (n.failed()) {
    return failure();
  }
  graph::SymShape shape = n.shape(query), keyShape = n.shape(key), valueShape = n.shape(value);
  if (scale == 0) {
    if (!shape[3].constant()) {
      return n.unsupported("the default scale needs the head size as a number but it is '" + shape[3].str() +
                           "'");
    }
    scale = 1 / std::sqrt(static_cast<double>(*shape[3].constant()));
  }
  SymExpr time = shape[0], batch = shape[1];
  query = n.reshape(query, {time, batch, heads, queryHeads / heads, shape[3]});
  Type wide = n.elementType(query), stateType = n.elementType(n.hasInput(3) ? n.input(3) : n.input(0));
  Value initial = n.hasInput(3) ? n.castTo(n.input(3), wide)
                                : n.splat(0, {batch, heads, keyShape[3], valueShape[3]}, wide);
  auto mul = [&](Value a, Value b) { return n.make<graph::MulOp>(a, b); };
  auto body = [&](Value trip, ValueRange carried) {
    auto now = [&](Value sequence) { return n.gather(sequence, trip, 0); };
    Value state = carried[0], k = now(key), v = now(value);
    if (gated) {
      state = mul(state, n.unsqueeze(n.make<graph::ExpOp>(now(decay)), {3}));
    }
    if (delta) {
      v = mul(now(rate), n.make<graph::SubOp>(v, n.contract("bhdm,bhd->bhm", state, k)));
    }
    state = n.make<graph::AddOp>(state, mul(n.unsqueeze(k, {3}), n.unsqueeze(v, {2})));
    Value read = n.contract("bhgd,bhdm->bhgm", now(query), state);
    LoopBody built;
    built.carried = {state};
    built.slices = {mul(read, n.scalar(scale, wide))};
    return built;
  };
  SmallVector<Value> results = n.loop(n.size(time), initial, body);
  if (results.empty()) {
    return failure();
  }
  Value output = n.transpose(results[1], {1, 0, 2, 3, 4});
  output = n.reshape(output, {batch, time, SymExpr(queryHeads) * valueShape[3]});
  return n.finish({n.castTo(output, n.elementType(n.input(0))), n.castTo(results[0], stateType)});
}

/// A depthwise convolution over the past and the present: input [batch, channels, length], filter [channels,
/// 1, k].
static LogicalResult importCausalConvWithState(NodeImporter &n) {
  Value x = n.input(0), filter = n.input(1);
  std::string activation = n.stringAttr("activation", "none");
  if (n.rank(x) != 3 || n.rank(filter) != 3) {
    return n.bad("the input and the filter must have rank 3");
  }
  FailureOr<int64_t> window = n.staticSize(filter, 2, "the size of the filter");
  FailureOr<int64_t> channels = n.staticSize(filter, 0, "the number of channels");
  if (failed(window) || failed(channels)) {
    return failure();
  }
  if (activation != "none" && activation != "silu" && activation != "swish") {
    return n.bad("attribute 'activation' is '" + activation + "' but must be none, silu or swish");
  }
  int64_t before = *window - 1;
  Value wide = n.hasInput(3) ? n.concat({n.input(3), x}, 2) : n.pad(x, {0, 0, before}, {0, 0, 0});
  SmallVector<int64_t> one = {1}, none = {0};
  Value result = n.make<graph::ConvOp>(n.transpose(wide, {0, 2, 1}), n.transpose(filter, {2, 1, 0}), one, one,
                                       none, none, *channels);
  result = n.hasInput(2) ? n.make<graph::AddOp>(result, n.input(2)) : result;
  if (activation != "none" && result) {
    Type type = n.elementType(result);
    result = n.castTo(swish(n, n.castTo(result, n.computeType(type)), 1), type);
  }
  return n.finish(
      {n.transpose(result, {0, 2, 1}), n.sliceDim(wide, 2, n.failed() ? 0 : n.shape(x)[2], before)});
}

//===----------------------------------------------------------------------===//
// Others
//===----------------------------------------------------------------------===//

/// Writes `update` along `axis` of a cache, for every row of the batch from its own place on.
static LogicalResult importTensorScatter(NodeImporter &n) {
  Value cache = n.input(0), update = n.input(1);
  int64_t rank = n.rank(cache);
  std::string mode = n.stringAttr("mode", "linear");
  FailureOr<int64_t> axis = n.axis(n.intAttr("axis", -2), rank);
  if (failed(axis) || *axis == 0 || n.rank(update) != rank || (mode != "linear" && mode != "circular")) {
    return n.bad(
        "needs an axis behind the batch, an update of the cache's rank and the mode linear or circular");
  }
  Type index = n.builder().getI64Type();
  graph::SymShape shape = n.shape(update);
  Value place = n.standAlong(n.iota({shape[*axis]}, 0, index), *axis, rank);
  if (n.hasInput(2)) {
    place = n.make<graph::AddOp>(n.standAlong(n.castTo(n.input(2), index), 0, rank), place);
  }
  if (mode == "circular") {
    place = n.make<graph::ModOp>(place, n.sizeOf(cache, *axis));
  }
  return n.finish(n.make<graph::ScatterElementsOp>(cache, n.broadcast(place, shape), update, *axis,
                                                   graph::Combiner::Replace));
}

static LogicalResult importSwiGlu(NodeImporter &n) {
  return n.finish(n.make<graph::MulOp>(swish(n, n.input(0), n.floatAttr("alpha", 1)), n.input(1)));
}

void importer::addAttentionOps(OpTable &table) {
  table.add("Attention", {importAttention, 3, 7});
  table.add("RotaryEmbedding", {importRotaryEmbedding, 3, 4});
  table.add("LinearAttention", {importLinearAttention, 3, 6});
  table.add("CausalConvWithState", {importCausalConvWithState, 2, 4});
  table.add("TensorScatter", {importTensorScatter, 2, 3});
  table.add("SwiGLU", {importSwiGlu, 2, 2});
}
