//===- HloFunctions.cpp - functions that no graph op is -------------------===//
//
// Written in graph ops so that no digits are lost where the obvious formula loses them. Types below f32 are
// computed in f32 and rounded once.
//
//===----------------------------------------------------------------------===//

#include "dialects/Chlo/IR/Chlo.h"
#include "dialects/StableHlo/IR/StableHlo.h"
#include "passes/Import/StableHlo/HloBits.h"
#include "passes/Import/StableHlo/HloImporter.h"
#include <cmath>

using namespace heddle;
using namespace heddle::importer;

/// An importer of a unary function from what it builds, given the operand in at least f32.
template <Value (*build)(HloImporter &, Value)> static LogicalResult importFunction(HloImporter &n) {
  Value x = n.operand(0);
  if (!n.isFloat(x)) {
    return n.bad("is a function of floats");
  }
  Type type = n.elementType(x);
  return n.finish(n.castTo(build(n, n.castTo(x, n.computeType(type))), type));
}

static Value add(HloImporter &n, Value a, Value b) { return n.make<graph::AddOp>(a, b); }
static Value sub(HloImporter &n, Value a, Value b) { return n.make<graph::SubOp>(a, b); }
static Value mul(HloImporter &n, Value a, Value b) { return n.make<graph::MulOp>(a, b); }
static Value div(HloImporter &n, Value a, Value b) { return n.make<graph::DivOp>(a, b); }

/// Whether |x| < limit.
static Value isSmall(HloImporter &n, Value x, double limit) {
  return n.compare(graph::Predicate::Lt, n.make<graph::AbsOp>(x), n.scalarLike(limit, x));
}

/// `magnitude` with the sign bit of `x`; both of one type.
static Value withSignOf(HloImporter &n, Value magnitude, Value x) {
  return n.select(signBit(n, x), n.make<graph::NegOp>(magnitude), magnitude);
}

static Value buildRsqrt(HloImporter &n, Value x) {
  return div(n, n.scalarLike(1, x), n.make<graph::SqrtOp>(x));
}

/// e^x - 1: with t = tanh(x / 2) it is 2 t / (1 - t), which keeps its digits around 0.
static Value buildExpm1(HloImporter &n, Value x) {
  Value t = n.make<graph::TanhOp>(mul(n, x, n.scalarLike(0.5, x)));
  Value near = div(n, add(n, t, t), sub(n, n.scalarLike(1, x), t));
  return n.select(isSmall(n, x, 1), near, sub(n, n.make<graph::ExpOp>(x), n.scalarLike(1, x)));
}

/// ln(1 + x): 2 atanh(x / (2 + x)) keeps its digits around 0.
static Value buildLog1p(HloImporter &n, Value x) {
  Value t = n.make<graph::AtanhOp>(div(n, x, add(n, x, n.scalarLike(2, x))));
  return n.select(isSmall(n, x, 0.5), add(n, t, t), n.make<graph::LogOp>(add(n, x, n.scalarLike(1, x))));
}

/// Cube root: e^(ln|x| / 3), then a step of Newton's method in f64. Zeros, infinities and NaN stay.
static Value buildCbrt(HloImporter &n, Value x) {
  Type f64 = n.builder().getF64Type();
  Value wide = n.castTo(x, f64), magnitude = n.make<graph::AbsOp>(wide);
  Value root = n.make<graph::ExpOp>(div(n, n.make<graph::LogOp>(magnitude), n.scalarLike(3, magnitude)));
  Value square = mul(n, root, root);
  Value error = sub(n, mul(n, square, root), magnitude);
  root = sub(n, root, div(n, error, mul(n, n.scalarLike(3, root), square)));
  Value infinity = n.scalarLike(HUGE_VAL, wide);
  Value inside = n.make<graph::AndOp>(n.compare(graph::Predicate::Gt, magnitude, n.scalarLike(0, wide)),
                                      n.compare(graph::Predicate::Lt, magnitude, infinity));
  Value result = n.select(inside, withSignOf(n, root, wide), wide);
  return result && x ? n.castTo(result, n.elementType(x)) : result;
}

/// To the nearest integer, halves away from 0.
static Value buildRoundAfz(HloImporter &n, Value x) {
  Value magnitude = n.make<graph::AbsOp>(x), below = n.make<graph::FloorOp>(magnitude);
  Value up = n.compare(graph::Predicate::Ge, sub(n, magnitude, below), n.scalarLike(0.5, x));
  return withSignOf(n, n.select(up, add(n, below, n.scalarLike(1, x)), below), x);
}

