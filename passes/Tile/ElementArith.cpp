//===- ElementArith.cpp - arithmetic of one element -----------------------===//

#include "passes/Tile/ElementArith.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "passes/Tile/ElementCast.h"
#include "passes/Tile/KernelFunction.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cmath>
#include <limits>

using namespace heddle;
using namespace heddle::tile;

bool tile::isUnsigned(Type elementType) {
  return elementType.isUnsignedInteger() || elementType.isInteger(1);
}

Type tile::typeLike(Value like, Type elementType) {
  auto vector = dyn_cast<VectorType>(like.getType());
  return vector ? Type(VectorType::get(vector.getShape(), elementType)) : elementType;
}

static Value constantOf(OpBuilder &b, Location loc, Type type, TypedAttr attr) {
  if (auto vector = dyn_cast<VectorType>(type)) {
    attr = DenseElementsAttr::get(vector, Attribute(attr));
  }
  return arith::ConstantOp::create(b, loc, attr);
}

Value tile::constantLike(OpBuilder &b, Location loc, Value like, const APInt &value) {
  Type element = b.getIntegerType(value.getBitWidth());
  return constantOf(b, loc, typeLike(like, element), b.getIntegerAttr(element, value));
}

Value tile::constantLike(OpBuilder &b, Location loc, Value like, double value) {
  Type element = getElementTypeOrSelf(like);
  if (isa<FloatType>(element)) {
    return constantOf(b, loc, like.getType(), b.getFloatAttr(element, value));
  }
  APInt bits(element.getIntOrFloatBitWidth(), static_cast<int64_t>(value), /*isSigned=*/true,
             /*implicitTrunc=*/true);
  return constantLike(b, loc, like, bits);
}

Value tile::reduceLanes(OpBuilder &b, Location loc, Value vector,
                        llvm::function_ref<Value(Value x, Value y)> combine) {
  for (int64_t width = cast<VectorType>(vector.getType()).getNumElements(); width > 1; width /= 2) {
    SmallVector<int64_t> low = llvm::to_vector(llvm::seq<int64_t>(0, width / 2));
    SmallVector<int64_t> high = llvm::to_vector(llvm::seq<int64_t>(width / 2, width));
    Value x = vector::ShuffleOp::create(b, loc, vector, vector, low);
    Value y = vector::ShuffleOp::create(b, loc, vector, vector, high);
    vector = combine(x, y);
  }
  return vector::ExtractOp::create(b, loc, vector, 0);
}

TypedAttr tile::identityOf(graph::Combiner combiner, Type elementType) {
  Type type = computeType(elementType);
  Builder b(elementType.getContext());
  bool isSum = combiner == graph::Combiner::Add, isMax = combiner == graph::Combiner::Max;
  if (isSum || combiner == graph::Combiner::Mul) {
    return isa<FloatType>(type) ? TypedAttr(b.getFloatAttr(type, isSum ? 0.0 : 1.0))
                                : b.getIntegerAttr(type, APInt(type.getIntOrFloatBitWidth(), isSum ? 0 : 1));
  }
  if (auto floating = dyn_cast<FloatType>(type)) {
    return b.getFloatAttr(type, APFloat::getInf(floating.getFloatSemantics(), /*Negative=*/isMax));
  }
  unsigned width = type.getIntOrFloatBitWidth();
  APInt least = isUnsigned(elementType) ? APInt::getMinValue(width) : APInt::getSignedMinValue(width);
  APInt most = isUnsigned(elementType) ? APInt::getMaxValue(width) : APInt::getSignedMaxValue(width);
  return b.getIntegerAttr(type, isMax ? least : most);
}

namespace {
/// The code of one op: operands x, y, z of compute type, their element types, short names for instructions.
class Arithmetic {
public:
  Arithmetic(OpBuilder &b, Operation *op, ValueRange operands)
      : b(b), loc(op->getLoc()), op(op), operands(operands) {
    x = operands[0];
    y = operands.size() > 1 ? operands[1] : Value();
    type = getElementTypeOrSelf(op->getOperand(0).getType());
    isFloat = isa<FloatType>(type);
    isSigned = !isFloat && !isUnsigned(type);
  }
  Value run();

private:
  Value mathFunction();
  Value unary();
  Value binary();
  Value bitwise();
  Value others();

