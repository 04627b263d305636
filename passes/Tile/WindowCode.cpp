//===- WindowCode.cpp - the code of one window ----------------------------===//

#include "passes/Tile/WindowCode.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "passes/Tile/ElementArith.h"
#include "passes/Tile/ElementCast.h"
#include <functional>

using namespace heddle;
using namespace heddle::tile;

static Type elementTypeOf(Value tensor) { return cast<RankedTensorType>(tensor.getType()).getElementType(); }

WindowCode::WindowCode(KernelFunction &function, ElementEmitter &emitter, const Window &window)
    : function(function), emitter(emitter), window(window), in(graph::shapeOf(window.input)),
      out(graph::shapeOf(window.result)), numSpatial(in.size() - 2), last(in.size() - 2) {}

static FailureOr<Window> windowOf(Operation *op) {
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

FailureOr<Window> Window::of(kernel::FuncOp kernel) {
  for (Operation &op : kernel.getBody().front()) {
    if (isa<graph::PoolOp, graph::ConvOp>(op)) {
      return windowOf(&op);
    }
  }
  return kernel.emitOpError("has neither a pool nor a convolution");
}

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

/// x / y rounded up, for y > 0.
static Value ceilDivide(OpBuilder &b, Location loc, Value x, int64_t y, KernelFunction &function) {
  return y == 1 ? x : arith::CeilDivSIOp::create(b, loc, x, function.constant(y)).getResult();
}

Interval WindowCode::clip(OpBuilder &b, unsigned i, Value at) {
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

Interval WindowCode::inside(OpBuilder &b) {
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
Value WindowCode::weightAt(OpBuilder &b, Place taps, Index channel, int64_t width) {
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
Value WindowCode::addTap(OpBuilder &b, Place source, Place taps, Value column, Index channel, int64_t width,
                         Value weight, Value sum) {
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
SmallVector<Value> WindowCode::accumulateAlong(Place source, Place taps, Value first, ValueRange sums,
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

SmallVector<Value> WindowCode::accumulate(const Place &row, ArrayRef<Interval> outer, Value first,
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

void WindowCode::writePixels(const Place &row, Value first, ArrayRef<Value> sums, Index channel,
                             int64_t width) {
  OpBuilder &b = function.builder();
  IndexMath math(function, b, width);
  Operation *terminator = function.kernel().getBody().front().getTerminator();
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
