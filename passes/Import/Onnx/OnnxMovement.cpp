//===- OnnxMovement.cpp - operators that move elements --------------------===//
//
// Transpose, Concat, Split, Slice, Pad and their relatives. Starts, ends and pads may be computed: a
// dimension's range is worked out as expressions where its bounds are understood, else with graph ops at run
// time.
//
//===----------------------------------------------------------------------===//

#include "passes/Import/Onnx/NodeImporter.h"
#include "passes/Import/Onnx/OpTable.h"
#include <numeric>

using namespace heddle;
using namespace heddle::importer;
using graph::Predicate;

static LogicalResult importTranspose(NodeImporter &n) {
  int64_t rank = n.rank(n.input(0));
  std::optional<SmallVector<int64_t>> permutation = n.intsAttr("perm");
  if (!permutation) {
    permutation = llvm::to_vector(llvm::reverse(llvm::seq<int64_t>(0, rank)));
  }
  return n.finish(n.make<graph::TransposeOp>(n.input(0), *permutation));
}

static LogicalResult importConcat(NodeImporter &n) {
  FailureOr<int64_t> axis = n.axis(n.intAttr("axis", 1), n.rank(n.input(0)));
  if (llvm::is_contained(n.allInputs(), Value())) {
    return n.bad("has an operand without a name");
  }
  return failed(axis) ? failure() : n.finish(n.concat(n.allInputs(), *axis));
}

//===----------------------------------------------------------------------===//
// Slice
//===----------------------------------------------------------------------===//

/// From here on a bound stands for "the end" of a dimension whose size is open: exporters write the largest
/// i32 or i64.
static constexpr int64_t kToTheEnd = INT32_MAX;

namespace {
/// What a slice takes of one dimension, as i64 scalars.
struct Taken {
  Value start, size;
};
} // namespace

/// A bound counted from the front, or nothing if its sign is not known. Not clamped.
static std::optional<SymExpr> fromFront(const SymExpr &bound, const SymExpr &dim) {
  if (bound.isAtLeast(0)) {
    return bound;
  }
  return (SymExpr(0) - bound).isAtLeast(1) ? std::optional<SymExpr>(dim + bound) : std::nullopt;
}

static bool isNumberBeyond(const SymExpr &bound, const SymExpr &dim) {
  return bound.constant() && !dim.constant() && *bound.constant() >= kToTheEnd;
}

/// Elements [start, end) by a positive step.
static std::optional<Taken> forwardRange(NodeImporter &n, const SymExpr &startBound, const SymExpr &endBound,
                                         const SymExpr &dim, int64_t step) {
  std::optional<SymExpr> start = fromFront(startBound, dim), end = fromFront(endBound, dim);
  if (!start || !end) {
    return std::nullopt;
  }
  // A start behind the end leaves nothing, so it is not clamped from above.
  SymExpr first = SymExpr::max(*start, 0);
  SymExpr last = isNumberBeyond(endBound, dim) ? dim : SymExpr::min(*end, dim);
  SymExpr size = SymExpr::max(SymExpr::ceilDiv(last - first, step), 0);
  return Taken{n.size(size.isConstant(0) ? SymExpr(0) : first), n.size(size)};
}

/// Elements (end, start] from start downwards.
static std::optional<Taken> backwardRange(NodeImporter &n, const SymExpr &startBound, const SymExpr &endBound,
                                          const SymExpr &dim, int64_t step) {
  std::optional<SymExpr> start = fromFront(startBound, dim), end = fromFront(endBound, dim);
  if (!start || !end) {
    return std::nullopt;
  }
  bool fromEnd = isNumberBeyond(startBound, dim);
  bool toFront = endBound.constant() && !dim.constant() && *endBound.constant() <= -kToTheEnd;
  SymExpr first = fromEnd ? dim - SymExpr(1) : SymExpr::max(SymExpr::min(*start, dim - SymExpr(1)), 0);
  SymExpr last = toFront ? SymExpr(-1) : SymExpr::max(SymExpr::min(*end, dim - SymExpr(1)), -1);
  SymExpr size = SymExpr::max(SymExpr::ceilDiv(first - last, -step), 0);
  if (dim.isConstant(0)) {
    size = 0;
  }
  return Taken{n.size(size.isConstant(0) ? SymExpr(0) : first), n.size(size)};
}

static Value clampTo(NodeImporter &n, Value value, const SymExpr &low, const SymExpr &high) {
  return n.make<graph::MinOp>(n.make<graph::MaxOp>(value, n.size(low)), n.size(high));
}

