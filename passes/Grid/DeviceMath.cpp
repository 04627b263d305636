//===- DeviceMath.cpp - functions of f32 without a library ----------------===//
//
// f64 has so many bits more that what is delicate in f32 is not: series are cut off by size, differences
// cancel without harm down to 2^-6, below which odd functions are their first terms.
//
//===----------------------------------------------------------------------===//

#include "passes/Grid/DeviceMath.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace heddle;
using namespace heddle::grid;
using arith::CmpFPredicate;

namespace {
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kHalfPi = llvm::numbers::pi / 2;
constexpr double kHalfPiRest = 6.123233995736766e-17; // pi / 2 - kHalfPi
/// Adding it rounds to an integer, which then stands in the low bits.
constexpr double kMagic = 6755399441055744.0; // 1.5 * 2^52
/// Odd functions below it are their first terms.
constexpr double kSmall = 0.015625; // 2^-6
/// Angles from here on are reduced with the bits of 2 / pi that matter for them.
constexpr double kLargeAngle = 1048576.0; // 2^20

/// Short names for instructions on scalars.
struct Doubles {
  OpBuilder &b;
  Location loc;

  Value number(double value) { return arith::ConstantOp::create(b, loc, b.getF64FloatAttr(value)); }
  Value integer(int64_t value) { return arith::ConstantIntOp::create(b, loc, value, 64); }
  Value widen(Value x) { return arith::ExtFOp::create(b, loc, b.getF64Type(), x); }
  Value round(Value x) { return arith::TruncFOp::create(b, loc, b.getF32Type(), x); }
  Value add(Value x, Value y) { return arith::AddFOp::create(b, loc, x, y); }
  Value subtract(Value x, Value y) { return arith::SubFOp::create(b, loc, x, y); }
  Value multiply(Value x, Value y) { return arith::MulFOp::create(b, loc, x, y); }
  Value divide(Value x, Value y) { return arith::DivFOp::create(b, loc, x, y); }
  Value fma(Value x, Value y, Value z) { return math::FmaOp::create(b, loc, x, y, z); }
  Value negate(Value x) { return arith::NegFOp::create(b, loc, x); }
  Value absolute(Value x) { return math::AbsFOp::create(b, loc, x); }
  Value squareRoot(Value x) { return math::SqrtOp::create(b, loc, x); }
  Value floor(Value x) { return math::FloorOp::create(b, loc, x); }
  Value copySign(Value x, Value sign) { return math::CopySignOp::create(b, loc, x, sign); }
  Value bits(Value x) { return arith::BitcastOp::create(b, loc, b.getI64Type(), x); }
  Value fromBits(Value x) { return arith::BitcastOp::create(b, loc, b.getF64Type(), x); }
  Value fromInteger(Value x) { return arith::SIToFPOp::create(b, loc, b.getF64Type(), x); }
  Value plus(Value x, Value y) { return arith::AddIOp::create(b, loc, x, y); }
  Value minus(Value x, Value y) { return arith::SubIOp::create(b, loc, x, y); }
  Value times(Value x, Value y) { return arith::MulIOp::create(b, loc, x, y); }
  Value bitAnd(Value x, int64_t y) { return arith::AndIOp::create(b, loc, x, integer(y)); }
  Value bitOr(Value x, Value y) { return arith::OrIOp::create(b, loc, x, y); }
  Value left(Value x, Value by) { return arith::ShLIOp::create(b, loc, x, by); }
  Value right(Value x, int64_t by) { return arith::ShRUIOp::create(b, loc, x, integer(by)); }
  Value both(Value x, Value y) { return arith::AndIOp::create(b, loc, x, y); }
  Value either(Value x, Value y) { return arith::OrIOp::create(b, loc, x, y); }
  Value compare(CmpFPredicate predicate, Value x, Value y) {
    return arith::CmpFOp::create(b, loc, predicate, x, y);
  }
  Value compare(CmpFPredicate predicate, Value x, double y) { return compare(predicate, x, number(y)); }
  Value equals(Value x, int64_t y) {
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, x, integer(y));
  }
  Value isSet(Value x, int64_t bit) {
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, bitAnd(x, bit), integer(0));
  }
  Value choose(Value condition, Value x, Value y) { return arith::SelectOp::create(b, loc, condition, x, y); }
  /// Highest coefficient first.
  Value polynomial(Value x, ArrayRef<double> coefficients) {
    Value sum = number(coefficients[0]);
    for (double coefficient : coefficients.drop_front()) {
      sum = fma(sum, x, number(coefficient));
    }
    return sum;
  }
  /// x + x^3 p(x^2)
  Value odd(Value x, Value square, ArrayRef<double> coefficients) {
    return fma(multiply(x, square), polynomial(square, coefficients), x);
  }

  struct Angle {
    Value quadrant, rest; ///< i64, whose low two bits count; in [-pi / 4, pi / 4]
  };
  Angle reduceSmall(Value magnitude);
  Angle reduceLarge(Value x);
  Angle reduce(Value x, Value magnitude);
  Value sine(Value x, bool isCosine);
  Value tangent(Value x);
  Value exp(Value x);
  Value log(Value x);
  Value arcTangent(Value x);
  Value power(Value x, Value y);
};
} // namespace

