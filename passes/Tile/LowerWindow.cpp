//===- LowerWindow.cpp - pooling and depthwise convolution ----------------===//
//
// Lanes run along channels. A unit is one row of the result; in it, blocks of neighbouring pixels keep one
// accumulator each, so that a loaded weight serves all of them and neighbouring windows share what they read.
// Along the row, pixels whose window lies inside the input need no checks; the others clip their window
// first, as does every row along the outer dimensions. Element-wise ops behind the window are applied to the
// accumulators.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "passes/Tile/ElementArith.h"
#include "passes/Tile/ElementCast.h"
#include "passes/Tile/LoopNest.h"
#include "passes/Tile/Lower.h"
#include "passes/Tile/Schedule.h"
#include <functional>

using namespace heddle;
using namespace heddle::tile;

static Type elementTypeOf(Value tensor) { return cast<RankedTensorType>(tensor.getType()).getElementType(); }

namespace {
/// What pooling and convolution have in common.
struct Window {
  Value input, filter, result; ///< `filter` is null for pooling
  ArrayRef<int64_t> strides, dilations, padsLow;
  SmallVector<int64_t> size;
  graph::Combiner combiner = graph::Combiner::Add;
  int64_t multiplier = 1; ///< result channels per input channel

  static FailureOr<Window> of(Operation *op);
};

/// A range of places, index type.
struct Interval {
  Value begin, end;
};

class WindowLowering {
public:
  WindowLowering(kernel::FuncOp kernel, const Window &window)
      : kernel(kernel), window(window), function(kernel), emitter(function), in(graph::shapeOf(window.input)),
        out(graph::shapeOf(window.result)), numSpatial(in.size() - 2), last(in.size() - 2),
        lanes(scheduleOf(kernel).getLanes()) {}
  LogicalResult run();

private:
  void lowerRow(const Place &row, Value begin, Value end);
  void lowerPixels(const Place &row, ArrayRef<Interval> outer, Value first, int64_t count, bool isInside);
  SmallVector<Value> accumulate(const Place &row, ArrayRef<Interval> outer, Value first, int64_t count,
                                bool isInside, Index channel, int64_t width);
  SmallVector<Value> accumulateAlong(Place source, Place taps, Value first, ValueRange sums, bool isInside,
                                     Index channel, int64_t width);
  Value addTap(OpBuilder &b, Place source, Place taps, Value column, Index channel, int64_t width,
               Value weight, Value sum);
  Value weightAt(OpBuilder &b, Place taps, Index channel, int64_t width);
  void writePixels(const Place &row, Value first, ArrayRef<Value> sums, Index channel, int64_t width);

  /// Positions of the window of result place `at` along spatial dimension `i` that lie inside the input.
  Interval clip(OpBuilder &b, unsigned i, Value at);
  /// Pixels of the last dimension whose window lies inside the input.
  Interval inside(OpBuilder &b);
  Value size(const SymExpr &expr) { return function.size(expr); }

  kernel::FuncOp kernel;
  const Window &window;
  KernelFunction function;
  ElementEmitter emitter;
  SmallVector<SymExpr> in, out;
  unsigned numSpatial, last; ///< `last`: the innermost spatial dimension of the tensors
  int64_t lanes;
  bool isSerial = false;
};
} // namespace

FailureOr<Window> Window::of(Operation *op) {
  Window window;
  if (auto pool = dyn_cast<graph::PoolOp>(op)) {
    window.input = pool.getInput();
    window.result = pool.getResult();
    window.size = llvm::to_vector(pool.getWindow());
    window.strides = pool.getStrides();
    window.dilations = pool.getDilations();
    window.padsLow = pool.getPadsLow();
    window.combiner = pool.getKind() == graph::PoolKind::Max ? graph::Combiner::Max : graph::Combiner::Add;
    return window;
  }
  auto conv = cast<graph::ConvOp>(op);
  window.input = conv.getInput();
  window.filter = conv.getFilter();
  window.result = conv.getResult();
  ArrayRef<int64_t> filter = conv.getFilter().getType().getShape();
  if (ShapedType::isDynamicShape(filter) || filter[filter.size() - 2] != 1) {
    return conv.emitOpError(
        "is no depthwise convolution of a filter of known size, as a window kernel takes");
  }
  window.size = llvm::to_vector(filter.drop_back(2));
  window.strides = conv.getStrides();
  window.dilations = conv.getDilations();
  window.padsLow = conv.getPadsLow();
  window.multiplier = filter.back() / static_cast<int64_t>(conv.getGroups());
  return window;
}

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

