//===- ElementCast.cpp - conversions between element types ----------------===//

#include "passes/Tile/ElementCast.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "passes/Tile/ElementArith.h"
#include "passes/Tile/KernelFunction.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cmath>

using namespace heddle;
using namespace heddle::tile;

namespace {
/// Which patterns of a float format are not numbers.
enum class NonFinite {
  Ieee,         ///< the largest exponent: infinities and NaNs
  AllOnes,      ///< "fn": that pattern is NaN
  NegativeZero, ///< "fnuz": the pattern of -0 is NaN
  None,         ///< NaN becomes -0
};

/// A float format of 4 or 8 bits: sign, exponent, mantissa.
struct SmallFloat {
  unsigned bits, mantissaBits;
  int bias;
  NonFinite nonFinite;

  uint32_t sign() const { return 1u << (bits - 1); }
  uint32_t largest() const {
    bool all = nonFinite == NonFinite::NegativeZero || nonFinite == NonFinite::None;
    return sign() - 1 - (nonFinite == NonFinite::Ieee ? 1u << mantissaBits : all ? 0 : 1);
  }
  uint32_t nan() const {
    bool isZero = nonFinite == NonFinite::NegativeZero || nonFinite == NonFinite::None;
    return isZero ? sign() : sign() - (nonFinite == NonFinite::Ieee ? 2 : 1);
  }
  /// What a number becomes that is too large where nothing saturates, without its sign.
  uint32_t overflow() const {
    return nonFinite == NonFinite::None ? largest() : nonFinite == NonFinite::Ieee ? largest() + 1 : nan();
  }
};

/// Short names for the ops on i32 and f32 that bit manipulation is made of. All values have the shape of
/// `like`.
struct Bits {
  OpBuilder &b;
  Location loc;
  Value like;

  Value integer(int64_t value) {
    return constantLike(b, loc, like, APInt(32, value, /*isSigned=*/true, /*implicitTrunc=*/true));
  }
  Value real(double value) {
    Type type = typeLike(like, b.getF32Type());
    TypedAttr attr = b.getF32FloatAttr(value);
    if (auto vector = dyn_cast<VectorType>(type)) {
      attr = DenseElementsAttr::get(vector, attr);
    }
    return arith::ConstantOp::create(b, loc, attr);
  }
  Value asInteger(Value x) { return arith::BitcastOp::create(b, loc, typeLike(like, b.getI32Type()), x); }
  Value asReal(Value x) { return arith::BitcastOp::create(b, loc, typeLike(like, b.getF32Type()), x); }
  Value add(Value x, Value y) { return arith::AddIOp::create(b, loc, x, y); }
  Value bitAnd(Value x, int64_t y) { return arith::AndIOp::create(b, loc, x, integer(y)); }
  Value bitOr(Value x, Value y) { return arith::OrIOp::create(b, loc, x, y); }
  Value left(Value x, int64_t by) { return arith::ShLIOp::create(b, loc, x, integer(by)); }
  Value right(Value x, int64_t by) { return arith::ShRUIOp::create(b, loc, x, integer(by)); }
  Value multiply(Value x, double y) { return arith::MulFOp::create(b, loc, x, real(y)); }
  Value choose(Value c, Value x, Value y) { return arith::SelectOp::create(b, loc, c, x, y); }
  Value compare(arith::CmpIPredicate predicate, Value x, int64_t y) {
    return arith::CmpIOp::create(b, loc, predicate, x, integer(y));
  }
  Value isNan(Value x) { return arith::CmpFOp::create(b, loc, arith::CmpFPredicate::UNO, x, x); }
  Value toReal(Value x) { return arith::SIToFPOp::create(b, loc, typeLike(like, b.getF32Type()), x); }
  Value toInteger(Value x) { return arith::FPToSIOp::create(b, loc, typeLike(like, b.getI32Type()), x); }
};
} // namespace

static std::optional<SmallFloat> smallFloat(Type type) {
  return llvm::TypeSwitch<Type, std::optional<SmallFloat>>(type)
      .Case<Float8E4M3FNType>([](auto) { return SmallFloat{8, 3, 7, NonFinite::AllOnes}; })
      .Case<Float8E4M3FNUZType>([](auto) { return SmallFloat{8, 3, 8, NonFinite::NegativeZero}; })
      .Case<Float8E5M2Type>([](auto) { return SmallFloat{8, 2, 15, NonFinite::Ieee}; })
      .Case<Float8E5M2FNUZType>([](auto) { return SmallFloat{8, 2, 16, NonFinite::NegativeZero}; })
      .Case<Float4E2M1FNType>([](auto) { return SmallFloat{4, 1, 1, NonFinite::None}; })
      .Default([](Type) { return std::nullopt; });
}