  template <typename Op, typename... Args> Value make(Args &&...args) {
    return Op::create(b, loc, std::forward<Args>(args)...).getResult();
  }
  Value number(double value) { return constantLike(b, loc, x, value); }
  Value integer(const APInt &value) { return constantLike(b, loc, x, value); }
  Value choose(Value condition, Value a, Value c) { return make<arith::SelectOp>(condition, a, c); }
  Value compare(arith::CmpFPredicate predicate, Value a, Value c) {
    return make<arith::CmpFOp>(predicate, a, c);
  }
  Value compare(arith::CmpIPredicate predicate, Value a, Value c) {
    return make<arith::CmpIOp>(predicate, a, c);
  }
  Value compare(graph::Predicate predicate, Value a, Value c);
  Value sign();
  Value divide(bool remainder);
  Value modulo();
  Value power();
  Value integerPower(Value exponent);
  Value shift(bool left);
  Value quantize(graph::QuantizeOp quantize);
  Value bounded(Value value, Type to);
  Value dequantize(graph::DequantizeOp dequantize);
  Value bitcast(graph::BitcastOp bitcast);

  OpBuilder &b;
  Location loc;
  Operation *op;
  ValueRange operands;
  Value x, y;
  Type type; // element type of x
  bool isFloat, isSigned;
};
} // namespace

Value Arithmetic::mathFunction() {
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<graph::ExpOp>([&](auto) { return make<math::ExpOp>(x); })
      .Case<graph::LogOp>([&](auto) { return make<math::LogOp>(x); })
      .Case<graph::SqrtOp>([&](auto) { return make<math::SqrtOp>(x); })
      .Case<graph::SinOp>([&](auto) { return make<math::SinOp>(x); })
      .Case<graph::CosOp>([&](auto) { return make<math::CosOp>(x); })
      .Case<graph::TanOp>([&](auto) { return make<math::TanOp>(x); })
      .Case<graph::AsinOp>([&](auto) { return make<math::AsinOp>(x); })
      .Case<graph::AcosOp>([&](auto) { return make<math::AcosOp>(x); })
      .Case<graph::AtanOp>([&](auto) { return make<math::AtanOp>(x); })
      .Case<graph::SinhOp>([&](auto) { return make<math::SinhOp>(x); })
      .Case<graph::CoshOp>([&](auto) { return make<math::CoshOp>(x); })
      .Case<graph::TanhOp>([&](auto) { return make<math::TanhOp>(x); })
      .Case<graph::AsinhOp>([&](auto) { return make<math::AsinhOp>(x); })
      .Case<graph::AcoshOp>([&](auto) { return make<math::AcoshOp>(x); })
      .Case<graph::AtanhOp>([&](auto) { return make<math::AtanhOp>(x); })
      .Case<graph::ErfOp>([&](auto) { return make<math::ErfOp>(x); })
      .Case<graph::CeilOp>([&](auto) { return make<math::CeilOp>(x); })
      .Case<graph::FloorOp>([&](auto) { return make<math::FloorOp>(x); })
      .Case<graph::RoundOp>([&](auto) { return make<math::RoundEvenOp>(x); })
      .Case<graph::SigmoidOp>([&](auto) {
        Value power = make<math::ExpOp>(make<arith::NegFOp>(x));
        return make<arith::DivFOp>(number(1), make<arith::AddFOp>(power, number(1)));
      })
      .Default([](Operation *) { return Value(); });
}

