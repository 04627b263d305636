//===- OnnxIndex.cpp - operators that read or write at computed places ----===//
//
// Gather and scatter families, TopK, and operators whose result size depends on data: these give their result
// in a buffer of the largest possible size with a count, which a slice then cuts to what there is.
//
//===----------------------------------------------------------------------===//

#include "passes/Import/Onnx/OnnxIndex.h"
#include "passes/Import/Onnx/OpTable.h"

using namespace heddle;
using namespace heddle::importer;
using graph::Combiner;
using graph::Predicate;

//===----------------------------------------------------------------------===//
// Gather
//===----------------------------------------------------------------------===//

static LogicalResult importGather(NodeImporter &n) {
  FailureOr<int64_t> axis = n.axis(n.intAttr("axis", 0), n.rank(n.input(0)));
  return failed(axis) ? failure() : n.finish(n.gather(n.input(0), n.input(1), *axis));
}

static LogicalResult importGatherElements(NodeImporter &n) {
  FailureOr<int64_t> axis = n.axis(n.intAttr("axis", 0), n.rank(n.input(0)));
  return failed(axis) ? failure() : n.finish(n.make<graph::GatherElementsOp>(n.input(0), n.input(1), *axis));
}

static LogicalResult importGatherNd(NodeImporter &n) {
  return n.finish(n.make<graph::GatherNdOp>(n.input(0), n.input(1), n.intAttr("batch_dims", 0)));
}

//===----------------------------------------------------------------------===//
// Scatter
//===----------------------------------------------------------------------===//

static std::optional<Combiner> combinerAttr(NodeImporter &n) {
  std::string name = n.stringAttr("reduction", "none");
  std::optional<Combiner> combiner = name == "none" ? Combiner::Replace : graph::symbolizeCombiner(name);
  if (n.isTextTensor(n.input(0)) && name != "none") {
    (void)n.bad("attribute 'reduction' is '" + name + "' but texts can only be replaced");
    return std::nullopt;
  }
  if (!combiner || name == "replace") {
    (void)n.bad("attribute 'reduction' is '" + name + "' but must be none, add, mul, max or min");
    return std::nullopt;
  }
  return combiner;
}

static LogicalResult importScatterElements(NodeImporter &n) {
  FailureOr<int64_t> axis = n.axis(n.intAttr("axis", 0), n.rank(n.input(0)));
  std::optional<Combiner> combiner = combinerAttr(n);
  if (failed(axis) || !combiner) {
    return failure();
  }
  return n.finish(n.make<graph::ScatterElementsOp>(n.input(0), n.input(1), n.input(2), *axis, *combiner));
}