/// x / y rounded up, for y > 0.
static Value ceilDivide(OpBuilder &b, Location loc, Value x, int64_t y, KernelFunction &function) {
  return y == 1 ? x : arith::CeilDivSIOp::create(b, loc, x, function.constant(y)).getResult();
}

Interval WindowLowering::clip(OpBuilder &b, unsigned i, Value at) {
  IndexMath math(function, b, 1);
  Value start = math.add(math.multiply(at, function.constant(window.strides[i])),
                         function.constant(-window.padsLow[i]));
  int64_t dilation = window.dilations[i];
  Value zero = function.constant(0), extent = function.constant(window.size[i]);
  Value begin = ceilDivide(b, function.loc(), math.subtract(zero, start), dilation, function);
  Value end = ceilDivide(b, function.loc(), math.subtract(size(in[i + 1]), start), dilation, function);
  begin = math.minimum(math.maximum(begin, zero), extent);
  return {begin, math.maximum(math.minimum(end, extent), begin)};
}

Interval WindowLowering::inside(OpBuilder &b) {
  IndexMath math(function, b, 1);
  unsigned i = numSpatial - 1;
  int64_t stride = window.strides[i], low = window.padsLow[i],
          reach = (window.size[i] - 1) * window.dilations[i];
  // o * stride - low >= 0 and o * stride - low + reach < size.
  int64_t first = low <= 0 ? 0 : (low + stride - 1) / stride;
  Value room = math.add(size(in[last]), function.constant(low - reach));
  Value end = ceilDivide(b, function.loc(), room, stride, function);
  Value begin = math.minimum(function.constant(first), size(out[last]));
  return {begin, math.maximum(math.minimum(end, size(out[last])), begin)};
}

//===----------------------------------------------------------------------===//
// Accumulators
//===----------------------------------------------------------------------===//

/// The filter's elements for one position of the window; null for pooling. `taps` holds the window's
/// dimensions.
Value WindowLowering::weightAt(OpBuilder &b, Place taps, Index channel, int64_t width) {
  if (!window.filter) {
    return {};
  }
  taps.push_back({numSpatial, 1, {function.constant(0), false}});
  taps.push_back({numSpatial + 1, 1, channel});
  Value weight = emitter.emitAt(b, window.filter, taps, width).front();
  return convertElement(b, function.loc(), weight, elementTypeOf(window.filter), elementTypeOf(window.result),
                        true);
}

/// One position of one pixel's window.
Value WindowLowering::addTap(OpBuilder &b, Place source, Place taps, Value column, Index channel,
                             int64_t width, Value weight, Value sum) {
  Type type = elementTypeOf(window.result);
  IndexMath math(function, b, width);
  if (window.multiplier > 1) {
    channel = {math.divide(math.asValue(channel), function.constant(window.multiplier)), false};
  }
  source.push_back({last, 1, {column, false}});
  source.push_back({last + 1, 1, channel});
  Value value = emitter.emitAt(b, window.input, source, width).front();
  Location loc = function.loc();
  if (!window.filter) {
    return emitCombine(b, loc, window.combiner, type, sum, value);
  }
  value = convertElement(b, loc, value, elementTypeOf(window.input), type, true);
  if (isa<FloatType>(computeType(type))) {
    return math::FmaOp::create(b, loc, value, weight, sum);
  }
  return arith::AddIOp::create(b, loc, sum, arith::MulIOp::create(b, loc, value, weight));
}