/// The same for bounds that only a run can tell.
static Taken computedRange(NodeImporter &n, Value start, Value end, const SymExpr &dim, int64_t step) {
  Type i64 = n.builder().getI64Type();
  Value zero = n.scalarInt(0, i64), size = n.size(dim);
  auto count = [&](Value bound) {
    return n.select(n.compare(Predicate::Lt, bound, zero), n.make<graph::AddOp>(bound, size), bound);
  };
  bool forward = step > 0;
  SymExpr top = forward ? dim : dim - SymExpr(1), bottom = forward ? 0 : -1;
  Value first = clampTo(n, count(start), 0, top), last = clampTo(n, count(end), bottom, top);
  Value distance = forward ? n.make<graph::SubOp>(last, first) : n.make<graph::SubOp>(first, last);
  int64_t stride = std::abs(step);
  Value some = n.make<graph::MaxOp>(distance, zero);
  if (stride == 1) {
    return {first, some};
  }
  Value rounded = n.make<graph::AddOp>(some, n.scalarInt(stride - 1, i64));
  return {first, n.make<graph::DivOp>(rounded, n.scalarInt(stride, i64))};
}

static Taken rangeOf(NodeImporter &n, Value starts, Value ends, int64_t i, const SymExpr &dim, int64_t step) {
  SymElements start = *n.symbolic().elements(starts), end = *n.symbolic().elements(ends);
  std::optional<Taken> known;
  if (start[i] && end[i]) {
    known = step > 0 ? forwardRange(n, *start[i], *end[i], dim, step)
                     : backwardRange(n, *start[i], *end[i], dim, step);
  }
  return known ? *known : computedRange(n, n.element(starts, i), n.element(ends, i), dim, step);
}

static LogicalResult sliceAlong(NodeImporter &n, Value starts, Value ends, ArrayRef<int64_t> axes,
                                ArrayRef<int64_t> stepsOfAxes) {
  Value input = n.input(0);
  graph::SymShape shape = n.shape(input);
  SmallVector<int64_t> steps(shape.size(), 1);
  SmallVector<Value> first(shape.size(), n.size(0)), sizes;
  for (const SymExpr &size : shape) {
    sizes.push_back(n.size(size));
  }
  SmallVector<bool> seen(shape.size(), false);
  for (auto [i, given] : llvm::enumerate(axes)) {
    FailureOr<int64_t> axis = n.axis(given, shape.size());
    if (failed(axis) || seen[*axis]) {
      return n.bad("names an axis twice");
    }
    if (stepsOfAxes[i] == 0 || stepsOfAxes[i] < -kToTheEnd) {
      return n.bad("has a step of " + Twine(stepsOfAxes[i]) + " along axis " + Twine(given));
    }
    seen[*axis] = true;
    // A dimension of fewer elements than one step gives at most one, whatever the step.
    steps[*axis] = std::min<int64_t>(stepsOfAxes[i], kToTheEnd);
    Taken range = rangeOf(n, starts, ends, i, shape[*axis], steps[*axis]);
    first[*axis] = range.start;
    sizes[*axis] = range.size;
  }
  std::optional<Sizes> result = n.sizes(n.list(sizes));
  if (!result) {
    return failure();
  }
  bool all = !result->operand && ArrayRef<SymExpr>(result->shape) == ArrayRef<SymExpr>(shape) &&
             llvm::all_of(steps, [](int64_t step) { return step == 1; });
  return n.finish(all ? input : n.slice(input, n.list(first), steps, *result));
}

static LogicalResult importSlice(NodeImporter &n) {
  std::optional<SmallVector<int64_t>> axes, steps;
  Value starts, ends;
  if (n.version() < 10) {
    std::optional<SmallVector<int64_t>> start = n.intsAttr("starts"), end = n.intsAttr("ends");
    axes = n.intsAttr("axes");
    if (!start || !end) {
      return n.bad("has no starts or no ends");
    }
    starts = n.integers(*start);
    ends = n.integers(*end);
  } else {
    starts = n.asIndexList(n.input(1));
    ends = n.asIndexList(n.input(2));
    axes = n.constantInput(3, "the axes");
    steps = n.constantInput(4, "the steps");
  }
  std::optional<SymElements> first = starts ? n.symbolic().elements(starts) : std::nullopt;
  std::optional<SymElements> last = ends ? n.symbolic().elements(ends) : std::nullopt;
  if (n.failed() || !first || !last) {
    return n.unsupported("the number of starts and ends is not known");
  }
  size_t count = first->size();
  if (!axes) {
    axes = llvm::to_vector(llvm::seq<int64_t>(0, count));
  }
  if (!steps) {
    steps = SmallVector<int64_t>(count, 1);
  }
  if (last->size() != count || axes->size() != count || steps->size() != count) {
    return n.bad("has " + Twine(count) + " starts, " + Twine(last->size()) + " ends, " + Twine(axes->size()) +
                 " axes and " + Twine(steps->size()) + " steps");
  }
  return sliceAlong(n, starts, ends, *axes, *steps);
}

