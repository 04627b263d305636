//===- HloWindows.cpp - reductions of windows -----------------------------===//
//
// A window that slides over some dimensions only is a pool of the graph dialect: the dimensions in front of
// them become the batch, those behind the channels. A window over all that came before is a running sum. For
// any other body the elements of the windows are combined one after another, each for all windows at once.
//
//===----------------------------------------------------------------------===//

#include "dialects/StableHlo/IR/StableHlo.h"
#include "passes/Import/StableHlo/HloBody.h"

using namespace heddle;
using namespace heddle::importer;

/// A window of more elements than this is refused for a body that is no pool: each costs ops.
static constexpr int64_t kMaxUnrolled = 1024;

namespace {
/// How a window slides, with an entry per dimension.
struct Sliding {
  SmallVector<int64_t> window, strides, dilations, lows, highs;

  size_t rank() const { return window.size(); }
  /// Whether dimension `d` stays as it is.
  bool isStill(size_t d) const { return window[d] == 1 && strides[d] == 1 && lows[d] == 0 && highs[d] == 0; }
};
} // namespace

static FailureOr<Sliding> slidingOf(HloImporter &n, size_t rank, std::optional<ArrayRef<int64_t>> window,
                                    std::optional<ArrayRef<int64_t>> strides,
                                    std::optional<ArrayRef<int64_t>> dilations,
                                    std::optional<DenseIntElementsAttr> padding) {
  auto entries = [&](std::optional<ArrayRef<int64_t>> values) {
    return values ? SmallVector<int64_t>(*values) : SmallVector<int64_t>(rank, 1);
  };
  Sliding sliding = {entries(window), entries(strides), entries(dilations), {}, {}};
  SmallVector<int64_t> pads(2 * rank, 0);
  if (padding) {
    pads = llvm::to_vector(padding->getValues<int64_t>());
  }
  if (failed(n.checkCount("window sizes", sliding.window.size(), rank)) ||
      failed(n.checkCount("strides", sliding.strides.size(), rank)) ||
      failed(n.checkCount("dilations", sliding.dilations.size(), rank)) ||
      failed(n.checkCount("paddings", pads.size(), 2 * rank))) {
    return failure();
  }
  for (int64_t each : llvm::concat<int64_t>(sliding.window, sliding.strides, sliding.dilations)) {
    if (each < 1) {
      return n.bad("has a window size, stride or dilation of " + Twine(each));
    }
  }
  for (size_t d = 0; d < rank; ++d) {
    sliding.lows.push_back(pads[2 * d]);
    sliding.highs.push_back(pads[2 * d + 1]);
  }
  return sliding;
}

namespace {
/// The dimensions [first, last) that a window moves in, others being batch and channels.
struct Plane {
  size_t first, last;

  explicit Plane(const Sliding &sliding) : first(0), last(sliding.rank()) {
    while (first < last && sliding.isStill(first)) {
      ++first;
    }
    while (last > first && sliding.isStill(last - 1)) {
      --last;
    }
  }
  /// [batch, plane…, channels].
  SmallVector<int64_t> channelsLast(ArrayRef<int64_t> sizes) const {
    SmallVector<int64_t> result = {product(sizes.take_front(first))};
    llvm::append_range(result, cut(sizes));
    result.push_back(product(sizes.drop_front(last)));
    return result;
  }
  ArrayRef<int64_t> cut(ArrayRef<int64_t> values) const { return values.slice(first, last - first); }

  static int64_t product(ArrayRef<int64_t> sizes) {
    int64_t result = 1;
    for (int64_t size : sizes) {
      result *= size;
    }
    return result;
  }
};
} // namespace

/// A pool by max or add.
static Value pool(HloImporter &n, graph::PoolKind kind, Value input, const Sliding &sliding) {
  Plane plane(sliding);
  if (plane.first == plane.last || !input) {
    return input;
  }
  Value pooled =
      n.make<graph::PoolOp>(kind, n.reshapeTo(input, plane.channelsLast(n.sizes(input))),
                            plane.cut(sliding.window), plane.cut(sliding.strides),
                            plane.cut(sliding.dilations), plane.cut(sliding.lows), plane.cut(sliding.highs));
  return n.reshapeTo(pooled, n.declared().getShape());
}