//===----------------------------------------------------------------------===//
// Exponentials and logarithms
//===----------------------------------------------------------------------===//

/// Beyond +-160 the result is that for 160, which is outside of f32 as well.
Value Doubles::exp(Value x) {
  Value bounded = choose(compare(CmpFPredicate::OGT, x, 160), number(160), x);
  bounded = choose(compare(CmpFPredicate::OLT, x, -160), number(-160), bounded);
  // x = n ln 2 + r with |r| <= ln 2 / 2; ln 2 in two parts.
  Value shifted = fma(bounded, number(llvm::numbers::log2e), number(kMagic));
  Value n = subtract(shifted, number(kMagic));
  Value r = fma(n, number(-0x1.62e42fefa39efp-1), bounded);
  r = fma(n, number(-0x1.abc9e3b39803fp-56), r);
  Value p = polynomial(r, {1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800, 1.0 / 362880, 1.0 / 40320,
                           1.0 / 5040, 1.0 / 720, 1.0 / 120, 1.0 / 24, 1.0 / 6, 0.5, 1, 1});
  Value scaled = fromBits(plus(bits(p), left(bits(shifted), integer(52))));
  return choose(compare(CmpFPredicate::UNO, x, x), x, scaled);
}

/// x is 0, negative, or at least the smallest f32, so that it is a normal number here.
Value Doubles::log(Value x) {
  // x = 2^e m with m in [sqrt(1/2), sqrt(2)); with s = (m - 1) / (m + 1), log m = 2 (s + s^3 / 3 + …).
  Value exponent = arith::ShRSIOp::create(b, loc, minus(bits(x), integer(0x3fe6a09e667f3bcd)), integer(52));
  Value m = fromBits(minus(bits(x), left(exponent, integer(52))));
  Value s = divide(subtract(m, number(1)), add(m, number(1)));
  Value series =
      odd(s, multiply(s, s), {1.0 / 17, 1.0 / 15, 1.0 / 13, 1.0 / 11, 1.0 / 9, 1.0 / 7, 1.0 / 5, 1.0 / 3});
  Value result = fma(fromInteger(exponent), number(llvm::numbers::ln2), add(series, series));
  result = choose(compare(CmpFPredicate::OLT, x, kInfinity), result, x); // infinity and NaN
  result =
      choose(compare(CmpFPredicate::OLT, x, 0), number(std::numeric_limits<double>::quiet_NaN()), result);
  return choose(compare(CmpFPredicate::OEQ, x, 0), number(-kInfinity), result);
}

Value Doubles::power(Value x, Value y) {
  Value magnitude = absolute(x), half = multiply(y, number(0.5));
  Value isInteger = compare(CmpFPredicate::OEQ, floor(y), y); // infinity too
  Value isOdd = both(isInteger, compare(CmpFPredicate::ONE, floor(half), half));
  Value result = exp(multiply(y, log(magnitude)));
  Value isOne = both(compare(CmpFPredicate::OEQ, magnitude, 1), compare(CmpFPredicate::ORD, y, y));
  result = choose(isOne, number(1), result); // also to the power of infinity
  // Where the sign of x counts; a negative number has no fractional powers.
  result = choose(isOdd, copySign(result, x), result);
  Value isNegative = both(compare(CmpFPredicate::OLT, x, 0), compare(CmpFPredicate::OGT, x, -kInfinity));
  Value isFraction = compare(CmpFPredicate::ONE, floor(y), y);
  result = choose(both(isNegative, isFraction), number(std::numeric_limits<double>::quiet_NaN()), result);
  // 1 to any power and anything to the power of 0 are 1, NaN included.
  return choose(either(compare(CmpFPredicate::OEQ, x, 1), compare(CmpFPredicate::OEQ, y, 0)), number(1),
                result);
}

//===----------------------------------------------------------------------===//
// Angles
//===----------------------------------------------------------------------===//

Doubles::Angle Doubles::reduceSmall(Value magnitude) {
  Value shifted = fma(magnitude, number(1 / kHalfPi), number(kMagic));
  Value n = subtract(shifted, number(kMagic));
  Value rest = fma(n, number(-kHalfPi), magnitude);
  return {bits(shifted), fma(n, number(-kHalfPiRest), rest)};
}