//===----------------------------------------------------------------------===//
// Split
//===----------------------------------------------------------------------===//

/// Parts of equal size; the last has what remains.
static LogicalResult splitEvenly(NodeImporter &n, int64_t axis, int64_t parts) {
  SymExpr dim = n.shape(n.input(0))[axis];
  bool even = dim.constant() && *dim.constant() % parts == 0;
  if (n.version() < 18 && dim.constant() && !even) {
    return n.bad("splits " + dim.str() + " elements into " + Twine(parts) + " equal parts");
  }
  SymExpr part = n.version() < 18 ? SymExpr::floorDiv(dim, parts) : SymExpr::ceilDiv(dim, parts);
  for (int64_t i = 0; i < parts; ++i) {
    SymExpr start = SymExpr(i) * part, size = i + 1 < parts ? part : dim - start;
    if (dim.constant()) {
      start = SymExpr::min(start, dim);
      size = SymExpr::min(part, dim - start);
    }
    n.setOutput(i, n.sliceDim(n.input(0), axis, start, size));
  }
  return failure(n.failed());
}

static LogicalResult splitBy(NodeImporter &n, int64_t axis, Value lengths) {
  Value input = n.input(0);
  graph::SymShape shape = n.shape(input);
  std::optional<SymElements> known = lengths ? n.symbolic().elements(lengths) : std::nullopt;
  if (!known || known->size() != n.numOutputs()) {
    return n.bad("has " + Twine(n.numOutputs()) + " outputs but another number of lengths");
  }
  Value start = n.size(0);
  SmallVector<int64_t> steps(shape.size(), 1);
  for (unsigned i = 0; i < n.numOutputs(); ++i) {
    SmallVector<Value> sizes, starts(shape.size(), n.size(0));
    for (const SymExpr &size : shape) {
      sizes.push_back(n.size(size));
    }
    sizes[axis] = n.element(lengths, i);
    starts[axis] = start;
    std::optional<Sizes> part = n.sizes(n.list(sizes));
    if (!part) {
      return failure();
    }
    n.setOutput(i, n.slice(input, n.list(starts), steps, *part));
    start = n.make<graph::AddOp>(start, sizes[axis]);
  }
  std::optional<SmallVector<int64_t>> total = n.constantIntegers(start);
  if (total && shape[axis].constant() && (*total)[0] != *shape[axis].constant()) {
    return n.bad("the lengths add up to " + Twine((*total)[0]) + " but dimension " + Twine(axis) + " has " +
                 shape[axis].str());
  }
  return failure(n.failed());
}

static LogicalResult importSplit(NodeImporter &n) {
  FailureOr<int64_t> axis = n.axis(n.intAttr("axis", 0), n.rank(n.input(0)));
  std::optional<SmallVector<int64_t>> lengths = n.intsAttr("split");
  int64_t parts = n.intAttr("num_outputs", n.numOutputs());
  if (failed(axis)) {
    return failure();
  }
  if (n.hasInput(1) || lengths) {
    return splitBy(n, *axis, lengths ? n.integers(*lengths) : n.asIndexList(n.input(1)));
  }
  if (parts != static_cast<int64_t>(n.numOutputs()) || parts < 1) {
    return n.bad("has " + Twine(n.numOutputs()) + " outputs but num_outputs is " + Twine(parts));
  }
  return splitEvenly(n, *axis, parts);
}

//===----------------------------------------------------------------------===//
// Pad
//===----------------------------------------------------------------------===//