static Value powerOfTwo(Bits &bits, Value x, int exponent) {
  return bits.multiply(x, std::ldexp(1.0, exponent));
}

/// The number of a pattern (as i32). Subnormals are made from integers, since the CPU may flush them.
static Value decode(Bits bits, Value pattern, SmallFloat format) {
  Value magnitude = bits.bitAnd(pattern, format.sign() - 1);
  Value shifted = bits.left(magnitude, 23 - format.mantissaBits);
  Value normal = bits.asReal(bits.add(shifted, bits.integer((127 - format.bias) << 23)));
  Value small =
      powerOfTwo(bits, bits.toReal(magnitude), 1 - format.bias - static_cast<int>(format.mantissaBits));
  Value isSmall = bits.compare(arith::CmpIPredicate::ult, magnitude, 1 << format.mantissaBits);
  Value value = bits.choose(isSmall, small, normal);
  Value sign = bits.left(bits.bitAnd(pattern, format.sign()), 32 - format.bits);
  auto special = [&](arith::CmpIPredicate predicate, Value x, uint32_t y, uint32_t becomes) {
    Value number = bits.asReal(bits.integer(becomes));
    value = bits.choose(bits.compare(predicate, x, y), number, value);
  };
  switch (format.nonFinite) {
  case NonFinite::Ieee:
    special(arith::CmpIPredicate::eq, magnitude, format.largest() + 1, 0x7f800000);
    special(arith::CmpIPredicate::ugt, magnitude, format.largest() + 1, 0x7fc00000);
    break;
  case NonFinite::AllOnes:
    special(arith::CmpIPredicate::ugt, magnitude, format.largest(), 0x7fc00000);
    break;
  case NonFinite::NegativeZero:
    special(arith::CmpIPredicate::eq, pattern, format.nan(), 0x7fc00000);
    break;
  case NonFinite::None:
    break;
  }
  return bits.asReal(bits.bitOr(bits.asInteger(value), sign));
}

/// x rounded to the nearest multiple of 2^shift, ties to even, divided by 2^shift; as unsigned integers.
static Value roundShift(Bits &bits, Value x, unsigned shift) {
  Value odd = bits.bitAnd(bits.right(x, shift), 1);
  return bits.right(bits.add(bits.add(x, bits.integer((1 << (shift - 1)) - 1)), odd), shift);
}

/// What becomes of numbers beyond the largest finite one.
enum class Overflow {
  Saturate,       ///< the largest finite number, infinity included
  SaturateFinite, ///< the same, but infinity stays
  NonFinite,      ///< infinity, or NaN in a format without
};

static Value encode(Bits bits, Value value, SmallFloat format, Overflow overflow) {
  OpBuilder &b = bits.b;
  Value all = bits.asInteger(value), magnitude = bits.bitAnd(all, 0x7fffffff);
  Value rebiased = bits.add(magnitude, bits.integer(-((127 - format.bias) << 23)));
  Value normal = roundShift(bits, rebiased, 23 - format.mantissaBits);
  // Below the smallest normal number the pattern is the multiple of the smallest subnormal.
  Value smallest = bits.integer((128 - format.bias) << 23);
  Value isSmall = arith::CmpIOp::create(b, bits.loc, arith::CmpIPredicate::ult, magnitude, smallest);
  Value clamped = bits.asReal(bits.choose(isSmall, magnitude, bits.integer(0)));
  Value scaled = powerOfTwo(bits, clamped, format.bias - 1 + static_cast<int>(format.mantissaBits));
  Value small = bits.toInteger(math::RoundEvenOp::create(b, bits.loc, scaled));
  Value pattern = bits.choose(isSmall, small, normal);

  Value sign = bits.bitAnd(bits.right(all, 32 - format.bits), format.sign());
  Value isInfinite = bits.compare(arith::CmpIPredicate::uge, magnitude, 0x7f800000);
  Value isLarge = arith::OrIOp::create(
      b, bits.loc, bits.compare(arith::CmpIPredicate::sgt, pattern, format.largest()), isInfinite);
  if (format.nonFinite == NonFinite::NegativeZero) {
    sign = bits.choose(bits.compare(arith::CmpIPredicate::eq, pattern, 0), bits.integer(0), sign);
  }
  Value largest = bits.bitOr(sign, bits.integer(format.largest()));
  bool keepsSign = format.nonFinite == NonFinite::Ieee || format.nonFinite == NonFinite::None;
  Value beyond = bits.integer(format.overflow()), infinite = keepsSign ? bits.bitOr(sign, beyond) : beyond;
  Value outside = overflow == Overflow::Saturate    ? largest
                  : overflow == Overflow::NonFinite ? infinite
                                                    : bits.choose(isInfinite, infinite, largest);
  Value result = bits.choose(isLarge, outside, bits.bitOr(sign, pattern));
  return bits.choose(bits.isNan(value), bits.integer(format.nan()), result);
}

