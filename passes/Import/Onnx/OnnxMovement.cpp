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

/// What a list says about dimension `dim`: the entry whose axis it is, or `otherwise`. `axes` are counted
/// from the front.
static Value entryForDim(NodeImporter &n, Value axes, Value entries, int64_t dim, Value otherwise) {
  Type i64 = n.builder().getI64Type();
  Value hits = n.compare(Predicate::Eq, axes, n.scalarInt(dim, i64));
  Value count = n.reduce(graph::Combiner::Add, n.castTo(hits, i64), {0});
  Value entry = n.reduce(graph::Combiner::Add, n.select(hits, entries, n.scalarInt(0, i64)), {0});
  Value isNamed = n.compare(Predicate::Gt, count, n.scalarInt(0, i64));
  return n.reshape(n.select(isNamed, entry, otherwise), ArrayRef<SymExpr>());
}

static Value wrapNegative(NodeImporter &n, Value value, const SymExpr &size) {
  Value isNegative = n.compare(Predicate::Lt, value, n.size(0));
  return n.select(isNegative, n.make<graph::AddOp>(value, n.size(size)), value);
}

/// The places that a slice with a computed step takes of a dimension: start + i * step.
static Value computedPlaces(NodeImporter &n, Value start, Value end, Value step, const SymExpr &dim) {
  Type i64 = n.builder().getI64Type();
  Value first = wrapNegative(n, start, dim), last = wrapNegative(n, end, dim);
  Value forward = n.compare(Predicate::Gt, step, n.size(0));
  Value from = n.select(forward, clampTo(n, first, 0, dim), clampTo(n, first, 0, dim - SymExpr(1)));
  Value to = n.select(forward, clampTo(n, last, 0, dim), clampTo(n, last, -1, dim - SymExpr(1)));
  Value distance = n.select(forward, n.make<graph::SubOp>(to, from), n.make<graph::SubOp>(from, to));
  Value stride = n.make<graph::AbsOp>(step), some = n.make<graph::MaxOp>(distance, n.size(0));
  Value rounded = n.make<graph::SubOp>(n.make<graph::AddOp>(some, stride), n.size(1));
  std::optional<Sizes> sizes = n.sizes(n.list(n.make<graph::DivOp>(rounded, stride)));
  return sizes ? n.make<graph::AddOp>(from, n.make<graph::MulOp>(n.iota(*sizes, 0, i64), step)) : Value();
}

/// A slice whose axes or steps only a run can tell: every dimension is gathered at computed places.
static LogicalResult sliceByGathers(NodeImporter &n, Value starts, Value ends, Value axes, Value steps) {
  Value result = n.input(0);
  graph::SymShape shape = n.shape(result);
  Value wrapped = wrapNegative(n, axes, shape.size());
  for (auto [dim, size] : llvm::enumerate(shape)) {
    int64_t d = static_cast<int64_t>(dim);
    Value start = entryForDim(n, wrapped, starts, d, n.size(0)),
          step = entryForDim(n, wrapped, steps, d, n.size(1));
    Value end = entryForDim(n, wrapped, ends, d, n.size(size));
    result = n.gather(result, computedPlaces(n, start, end, step, size), d);
  }
  return n.finish(result);
}

namespace {
/// The operands of a Slice of either form, as i64 lists of equal length.
struct SliceOperands {
  Value starts, ends, axes, steps;
  size_t count = 0;
};
} // namespace

static std::optional<SliceOperands> sliceOperands(NodeImporter &n) {
  SliceOperands operands;
  bool attributes = n.version() < 10;
  auto attribute = [&](StringRef name) {
    std::optional<SmallVector<int64_t>> values = n.intsAttr(name);
    return values ? n.integers(*values) : Value();
  };
  auto operand = [&](unsigned i) { return n.hasInput(i) ? n.asIndexList(n.input(i)) : Value(); };
  operands.starts = attributes ? attribute("starts") : operand(1);
  operands.ends = attributes ? attribute("ends") : operand(2);
  operands.axes = attributes ? attribute("axes") : operand(3);
  operands.steps = attributes ? Value() : operand(4);
  if (!operands.starts || !operands.ends) {
    (void)n.bad("has no starts or no ends");
    return std::nullopt;
  }
  std::optional<int64_t> count = n.shape(operands.starts)[0].constant();
  if (!count || *count > SymbolicValues::kMaxElements) {
    (void)n.unsupported("the number of starts is not known");
    return std::nullopt;
  }
  operands.count = *count;
  SmallVector<int64_t> inOrder = llvm::to_vector(llvm::seq<int64_t>(0, *count)), ones(*count, 1);
  operands.axes = operands.axes ? operands.axes : n.integers(inOrder);
  operands.steps = operands.steps ? operands.steps : n.integers(ones);
  if (n.failed()) { // axes or steps are no lists
    return std::nullopt;
  }
  for (Value list : {operands.starts, operands.ends, operands.axes, operands.steps}) {
    if (!n.shape(list)[0].isConstant(*count)) {
      (void)n.bad("has " + Twine(*count) + " starts but " + n.shape(list)[0].str() + " ends, axes or steps");
      return std::nullopt;
    }
  }
  return operands;
}