/// Pads that only a run can tell: the lows are read at run time, and the sizes are computed there.
static LogicalResult padComputed(NodeImporter &n, Value pads, ArrayRef<int64_t> axes, Value outside,
                                 graph::PadMode mode) {
  Value input = n.input(0);
  graph::SymShape shape = n.shape(input);
  SmallVector<Value> lows(shape.size(), n.size(0)), sizes;
  for (const SymExpr &size : shape) {
    sizes.push_back(n.size(size));
  }
  for (auto [i, axis] : llvm::enumerate(axes)) {
    lows[axis] = n.element(pads, i);
    Value high = n.element(pads, i + axes.size());
    sizes[axis] = n.make<graph::AddOp>(n.make<graph::AddOp>(sizes[axis], lows[axis]), high);
  }
  Value low = n.list(lows);
  std::optional<Sizes> result = n.sizes(n.list(sizes));
  if (!result || !low || !outside) {
    return failure();
  }
  SmallVector<Attribute> places;
  bool known = true;
  SymElements elements = *n.symbolic().elements(low);
  for (const std::optional<SymExpr> &element : elements) {
    known &= element.has_value();
    places.push_back(n.builder().getStringAttr(element ? element->str() : "?"));
  }
  auto created =
      n.makeTyped<graph::PadOp>(graph::makeTensorType(result->shape, n.elementType(input)), input, outside,
                                mode, n.builder().getArrayAttr(places),
                                n.builder().getDenseI64ArrayAttr(SmallVector<int64_t>(shape.size(), 0)),
                                known ? Value() : low, result->operand);
  return created ? n.finish(created.getResult()) : failure();
}

static std::optional<graph::PadMode> padMode(NodeImporter &n) {
  std::string mode = n.stringAttr("mode", "constant");
  std::optional<graph::PadMode> known = graph::symbolizePadMode(mode);
  if (!known) {
    (void)n.bad("attribute 'mode' is '" + mode + "' but must be constant, reflect, edge or wrap");
  }
  return known;
}

/// A mirrored or wrapped dimension must have elements to copy.
static bool hasNothingToCopy(graph::PadMode mode, ArrayRef<SymExpr> shape) {
  return mode != graph::PadMode::Constant &&
         llvm::any_of(shape, [](const SymExpr &size) { return size.isConstant(0); });
}

static LogicalResult importPad(NodeImporter &n) {
  Value input = n.input(0), outside, pads;
  int64_t rank = n.rank(input);
  SmallVector<int64_t> axes = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  std::optional<graph::PadMode> mode = padMode(n);
  if (n.version() < 11) {
    pads = n.integers(n.intsAttr("pads").value_or(SmallVector<int64_t>()));
    outside = n.scalarLike(n.floatAttr("value", 0), input);
  } else if (!n.hasInput(1)) {
    return n.bad("has no pads");
  } else {
    pads = n.asIndexList(n.input(1));
    outside = n.hasInput(2) ? n.reshape(n.input(2), ArrayRef<SymExpr>()) : n.scalarLike(0, input);
    if (std::optional<SmallVector<int64_t>> given = n.constantInput(3, "the axes")) {
      axes.clear();
      for (int64_t each : *given) {
        axes.push_back(n.axis(each, rank).value_or(0));
      }
    }
  }
  std::optional<SymElements> known = pads ? n.symbolic().elements(pads) : std::nullopt;
  if (n.failed() || !known || known->size() != 2 * axes.size()) {
    return n.bad("wants two pads for each of " + Twine(axes.size()) + " axes");
  }
  if (hasNothingToCopy(*mode, n.shape(input))) {
    return n.unsupported("mode " + graph::stringifyPadMode(*mode) +
                         " of a tensor without elements is not supported");
  }
  return padComputed(n, pads, axes, outside, *mode);
}

//===----------------------------------------------------------------------===//
// Blocks, triangles, reversal
//===----------------------------------------------------------------------===//

/// The block size and the shape of a 4-D operand; nothing if refused.
static std::optional<graph::SymShape> blockShape(NodeImporter &n, int64_t &block) {
  block = n.intAttr("blocksize", 0);
  if (n.rank(n.input(0)) != 4 || block < 1) {
    (void)n.bad("wants a tensor [N, C, H, W] and a positive blocksize");
    return std::nullopt;
  }
  return n.shape(n.input(0));
}