/// The upper half of an f32 rounded to bf16, as i32.
static Value encodeBFloat16(Bits bits, Value value) {
  Value all = bits.asInteger(value);
  // A NaN could round to infinity: it keeps its upper half with a bit set.
  Value quiet = bits.bitOr(bits.right(all, 16), bits.integer(0x40));
  return bits.choose(bits.isNan(value), quiet, roundShift(bits, all, 16));
}

Value tile::fromStorage(OpBuilder &b, Location loc, Value stored, Type elementType) {
  Bits bits{b, loc, stored};
  Type compute = typeLike(stored, computeType(elementType));
  if (elementType.isF16()) {
    return arith::ExtFOp::create(b, loc, compute, stored);
  }
  if (elementType.isBF16()) {
    Value wide = arith::ExtUIOp::create(b, loc, typeLike(stored, b.getI32Type()), stored);
    return bits.asReal(bits.left(wide, 16));
  }
  if (std::optional<SmallFloat> format = smallFloat(elementType)) {
    return decode(bits, arith::ExtUIOp::create(b, loc, typeLike(stored, b.getI32Type()), stored), *format);
  }
  if (elementType.isInteger(1)) {
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, stored, constantLike(b, loc, stored, 0.0));
  }
  return stored.getType() == compute ? stored : arith::TruncIOp::create(b, loc, compute, stored).getResult();
}

Value tile::toStorage(OpBuilder &b, Location loc, Value value, Type elementType) {
  Bits bits{b, loc, value};
  Type storage = typeLike(value, storageType(elementType));
  if (elementType.isF16()) {
    return arith::TruncFOp::create(b, loc, storage, value);
  }
  if (elementType.isBF16()) {
    return arith::TruncIOp::create(b, loc, storage, encodeBFloat16(bits, value));
  }
  if (std::optional<SmallFloat> format = smallFloat(elementType)) {
    return arith::TruncIOp::create(b, loc, storage, encode(bits, value, *format, Overflow::SaturateFinite));
  }
  if (value.getType() == storage) {
    return value;
  }
  return isUnsigned(elementType) ? arith::ExtUIOp::create(b, loc, storage, value).getResult()
                                 : arith::ExtSIOp::create(b, loc, storage, value).getResult();
}

Value tile::roundTo(OpBuilder &b, Location loc, Value value, Type elementType) {
  if (!isa<FloatType>(elementType) || elementType.getIntOrFloatBitWidth() >= 32) {
    return value;
  }
  if (std::optional<SmallFloat> format = smallFloat(elementType)) {
    Bits bits{b, loc, value};
    return decode(bits, encode(bits, value, *format, Overflow::Saturate), *format);
  }
  return fromStorage(b, loc, toStorage(b, loc, value, elementType), elementType);
}

//===----------------------------------------------------------------------===//
// graph.cast
//===----------------------------------------------------------------------===//

/// Towards 0; outside the range of `to` its nearest bound, NaN gives 0.
static Value floatToInteger(OpBuilder &b, Location loc, Value value, Type to) {
  bool isSigned = !isUnsigned(to);
  unsigned width = to.getIntOrFloatBitWidth();
  auto floatType = cast<FloatType>(getElementTypeOrSelf(value));
  APInt least = isSigned ? APInt::getSignedMinValue(width) : APInt::getMinValue(width);
  APInt most = isSigned ? APInt::getSignedMaxValue(width) : APInt::getMaxValue(width);
  auto asFloat = [&](const APInt &bound) {
    APFloat number(floatType.getFloatSemantics());
    number.convertFromAPInt(bound, isSigned, APFloat::rmTowardZero);
    return constantLike(b, loc, value, number.convertToDouble());
  };
  // The largest float not above `most` converts exactly; what lies above it is outside or rounds to it.
  Value lowest = asFloat(least), highest = asFloat(most);
  auto compare = [&](arith::CmpFPredicate predicate, Value x, Value y) {
    return arith::CmpFOp::create(b, loc, predicate, x, y);
  };
  Value above = compare(arith::CmpFPredicate::OGT, value, highest);
  Value inside =
      arith::SelectOp::create(b, loc, compare(arith::CmpFPredicate::OLT, value, lowest), lowest, value);
  inside = arith::SelectOp::create(b, loc, above, highest, inside);
  inside = arith::SelectOp::create(b, loc, compare(arith::CmpFPredicate::UNO, value, value),
                                   constantLike(b, loc, value, 0.0), inside);
  // Narrow types go through i32, for which there are vector instructions; so does u32 through i64.
  unsigned wide = width < 32 ? 32 : width == 32 && !isSigned ? 64 : width;
  Type wideType = typeLike(value, b.getIntegerType(wide)), type = typeLike(value, computeType(to));
  Value result = width == 64 && !isSigned ? arith::FPToUIOp::create(b, loc, wideType, inside).getResult()
                                          : arith::FPToSIOp::create(b, loc, wideType, inside).getResult();
  if (wide != width) {
    result = arith::TruncIOp::create(b, loc, type, result);
  }
  return arith::SelectOp::create(b, loc, above, constantLike(b, loc, value, most), result);
}