/// erfc(x) = 1 - erf(x) below 0.5. Above, that cancels; there Chebyshev's fit of Press et al., Numerical
/// Recipes in C, 1992, erfcc: t exp(-x^2 + P(t)) with t = 1 / (1 + x / 2), whose relative error is
/// below 1.2e-7. The square in the exponent is split so that its rounding does not show: x^2 = h^2 + (x - h)
/// (x + h), h with 12 bits.
static Value buildErfc(HloImporter &n, Value x) {
  if (x && n.elementType(x).isF64()) {
    (void)n.unsupported("is not supported for f64");
    return nullptr;
  }
  static constexpr double kFit[] = {0.17087277,  -0.82215223, 1.48851587, -1.13520398, 0.27886807,
                                    -0.18628806, 0.09678418,  0.37409196, 1.00002368,  -1.26551223};
  x = n.make<graph::MinOp>(x, n.scalarLike(30, x)); // 0 from there on, and infinity has no split
  Value one = n.scalarLike(1, x);
  Value t = div(n, one, add(n, one, mul(n, n.scalarLike(0.5, x), n.make<graph::AbsOp>(x))));
  Value polynomial = n.scalarLike(kFit[0], x);
  for (double coefficient : ArrayRef(kFit).drop_front()) {
    polynomial = add(n, mul(n, polynomial, t), n.scalarLike(coefficient, x));
  }
  Type i32 = n.builder().getI32Type();
  Value high = n.make<graph::AndOp>(n.make<graph::BitcastOp>(x, i32), n.scalarInt(~0xfff, i32));
  high = n.make<graph::BitcastOp>(high, n.builder().getF32Type());
  Value rest = mul(n, sub(n, x, high), add(n, x, high));
  Value tail = mul(n, n.make<graph::ExpOp>(n.make<graph::NegOp>(mul(n, high, high))),
                   n.make<graph::ExpOp>(sub(n, polynomial, rest)));
  Value isTail = n.compare(graph::Predicate::Gt, x, n.scalarLike(0.5, x));
  return n.select(isTail, mul(n, t, tail), sub(n, one, n.make<graph::ErfOp>(x)));
}

/// The inverse of erf: Winitzki's approximation (a = 0.147, relative error 2e-3), then two steps of Halley's
/// method in f64, which triple the digits each.
static Value buildErfInv(HloImporter &n, Value x) {
  if (x && n.elementType(x).isF64()) {
    (void)n.unsupported("is not supported for f64");
    return nullptr;
  }
  constexpr double kA = 0.147, kPi = 3.14159265358979323846;
  Value wide = n.castTo(x, n.builder().getF64Type());
  auto number = [&](double value) { return n.scalarLike(value, wide); };
  Value log = n.make<graph::LogOp>(sub(n, number(1), mul(n, wide, wide)));
  Value t = add(n, number(2 / (kPi * kA)), mul(n, log, number(0.5)));
  Value square = sub(n, n.make<graph::SqrtOp>(sub(n, mul(n, t, t), div(n, log, number(kA)))), t);
  Value y = withSignOf(n, n.make<graph::SqrtOp>(n.make<graph::MaxOp>(square, number(0))), wide);
  for (int step = 0; step < 2; ++step) {
    Value slope =
        mul(n, number(2 / std::sqrt(kPi)), n.make<graph::ExpOp>(n.make<graph::NegOp>(mul(n, y, y))));
    Value error = div(n, sub(n, n.make<graph::ErfOp>(y), wide), slope);
    y = sub(n, y, div(n, error, add(n, number(1), mul(n, y, error))));
  }
  Value isEnd = n.compare(graph::Predicate::Eq, n.make<graph::AbsOp>(wide), number(1));
  y = n.select(isEnd, mul(n, wide, number(HUGE_VAL)), y);
  return y && x ? n.castTo(y, n.elementType(x)) : y;
}

static Value buildSquare(HloImporter &n, Value x) { return mul(n, x, x); }

/// The angle of the point (x, y) from the angle of (|x|, |y|), which lies between 0 and pi / 2.
static LogicalResult importAtan2(HloImporter &n) {
  Type type = n.elementType(n.operand(0));
  if (!n.isFloat(n.operand(0))) {
    return n.bad("is a function of floats");
  }
  constexpr double kPi = 3.14159265358979323846;
  Value y = n.castTo(n.operand(0), n.computeType(type)), x = n.castTo(n.operand(1), n.computeType(type));
  Value height = n.make<graph::AbsOp>(y), width = n.make<graph::AbsOp>(x);
  Value angle = n.make<graph::AtanOp>(div(n, height, width));
  auto both = [&](double value) {
    return n.make<graph::AndOp>(n.compare(graph::Predicate::Eq, height, n.scalarLike(value, x)),
                                n.compare(graph::Predicate::Eq, width, n.scalarLike(value, x)));
  };
  angle = n.select(both(0), n.scalarLike(0, x), angle);
  angle = n.select(both(HUGE_VAL), n.scalarLike(kPi / 4, x), angle);
  angle = n.select(signBit(n, x), sub(n, n.scalarLike(kPi, x), angle), angle);
  return n.finish(n.castTo(withSignOf(n, angle, y), type));
}

void importer::addHloFunctionOps(HloTable &table) {
  table.addElementwise<stablehlo::Atan2Op>(importAtan2);
  table.addElementwise<stablehlo::CbrtOp>(importFunction<buildCbrt>);
  table.addElementwise<stablehlo::ExponentialMinusOneOp>(importFunction<buildExpm1>);
  table.addElementwise<stablehlo::LogPlusOneOp>(importFunction<buildLog1p>);
  table.addElementwise<stablehlo::RoundNearestAfzOp>(importFunction<buildRoundAfz>);
  table.addElementwise<stablehlo::RsqrtOp>(importFunction<buildRsqrt>);
  table.addElementwise<chlo::ErfInvOp>(importFunction<buildErfInv>);
  table.addElementwise<chlo::ErfcOp>(importFunction<buildErfc>);
  table.addElementwise<chlo::SquareOp>(importFunction<buildSquare>);
}