static LogicalResult importDepthToSpace(NodeImporter &n) {
  int64_t b = 0;
  std::optional<graph::SymShape> s = blockShape(n, b);
  std::string mode = n.stringAttr("mode", "DCR");
  if (!s || (mode != "DCR" && mode != "CRD")) {
    return n.bad("attribute 'mode' is '" + mode + "' but must be DCR or CRD");
  }
  if ((*s)[1].constant() && *(*s)[1].constant() % (b * b) != 0) {
    return n.bad("has " + (*s)[1].str() + " channels but a multiple of " + Twine(b * b) + " is wanted");
  }
  SymExpr depth = SymExpr::floorDiv((*s)[1], b * b);
  bool depthLast = mode == "DCR"; // the block's rows and columns come before the remaining depth
  Value split = depthLast ? n.reshape(n.input(0), {(*s)[0], b, b, depth, (*s)[2], (*s)[3]})
                          : n.reshape(n.input(0), {(*s)[0], depth, b, b, (*s)[2], (*s)[3]});
  Value mixed = depthLast ? n.transpose(split, {0, 3, 4, 1, 5, 2}) : n.transpose(split, {0, 1, 4, 2, 5, 3});
  return n.finish(n.reshape(mixed, {(*s)[0], depth, (*s)[2] * b, (*s)[3] * b}));
}

static LogicalResult importSpaceToDepth(NodeImporter &n) {
  int64_t b = 0;
  std::optional<graph::SymShape> s = blockShape(n, b);
  if (!s) {
    return failure();
  }
  for (int64_t dim : {2, 3}) {
    if ((*s)[dim].constant() && *(*s)[dim].constant() % b != 0) {
      return n.bad("has size " + (*s)[dim].str() + " but a multiple of " + Twine(b) + " is wanted");
    }
  }
  SymExpr rows = SymExpr::floorDiv((*s)[2], b), columns = SymExpr::floorDiv((*s)[3], b);
  Value split = n.reshape(n.input(0), {(*s)[0], (*s)[1], rows, b, columns, b});
  return n.finish(
      n.reshape(n.transpose(split, {0, 3, 5, 1, 2, 4}), {(*s)[0], (*s)[1] * (b * b), rows, columns}));
}

static LogicalResult importTrilu(NodeImporter &n) {
  Value input = n.input(0);
  int64_t rank = n.rank(input);
  Type i64 = n.builder().getI64Type();
  bool upper = n.intAttrIn("upper", 1, 0, 1) == 1;
  if (rank < 2) {
    return n.bad("wants a matrix but has shape " + graph::toString(n.shape(input)));
  }
  graph::SymShape shape = n.shape(input), plane(ArrayRef<SymExpr>(shape).take_back(2));
  Value k = n.hasInput(1) ? n.reshape(n.castTo(n.input(1), i64), ArrayRef<SymExpr>()) : n.scalarInt(0, i64);
  // Column minus row, against k.
  Value place = n.make<graph::SubOp>(n.iota(plane, 1, i64), n.iota(plane, 0, i64));
  Value keep = n.compare(upper ? Predicate::Ge : Predicate::Le, place, k);
  return n.finish(n.select(keep, input, n.scalarLike(0, input)));
}

static LogicalResult importReverseSequence(NodeImporter &n) {
  Value input = n.input(0);
  Type i64 = n.builder().getI64Type();
  int64_t time = n.intAttrIn("time_axis", 0, 0, 1), batch = n.intAttrIn("batch_axis", 1, 0, 1);
  graph::SymShape shape = n.shape(input);
  if (time == batch || shape.size() < 2 || n.rank(n.input(1)) != 1) {
    return n.bad("wants different time and batch axes, two dimensions at least and a list of lengths");
  }
  graph::SymShape column(shape.size(), SymExpr(1));
  column[batch] = shape[batch];
  Value lengths = n.reshape(n.castTo(n.input(1), i64), column);
  Value place = n.iota(shape, time, i64);
  Value mirrored = n.make<graph::SubOp>(n.make<graph::SubOp>(lengths, n.scalarInt(1, i64)), place);
  Value from = n.select(n.compare(Predicate::Lt, place, lengths), mirrored, place);
  return n.finish(n.make<graph::GatherElementsOp>(input, from, time));
}

void importer::addMovementOps(OpTable &table) {
  table.add("Transpose", {importTranspose});
  table.add("Concat", {importConcat, 1, OpEntry::kVariadic});
  table.add("Slice", {importSlice, 1, 5});
  table.add("Split", {importSplit, 1, 2});
  table.add("Pad", {importPad, 1, 4});
  table.add("DepthToSpace", {importDepthToSpace});
  table.add("SpaceToDepth", {importSpaceToDepth});
  table.add("Trilu", {importTrilu, 1, 2});
  table.add("ReverseSequence", {importReverseSequence, 2, 2});
}