static LogicalResult importScatterNd(NodeImporter &n) {
  std::optional<Combiner> combiner = combinerAttr(n);
  return combiner ? n.finish(n.make<graph::ScatterNdOp>(n.input(0), n.input(1), n.input(2), *combiner))
                  : failure();
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

static LogicalResult importTopK(NodeImporter &n) {
  Value input = n.input(0);
  FailureOr<int64_t> axis = n.axis(n.intAttr("axis", -1), n.rank(input));
  bool largest = n.intAttr("largest", 1) != 0;
  n.ignoreAttr("sorted"); // without it any order is right, also the sorted one
  Value k = n.version() < 10 ? n.integers({n.intAttr("k", -1)}) : n.asIndexList(n.input(1));
  if (failed(axis) || !k || !graph::mayBeEqual(n.shape(k), {SymExpr(1)})) {
    return n.bad("wants an axis and one number k");
  }
  SmallVector<Value> wanted;
  for (const SymExpr &size : n.shape(input)) {
    wanted.push_back(n.size(size));
  }
  wanted[*axis] = n.element(k, 0);
  std::optional<Sizes> sizes = n.sizes(n.list(wanted));
  if (!sizes) {
    return failure();
  }
  SmallVector<Type> types = {graph::makeTensorType(sizes->shape, n.elementType(input)),
                             graph::makeTensorType(sizes->shape, n.builder().getI64Type())};
  auto created = n.makeTyped<graph::TopKOp>(types, input, *axis, largest, sizes->operand);
  return created ? n.finish({created.getValues(), created.getIndices()}) : failure();
}

template <Combiner combiner> static LogicalResult importArgReduce(NodeImporter &n) {
  Value input = n.input(0);
  FailureOr<int64_t> axis = n.axis(n.intAttr("axis", 0), n.rank(input));
  bool keep = n.intAttr("keepdims", 1) != 0, last = n.intAttr("select_last_index", 0) != 0;
  if (failed(axis)) {
    return failure();
  }
  if (n.shape(input)[*axis].isConstant(0)) {
    return n.bad("looks for a place in a dimension without elements");
  }
  Value place = n.make<graph::ArgReduceOp>(combiner, input, *axis, last);
  return n.finish(keep ? place : n.squeeze(place, {*axis}));
}

template <Combiner combiner> static LogicalResult importCumulative(NodeImporter &n) {
  Value input = n.input(0);
  bool exclusive = n.intAttrIn("exclusive", 0, 0, 1), reverse = n.intAttrIn("reverse", 0, 0, 1);
  auto along = [&](ArrayRef<int64_t> axes) {
    return n.make<graph::CumulativeOp>(combiner, input, axes[0], exclusive, reverse);
  };
  if (!graph::mayBeEqual({product(n.shape(n.input(1)))}, {SymExpr(1)})) {
    return n.bad("wants one axis");
  }
  std::optional<SmallVector<int64_t>> given = n.constantIntegers(n.input(1));
  if (!given) {
    return n.finish(n.forComputedAxes(n.input(1), n.rank(input), along));
  }
  FailureOr<SmallVector<int64_t>> axes = n.axes(*given, n.rank(input));
  return failed(axes) ? failure() : n.finish(along(*axes));
}

//===----------------------------------------------------------------------===//
// Results whose size depends on data
//===----------------------------------------------------------------------===//

/// The first `count` (i64 scalar) entries of `buffer` along `dim`.
static Value cutTo(NodeImporter &n, Value buffer, Value count, int64_t dim) {
  if (!buffer || !count) {
    return nullptr;
  }
  SmallVector<Value> wanted, starts(n.rank(buffer), n.size(0));
  for (const SymExpr &size : n.shape(buffer)) {
    wanted.push_back(n.size(size));
  }
  wanted[dim] = count;
  std::optional<Sizes> sizes = n.sizes(n.list(wanted));
  if (!sizes) {
    return nullptr;
  }
  if (sizes->operand) { // what is cut by the same count has the same size
    n.symbolic().nameElement(count, 0, sizes->shape[dim]);
  }
  SmallVector<int64_t> steps(n.rank(buffer), 1);
  return n.slice(buffer, n.list(starts), steps, *sizes);
}

Value importer::nonZero(NodeImporter &n, Value input) {
  auto found = n.makeOp<graph::NonZeroOp, 2>(input);
  return found ? cutTo(n, found.getIndices(), found.getCount(), 1) : Value();
}

static LogicalResult importNonZero(NodeImporter &n) {
  // A scalar counts as a vector of one element.
  Value input = n.rank(n.input(0)) == 0 ? n.reshape(n.input(0), {SymExpr(1)}) : n.input(0);
  return n.finish(nonZero(n, input));
}

static LogicalResult importCompress(NodeImporter &n) {
  Value input = n.input(0);
  bool flat = !n.hasAttr("axis");
  FailureOr<int64_t> axis = flat ? FailureOr<int64_t>(0) : n.axis(n.intAttr("axis", 0), n.rank(input));
  if (failed(axis) || n.rank(n.input(1)) != 1) {
    return n.bad("wants a list of truth values as its condition");
  }
  Value source = flat ? n.reshape(input, {product(n.shape(input))}) : input;
  std::optional<int64_t> chosen = n.shape(n.input(1))[0].constant(),
                         there = n.shape(source)[*axis].constant();
  if (chosen && there && *chosen > *there) {
    return n.bad("the condition has " + Twine(*chosen) + " elements but the axis " + Twine(*there));
  }
  Value places = nonZero(n, n.input(1));
  return n.finish(n.gather(source, n.squeeze(places, {0}), *axis));
}

static LogicalResult importUnique(NodeImporter &n) {
  Value input = n.input(0);
  bool sorted = n.intAttr("sorted", 1) != 0, flat = !n.hasAttr("axis");
  FailureOr<int64_t> axis = flat ? FailureOr<int64_t>(0) : n.axis(n.intAttr("axis", 0), n.rank(input));
  if (failed(axis)) {
    return failure();
  }
  if (sorted && n.isTextTensor(input)) {
    return n.unsupported("sorting texts is not supported");
  }
  Value source = flat ? n.reshape(input, {product(n.shape(input))}) : input, rows = source;
  if (n.rank(source) > 1) {
    // Slices along the axis as rows of a matrix.
    SmallVector<int64_t> order = {*axis};
    SymExpr length(1);
    for (int64_t dim = 0; dim < n.rank(source); ++dim) {
      if (dim != *axis) {
        order.push_back(dim);
        length = length * n.shape(source)[dim];
      }
    }
    rows = n.reshape(n.transpose(source, order), {n.shape(source)[*axis], length});
  }
  auto found = n.makeOp<graph::UniqueOp, 4>(rows, sorted);
  if (!found) {
    return failure();
  }
  Value first = cutTo(n, found.getFirst(), found.getCount(), 0);
  SmallVector<Value> results = {n.gather(source, first, *axis), first, found.getInverse(), Value()};
  results[3] = n.hasOutput(3) ? cutTo(n, found.getCounts(), found.getCount(), 0) : found.getCounts();
  return n.finish(results);
}

static LogicalResult importNonMaxSuppression(NodeImporter &n) {
  Type f32 = n.builder().getF32Type(), i64 = n.builder().getI64Type();
  auto scalarInput = [&](unsigned i, Value otherwise) {
    return n.hasInput(i) ? n.reshape(n.input(i), ArrayRef<SymExpr>()) : otherwise;
  };
  Value most = n.castTo(scalarInput(2, n.scalarInt(0, i64)), i64);
  Value overlap = scalarInput(3, n.scalar(0, f32));
  Value score = scalarInput(4, n.scalar(-std::numeric_limits<double>::infinity(), f32));
  bool center = n.intAttrIn("center_point_box", 0, 0, 1) == 1;
  auto chosen = n.makeOp<graph::NonMaxSuppressionOp, 2>(n.input(0), n.input(1), most, overlap, score, center);
  return chosen ? n.finish(cutTo(n, chosen.getSelected(), chosen.getCount(), 0)) : failure();
}

void importer::addIndexOps(OpTable &table) {
  table.add("Gather", {importGather, 2, 2, OpEntry::kText});
  table.add("GatherElements", {importGatherElements, 2, 2, OpEntry::kText});
  table.add("GatherND", {importGatherNd, 2, 2, OpEntry::kText});
  table.add("Scatter", {importScatterElements, 3, 3, OpEntry::kText});
  table.add("ScatterElements", {importScatterElements, 3, 3, OpEntry::kText});
  table.add("ScatterND", {importScatterNd, 3, 3, OpEntry::kText});
  table.add("TopK", {importTopK, 1, 2});
  table.add("ArgMax", {importArgReduce<Combiner::Max>});
  table.add("ArgMin", {importArgReduce<Combiner::Min>});
  table.add("CumSum", {importCumulative<Combiner::Add>, 2, 2});
  table.add("CumProd", {importCumulative<Combiner::Mul>, 2, 2});
  table.add("NonZero", {importNonZero});
  table.add("Compress", {importCompress, 2, 2, OpEntry::kText});
  table.add("Unique", {importUnique, 1, 1, OpEntry::kText});
  table.add("NonMaxSuppression", {importNonMaxSuppression, 2, 5});
}