/// The magnitude of x is M 2^E with M of 24 bits, x an f32. Of 2 / pi in binary, the digits before number
/// E - 1 give multiples of 4 quadrants; the 96 from there on times M are the quadrant (2 bits) and its
/// fraction. Example: 2^100 is 2^23 * 2^77, and digits 76 to 171 count.
Doubles::Angle Doubles::reduceLarge(Value x) {
  constexpr int64_t kTwoOverPi[] = {0,          0xa2f9836e, 0x4e441529, 0xfc2757d1,
                                    0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab};
  Value single = arith::BitcastOp::create(b, loc, b.getI32Type(), x);
  Value word = arith::ExtUIOp::create(b, loc, b.getI64Type(), single);
  Value mantissa = bitOr(bitAnd(word, 0x7fffff), integer(0x800000));
  // Digit i stands at place 31 + i: there are 32 zeros before the first.
  Value place = plus(bitAnd(right(word, 23), 0xff), integer(30 - 150));
  Value first = right(place, 5), shift = bitAnd(place, 31);
  auto wordAt = [&](int64_t k) {
    Value chosen = integer(kTwoOverPi[k]);
    for (int64_t i = 1; i <= 4; ++i) {
      chosen = choose(equals(first, i), integer(kTwoOverPi[i + k]), chosen);
    }
    return chosen;
  };
  Value digits[3], words[4] = {wordAt(0), wordAt(1), wordAt(2), wordAt(3)};
  for (int64_t k = 0; k < 3; ++k) {
    Value pair = bitOr(left(words[k], integer(32)), words[k + 1]);
    digits[k] = right(left(pair, shift), 32);
  }
  Value low = times(mantissa, digits[2]);
  Value middle = plus(times(mantissa, digits[1]), right(low, 32));
  Value high = plus(times(mantissa, digits[0]), right(middle, 32));
  Value turns = bitOr(left(high, integer(32)), bitAnd(middle, 0xffffffff));
  // As a signed number the fraction lies in [-1/2, 1/2), and a negative one belongs to the next quadrant.
  Value fraction = left(turns, integer(2));
  Value quadrant = plus(right(turns, 62), right(fraction, 63));
  return {quadrant, multiply(fromInteger(fraction), number(kHalfPi * 0x1p-64))};
}

