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
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "passes/Tile/LoopNest.h"
#include "passes/Tile/Lower.h"
#include "passes/Tile/Schedule.h"
#include "passes/Tile/WindowCode.h"

using namespace heddle;
using namespace heddle::tile;

namespace {
class WindowLowering {
public:
  WindowLowering(kernel::FuncOp kernel, const Window &window)
      : kernel(kernel), function(kernel), emitter(function), code(function, emitter, window),
        out(code.resultShape()), numSpatial(code.numSpatialDims()), last(code.lastDim()),
        lanes(scheduleOf(kernel).getLanes()) {}
  LogicalResult run();

private:
  void lowerRow(const Place &row, Value begin, Value end);
  void lowerPixels(const Place &row, ArrayRef<Interval> outer, Value first, int64_t count, bool isInside);
  Value size(const SymExpr &expr) { return function.size(expr); }

  kernel::FuncOp kernel;
  KernelFunction function;
  ElementEmitter emitter;
  WindowCode code;
  ArrayRef<SymExpr> out;
  unsigned numSpatial, last;
  int64_t lanes;
  bool isSerial = false;
};
} // namespace

void WindowLowering::lowerPixels(const Place &row, ArrayRef<Interval> outer, Value first, int64_t count,
                                 bool isInside) {
  forVectors(function, function.constant(0), size(out.back()), out.back(), lanes,
             [&](OpBuilder &, Value channel, int64_t width) {
               Index lanesAt{channel, width > 1};
               SmallVector<Value> sums = code.accumulate(row, outer, first, count, isInside, lanesAt, width);
               code.writePixels(row, first, sums, lanesAt, width);
             });
}

/// Pixels [begin, end) of a row; `row` holds the batch and the outer spatial dimensions.
void WindowLowering::lowerRow(const Place &row, Value begin, Value end) {
  OpBuilder &b = function.builder();
  IndexMath math(function, b, 1);
  SmallVector<Interval> outer;
  for (unsigned i = 0; i + 1 < numSpatial; ++i) {
    outer.push_back(code.clip(b, i, row[i + 1].index.value));
  }
  Interval whole = code.inside(b);
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
  FailureOr<Window> window = Window::of(kernel);
  return failed(window) ? failure() : WindowLowering(kernel, *window).run();
}
