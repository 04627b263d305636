//===- OnnxFlexAttention.cpp - attention with subgraphs inside ------------===//
//
// ai.onnx.preview FlexAttention: softmax(score_mod(scale * query * key')) changed by prob_mod, times the
// values. The two modifiers are subgraphs of one operand and are imported in place.
//
//===----------------------------------------------------------------------===//

#include "passes/Import/Onnx/Activations.h"
#include "passes/Import/Onnx/ModelFile.h"
#include "passes/Import/Onnx/NodeImporter.h"
#include "passes/Import/Onnx/OnnxToGraph.h"
#include "passes/Import/Onnx/OpTable.h"
#include <cmath>

using namespace heddle;
using namespace heddle::importer;

/// What the subgraph of an attribute makes of `x`; x itself if there is none.
static Value modified(NodeImporter &n, StringRef attribute, Value x) {
  if (n.failed() || !n.hasAttr(attribute)) {
    return x;
  }
  const onnx::GraphProto *graph = n.graphAttr(attribute);
  if (!graph || graph->input_size() != 1 || graph->output_size() != 1) {
    (void)n.bad("the subgraph '" + attribute + "' needs one input and one output");
    return nullptr;
  }
  SmallVector<Value> result = n.subgraph(*graph, {x});
  if (result.empty()) {
    return nullptr;
  }
  if (n.elementType(result[0]) != n.elementType(x) || !graph::mayBeEqual(n.shape(result[0]), n.shape(x))) {
    (void)n.bad("the subgraph '" + attribute + "' changes the shape or type of its operand");
    return nullptr;
  }
  return result[0];
}

static LogicalResult importFlexAttention(NodeImporter &n) {
  Value query = n.input(0), key = n.input(1), value = n.input(2);
  if (n.rank(query) != 4 || n.rank(key) != 4 || n.rank(value) != 4) {
    return n.bad("queries, keys and values must have rank 4");
  }
  FailureOr<int64_t> heads = n.staticSize(query, 1, "the number of query heads");
  FailureOr<int64_t> keyHeads = n.staticSize(key, 1, "the number of key heads");
  FailureOr<int64_t> features = n.staticSize(query, 3, "the head size");
  if (failed(heads) || failed(keyHeads) || failed(features) || *keyHeads < 1 || *heads % *keyHeads != 0) {
    return n.bad("the number of query heads is no multiple of that of key heads");
  }
  Type type = n.elementType(query), precision = type.isF64() ? type : n.builder().getF32Type();
  auto given = static_cast<int32_t>(n.intAttr("softmax_precision", kOnnxUndefined));
  if (given != kOnnxUndefined) {
    precision = ModelFile::elementType(given, *n.context());
  }
  if (!isa_and_nonnull<FloatType>(precision)) {
    return n.unsupported("softmax in " + ModelFile::elementTypeName(given) + " is not supported");
  }
  double scale = n.hasAttr("scale") ? n.floatAttr("scale", 1) : 1 / std::sqrt(static_cast<double>(*features));
  graph::SymShape shape = n.shape(query), grouped = shape;
  grouped[1] = *keyHeads;
  grouped.insert(grouped.begin() + 2, *heads / *keyHeads);
  Type wide = n.computeType(type);
  Value scores =
      n.contract("bhgqd,bhkd->bhgqk", n.castTo(n.reshape(query, grouped), wide), n.castTo(key, wide));
  scores = n.castTo(scores, precision);
  scores = scores ? n.make<graph::MulOp>(scores, n.scalarLike(scale, scores)) : scores;
  graph::SymShape scoreShape = {shape[0], shape[1], shape[2], n.shape(key)[2]};
  Value x = modified(n, "score_mod", n.reshape(scores, scoreShape));
  Value weights = modified(n, "prob_mod", softmax(n, x, {3}));
  graph::SymShape groupedScores = {shape[0], *keyHeads, *heads / *keyHeads, shape[2], n.shape(key)[2]};
  weights = n.castTo(n.reshape(weights, groupedScores), type);
  Value result = n.contract("bhgqk,bhkd->bhgqd", weights, value);
  return n.finish(n.reshape(result, {shape[0], shape[1], shape[2], n.shape(value)[3]}));
}

void importer::addFlexAttentionOps(OpTable &table) {
  table.add("FlexAttention", {importFlexAttention, 3, 3}, "ai.onnx.preview");
}