static Value integerToInteger(OpBuilder &b, Location loc, Value value, Type from, Type to) {
  Type type = typeLike(value, computeType(to));
  unsigned narrow = to.getIntOrFloatBitWidth(), wide = from.getIntOrFloatBitWidth();
  if (narrow == wide) {
    return value;
  }
  if (narrow < wide) {
    return arith::TruncIOp::create(b, loc, type, value);
  }
  return isUnsigned(from) ? arith::ExtUIOp::create(b, loc, type, value).getResult()
                          : arith::ExtSIOp::create(b, loc, type, value).getResult();
}

static Value integerToFloat(OpBuilder &b, Location loc, Value value, Type from, Type to) {
  Type type = typeLike(value, computeType(to));
  unsigned width = from.getIntOrFloatBitWidth();
  if (isUnsigned(from) && width < 32) { // signed conversions have instructions
    value = arith::ExtUIOp::create(b, loc, typeLike(value, b.getI32Type()), value);
    return arith::SIToFPOp::create(b, loc, type, value);
  }
  return isUnsigned(from) ? arith::UIToFPOp::create(b, loc, type, value).getResult()
                          : arith::SIToFPOp::create(b, loc, type, value).getResult();
}

/// An f64 as the f32 on either side of it whose last bit is set, if it lies between two: rounding that to a
/// narrower type gives what rounding the f64 gives, where a nearest f32 could make a tie of what was none.
static Value truncateToOdd(OpBuilder &b, Location loc, Value value) {
  Value nearest = arith::TruncFOp::create(b, loc, typeLike(value, b.getF32Type()), value);
  Value error = arith::SubFOp::create(b, loc, value, arith::ExtFOp::create(b, loc, value.getType(), nearest));
  Value zero = constantLike(b, loc, error, 0.0);
  Bits bits{b, loc, nearest};
  Value pattern = bits.asInteger(nearest);
  Value isInexact = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::ONE, error, zero);
  Value isEven = bits.compare(arith::CmpIPredicate::eq, bits.bitAnd(pattern, 1), 0);
  // Away from zero the pattern grows.
  Value isShort = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OGT, error, zero);
  Value isPositive = bits.compare(arith::CmpIPredicate::sge, pattern, 0);
  Value grows = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, isShort, isPositive);
  Value odd = bits.add(pattern, bits.choose(grows, bits.integer(1), bits.integer(-1)));
  return bits.asReal(bits.choose(arith::AndIOp::create(b, loc, isInexact, isEven), odd, pattern));
}

/// Between floats: the compute types differ only by f64.
static Value floatToFloat(OpBuilder &b, Location loc, Value value, Type to, bool saturate) {
  Type type = typeLike(value, computeType(to)), from = getElementTypeOrSelf(value);
  if (to.isF64()) {
    return from.isF64() ? value : arith::ExtFOp::create(b, loc, type, value).getResult();
  }
  if (from.isF64()) {
    value =
        to.isF32() ? arith::TruncFOp::create(b, loc, type, value).getResult() : truncateToOdd(b, loc, value);
  }
  if (std::optional<SmallFloat> format = smallFloat(to)) {
    Bits bits{b, loc, value};
    return decode(bits, encode(bits, value, *format, saturate ? Overflow::Saturate : Overflow::NonFinite),
                  *format);
  }
  return roundTo(b, loc, value, to);
}

Value tile::convertElement(OpBuilder &b, Location loc, Value value, Type from, Type to, bool saturate) {
  bool fromFloat = isa<FloatType>(from), toFloat = isa<FloatType>(to);
  if (to.isInteger(1)) {
    Value zero = constantLike(b, loc, value, 0.0);
    return fromFloat ? arith::CmpFOp::create(b, loc, arith::CmpFPredicate::UNE, value, zero).getResult()
                     : arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, value, zero).getResult();
  }
  if (fromFloat) {
    return toFloat ? floatToFloat(b, loc, value, to, saturate) : floatToInteger(b, loc, value, to);
  }
  if (!toFloat) {
    return integerToInteger(b, loc, value, from, to);
  }
  return floatToFloat(b, loc, integerToFloat(b, loc, value, from, to), to, saturate);
}