/// The axis of a running sum or product, from the front or (true) from the end: each window holds all
/// elements up to its own place. Nothing for other windows.
static std::optional<std::pair<int64_t, bool>> runningAxis(const Sliding &sliding, ArrayRef<int64_t> sizes) {
  Plane plane(sliding);
  if (plane.last != plane.first + 1) {
    return std::nullopt;
  }
  size_t d = plane.first;
  int64_t before = sizes[d] - 1;
  bool isWhole = sliding.window[d] == sizes[d] && sliding.strides[d] == 1 && sliding.dilations[d] == 1;
  bool fromFront = sliding.lows[d] == before && sliding.highs[d] == 0;
  bool fromEnd = sliding.lows[d] == 0 && sliding.highs[d] == before;
  return isWhole && (fromFront || fromEnd) ? std::optional(std::pair(static_cast<int64_t>(d), fromEnd))
                                           : std::nullopt;
}

/// What the graph dialect has an op for; null without a refusal for anything else.
static Value reduceDirectly(HloImporter &n, graph::Combiner combiner, Value input, const Sliding &sliding) {
  bool isSum = combiner == graph::Combiner::Add || combiner == graph::Combiner::Mul;
  std::optional<std::pair<int64_t, bool>> running = runningAxis(sliding, n.sizes(input));
  if (isSum && running) {
    return n.make<graph::CumulativeOp>(combiner, input, running->first, false, running->second);
  }
  switch (combiner) {
  case graph::Combiner::Add:
    return pool(n, graph::PoolKind::Add, input, sliding);
  case graph::Combiner::Max:
    return pool(n, graph::PoolKind::Max, input, sliding);
  case graph::Combiner::Min: { // max in the opposite order
    auto turned = [&](Value x) {
      return n.isFloat(input) ? n.make<graph::NegOp>(x) : n.make<graph::NotOp>(x);
    };
    return turned(pool(n, graph::PoolKind::Max, turned(input), sliding));
  }
  default:
    return nullptr;
  }
}

/// Any body: starting from the initial values, element after element of the windows.
static SmallVector<Value> reduceUnrolled(HloImporter &n, Region &body, ArrayRef<Value> inputs,
                                         ArrayRef<Value> initial, const Sliding &sliding) {
  ArrayRef<int64_t> result = n.declared().getShape();
  int64_t elements = 1;
  for (int64_t size : sliding.window) {
    if (size > kMaxUnrolled || (elements *= size) > kMaxUnrolled) {
      (void)n.unsupported("is supported for windows of " + Twine(kMaxUnrolled) +
                          " elements unless its function adds or takes the largest or smallest");
      return {};
    }
  }
  SmallVector<Value> padded, values;
  for (auto [input, start] : llvm::zip(inputs, initial)) {
    padded.push_back(n.padBy(input, sliding.lows, sliding.highs, start, {}));
    values.push_back(n.broadcastTo(start, result));
  }
  for (int64_t element = 0; element < elements && !n.failed(); ++element) {
    SmallVector<int64_t> starts(sliding.rank());
    for (int64_t d = static_cast<int64_t>(sliding.rank()) - 1, rest = element; d >= 0; --d) {
      starts[d] = rest % sliding.window[d] * sliding.dilations[d];
      rest /= sliding.window[d];
    }
    for (Value each : padded) {
      values.push_back(n.sliceAt(each, starts, result, sliding.strides));
    }
    values = n.applyLifted(body, values);
    if (!n.failed() && failed(n.checkCount("results in its body", values.size(), inputs.size()))) {
      return {};
    }
    for (Value &value : values) {
      value = n.failed() ? Value() : n.broadcastTo(value, result);
    }
  }
  return values;
}