static LogicalResult importSlice(NodeImporter &n) {
  std::optional<SliceOperands> operands = sliceOperands(n);
  if (!operands) {
    return failure();
  }
  std::optional<SmallVector<int64_t>> axes = n.constantIntegers(operands->axes);
  std::optional<SmallVector<int64_t>> steps = n.constantIntegers(operands->steps);
  return axes && steps ? sliceAlong(n, operands->starts, operands->ends, *axes, *steps)
                       : sliceByGathers(n, operands->starts, operands->ends, operands->axes, operands->steps);
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

/// The input from `lows` before its first element to `sizes` in all (i64 scalars, one per dimension).
static LogicalResult padTo(NodeImporter &n, ValueRange lows, ValueRange sizes, Value outside,
                           graph::PadMode mode) {
  Value input = n.input(0), low = n.list(lows);
  std::optional<Sizes> result = n.sizes(n.list(sizes));
  if (!result || !low || !outside) {
    return failure();
  }
  SmallVector<Attribute> places;
  SmallVector<int64_t> interior(lows.size(), 0);
  SymElements elements = *n.symbolic().elements(low);
  for (const std::optional<SymExpr> &element : elements) {
    places.push_back(n.builder().getStringAttr(element ? element->str() : "?"));
  }
  bool known = llvm::all_of(elements, [](const auto &element) { return element.has_value(); });
  auto created = n.makeTyped<graph::PadOp>(graph::makeTensorType(result->shape, n.elementType(input)), input,
                                           outside, mode, n.builder().getArrayAttr(places),
                                           n.builder().getDenseI64ArrayAttr(interior), known ? Value() : low,
                                           result->operand);
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

/// The pads before (`first` 0) or behind (`first` count) every dimension, as i64 scalars.
static SmallVector<Value> padsOfDims(NodeImporter &n, Value axes, Value pads, int64_t first, int64_t count) {
  std::optional<SmallVector<int64_t>> known = n.constantIntegers(axes);
  int64_t rank = n.rank(n.input(0));
  SmallVector<Value> result(rank, n.size(0));
  if (!known) {
    Value part = n.sliceDim(pads, 0, first, count), wrapped = wrapNegative(n, axes, rank);
    for (int64_t dim = 0; dim < rank; ++dim) {
      result[dim] = entryForDim(n, wrapped, part, dim, n.size(0));
    }
    return result;
  }
  for (auto [i, given] : llvm::enumerate(*known)) {
    FailureOr<int64_t> axis = n.axis(given, rank);
    if (succeeded(axis)) {
      result[*axis] = n.element(pads, first + static_cast<int64_t>(i));
    }
  }
  return result;
}

static LogicalResult importPad(NodeImporter &n) {
  Value input = n.input(0), outside, pads, axes;
  std::optional<graph::PadMode> mode = padMode(n);
  if (n.version() < 11) {
    pads = n.integers(n.intsAttr("pads").value_or(SmallVector<int64_t>()));
    outside = n.scalarLike(n.floatAttr("value", 0), input);
  } else {
    pads = n.hasInput(1) ? n.asIndexList(n.input(1)) : Value();
    outside = n.hasInput(2) ? n.reshape(n.input(2), ArrayRef<SymExpr>()) : n.scalarLike(0, input);
  }
  axes = n.hasInput(3) ? n.asIndexList(n.input(3))
                       : n.integers(llvm::to_vector(llvm::seq<int64_t>(0, n.rank(input))));
  std::optional<int64_t> count = axes && !n.failed() ? n.shape(axes)[0].constant() : std::nullopt;
  if (!pads || !count || !n.shape(pads)[0].isConstant(2 * *count) ||
      *count > SymbolicValues::kMaxElements / 2) {
    return n.bad("wants two pads for each of its axes");
  }
  if (hasNothingToCopy(*mode, n.shape(input))) {
    return n.unsupported("mode " + graph::stringifyPadMode(*mode) +
                         " of a tensor without elements is not supported");
  }
  SmallVector<Value> lows = padsOfDims(n, axes, pads, 0, *count),
                     highs = padsOfDims(n, axes, pads, *count, *count);
  SmallVector<Value> sizes;
  for (auto [dim, size] : llvm::enumerate(n.shape(input))) {
    sizes.push_back(n.make<graph::AddOp>(n.make<graph::AddOp>(n.size(size), lows[dim]), highs[dim]));
  }
  return padTo(n, lows, sizes, outside, *mode);
}

//===----------------------------------------------------------------------===//
// Blocks, triangles, reversal
//===----------------------------------------------------------------------===//

namespace {
/// How DepthToSpace and SpaceToDepth cut images into blocks.
struct Blocks {
  graph::SymShape shape; ///< of the operand [N, C, H, W]
  int64_t size;          ///< rows and columns of a block
  bool depthLast;        ///< the block's rows and columns come before the remaining depth
};
} // namespace

static std::optional<Blocks> readBlocks(NodeImporter &n) {
  int64_t size = n.intAttrIn("blocksize", 0, 1, INT32_MAX);
  std::string mode = n.stringAttr("mode", "DCR");
  if (n.rank(n.input(0)) != 4) {
    (void)n.bad("wants a tensor [N, C, H, W] but has shape " + graph::toString(n.shape(n.input(0))));
  } else if (mode != "DCR" && mode != "CRD") {
    (void)n.bad("attribute 'mode' is '" + mode + "' but must be DCR or CRD");
  }
  return n.failed() ? std::nullopt : std::optional<Blocks>({n.shape(n.input(0)), size, mode == "DCR"});
}

static LogicalResult importDepthToSpace(NodeImporter &n) {
  std::optional<Blocks> blocks = readBlocks(n);
  if (!blocks) {
    return failure();
  }
  const graph::SymShape &s = blocks->shape;
  int64_t b = blocks->size;
  if (s[1].constant() && *s[1].constant() % (b * b) != 0) {
    return n.bad("has " + s[1].str() + " channels but a multiple of " + Twine(b * b) + " is wanted");
  }
  SymExpr depth = SymExpr::floorDiv(s[1], b * b);
  Value split = blocks->depthLast ? n.reshape(n.input(0), {s[0], b, b, depth, s[2], s[3]})
                                  : n.reshape(n.input(0), {s[0], depth, b, b, s[2], s[3]});
  Value mixed =
      blocks->depthLast ? n.transpose(split, {0, 3, 4, 1, 5, 2}) : n.transpose(split, {0, 1, 4, 2, 5, 3});
  return n.finish(n.reshape(mixed, {s[0], depth, s[2] * b, s[3] * b}));
}

static LogicalResult importSpaceToDepth(NodeImporter &n) {
  std::optional<Blocks> blocks = readBlocks(n);
  if (!blocks) {
    return failure();
  }
  const graph::SymShape &s = blocks->shape;
  int64_t b = blocks->size;
  for (int64_t dim : {2, 3}) {
    if (s[dim].constant() && *s[dim].constant() % b != 0) {
      return n.bad("has size " + s[dim].str() + " but a multiple of " + Twine(b) + " is wanted");
    }
  }
  SymExpr rows = SymExpr::floorDiv(s[2], b), columns = SymExpr::floorDiv(s[3], b);
  Value split = n.reshape(n.input(0), {s[0], s[1], rows, b, columns, b});
  Value mixed =
      blocks->depthLast ? n.transpose(split, {0, 3, 5, 1, 2, 4}) : n.transpose(split, {0, 1, 3, 5, 2, 4});
  return n.finish(n.reshape(mixed, {s[0], s[1] * (b * b), rows, columns}));
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
  table.add("Transpose", {importTranspose, 1, 1, OpEntry::kText});
  table.add("Concat", {importConcat, 1, OpEntry::kVariadic, OpEntry::kText});
  table.add("Slice", {importSlice, 1, 5, OpEntry::kText});
  table.add("Split", {importSplit, 1, 2, OpEntry::kText});
  table.add("Pad", {importPad, 1, 4});
  table.add("DepthToSpace", {importDepthToSpace, 1, 1, OpEntry::kText});
  table.add("SpaceToDepth", {importSpaceToDepth, 1, 1, OpEntry::kText});
  table.add("Trilu", {importTrilu, 1, 2});
  table.add("ReverseSequence", {importReverseSequence, 2, 2, OpEntry::kText});
}