Value Arithmetic::sign() {
  if (!isFloat && !isSigned) {
    return choose(compare(arith::CmpIPredicate::ne, x, number(0)), number(1), number(0));
  }
  if (!isFloat) {
    Value negative = choose(compare(arith::CmpIPredicate::slt, x, number(0)), number(-1), number(0));
    return choose(compare(arith::CmpIPredicate::sgt, x, number(0)), number(1), negative);
  }
  Value result = choose(compare(arith::CmpFPredicate::OLT, x, number(0)), number(-1), number(0));
  result = choose(compare(arith::CmpFPredicate::OGT, x, number(0)), number(1), result);
  return choose(compare(arith::CmpFPredicate::UNO, x, x), x, result);
}

Value Arithmetic::unary() {
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<graph::AbsOp>([&](auto) {
        return isFloat ? make<math::AbsFOp>(x) : isSigned ? make<math::AbsIOp>(x) : x;
      })
      .Case<graph::NegOp>(
          [&](auto) { return isFloat ? make<arith::NegFOp>(x) : make<arith::SubIOp>(number(0), x); })
      .Case<graph::SignOp>([&](auto) { return sign(); })
      .Case<graph::NotOp>([&](auto) { return make<arith::XOrIOp>(x, number(-1)); })
      .Case<graph::IsNanOp>([&](auto) { return compare(arith::CmpFPredicate::UNO, x, x); })
      .Case<graph::IsInfOp>([&](graph::IsInfOp isInf) {
        double infinity = std::numeric_limits<double>::infinity();
        Value above = compare(arith::CmpFPredicate::OEQ, x, number(infinity));
        Value below = compare(arith::CmpFPredicate::OEQ, x, number(-infinity));
        Value never = constantLike(b, loc, above, APInt(1, 0));
        return make<arith::OrIOp>(isInf.getPositive() ? above : never, isInf.getNegative() ? below : never);
      })
      .Default([](Operation *) { return Value(); });
}

/// x / y towards 0, or the remainder with the sign of x; 0 where y is 0, and min / -1 stays min.
Value Arithmetic::divide(bool remainder) {
  if (isFloat) {
    return remainder ? make<arith::RemFOp>(x, y) : make<arith::DivFOp>(x, y);
  }
  Value isZero = compare(arith::CmpIPredicate::eq, y, number(0));
  Value unsafe = isZero;
  if (isSigned) {
    Value isMin =
        compare(arith::CmpIPredicate::eq, x, integer(APInt::getSignedMinValue(type.getIntOrFloatBitWidth())));
    Value isMinusOne = compare(arith::CmpIPredicate::eq, y, number(-1));
    unsafe = make<arith::OrIOp>(unsafe, make<arith::AndIOp>(isMin, isMinusOne));
  }
  Value divisor = choose(unsafe, number(1), y); // min / 1 = min, x % 1 = 0
  Value result = remainder ? (isSigned ? make<arith::RemSIOp>(x, divisor) : make<arith::RemUIOp>(x, divisor))
                           : (isSigned ? make<arith::DivSIOp>(x, divisor) : make<arith::DivUIOp>(x, divisor));
  return remainder ? result : choose(isZero, number(0), result);
}

/// The remainder with the sign of y.
Value Arithmetic::modulo() {
  Value rest = divide(/*remainder=*/true);
  if (!isFloat && !isSigned) {
    return rest;
  }
  auto isNegative = [&](Value value) {
    return isFloat ? compare(arith::CmpFPredicate::OLT, value, number(0))
                   : compare(arith::CmpIPredicate::slt, value, number(0));
  };
  Value isZero = isFloat ? compare(arith::CmpFPredicate::OEQ, rest, number(0))
                         : compare(arith::CmpIPredicate::eq, rest, number(0));
  Value differ = make<arith::XOrIOp>(isNegative(rest), isNegative(y));
  Value moved = isFloat ? make<arith::AddFOp>(rest, y) : make<arith::AddIOp>(rest, y);
  return choose(isZero, rest, choose(differ, moved, rest));
}