static LogicalResult importReduceWindow(HloImporter &n, stablehlo::ReduceWindowOp op) {
  unsigned count = n.numOperands() / 2;
  if (count == 0 || n.numOperands() % 2 != 0 || failed(n.checkCount("results", op->getNumResults(), count)) ||
      failed(n.checkRegion(op.getBody(), 2 * count))) {
    return n.bad("has " + Twine(n.numOperands()) +
                 " operands where inputs and as many initial values are wanted");
  }
  SmallVector<Value> inputs(n.operands().take_front(count));
  ArrayRef<Value> initial = n.operands().drop_front(count);
  size_t rank = n.rank(inputs[0]);
  FailureOr<Sliding> sliding = slidingOf(n, rank, op.getWindowDimensions(), op.getWindowStrides(),
                                         op.getWindowDilations(), op.getPadding());
  SmallVector<int64_t> interior(rank, 0), zeros(rank, 0);
  if (auto dilations = op.getBaseDilations()) {
    interior.assign(dilations->begin(), dilations->end());
    llvm::for_each(interior, [](int64_t &each) { --each; });
  }
  if (failed(sliding) || failed(n.checkCount("base dilations", interior.size(), rank))) {
    return failure();
  }
  for (auto [input, start] : llvm::zip(inputs, initial)) {
    if (n.sizes(input) != n.sizes(inputs[0]) || n.rank(start) != 0) {
      return n.bad("needs inputs of one shape and initial values that are scalars");
    }
  }
  for (auto [input, start] : llvm::zip(inputs, initial)) {
    input = n.padBy(input, zeros, zeros, start, interior);
  }
  if (n.failed()) {
    return failure();
  }
  std::optional<graph::Combiner> combiner = combinerOf(op.getBody());
  bool isArithmetic = !n.isBool(inputs[0]);
  if (combiner && isArithmetic) {
    Value result = reduceDirectly(n, *combiner, inputs[0], *sliding);
    if (result || n.failed()) {
      return n.finish(
          !result || isNeutral(*combiner, initial[0]) ? result : combined(n, *combiner, initial[0], result));
    }
  }
  return n.finish(reduceUnrolled(n, op.getBody(), inputs, initial, *sliding));
}

/// Whether a region of two arguments says that the first is at least the second.
static bool isAtLeast(Region &region) {
  Block &block = region.front();
  Operation *end = block.getTerminator();
  auto compare = end->getNumOperands() == 1 ? end->getOperand(0).getDefiningOp<stablehlo::CompareOp>()
                                            : stablehlo::CompareOp();
  return compare && compare.getComparisonDirection() == stablehlo::Direction::Ge &&
         compare.getLhs() == block.getArgument(0) && compare.getRhs() == block.getArgument(1);
}

/// The gradient of a pool by max: each source element is added where the largest element of its window is.
static LogicalResult importSelectAndScatter(HloImporter &n, stablehlo::SelectAndScatterOp op) {
  Value operand = n.operand(0), source = n.operand(1), initial = n.operand(2);
  FailureOr<Sliding> sliding = slidingOf(n, n.rank(operand), op.getWindowDimensions(), op.getWindowStrides(),
                                         std::nullopt, op.getPadding());
  if (failed(sliding) || failed(n.checkRegion(op.getSelect(), 2)) ||
      failed(n.checkRegion(op.getScatter(), 2)) ||
      failed(n.checkCount("dimensions in the source", n.rank(source), n.rank(operand)))) {
    return failure();
  }
  if (!isAtLeast(op.getSelect()) || combinerOf(op.getScatter()) != graph::Combiner::Add ||
      n.rank(initial) != 0) {
    return n.unsupported("is supported for selecting by 'greater or equal' and adding");
  }
  Plane plane(*sliding);
  if (plane.first == plane.last) {
    return n.finish(n.make<graph::AddOp>(source, initial));
  }
  SmallVector<int64_t> in = plane.channelsLast(n.sizes(operand)), out = plane.channelsLast(n.sizes(source));
  Value places = n.make<graph::ArgPoolOp>(n.reshapeTo(operand, in), plane.cut(sliding->window),
                                          plane.cut(sliding->strides), plane.cut(sliding->dilations),
                                          plane.cut(sliding->lows), plane.cut(sliding->highs));
  if (n.failed() || n.sizes(places) != ArrayRef(out)) {
    return n.bad("has a source of another shape than there are windows");
  }
  // Planes as lists: [batch, elements, channels].
  auto flat = [&](ArrayRef<int64_t> sizes) {
    return SmallVector<int64_t>{sizes.front(), Plane::product(sizes.drop_front().drop_back()), sizes.back()};
  };
  Value base = n.broadcastTo(initial, flat(in));
  Value result =
      n.make<graph::ScatterElementsOp>(base, n.reshapeTo(places, flat(out)), n.reshapeTo(source, flat(out)),
                                       static_cast<int64_t>(1), graph::Combiner::Add);
  return n.finish(n.reshapeTo(result, n.declared().getShape()));
}

void importer::addHloWindowOps(HloTable &table) {
  table.add(importReduceWindow);
  table.add(importSelectAndScatter);
}
