//===- Compare.cpp - whether a result is right ----------------------------===//

#include "tools/heddle-check/Compare.h"
#include "dialects/Graph/IR/Graph.h"
#include <cmath>
#include <cstring>

using namespace heddle;
using namespace heddle::check;
using reference::ElementKind;
using reference::Tensor;

/// Whether an op sums many elements.
static bool isSum(Operation *op) {
  if (auto reduce = dyn_cast<graph::ReduceOp>(op)) {
    return reduce.getCombiner() == graph::Combiner::Add || reduce.getCombiner() == graph::Combiner::Mul;
  }
  if (auto pool = dyn_cast<graph::PoolOp>(op)) {
    return pool.getKind() == graph::PoolKind::Add;
  }
  return isa<graph::CumulativeOp, graph::ContractOp, graph::ConvOp, graph::ScatterElementsOp,
             graph::ScatterNdOp>(op);
}

/// Whether an op on floats rounds its exact result once.
static bool isRounded(Operation *op) {
  return isa<graph::AddOp, graph::SubOp, graph::MulOp, graph::DivOp, graph::RemOp, graph::ModOp,
             graph::SqrtOp, graph::CastOp, graph::DequantizeOp>(op);
}

/// Whether an op on floats gives a float without any rounding.
static bool isExact(Operation *op) {
  return !op->hasTrait<graph::ElementwiseOp>() ||
         isa<graph::AbsOp, graph::NegOp, graph::SignOp, graph::CeilOp, graph::FloorOp, graph::RoundOp,
             graph::MaxOp, graph::MinOp, graph::SelectOp, graph::BitcastOp>(op);
}

namespace {
/// The roundings on the way from the inputs to a value.
struct Roundings {
  double ulps = 0;
  unsigned inexact = 0, sums = 0;
  bool once = true; ///< the inexact ops are correctly rounded

  /// As many of each kind as the worse of two.
  void worsen(const Roundings &other) {
    ulps = std::max(ulps, other.ulps);
    inexact = std::max(inexact, other.inexact);
    sums = std::max(sums, other.sums);
    once &= other.once;
  }
  void add(const Roundings &other) {
    ulps += other.ulps;
    inexact += other.inexact;
    sums += other.sums;
    once &= other.once;
  }
};
} // namespace

/// What an op adds, regions not counted.
static Roundings ownRoundings(Operation *op) {
  Roundings own;
  auto type = op->getNumResults() == 0 ? nullptr : dyn_cast<ShapedType>(op->getResult(0).getType());
  if (!type || !isa<FloatType>(type.getElementType())) {
    return own;
  }
  const bool isNarrow = type.getElementTypeBitWidth() < 32;
  if (isSum(op)) {
    own.sums = 1;
    own.ulps = isNarrow ? 2 : 64;
  } else if (isRounded(op)) {
    own.inexact = 1;
    own.ulps = 1;
  } else if (!isExact(op)) {
    own.inexact = 1;
    own.once = false;
    own.ulps = isNarrow ? 1 : 4;
  }
  return own;
}

/// The roundings on the worst way to any result.
static Roundings roundingsOf(func::FuncOp function) {
  DenseMap<Value, Roundings> of;
  for (Operation &op : function.getBody().front()) {
    Roundings worst;
    for (Value operand : op.getOperands()) {
      worst.worsen(of.lookup(operand));
    }
    if (op.hasTrait<OpTrait::IsTerminator>()) {
      return worst;
    }
    op.walk([&](Operation *nested) { worst.add(ownRoundings(nested)); });
    for (Value result : op.getResults()) {
      of[result] = worst;
    }
  }
  return {};
}

Tolerance check::toleranceOf(func::FuncOp function) {
  Roundings roundings = roundingsOf(function);
  Tolerance tolerance;
  tolerance.ulps = roundings.inexact == 1 && roundings.once && roundings.sums == 0 ? 0 : roundings.ulps;
  tolerance.ofLargest = roundings.sums > 0 || roundings.inexact > 1;
  if (auto ulps = function->getAttrOfType<FloatAttr>("check.ulps")) {
    tolerance.ulps = ulps.getValueAsDouble();
  }
  if (auto absolute = function->getAttrOfType<FloatAttr>("check.absolute")) {
    tolerance.absolute = absolute.getValueAsDouble();
  }
  return tolerance;
}

/// The largest finite magnitude.
static double largestOf(const Tensor &tensor) {
  double largest = 0;
  for (int64_t i = 0; i < tensor.numElements(); ++i) {
    double magnitude = std::fabs(tensor.asDouble(i));
    largest = std::isfinite(magnitude) ? std::max(largest, magnitude) : largest;
  }
  return largest;
}

/// The place of element `i`: "[2, 0]".
static std::string placeOf(int64_t i, ArrayRef<int64_t> shape) {
  SmallVector<int64_t> place(shape.size());
  for (size_t d = shape.size(); d-- > 0;) {
    place[d] = i % shape[d];
    i /= shape[d];
  }
  return reference::toString(place);
}

static std::string number(const Tensor &tensor, int64_t i) {
  if (!reference::isFloat(tensor.kind())) {
    return tensor.kind() == ElementKind::U64 ? std::to_string(tensor.asUnsigned(i))
                                             : std::to_string(tensor.asInteger(i));
  }
  char text[32];
  std::snprintf(text, sizeof(text), "%.9g", tensor.asDouble(i));
  return text;
}

std::optional<std::string> check::difference(const Tensor &got, const Tensor &want,
                                             const Tolerance &tolerance) {
  if (got.kind() != want.kind() || got.shape() != want.shape()) {
    return "is " + reference::describe(got) + ", reference " + reference::describe(want);
  }
  const std::optional<reference::FloatFormat> format = reference::floatFormatOf(want.kind());
  const bool onFloats = format.has_value();
  const double epsilon = onFloats ? std::ldexp(1.0, -format->fractionBits) : 0;
  const double smallestNormal = onFloats ? std::ldexp(1.0, format->minExponent) : 0;
  const double largest = onFloats && tolerance.ofLargest ? largestOf(want) : 0;
  int64_t count = 0, first = -1;
  double allowedAtFirst = 0;
  for (int64_t i = 0; i < want.numElements(); ++i) {
    double allowed = tolerance.absolute;
    bool isRight;
    if (onFloats) {
      double g = got.asDouble(i), w = want.asDouble(i);
      double scale = std::max({std::isfinite(w) ? std::fabs(w) : 0, largest, smallestNormal});
      allowed += tolerance.ulps * epsilon * scale;
      isRight = g == w || (std::isnan(g) && std::isnan(w)) || std::fabs(g - w) <= allowed;
    } else {
      isRight = got.asInteger(i) == want.asInteger(i) ||
                (allowed > 0 && std::fabs(got.asDouble(i) - want.asDouble(i)) <= allowed);
    }
    if (!isRight) {
      first = count++ == 0 ? i : first;
      allowedAtFirst = first == i ? allowed : allowedAtFirst;
    }
  }
  if (count == 0) {
    return std::nullopt;
  }
  char allowed[32];
  std::snprintf(allowed, sizeof(allowed), "%.3g", allowedAtFirst);
  return reference::describe(want) + " at " + placeOf(first, want.shape()) + ": got " + number(got, first) +
         ", reference " + number(want, first) + " (allowed " + allowed + "); " + std::to_string(count) +
         " of " + std::to_string(want.numElements()) + " differ";
}