Value Arithmetic::binary() {
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<graph::AddOp>(
          [&](auto) { return isFloat ? make<arith::AddFOp>(x, y) : make<arith::AddIOp>(x, y); })
      .Case<graph::SubOp>(
          [&](auto) { return isFloat ? make<arith::SubFOp>(x, y) : make<arith::SubIOp>(x, y); })
      .Case<graph::MulOp>(
          [&](auto) { return isFloat ? make<arith::MulFOp>(x, y) : make<arith::MulIOp>(x, y); })
      .Case<graph::DivOp>([&](auto) { return divide(/*remainder=*/false); })
      .Case<graph::RemOp>([&](auto) { return divide(/*remainder=*/true); })
      .Case<graph::ModOp>([&](auto) { return modulo(); })
      .Case<graph::PowOp>([&](auto) { return power(); })
      .Case<graph::MaxOp>([&](auto) { return emitCombine(b, loc, graph::Combiner::Max, type, x, y); })
      .Case<graph::MinOp>([&](auto) { return emitCombine(b, loc, graph::Combiner::Min, type, x, y); })
      .Case<graph::CompareOp>([&](graph::CompareOp op) { return compare(op.getPredicate(), x, y); })
      .Default([](Operation *) { return Value(); });
}

/// 0 (or the sign) where y is not below the width; a negative y counts as large.
Value Arithmetic::shift(bool left) {
  unsigned width = type.getIntOrFloatBitWidth();
  Value inside = compare(arith::CmpIPredicate::ult, y, integer(APInt(width, width)));
  if (!left && isSigned) {
    return make<arith::ShRSIOp>(x, choose(inside, y, integer(APInt(width, width - 1))));
  }
  Value amount = make<arith::AndIOp>(y, integer(APInt(width, width - 1)));
  Value shifted = left ? make<arith::ShLIOp>(x, amount) : make<arith::ShRUIOp>(x, amount);
  return choose(inside, shifted, number(0));
}

Value Arithmetic::bitwise() {
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<graph::AndOp>([&](auto) { return make<arith::AndIOp>(x, y); })
      .Case<graph::OrOp>([&](auto) { return make<arith::OrIOp>(x, y); })
      .Case<graph::XorOp>([&](auto) { return make<arith::XOrIOp>(x, y); })
      .Case<graph::ShiftLeftOp>([&](auto) { return shift(/*left=*/true); })
      .Case<graph::ShiftRightOp>([&](auto) { return shift(/*left=*/false); })
      .Default([](Operation *) { return Value(); });
}

Value Arithmetic::compare(graph::Predicate predicate, Value a, Value c) {
  using F = arith::CmpFPredicate;
  using I = arith::CmpIPredicate;
  switch (predicate) {
  case graph::Predicate::Eq:
    return isFloat ? compare(F::OEQ, a, c) : compare(I::eq, a, c);
  case graph::Predicate::Ne:
    return isFloat ? compare(F::UNE, a, c) : compare(I::ne, a, c);
  case graph::Predicate::Lt:
    return isFloat ? compare(F::OLT, a, c) : compare(isSigned ? I::slt : I::ult, a, c);
  case graph::Predicate::Le:
    return isFloat ? compare(F::OLE, a, c) : compare(isSigned ? I::sle : I::ule, a, c);
  case graph::Predicate::Gt:
    return isFloat ? compare(F::OGT, a, c) : compare(isSigned ? I::sgt : I::ugt, a, c);
  case graph::Predicate::Ge:
    return isFloat ? compare(F::OGE, a, c) : compare(isSigned ? I::sge : I::uge, a, c);
  }
  llvm_unreachable("all predicates are handled");
}

//===----------------------------------------------------------------------===//
// Powers
//===----------------------------------------------------------------------===//

