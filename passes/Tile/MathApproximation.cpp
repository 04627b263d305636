//===- MathApproximation.cpp - f32 functions by polynomials ---------------===//
//
// Argument reductions and most coefficients follow Moshier's Cephes library (netlib.org/cephes, single
// precision); erf follows a fit published by N. Juffa. Rounding to an integer adds 1.5 * 2^23, whose last bit
// is worth 1: the integer then stands in the low bits of the sum, and no conversion is needed that NaN would
// make undefined.
//
//===----------------------------------------------------------------------===//

#include "passes/Tile/MathApproximation.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "passes/Tile/ElementArith.h"
#include <limits>

using namespace heddle;
using namespace heddle::tile;

namespace {
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kMagic = 12582912.0; // 1.5 * 2^23

/// Short names for instructions on values of one shape.
struct Floats {
  OpBuilder &b;
  Location loc;
  Value like;

  Value number(double value) { return constantLike(b, loc, like, value); }
  Value integer(int64_t value) {
    return constantLike(b, loc, like, APInt(32, value, /*isSigned=*/true, /*implicitTrunc=*/true));
  }
  Value add(Value x, Value y) { return arith::AddFOp::create(b, loc, x, y); }
  Value subtract(Value x, Value y) { return arith::SubFOp::create(b, loc, x, y); }
  Value multiply(Value x, Value y) { return arith::MulFOp::create(b, loc, x, y); }
  Value divide(Value x, Value y) { return arith::DivFOp::create(b, loc, x, y); }
  Value fma(Value x, Value y, Value z) { return math::FmaOp::create(b, loc, x, y, z); }
  Value absolute(Value x) { return math::AbsFOp::create(b, loc, x); }
  Value copySign(Value x, Value sign) { return math::CopySignOp::create(b, loc, x, sign); }
  Value asInteger(Value x) { return arith::BitcastOp::create(b, loc, typeLike(like, b.getI32Type()), x); }
  Value asFloat(Value x) { return arith::BitcastOp::create(b, loc, typeLike(like, b.getF32Type()), x); }
  Value toFloat(Value x) { return arith::SIToFPOp::create(b, loc, typeLike(like, b.getF32Type()), x); }
  Value addInteger(Value x, Value y) { return arith::AddIOp::create(b, loc, x, y); }
  Value subtractInteger(Value x, Value y) { return arith::SubIOp::create(b, loc, x, y); }
  Value bitAnd(Value x, int64_t y) { return arith::AndIOp::create(b, loc, x, integer(y)); }
  Value left(Value x, int64_t by) { return arith::ShLIOp::create(b, loc, x, integer(by)); }
  Value rightSigned(Value x, int64_t by) { return arith::ShRSIOp::create(b, loc, x, integer(by)); }
  Value compare(arith::CmpFPredicate predicate, Value x, double y) {
    return arith::CmpFOp::create(b, loc, predicate, x, number(y));
  }
  Value isSet(Value x, int64_t bit) {
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, bitAnd(x, bit), integer(0));
  }
  Value choose(Value condition, Value x, Value y) { return arith::SelectOp::create(b, loc, condition, x, y); }
  /// x, or the bound where x is above; a NaN stays.
  Value atMost(Value x, double bound) {
    return choose(compare(arith::CmpFPredicate::OGT, x, bound), number(bound), x);
  }
  /// Highest coefficient first.
  Value polynomial(Value x, ArrayRef<double> coefficients) {
    Value sum = number(coefficients[0]);
    for (double coefficient : coefficients.drop_front()) {
      sum = fma(sum, x, number(coefficient));
    }
    return sum;
  }
  Value expInRange(Value x);
};
} // namespace

/// e^x for x in [-87.33, 88.72]; anything elsewhere.
Value Floats::expInRange(Value x) {
  // x = n ln 2 + r with |r| <= ln 2 / 2, and e^x = 2^n e^r.
  Value shifted = fma(x, number(1.44269504088896341), number(kMagic));
  Value n = subtract(shifted, number(kMagic));
  Value r = fma(n, number(-0.693359375), x);
  r = fma(n, number(2.12194440e-4), r);
  Value p = polynomial(r, {1.9875691500e-4, 1.3981999507e-3, 8.3334519073e-3, 4.1665795894e-2,
                           1.6666665459e-1, 5.0000001201e-1});
  Value power = add(fma(p, multiply(r, r), r), number(1));
  // n goes into the exponent. For n = 128 the power is below 1, for n = -126 it is not.
  return asFloat(addInteger(asInteger(power), left(asInteger(shifted), 23)));
}

Value tile::approximateExp(OpBuilder &b, Location loc, Value x) {
  Floats f{b, loc, x};
  Value inside = f.compare(arith::CmpFPredicate::OLE, x, 88.72283172607421875);
  // Where that does not hold x is large or NaN, and x + inf is what is wanted.
  Value result = f.choose(inside, f.expInRange(x), f.add(x, f.number(kInfinity)));
  return f.choose(f.compare(arith::CmpFPredicate::OLT, x, -87.33654022216796875), f.number(0), result);
}