Doubles::Angle Doubles::reduce(Value x, Value magnitude) {
  Value isSmall = compare(CmpFPredicate::OLT, magnitude, kLargeAngle);
  Type types[] = {b.getI64Type(), b.getF64Type()};
  auto conditional = scf::IfOp::create(b, loc, types, isSmall, /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(conditional.thenBlock());
  Angle small = reduceSmall(magnitude);
  scf::YieldOp::create(b, loc, ValueRange{small.quadrant, small.rest});
  b.setInsertionPointToStart(conditional.elseBlock());
  Angle large = reduceLarge(x);
  scf::YieldOp::create(b, loc, ValueRange{large.quadrant, large.rest});
  return {conditional.getResult(0), conditional.getResult(1)};
}

static Value sineNear(Doubles &d, Value r, Value square) {
  return d.odd(r, square,
               {-1.0 / 1307674368000, 1.0 / 6227020800, -1.0 / 39916800, 1.0 / 362880, -1.0 / 5040, 1.0 / 120,
                -1.0 / 6});
}

static Value cosineNear(Doubles &d, Value square) {
  return d.polynomial(square, {-1.0 / 87178291200, 1.0 / 479001600, -1.0 / 3628800, 1.0 / 40320, -1.0 / 720,
                               1.0 / 24, -0.5, 1});
}

/// Of an f32; a NaN for infinity.
Value Doubles::sine(Value x, bool isCosine) {
  Value wide = widen(x), magnitude = absolute(wide);
  Angle angle = reduce(x, magnitude);
  Value quadrant = isCosine ? plus(angle.quadrant, integer(1)) : angle.quadrant;
  Value square = multiply(angle.rest, angle.rest);
  Value value = choose(isSet(quadrant, 1), cosineNear(*this, square), sineNear(*this, angle.rest, square));
  value = choose(isSet(quadrant, 2), negate(value), value);
  if (!isCosine) {
    value = choose(isSet(bits(wide), std::numeric_limits<int64_t>::min()), negate(value), value);
  }
  return choose(compare(CmpFPredicate::OLT, magnitude, kInfinity), value, subtract(wide, wide));
}

Value Doubles::tangent(Value x) {
  Value wide = widen(x), magnitude = absolute(wide);
  Angle angle = reduce(x, magnitude);
  Value square = multiply(angle.rest, angle.rest);
  Value sin = sineNear(*this, angle.rest, square), cos = cosineNear(*this, square);
  Value isOdd = isSet(angle.quadrant, 1);
  Value value = divide(choose(isOdd, negate(cos), sin), choose(isOdd, sin, cos));
  value = choose(isSet(bits(wide), std::numeric_limits<int64_t>::min()), negate(value), value);
  return choose(compare(CmpFPredicate::OLT, magnitude, kInfinity), value, subtract(wide, wide));
}

Value Doubles::arcTangent(Value x) {
  // Above 1 by the reciprocal, then above tan(pi / 8) by the difference from pi / 4.
  Value magnitude = absolute(x), isLarge = compare(CmpFPredicate::OGT, magnitude, 1);
  Value t = choose(isLarge, divide(number(1), magnitude), magnitude);
  Value isWide = compare(CmpFPredicate::OGT, t, 0.41421356237309503);
  Value u = choose(isWide, divide(subtract(t, number(1)), add(t, number(1))), t);
  SmallVector<double> coefficients;
  for (int k = 15; k >= 1; --k) {
    coefficients.push_back((k % 2 ? -1.0 : 1.0) / (2 * k + 1));
  }
  Value value = odd(u, multiply(u, u), coefficients);
  value = choose(isWide, add(value, number(kHalfPi / 2)), value);
  value = choose(isLarge, subtract(number(kHalfPi), value), value);
  return copySign(value, x);
}

//===----------------------------------------------------------------------===//
// All functions
//===----------------------------------------------------------------------===//

Value grid::computeInDoubles(OpBuilder &b, Operation *op) {
  Doubles d{b, op->getLoc()};
  auto of = [&](unsigned operand) { return d.widen(op->getOperand(operand)); };
  auto squareOf = [&](Value x) { return d.multiply(x, x); };
  /// `value`, or for small x the first terms of the series.
  auto unlessSmall = [&](Value x, Value value, ArrayRef<double> coefficients) {
    Value isSmall = d.compare(CmpFPredicate::OLT, d.absolute(x), kSmall);
    return d.choose(isSmall, d.odd(x, squareOf(x), coefficients), value);
  };
  auto arcSine = [&](Value x) {
    Value one = d.number(1);
    return d.arcTangent(d.divide(x, d.squareRoot(d.multiply(d.subtract(one, x), d.add(one, x)))));
  };
  auto half = [&](Value x) { return d.multiply(x, d.number(0.5)); };
  Value result =
      llvm::TypeSwitch<Operation *, Value>(op)
          .Case<math::SinOp>([&](auto sin) { return d.sine(sin.getOperand(), /*isCosine=*/false); })
          .Case<math::CosOp>([&](auto cos) { return d.sine(cos.getOperand(), /*isCosine=*/true); })
          .Case<math::TanOp>([&](auto tan) { return d.tangent(tan.getOperand()); })
          .Case<math::AtanOp>([&](auto) { return d.arcTangent(of(0)); })
          .Case<math::AsinOp>([&](auto) { return arcSine(of(0)); })
          .Case<math::AcosOp>([&](auto) { return d.subtract(d.number(kHalfPi), arcSine(of(0))); })
          .Case<math::SinhOp>([&](auto) {
            Value x = of(0);
            Value value = half(d.subtract(d.exp(x), d.exp(d.negate(x))));
            return unlessSmall(x, value, {1.0 / 120, 1.0 / 6});
          })
          .Case<math::CoshOp>([&](auto) {
            Value x = of(0);
            return half(d.add(d.exp(x), d.exp(d.negate(x))));
          })
          .Case<math::AsinhOp>([&](auto) {
            Value x = of(0), magnitude = d.absolute(x);
            Value root = d.squareRoot(d.fma(x, x, d.number(1)));
            Value value = d.copySign(d.log(d.add(magnitude, root)), x);
            return unlessSmall(x, value, {-5.0 / 112, 3.0 / 40, -1.0 / 6});
          })
          .Case<math::AcoshOp>([&](auto) {
            Value x = of(0), one = d.number(1);
            // Two roots, so that everything below 1 is NaN.
            Value root = d.multiply(d.squareRoot(d.subtract(x, one)), d.squareRoot(d.add(x, one)));
            return d.log(d.add(x, root));
          })
          .Case<math::AtanhOp>([&](auto) {
            Value x = of(0), one = d.number(1);
            Value value = half(d.log(d.divide(d.add(one, x), d.subtract(one, x))));
            return unlessSmall(x, value, {1.0 / 7, 1.0 / 5, 1.0 / 3});
          })
          .Case<math::PowFOp>([&](auto) { return d.power(of(0), of(1)); })
          .Default([](Operation *) { return Value(); });
  return result ? d.round(result) : result;
}