/// The number of a value that is a floating-point constant (or a splat or broadcast of one).
static std::optional<double> constantFloat(Value value) {
  if (Operation *op = value.getDefiningOp(); op && op->getNumOperands() == 1 &&
                                             isa<VectorType>(value.getType()) &&
                                             op->getName().getStringRef() == "vector.broadcast") {
    value = op->getOperand(0);
  }
  Attribute attr;
  if (!matchPattern(value, m_Constant(&attr))) {
    return std::nullopt;
  }
  if (auto splat = dyn_cast<SplatElementsAttr>(attr)) {
    attr = splat.getSplatValue<Attribute>();
  }
  auto number = dyn_cast<FloatAttr>(attr);
  return number ? std::optional<double>(number.getValueAsDouble()) : std::nullopt;
}

Value Arithmetic::power() {
  Type exponentType = getElementTypeOrSelf(op->getOperand(1).getType());
  if (!isFloat) {
    Value exponent = y;
    if (isa<FloatType>(exponentType)) {
      exponent = convertElement(b, loc, y, exponentType, b.getI64Type(), /*saturate=*/true);
      exponentType = b.getI64Type();
    }
    return integerPower(exponent);
  }
  Type wide = computeType(type);
  Value exponent = y;
  if (getElementTypeOrSelf(exponent) != wide) {
    exponent = convertElement(b, loc, exponent, exponentType, wide, /*saturate=*/true);
  }
  std::optional<double> constant = constantFloat(exponent);
  if (constant == 1.0) {
    return x;
  }
  if (constant == 2.0 || constant == 3.0) {
    Value square = make<arith::MulFOp>(x, x);
    return constant == 2.0 ? square : make<arith::MulFOp>(square, x);
  }
  if (constant == -1.0) {
    return make<arith::DivFOp>(number(1), x);
  }
  if (constant == 0.5) { // pow(-inf, 0.5) = inf and pow(-0, 0.5) = +0, unlike the square root
    Value root = make<math::SqrtOp>(make<arith::AddFOp>(x, number(0)));
    double infinity = std::numeric_limits<double>::infinity();
    return choose(compare(arith::CmpFPredicate::OEQ, x, number(-infinity)), number(infinity), root);
  }
  return make<math::PowFOp>(x, exponent);
}

/// By squaring, one bit of the exponent a trip. A negative exponent gives 1 / x^-y towards 0, and 0 for x =
/// 0.
Value Arithmetic::integerPower(Value exponent) {
  Type exponentElement = getElementTypeOrSelf(exponent);
  unsigned bits = exponentElement.getIntOrFloatBitWidth();
  Value one = number(1), lower = arith::ConstantIndexOp::create(b, loc, 0);
  Value upper = arith::ConstantIndexOp::create(b, loc, bits),
        step = arith::ConstantIndexOp::create(b, loc, 1);
  auto loop = scf::ForOp::create(
      b, loc, lower, upper, step, ValueRange{one, x, exponent},
      [&](OpBuilder &inner, Location, Value, ValueRange carried) {
        Value zero = constantLike(inner, loc, exponent, 0.0), unit = constantLike(inner, loc, exponent, 1.0);
        Value low = arith::AndIOp::create(inner, loc, carried[2], unit);
        Value isSet = arith::CmpIOp::create(inner, loc, arith::CmpIPredicate::ne, low, zero);
        Value product = arith::MulIOp::create(inner, loc, carried[0], carried[1]);
        Value power = arith::SelectOp::create(inner, loc, isSet, product, carried[0]);
        Value square = arith::MulIOp::create(inner, loc, carried[1], carried[1]);
        Value rest = arith::ShRUIOp::create(inner, loc, carried[2], unit);
        scf::YieldOp::create(inner, loc, ValueRange{power, square, rest});
      });
  Value result = loop.getResult(0);
  Type exponentType = getElementTypeOrSelf(op->getOperand(1).getType());
  if (isUnsigned(exponentType)) {
    return result;
  }
  // Only 1 and -1 have an inverse that is an integer.
  Value zero = constantLike(b, loc, exponent, 0.0);
  Value isNegative = compare(arith::CmpIPredicate::slt, exponent, zero);
  Value odd = make<arith::AndIOp>(exponent, constantLike(b, loc, exponent, 1.0));
  Value isOdd = compare(arith::CmpIPredicate::ne, odd, zero);
  Value isOne = compare(arith::CmpIPredicate::eq, x, one);
  Value inverse = choose(isOne, one, number(0));
  if (isSigned) {
    Value isMinusOne = compare(arith::CmpIPredicate::eq, x, number(-1));
    inverse = choose(isMinusOne, choose(isOdd, number(-1), one), inverse);
  }
  return choose(isNegative, inverse, result);
}