Value tile::approximateLog(OpBuilder &b, Location loc, Value x) {
  Floats f{b, loc, x};
  // Subnormal numbers are scaled up by 2^23.
  Value isSmall = f.compare(arith::CmpFPredicate::OLT, x, 1.17549435082228750797e-38);
  Value scaled = f.choose(isSmall, f.multiply(x, f.number(8388608.0)), x);
  // x = 2^e m with m in [sqrt(1/2), sqrt(2)), and log x = e ln 2 + log(1 + (m - 1)).
  Value bits = f.asInteger(scaled);
  Value exponent = f.rightSigned(f.subtractInteger(bits, f.integer(0x3f3504f3)), 23);
  Value m = f.asFloat(f.subtractInteger(bits, f.left(exponent, 23)));
  Value e = f.add(f.toFloat(exponent), f.choose(isSmall, f.number(-23), f.number(0)));
  Value r = f.subtract(m, f.number(1)), square = f.multiply(r, r);
  Value p =
      f.polynomial(r, {7.0376836292e-2, -1.1514610310e-1, 1.1676998740e-1, -1.2420140846e-1, 1.4249322787e-1,
                       -1.6668057665e-1, 2.0000714765e-1, -2.4999993993e-1, 3.3333331174e-1});
  Value y = f.multiply(f.multiply(p, r), square);
  y = f.fma(e, f.number(-2.12194440e-4), y);
  y = f.fma(square, f.number(-0.5), y);
  Value result = f.fma(e, f.number(0.693359375), f.add(r, y));
  result = f.choose(f.compare(arith::CmpFPredicate::OLT, x, kInfinity), result, x); // inf and NaN stay
  result = f.choose(f.compare(arith::CmpFPredicate::OLT, x, 0),
                    f.number(std::numeric_limits<double>::quiet_NaN()), result);
  return f.choose(f.compare(arith::CmpFPredicate::OEQ, x, 0), f.number(-kInfinity), result);
}

Value tile::approximateTanh(OpBuilder &b, Location loc, Value x) {
  Floats f{b, loc, x};
  Value magnitude = f.absolute(x), square = f.multiply(x, x);
  Value p = f.polynomial(
      square, {-5.70498872745e-3, 2.06390887954e-2, -5.37397155531e-2, 1.33314422036e-1, -3.33332819422e-1});
  Value small = f.fma(f.multiply(p, square), x, x);
  // tanh |x| = 1 - 2 / (e^(2 |x|) + 1), which is 1 from 10 on.
  Value bounded = f.atMost(magnitude, 10);
  Value power = f.expInRange(f.add(bounded, bounded));
  Value large = f.subtract(f.number(1), f.divide(f.number(2), f.add(power, f.number(1))));
  Value isLarge = f.compare(arith::CmpFPredicate::OGE, magnitude, 0.625); // a NaN takes the other way
  return f.choose(isLarge, f.copySign(large, x), small);
}

Value tile::approximateErf(OpBuilder &b, Location loc, Value x) {
  Floats f{b, loc, x};
  Value square = f.multiply(x, x);
  Value p = f.polynomial(
      square, {-5.96761703e-4, 4.99119423e-3, -2.67681349e-2, 1.12819925e-1, -3.76125336e-1, 1.28379166e-1});
  Value small = f.fma(p, x, x);
  // erf t = 1 - e^q(t), which is 1 from 4 on.
  Value magnitude = f.absolute(x), t = f.atMost(magnitude, 4);
  Value q = f.polynomial(t, {-1.72853470e-5, 3.83197126e-4, -3.88396438e-3, 2.42546219e-2, -1.06777877e-1,
                             -6.34846687e-1, -1.28717512e-1});
  Value large = f.subtract(f.number(1), f.expInRange(f.subtract(f.multiply(q, t), t)));
  Value isLarge = f.compare(arith::CmpFPredicate::OGE, magnitude, 0.921875); // a NaN takes the other way
  return f.choose(isLarge, f.copySign(large, x), small);
}

Value tile::approximateSin(OpBuilder &b, Location loc, Value x, bool cosine) {
  Floats f{b, loc, x};
  // x = n pi/2 + r with |r| <= pi/4; pi/2 in three parts, of which the products with n are exact or fused.
  Value shifted = f.fma(x, f.number(0.636619772367581343), f.number(kMagic));
  Value n = f.subtract(shifted, f.number(kMagic));
  Value r = f.fma(n, f.number(-1.57079601287841796875), x);
  r = f.fma(n, f.number(-3.1391647326017846e-07), r);
  r = f.fma(n, f.number(-5.3903025299577648e-15), r);
  Value quadrant = f.asInteger(shifted);
  if (cosine) { // cos x = sin(x + pi/2)
    quadrant = f.addInteger(quadrant, f.integer(1));
  }
  Value square = f.multiply(r, r);
  Value p = f.polynomial(square, {-1.9515295891e-4, 8.3321608736e-3, -1.6666654611e-1});
  Value sine = f.fma(f.multiply(p, square), r, r);
  Value c = f.polynomial(square, {2.443315711809948e-5, -1.388731625493765e-3, 4.166664568298827e-2});
  Value cosineValue = f.fma(f.multiply(square, square), c, f.fma(square, f.number(-0.5), f.number(1)));
  Value value = f.choose(f.isSet(quadrant, 1), cosineValue, sine);
  // The second bit of the quadrant turns the sign.
  Value sign = f.left(f.bitAnd(quadrant, 2), 30);
  return f.asFloat(arith::XOrIOp::create(b, loc, f.asInteger(value), sign));
}