/// The innermost dimension of the window, for all pixels of a block.
SmallVector<Value> WindowLowering::accumulateAlong(Place source, Place taps, Value first, ValueRange sums,
                                                   bool isInside, Index channel, int64_t width) {
  unsigned i = numSpatial - 1;
  int64_t stride = window.strides[i], dilation = window.dilations[i], low = window.padsLow[i];
  constexpr int64_t kMaxUnrolled = 8; // guess: longer rows of a window gain nothing from being straight code
  auto tap = [&](OpBuilder &b, Value k, std::optional<int64_t> known, ValueRange partial) {
    IndexMath math(function, b, width);
    Place at = taps;
    at.push_back({i, 1, {k, false}});
    Value weight = weightAt(b, at, channel, width);
    Value start = math.multiply(first, function.constant(stride));
    SmallVector<Value> next;
    for (auto [p, sum] : llvm::enumerate(partial)) {
      int64_t fixed = static_cast<int64_t>(p) * stride - low + known.value_or(0) * dilation;
      Value column = math.add(start, function.constant(fixed));
      if (!known) {
        column = math.add(column, math.multiply(k, function.constant(dilation)));
      }
      next.push_back(addTap(b, source, at, column, channel, width, weight, sum));
    }
    return next;
  };
  OpBuilder &b = function.builder();
  if (isInside && window.size[i] <= kMaxUnrolled) {
    SmallVector<Value> partial(sums);
    for (int64_t k = 0; k < window.size[i]; ++k) {
      partial = tap(b, function.constant(k), k, partial);
    }
    return partial;
  }
  Interval range =
      isInside ? Interval{function.constant(0), function.constant(window.size[i])} : clip(b, i, first);
  return function.loop(range.begin, range.end, 1, sums, [&](OpBuilder &inner, Value k, ValueRange partial) {
    return tap(inner, k, std::nullopt, partial);
  });
}

/// Sums, or extremes, of the windows of `count` pixels from `first` on. Pixels that are not inside come one
/// by one.
SmallVector<Value> WindowLowering::accumulate(const Place &row, ArrayRef<Interval> outer, Value first,
                                              int64_t count, bool isInside, Index channel, int64_t width) {
  TypedAttr identity = identityOf(window.combiner, elementTypeOf(window.result));
  if (width > 1) {
    identity = DenseElementsAttr::get(VectorType::get({width}, identity.getType()), Attribute(identity));
  }
  SmallVector<Value> sums(count, function.constant(identity));
  std::function<SmallVector<Value>(Place, Place, ValueRange)> nest = [&](Place source, Place taps,
                                                                         ValueRange carried) {
    unsigned i = taps.size();
    if (i == numSpatial - 1) {
      return accumulateAlong(source, taps, first, carried, isInside, channel, width);
    }
    return function.loop(
        outer[i].begin, outer[i].end, 1, carried, [&](OpBuilder &b, Value k, ValueRange partial) {
          IndexMath math(function, b, width);
          Value start = math.multiply(row[i + 1].index.value, function.constant(window.strides[i]));
          start = math.add(start, function.constant(-window.padsLow[i]));
          Value place = math.add(start, math.multiply(k, function.constant(window.dilations[i])));
          Place deeper = source, deeperTaps = taps;
          deeper.push_back({i + 1, 1, {place, false}});
          deeperTaps.push_back({i, 1, {k, false}});
          return nest(deeper, deeperTaps, partial);
        });
  };
  return nest({row[0]}, {}, sums);
}

