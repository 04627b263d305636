//===- HloElementwise.cpp - arithmetic, comparisons, selections -----------===//

#include "dialects/Chlo/IR/Chlo.h"
#include "dialects/StableHlo/IR/StableHlo.h"
#include "passes/Import/StableHlo/HloBits.h"
#include "passes/Import/StableHlo/HloImporter.h"

using namespace heddle;
using namespace heddle::importer;

template <typename GraphOp> static LogicalResult importUnary(HloImporter &n) {
  return n.finish(n.make<GraphOp>(n.operand(0)));
}

template <typename GraphOp> static LogicalResult importBinary(HloImporter &n) {
  return n.finish(n.make<GraphOp>(n.operand(0), n.operand(1)));
}

/// Arithmetic on truth values is logic: 1 + 1 = 1.
template <typename GraphOp, typename BoolOp> static LogicalResult importArithmetic(HloImporter &n) {
  return n.isBool(n.operand(0)) ? importBinary<BoolOp>(n) : importBinary<GraphOp>(n);
}

static LogicalResult importConvert(HloImporter &n) {
  Type to = n.declared().getElementType();
  Value x = n.operand(0);
  // Outside the range of an 8-bit float stands infinity or NaN, as ml_dtypes has it.
  return n.finish(n.elementType(x) == to ? x : n.make<graph::CastOp>(x, to, false));
}

static graph::Predicate predicateOf(stablehlo::Direction direction) {
  switch (direction) {
  case stablehlo::Direction::Eq:
    return graph::Predicate::Eq;
  case stablehlo::Direction::Ne:
    return graph::Predicate::Ne;
  case stablehlo::Direction::Ge:
    return graph::Predicate::Ge;
  case stablehlo::Direction::Gt:
    return graph::Predicate::Gt;
  case stablehlo::Direction::Le:
    return graph::Predicate::Le;
  case stablehlo::Direction::Lt:
    return graph::Predicate::Lt;
  }
  llvm_unreachable("six directions");
}

static LogicalResult importCompare(HloImporter &n) {
  auto op = cast<stablehlo::CompareOp>(n.op());
  Value lhs = n.operand(0), rhs = n.operand(1);
  if (op.getCompareType() == stablehlo::Order::TotalOrder) {
    lhs = totalOrderKey(n, lhs);
    rhs = totalOrderKey(n, rhs);
  }
  return n.finish(n.compare(predicateOf(op.getComparisonDirection()), lhs, rhs));
}

static LogicalResult importSelect(HloImporter &n) {
  return n.finish(n.select(n.operand(0), n.operand(1), n.operand(2)));
}

static LogicalResult importClamp(HloImporter &n) {
  Value atLeast = n.make<graph::MaxOp>(n.operand(1), n.operand(0));
  return n.finish(n.make<graph::MinOp>(atLeast, n.operand(2)));
}

static LogicalResult importIsFinite(HloImporter &n) {
  Value x = n.operand(0);
  Value infinite = n.make<graph::IsInfOp>(x, n.builder().getBoolAttr(true), n.builder().getBoolAttr(true));
  Value nan = n.make<graph::IsNanOp>(x);
  return n.finish(n.make<graph::NotOp>(n.make<graph::OrOp>(infinite, nan)));
}

/// Rounds to a narrower format and back.
static LogicalResult importReducePrecision(HloImporter &n) {
  auto op = cast<stablehlo::ReducePrecisionOp>(n.op());
  Value x = n.operand(0);
  Type type = n.elementType(x);
  std::pair<uint32_t, uint32_t> format(op.getExponentBits(), op.getMantissaBits());
  if (auto floats = dyn_cast<FloatType>(type)) {
    unsigned exponentBits = floats.getWidth() - floats.getFPMantissaWidth();
    if (format.first >= exponentBits && format.second >= floats.getFPMantissaWidth() - 1) {
      return n.finish(x);
    }
  }
  Type narrow = format == std::pair(8u, 7u)    ? Type(n.builder().getBF16Type())
                : format == std::pair(5u, 10u) ? Type(n.builder().getF16Type())
                : format == std::pair(8u, 23u) ? Type(n.builder().getF32Type())
                                               : Type();
  if (!narrow) {
    return n.unsupported("a float of " + Twine(format.first) + " exponent and " + Twine(format.second) +
                         " mantissa bits is not supported");
  }
  return n.finish(n.castTo(n.castTo(x, narrow), type));
}

/// Shifts right with the operands' bits read as `isSigned` says.
template <bool isSigned> static LogicalResult importShiftRight(HloImporter &n) {
  Value x = asInteger(n, n.operand(0), isSigned), by = asInteger(n, n.operand(1), isSigned);
  Value shifted = n.make<graph::ShiftRightOp>(x, by);
  Type type = n.elementType(n.operand(0));
  return n.finish(n.failed() || n.elementType(shifted) == type ? shifted
                                                               : n.make<graph::BitcastOp>(shifted, type));
}

static LogicalResult importPopcnt(HloImporter &n) {
  return n.finish(n.castTo(countBits(n, widened(n, n.operand(0))), n.elementType(n.operand(0))));
}