//===----------------------------------------------------------------------===//
// Quantisation, selection, bits
//===----------------------------------------------------------------------===//

/// saturate(round_to_even(x / scale) + zero_point)
Value Arithmetic::quantize(graph::QuantizeOp quantize) {
  Type to = getElementTypeOrSelf(quantize.getResult().getType());
  Value quotient = make<arith::DivFOp>(x, y);
  if (isa<FloatType>(to)) {
    return make<arith::AddFOp>(quotient, operands[2]);
  }
  Value rounded = make<math::RoundEvenOp>(quotient);
  Value isNan = compare(arith::CmpFPredicate::UNO, rounded, rounded);
  rounded = choose(isNan, number(0), rounded);
  Type wide = getElementTypeOrSelf(x);
  if (to.getIntOrFloatBitWidth() > 16 && !wide.isF64()) { // the sum must be exact
    wide = b.getF64Type();
    rounded = make<arith::ExtFOp>(typeLike(x, wide), rounded);
  }
  Value zeroPoint = convertElement(b, loc, operands[2], to, wide, /*saturate=*/true);
  Value sum = make<arith::AddFOp>(rounded, zeroPoint);
  if (to.getIntOrFloatBitWidth() > 16) {
    return convertElement(b, loc, sum, wide, to, /*saturate=*/true);
  }
  return make<arith::TruncIOp>(typeLike(x, computeType(to)), bounded(sum, to));
}

/// A float that is no NaN as i32, bounded to the range of `to`, which has at most 16 bits.
Value Arithmetic::bounded(Value value, Type to) {
  unsigned width = to.getIntOrFloatBitWidth();
  double least = isUnsigned(to) ? 0 : -std::ldexp(1, width - 1);
  double most = std::ldexp(1, isUnsigned(to) ? width : width - 1) - 1;
  auto flags = arith::FastMathFlagsAttr::get(b.getContext(), arith::FastMathFlags::nnan);
  value = make<arith::MaxNumFOp>(value, constantLike(b, loc, value, least), flags);
  value = make<arith::MinNumFOp>(value, constantLike(b, loc, value, most), flags);
  return make<arith::FPToSIOp>(typeLike(value, b.getI32Type()), value);
}

/// (x - zero_point) * scale
Value Arithmetic::dequantize(graph::DequantizeOp dequantize) {
  Type scaleType = computeType(getElementTypeOrSelf(dequantize.getScale().getType()));
  if (isFloat) {
    Value difference = make<arith::SubFOp>(x, operands[2]);
    Type from = getElementTypeOrSelf(difference);
    return make<arith::MulFOp>(convertElement(b, loc, difference, from, scaleType, true), y);
  }
  unsigned width = type.getIntOrFloatBitWidth();
  Type wide = b.getIntegerType(width <= 16 ? 32 : 64);
  auto widen = [&](Value value) { return convertElement(b, loc, value, type, wide, true); };
  Value difference = make<arith::SubIOp>(widen(x), widen(operands[2]));
  // 17 bits are exact in f32, more want f64 and one rounding at the end.
  Type factor = width <= 16 ? scaleType : Type(b.getF64Type());
  Value scale = convertElement(b, loc, y, scaleType, factor, true);
  Value product = make<arith::MulFOp>(convertElement(b, loc, difference, wide, factor, true), scale);
  return convertElement(b, loc, product, factor, scaleType, true);
}