void WindowLowering::writePixels(const Place &row, Value first, ArrayRef<Value> sums, Index channel,
                                 int64_t width) {
  OpBuilder &b = function.builder();
  IndexMath math(function, b, width);
  Operation *terminator = kernel.getBody().front().getTerminator();
  for (auto [p, sum] : llvm::enumerate(sums)) {
    Value rounded = roundTo(b, function.loc(), sum, elementTypeOf(window.result));
    emitter.bindAt(window.result,
                   [rounded](OpBuilder &, ArrayRef<Group>, int64_t, Value) { return rounded; });
    Place place = row;
    place.push_back({last, 1, {math.add(first, function.constant(p)), false}});
    place.push_back({last + 1, 1, channel});
    SmallVector<Value> values = emitter.emitAt(b, terminator->getOperands(), place, width);
    Index offset = math.linearize(place, out, 0, out.size());
    for (auto [number, value] : llvm::enumerate(values)) {
      emitter.storeFlat(b, value, elementTypeOf(terminator->getOperand(number)),
                        function.flat(function.resultMemref(number)), offset, width);
    }
  }
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

void WindowLowering::lowerPixels(const Place &row, ArrayRef<Interval> outer, Value first, int64_t count,
                                 bool isInside) {
  forVectors(function, function.constant(0), size(out.back()), out.back(), lanes,
             [&](OpBuilder &, Value channel, int64_t width) {
               Index lanesAt{channel, width > 1};
               SmallVector<Value> sums = accumulate(row, outer, first, count, isInside, lanesAt, width);
               writePixels(row, first, sums, lanesAt, width);
             });
}

/// Pixels [begin, end) of a row; `row` holds the batch and the outer spatial dimensions.
void WindowLowering::lowerRow(const Place &row, Value begin, Value end) {
  OpBuilder &b = function.builder();
  IndexMath math(function, b, 1);
  SmallVector<Interval> outer;
  for (unsigned i = 0; i + 1 < numSpatial; ++i) {
    outer.push_back(clip(b, i, row[i + 1].index.value));
  }
  Interval whole = inside(b);
  Value from = math.maximum(math.minimum(whole.begin, end), begin);
  Value to = math.maximum(math.minimum(whole.end, end), from);
  auto clipped = [&](Value first, Value behind) {
    function.loop(first, behind, 1,
                  [&](OpBuilder &, Value pixel) { lowerPixels(row, outer, pixel, 1, false); });
  };
  int64_t block = scheduleOf(kernel).getTile()[0];
  std::optional<int64_t> first = getConstantIntValue(from), behind = getConstantIntValue(to);
  clipped(begin, from);
  auto blocks = [&](int64_t count) {
    Value lastFirst = math.subtract(to, function.constant(count));
    function.loop(from, to, count, [&](OpBuilder &inner, Value pixel) {
      IndexMath innerMath(function, inner, 1);
      lowerPixels(row, outer, innerMath.minimum(pixel, lastFirst), count, true);
    });
  };
  if (first && behind) {
    if (*first < *behind) {
      blocks(std::min(block, *behind - *first));
    }
  } else {
    Value isLong = arith::CmpIOp::create(b, function.loc(), arith::CmpIPredicate::sge,
                                         math.subtract(to, from), function.constant(block));
    auto conditional = scf::IfOp::create(b, function.loc(), isLong, /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(conditional.thenBlock());
    blocks(block);
    b.setInsertionPointToStart(conditional.elseBlock());
    blocks(1);
  }
  clipped(to, end);
}

LogicalResult WindowLowering::run() {
  Operation *terminator = kernel.getBody().front().getTerminator();
  for (Value value : terminator->getOperands()) {
    if (ArrayRef(graph::shapeOf(value)) != ArrayRef(out)) {
      return kernel.emitOpError("gives a result of shape ")
             << graph::toString(graph::shapeOf(value)) << " where the window gives " << graph::toString(out);
    }
  }
  std::optional<int64_t> elements = product(out).constant();
  isSerial = elements && *elements < kSerialElements;
  Place rowGroups;
  SymExpr rows(1);
  for (unsigned dim = 0; dim < last; ++dim) {
    rowGroups.push_back({dim, 1, {}});
    rows = rows * out[dim];
  }
  // A tensor of one spatial dimension has few rows: they are cut.
  constexpr int64_t kPixelsOfPiece = 64; // guess
  SymExpr pieces =
      numSpatial > 1 ? SymExpr(1) : SymExpr::max(1, SymExpr::floorDiv(out[last], kPixelsOfPiece));
  auto body = [&](OpBuilder &b, Value unit) {
    IndexMath math(function, b, 1);
    if (numSpatial > 1) {
      return lowerRow(placeOfUnit(function, b, rowGroups, out, unit), function.constant(0), size(out[last]));
    }
    Value numPieces = size(pieces), piece = math.remainder(unit, numPieces);
    Place place = placeOfUnit(function, b, rowGroups, out, math.divide(unit, numPieces));
    Value begin = math.multiply(piece, function.constant(kPixelsOfPiece));
    Value isLast = math.equal(piece, math.subtract(numPieces, function.constant(1)));
    lowerRow(place, begin,
             math.choose(isLast, size(out[last]), math.add(begin, function.constant(kPixelsOfPiece))));
  };
  Value units = size(rows * pieces);
  if (isSerial) {
    function.onWorkerZero([&](OpBuilder &) { function.loop(function.constant(0), units, 1, body); });
  } else {
    function.parallelFor(units, body);
  }
  if (emitter.failed()) {
    return failure();
  }
  function.finish(isSerial);
  return success();
}

LogicalResult tile::lowerWindow(kernel::FuncOp kernel) {
  for (Operation &op : kernel.getBody().front()) {
    if (isa<graph::PoolOp, graph::ConvOp>(op)) {
      FailureOr<Window> window = Window::of(&op);
      return failed(window) ? failure() : WindowLowering(kernel, *window).run();
    }
  }
  return kernel.emitOpError("has neither a pool nor a convolution");
}