static LogicalResult importCountLeadingZeros(HloImporter &n) {
  Type type = n.elementType(n.operand(0));
  Value x = widened(n, n.operand(0));
  for (unsigned by = 1; by < 64; by *= 2) { // ones below the highest one
    x = n.make<graph::OrOp>(
        x, n.make<graph::ShiftRightOp>(x, n.scalarInt(by, n.builder().getIntegerType(64, false))));
  }
  Value used = n.castTo(countBits(n, x), type);
  return n.finish(n.make<graph::SubOp>(n.scalarInt(type.getIntOrFloatBitWidth(), type), used));
}

void importer::addHloElementwiseOps(HloTable &table) {
  table.addElementwise<stablehlo::AbsOp>(importUnary<graph::AbsOp>);
  table.addElementwise<stablehlo::CeilOp>(importUnary<graph::CeilOp>);
  table.addElementwise<stablehlo::ConvertOp>(importConvert);
  table.addElementwise<stablehlo::CosineOp>(importUnary<graph::CosOp>);
  table.addElementwise<stablehlo::CountLeadingZerosOp>(importCountLeadingZeros);
  table.addElementwise<stablehlo::ExponentialOp>(importUnary<graph::ExpOp>);
  table.addElementwise<stablehlo::FloorOp>(importUnary<graph::FloorOp>);
  table.addElementwise<stablehlo::IsFiniteOp>(importIsFinite);
  table.addElementwise<stablehlo::LogOp>(importUnary<graph::LogOp>);
  table.addElementwise<stablehlo::LogisticOp>(importUnary<graph::SigmoidOp>);
  table.addElementwise<stablehlo::NegateOp>(importUnary<graph::NegOp>);
  table.addElementwise<stablehlo::NotOp>(importUnary<graph::NotOp>);
  table.addElementwise<stablehlo::PopcntOp>(importPopcnt);
  table.addElementwise<stablehlo::ReducePrecisionOp>(importReducePrecision);
  table.addElementwise<stablehlo::RoundNearestEvenOp>(importUnary<graph::RoundOp>);
  table.addElementwise<stablehlo::SignOp>(importUnary<graph::SignOp>);
  table.addElementwise<stablehlo::SineOp>(importUnary<graph::SinOp>);
  table.addElementwise<stablehlo::SqrtOp>(importUnary<graph::SqrtOp>);
  table.addElementwise<stablehlo::TanOp>(importUnary<graph::TanOp>);
  table.addElementwise<stablehlo::TanhOp>(importUnary<graph::TanhOp>);

  table.addElementwise<stablehlo::AddOp>(importArithmetic<graph::AddOp, graph::OrOp>);
  table.addElementwise<stablehlo::AndOp>(importBinary<graph::AndOp>);
  table.addElementwise<stablehlo::DivideOp>(importBinary<graph::DivOp>);
  table.addElementwise<stablehlo::MaximumOp>(importArithmetic<graph::MaxOp, graph::OrOp>);
  table.addElementwise<stablehlo::MinimumOp>(importArithmetic<graph::MinOp, graph::AndOp>);
  table.addElementwise<stablehlo::MultiplyOp>(importArithmetic<graph::MulOp, graph::AndOp>);
  table.addElementwise<stablehlo::OrOp>(importBinary<graph::OrOp>);
  table.addElementwise<stablehlo::PowerOp>(importBinary<graph::PowOp>);
  table.addElementwise<stablehlo::RemainderOp>(importBinary<graph::RemOp>);
  table.addElementwise<stablehlo::ShiftLeftOp>(importBinary<graph::ShiftLeftOp>);
  table.addElementwise<stablehlo::ShiftRightArithmeticOp>(importShiftRight<true>);
  table.addElementwise<stablehlo::ShiftRightLogicalOp>(importShiftRight<false>);
  table.addElementwise<stablehlo::SubtractOp>(importBinary<graph::SubOp>);
  table.addElementwise<stablehlo::XorOp>(importBinary<graph::XorOp>);

  table.addElementwise<stablehlo::ClampOp>(importClamp, HloShapes::SameOrRank0);
  table.addElementwise<stablehlo::CompareOp>(importCompare);
  table.addElementwise<stablehlo::SelectOp>(importSelect, HloShapes::SameOrRank0);

  table.addElementwise<chlo::AcosOp>(importUnary<graph::AcosOp>);
  table.addElementwise<chlo::AcoshOp>(importUnary<graph::AcoshOp>);
  table.addElementwise<chlo::AsinOp>(importUnary<graph::AsinOp>);
  table.addElementwise<chlo::AsinhOp>(importUnary<graph::AsinhOp>);
  table.addElementwise<chlo::AtanOp>(importUnary<graph::AtanOp>);
  table.addElementwise<chlo::AtanhOp>(importUnary<graph::AtanhOp>);
  table.addElementwise<chlo::CoshOp>(importUnary<graph::CoshOp>);
  table.addElementwise<chlo::ErfOp>(importUnary<graph::ErfOp>);
  table.addElementwise<chlo::SinhOp>(importUnary<graph::SinhOp>);
  table.addElementwise<chlo::TanOp>(importUnary<graph::TanOp>);
}