Value Arithmetic::bitcast(graph::BitcastOp bitcast) {
  Type to = getElementTypeOrSelf(bitcast.getResult().getType());
  Value stored = toStorage(b, loc, x, type);
  Type storage = typeLike(stored, storageType(to));
  if (stored.getType() != storage) {
    stored = make<arith::BitcastOp>(storage, stored);
  }
  return fromStorage(b, loc, stored, to);
}

Value Arithmetic::others() {
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<graph::SelectOp>([&](auto) { return choose(x, y, operands[2]); })
      .Case<graph::CastOp>([&](graph::CastOp cast) {
        return convertElement(b, loc, x, type, getElementTypeOrSelf(cast.getResult().getType()),
                              cast.getSaturate());
      })
      .Case<graph::BitcastOp>([&](graph::BitcastOp op) { return bitcast(op); })
      .Case<graph::QuantizeOp>([&](graph::QuantizeOp op) { return quantize(op); })
      .Case<graph::DequantizeOp>([&](graph::DequantizeOp op) { return dequantize(op); })
      .Default([](Operation *) { return Value(); });
}

Value Arithmetic::run() {
  Value result = mathFunction();
  for (auto part : {&Arithmetic::unary, &Arithmetic::binary, &Arithmetic::bitwise, &Arithmetic::others}) {
    result = result ? result : (this->*part)();
  }
  return result;
}

Value tile::emitArithmetic(OpBuilder &builder, Operation *op, ValueRange operands) {
  Value result = Arithmetic(builder, op, operands).run();
  // These give values of the type already.
  bool isExact = isa<graph::CastOp, graph::BitcastOp, graph::SelectOp, graph::MaxOp, graph::MinOp,
                     graph::AbsOp, graph::NegOp, graph::SignOp>(op);
  return !result || isExact
             ? result
             : roundTo(builder, op->getLoc(), result, getElementTypeOrSelf(op->getResult(0).getType()));
}

//===----------------------------------------------------------------------===//
// Combiners
//===----------------------------------------------------------------------===//

/// The larger or smaller float; NaN if either is one.
static Value extremum(OpBuilder &b, Location loc, bool isMax, Value x, Value y) {
  if (constantFloat(x)) {
    std::swap(x, y); // then the constant is y, and only x can be NaN
  }
  // `y better than x ? y : x` is one instruction and gives x where x is NaN.
  auto predicate = isMax ? arith::CmpFPredicate::OGT : arith::CmpFPredicate::OLT;
  Value better = arith::CmpFOp::create(b, loc, predicate, y, x);
  Value result = arith::SelectOp::create(b, loc, better, y, x);
  if (std::optional<double> constant = constantFloat(y); constant && !std::isnan(*constant)) {
    return result;
  }
  Value isNan = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::UNO, y, y);
  return arith::SelectOp::create(b, loc, isNan, y, result);
}

Value tile::emitCombine(OpBuilder &b, Location loc, graph::Combiner combiner, Type elementType, Value x,
                        Value y) {
  bool isFloat = isa<FloatType>(elementType), noSign = isUnsigned(elementType);
  switch (combiner) {
  case graph::Combiner::Add:
    return isFloat ? arith::AddFOp::create(b, loc, x, y).getResult()
                   : arith::AddIOp::create(b, loc, x, y).getResult();
  case graph::Combiner::Mul:
    return isFloat ? arith::MulFOp::create(b, loc, x, y).getResult()
                   : arith::MulIOp::create(b, loc, x, y).getResult();
  case graph::Combiner::Max:
    return isFloat  ? extremum(b, loc, /*isMax=*/true, x, y)
           : noSign ? arith::MaxUIOp::create(b, loc, x, y).getResult()
                    : arith::MaxSIOp::create(b, loc, x, y).getResult();
  case graph::Combiner::Min:
    return isFloat  ? extremum(b, loc, /*isMax=*/false, x, y)
           : noSign ? arith::MinUIOp::create(b, loc, x, y).getResult()
                    : arith::MinSIOp::create(b, loc, x, y).getResult();
  case graph::Combiner::Replace:
    return y;
  }
  llvm_unreachable("all combiners are handled");
}
