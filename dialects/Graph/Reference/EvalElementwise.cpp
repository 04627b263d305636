//===- EvalElementwise.cpp - ops that compute element by element ----------===//
//
// Each op becomes a function on rows of cells: doubles for floats, 64-bit integers for integers, which
// `mapElements` applies with broadcasting and stores in the result's element type.
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/Reference/Cells.h"
#include "dialects/Graph/Reference/Evaluation.h"
#include "dialects/Graph/Reference/Walk.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cmath>
#include <functional>

using namespace heddle;
using namespace heddle::reference;

namespace {
using Rows = ArrayRef<const Cell *>;
using Function = std::function<void(Rows, Cell *, int64_t)>;
} // namespace

/// result = f(x) on floats.
template <typename F> static Function floatUnary(F f) {
  return [f](Rows in, Cell *out, int64_t count) {
    for (int64_t i = 0; i < count; ++i) {
      out[i].f = f(in[0][i].f);
    }
  };
}

/// result = f(x) on integers.
template <typename F> static Function integerUnary(F f) {
  return [f](Rows in, Cell *out, int64_t count) {
    for (int64_t i = 0; i < count; ++i) {
      out[i].i = f(in[0][i].i);
    }
  };
}

/// A truth value from a float.
template <typename F> static Function predicate(F f) {
  return [f](Rows in, Cell *out, int64_t count) {
    for (int64_t i = 0; i < count; ++i) {
      out[i].i = f(in[0][i].f) ? 1 : 0;
    }
  };
}

template <typename F> static Function floatBinary(F f) {
  return [f](Rows in, Cell *out, int64_t count) {
    for (int64_t i = 0; i < count; ++i) {
      out[i].f = f(in[0][i].f, in[1][i].f);
    }
  };
}

/// `f` is called with two values of int64_t or of uint64_t.
template <typename F> static Function integerBinary(ElementKind kind, F f) {
  if (isUnsigned(kind)) {
    return [f](Rows in, Cell *out, int64_t count) {
      for (int64_t i = 0; i < count; ++i) {
        out[i].i =
            static_cast<int64_t>(f(static_cast<uint64_t>(in[0][i].i), static_cast<uint64_t>(in[1][i].i)));
      }
    };
  }
  return [f](Rows in, Cell *out, int64_t count) {
    for (int64_t i = 0; i < count; ++i) {
      out[i].i = static_cast<int64_t>(f(in[0][i].i, in[1][i].i));
    }
  };
}

/// Floats by one function, integers by another.
template <typename F, typename G> static Function binary(ElementKind kind, F onFloats, G onIntegers) {
  return isFloat(kind) ? floatBinary(onFloats) : integerBinary(kind, onIntegers);
}

static int64_t wrappingAdd(uint64_t x, uint64_t y) { return static_cast<int64_t>(x + y); }
static int64_t wrappingSub(uint64_t x, uint64_t y) { return static_cast<int64_t>(x - y); }
static int64_t wrappingMul(uint64_t x, uint64_t y) { return static_cast<int64_t>(x * y); }

//===----------------------------------------------------------------------===//
// Unary ops
//===----------------------------------------------------------------------===//

/// Functions of one float.
static Function mathFunction(Operation *op) {
  return llvm::TypeSwitch<Operation *, Function>(op)
      .Case<graph::ExpOp>([](auto) { return floatUnary([](double x) { return std::exp(x); }); })
      .Case<graph::LogOp>([](auto) { return floatUnary([](double x) { return std::log(x); }); })
      .Case<graph::SqrtOp>([](auto) { return floatUnary([](double x) { return std::sqrt(x); }); })
      .Case<graph::SinOp>([](auto) { return floatUnary([](double x) { return std::sin(x); }); })
      .Case<graph::CosOp>([](auto) { return floatUnary([](double x) { return std::cos(x); }); })
      .Case<graph::TanOp>([](auto) { return floatUnary([](double x) { return std::tan(x); }); })
      .Case<graph::AsinOp>([](auto) { return floatUnary([](double x) { return std::asin(x); }); })
      .Case<graph::AcosOp>([](auto) { return floatUnary([](double x) { return std::acos(x); }); })
      .Case<graph::AtanOp>([](auto) { return floatUnary([](double x) { return std::atan(x); }); })
      .Case<graph::SinhOp>([](auto) { return floatUnary([](double x) { return std::sinh(x); }); })
      .Case<graph::CoshOp>([](auto) { return floatUnary([](double x) { return std::cosh(x); }); })
      .Case<graph::TanhOp>([](auto) { return floatUnary([](double x) { return std::tanh(x); }); })
      .Case<graph::AsinhOp>([](auto) { return floatUnary([](double x) { return std::asinh(x); }); })
      .Case<graph::AcoshOp>([](auto) { return floatUnary([](double x) { return std::acosh(x); }); })
      .Case<graph::AtanhOp>([](auto) { return floatUnary([](double x) { return std::atanh(x); }); })
      .Case<graph::SigmoidOp>(
          [](auto) { return floatUnary([](double x) { return 1 / (1 + std::exp(-x)); }); })
      .Case<graph::ErfOp>([](auto) { return floatUnary([](double x) { return std::erf(x); }); })
      .Case<graph::CeilOp>([](auto) { return floatUnary([](double x) { return std::ceil(x); }); })
      .Case<graph::FloorOp>([](auto) { return floatUnary([](double x) { return std::floor(x); }); })
      .Case<graph::RoundOp>([](auto) { return floatUnary([](double x) { return std::nearbyint(x); }); })
      .Case<graph::IsNanOp>([](auto) { return predicate([](double x) { return std::isnan(x); }); })
      .Case<graph::IsInfOp>([](graph::IsInfOp isInf) {
        bool positive = isInf.getPositive(), negative = isInf.getNegative();
        return predicate([=](double x) { return std::isinf(x) && (x > 0 ? positive : negative); });
      })
      .Default([](Operation *) { return Function(); });
}

/// Unary ops on floats and integers.
static Function simpleUnary(Operation *op, ElementKind kind) {
  const bool onFloats = isFloat(kind);
  return llvm::TypeSwitch<Operation *, Function>(op)
      .Case<graph::AbsOp>([&](auto) {
        return onFloats           ? floatUnary([](double x) { return std::fabs(x); })
               : isUnsigned(kind) ? integerUnary([](int64_t x) { return x; })
                                  : integerUnary([](int64_t x) { return x < 0 ? wrappingSub(0, x) : x; });
      })
      .Case<graph::NegOp>([&](auto) {
        return onFloats ? floatUnary([](double x) { return -x; })
                        : integerUnary([](int64_t x) { return wrappingSub(0, x); });
      })
      .Case<graph::SignOp>([&](auto) {
        return onFloats           ? floatUnary([](double x) { return std::isnan(x) ? x : (x > 0) - (x < 0); })
               : isUnsigned(kind) ? integerUnary([](int64_t x) { return x != 0; })
                                  : integerUnary([](int64_t x) { return (x > 0) - (x < 0); });
      })
      .Case<graph::NotOp>([&](auto) { return integerUnary([](int64_t x) { return ~x; }); })
      .Default([](Operation *) { return Function(); });
}

//===----------------------------------------------------------------------===//
// Binary ops
//===----------------------------------------------------------------------===//

/// x / y rounded towards 0; 0 where y is 0.
template <typename Integer> static Integer divide(Integer x, Integer y) {
  if (y == 0) {
    return 0;
  }
  return std::is_signed_v<Integer> && y == Integer(-1) ? static_cast<Integer>(wrappingSub(0, x)) : x / y;
}

/// The remainder with the sign of x; 0 where y is 0.
template <typename Integer> static Integer remainder(Integer x, Integer y) {
  return y == 0 || (std::is_signed_v<Integer> && y == Integer(-1)) ? 0 : x % y;
}

/// The remainder with the sign of y.
template <typename Integer> static Integer modulo(Integer x, Integer y) {
  Integer rest = remainder(x, y);
  return rest != 0 && std::is_signed_v<Integer> && (rest < 0) != (y < 0) ? rest + y : rest;
}

static double floatModulo(double x, double y) {
  double rest = std::fmod(x, y);
  return rest != 0 && (rest < 0) != (y < 0) ? rest + y : rest;
}

static double floatMax(double x, double y) { return std::isnan(x) || x > y ? x : y; }
static double floatMin(double x, double y) { return std::isnan(x) || x < y ? x : y; }

static Function arithmetic(Operation *op, ElementKind kind) {
  return llvm::TypeSwitch<Operation *, Function>(op)
      .Case<graph::AddOp>([&](auto) {
        return binary(
            kind, [](double x, double y) { return x + y; }, [](auto x, auto y) { return wrappingAdd(x, y); });
      })
      .Case<graph::SubOp>([&](auto) {
        return binary(
            kind, [](double x, double y) { return x - y; }, [](auto x, auto y) { return wrappingSub(x, y); });
      })
      .Case<graph::MulOp>([&](auto) {
        return binary(
            kind, [](double x, double y) { return x * y; }, [](auto x, auto y) { return wrappingMul(x, y); });
      })
      .Case<graph::DivOp>([&](auto) {
        return binary(
            kind, [](double x, double y) { return x / y; }, [](auto x, auto y) { return divide(x, y); });
      })
      .Case<graph::RemOp>([&](auto) {
        return binary(
            kind, [](double x, double y) { return std::fmod(x, y); },
            [](auto x, auto y) { return remainder(x, y); });
      })
      .Case<graph::ModOp>(
          [&](auto) { return binary(kind, floatModulo, [](auto x, auto y) { return modulo(x, y); }); })
      .Case<graph::MaxOp>(
          [&](auto) { return binary(kind, floatMax, [](auto x, auto y) { return x > y ? x : y; }); })
      .Case<graph::MinOp>(
          [&](auto) { return binary(kind, floatMin, [](auto x, auto y) { return x < y ? x : y; }); })
      .Default([](Operation *) { return Function(); });
}

static Function bitwise(Operation *op, ElementKind kind) {
  const uint64_t width = bitsOf(kind);
  return llvm::TypeSwitch<Operation *, Function>(op)
      .Case<graph::AndOp>([&](auto) { return integerBinary(kind, [](auto x, auto y) { return x & y; }); })
      .Case<graph::OrOp>([&](auto) { return integerBinary(kind, [](auto x, auto y) { return x | y; }); })
      .Case<graph::XorOp>([&](auto) { return integerBinary(kind, [](auto x, auto y) { return x ^ y; }); })
      .Case<graph::ShiftLeftOp>([&](auto) {
        return integerBinary(kind, [width](auto x, auto y) {
          return static_cast<uint64_t>(y) >= width ? 0 : static_cast<uint64_t>(x) << y;
        });
      })
      .Case<graph::ShiftRightOp>([&](auto) {
        return integerBinary(kind, [width](auto x, auto y) {
          // A signed right shift rounds down; by the width or more only the sign is left.
          return static_cast<uint64_t>(y) >= width ? (x < 0 ? decltype(x)(-1) : decltype(x)(0)) : x >> y;
        });
      })
      .Default([](Operation *) { return Function(); });
}

/// x to the power y by repeated multiplication. A negative exponent gives 1 / x^-y rounded towards 0, and 0
/// for x = 0.
static int64_t integerPower(int64_t x, int64_t y, bool exponentIsUnsigned) {
  if (y < 0 && !exponentIsUnsigned) {
    return x == 1 ? 1 : x == -1 ? (y % 2 == 0 ? 1 : -1) : 0;
  }
  uint64_t power = 1, square = static_cast<uint64_t>(x);
  for (uint64_t rest = static_cast<uint64_t>(y); rest != 0; rest >>= 1) {
    power = rest & 1 ? power * square : power;
    square *= square;
  }
  return static_cast<int64_t>(power);
}

template <typename Compare> static Function comparison(ElementKind kind, Compare compare) {
  if (!isFloat(kind)) {
    return integerBinary(kind, [compare](auto x, auto y) { return compare(x, y) ? 1 : 0; });
  }
  return [compare](Rows in, Cell *out, int64_t count) {
    for (int64_t i = 0; i < count; ++i) {
      out[i].i = compare(in[0][i].f, in[1][i].f) ? 1 : 0;
    }
  };
}

static Function comparison(graph::Predicate predicate, ElementKind kind) {
  switch (predicate) {
  case graph::Predicate::Eq:
    return comparison(kind, [](auto x, auto y) { return x == y; });
  case graph::Predicate::Ne:
    return comparison(kind, [](auto x, auto y) { return x != y; });
  case graph::Predicate::Lt:
    return comparison(kind, [](auto x, auto y) { return x < y; });
  case graph::Predicate::Le:
    return comparison(kind, [](auto x, auto y) { return x <= y; });
  case graph::Predicate::Gt:
    return comparison(kind, [](auto x, auto y) { return x > y; });
  case graph::Predicate::Ge:
    return comparison(kind, [](auto x, auto y) { return x >= y; });
  }
  llvm_unreachable("every predicate is evaluated");
}

static Function selection() {
  return [](Rows in, Cell *out, int64_t count) {
    for (int64_t i = 0; i < count; ++i) {
      out[i] = in[0][i].i ? in[1][i] : in[2][i];
    }
  };
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

/// An integer as double, with the lowest bit set where it had to be cut ("round to odd"), so that rounding
/// the double to any narrower float rounds the integer itself.
static double oddDouble(uint64_t magnitude) {
  if (magnitude >> 53 == 0) {
    return static_cast<double>(magnitude);
  }
  int cut = 64 - llvm::countl_zero(magnitude) - 53;
  uint64_t kept = magnitude >> cut;
  kept |= (kept << cut) != magnitude;
  return std::ldexp(static_cast<double>(kept), cut);
}

/// An integer cell as the double from which `to` is rounded.
static double integerToFloat(Cell cell, ElementKind from, ElementKind to) {
  if (isUnsigned(from)) {
    uint64_t value = static_cast<uint64_t>(cell.i);
    return to == ElementKind::F64 ? static_cast<double>(value) : oddDouble(value);
  }
  if (to == ElementKind::F64) {
    return static_cast<double>(cell.i);
  }
  double magnitude = oddDouble(static_cast<uint64_t>(cell.i < 0 ? wrappingSub(0, cell.i) : cell.i));
  return cell.i < 0 ? -magnitude : magnitude;
}

/// Towards 0, clamped to the range of `to`; NaN gives 0.
static int64_t floatToInteger(double value, ElementKind to) {
  if (to == ElementKind::I1) {
    return value != 0 ? 1 : 0;
  }
  if (std::isnan(value)) {
    return 0;
  }
  if (to == ElementKind::U64) {
    uint64_t clamped = value <= 0 ? 0 : value >= 0x1p64 ? UINT64_MAX : static_cast<uint64_t>(value);
    return static_cast<int64_t>(clamped);
  }
  auto [smallest, largest] = integerRange(to);
  if (value <= static_cast<double>(smallest)) {
    return smallest;
  }
  return value >= static_cast<double>(largest) ? largest : static_cast<int64_t>(value);
}

static Function conversion(ElementKind from, ElementKind to) {
  if (isFloat(from) && isFloat(to)) {
    return floatUnary([](double x) { return x; });
  }
  if (isFloat(from)) {
    return [to](Rows in, Cell *out, int64_t count) {
      for (int64_t i = 0; i < count; ++i) {
        out[i].i = floatToInteger(in[0][i].f, to);
      }
    };
  }
  if (isFloat(to)) {
    return [from, to](Rows in, Cell *out, int64_t count) {
      for (int64_t i = 0; i < count; ++i) {
        out[i].f = integerToFloat(in[0][i], from, to);
      }
    };
  }
  return to == ElementKind::I1 ? integerUnary([](int64_t x) { return x != 0; })
                               : integerUnary([](int64_t x) { return x; });
}

/// Cells of any kind as doubles.
static double numberOf(Cell cell, ElementKind kind) {
  return isFloat(kind)      ? cell.f
         : isUnsigned(kind) ? static_cast<double>(static_cast<uint64_t>(cell.i))
                            : static_cast<double>(cell.i);
}

static Function power(ElementKind base, ElementKind exponent) {
  if (!isFloat(base)) {
    bool exponentIsUnsigned = isUnsigned(exponent);
    return [=](Rows in, Cell *out, int64_t count) {
      for (int64_t i = 0; i < count; ++i) {
        int64_t y = isFloat(exponent) ? floatToInteger(in[1][i].f, ElementKind::I64) : in[1][i].i;
        out[i].i = integerPower(in[0][i].i, y, exponentIsUnsigned);
      }
    };
  }
  return [=](Rows in, Cell *out, int64_t count) {
    for (int64_t i = 0; i < count; ++i) {
      out[i].f = std::pow(in[0][i].f, numberOf(in[1][i], exponent));
    }
  };
}

static Function quantization(ElementKind from, ElementKind to) {
  return [=](Rows in, Cell *out, int64_t count) {
    for (int64_t i = 0; i < count; ++i) {
      double x = in[0][i].f, scale = in[1][i].f;
      double quotient =
          from == ElementKind::F64 ? x / scale : static_cast<float>(x) / static_cast<float>(scale);
      if (isFloat(to)) {
        out[i].f = quotient + in[2][i].f;
        continue;
      }
      double rounded = std::isnan(quotient) ? 0 : std::nearbyint(quotient);
      out[i].i = floatToInteger(rounded + numberOf(in[2][i], to), to);
    }
  };
}

static Function dequantization(ElementKind from) {
  return [=](Rows in, Cell *out, int64_t count) {
    for (int64_t i = 0; i < count; ++i) {
      out[i].f = (numberOf(in[0][i], from) - numberOf(in[2][i], from)) * in[1][i].f;
    }
  };
}

//===----------------------------------------------------------------------===//
// Dispatch
//===----------------------------------------------------------------------===//

static Function rowFunction(Operation *op, ArrayRef<Tensor> operands, ElementKind result) {
  const ElementKind kind = operands[0].kind();
  for (Function function :
       {mathFunction(op), simpleUnary(op, kind), arithmetic(op, kind), bitwise(op, kind)}) {
    if (function) {
      return function;
    }
  }
  return llvm::TypeSwitch<Operation *, Function>(op)
      .Case<graph::CompareOp>(
          [&](graph::CompareOp compare) { return comparison(compare.getPredicate(), kind); })
      .Case<graph::SelectOp>([](auto) { return selection(); })
      .Case<graph::PowOp>([&](auto) { return power(kind, operands[1].kind()); })
      .Case<graph::CastOp>([&](auto) { return conversion(kind, result); })
      .Case<graph::QuantizeOp>([&](auto) { return quantization(kind, result); })
      .Case<graph::DequantizeOp>([&](auto) { return dequantization(kind); })
      .Default([](Operation *) { return Function(); });
}

std::optional<Results> reference::evaluateElementwise(Operation *op, Evaluation &evaluation) {
  if (!op->hasTrait<graph::ElementwiseOp>() || evaluation.all().empty()) {
    return std::nullopt;
  }
  const ElementKind kind = evaluation.resultKind();
  if (isa<graph::BitcastOp>(op)) {
    return single(evaluation.all()[0].bitcast(kind));
  }
  Function function = rowFunction(op, evaluation.all(), kind);
  if (!function) {
    return std::nullopt;
  }
  std::optional<SmallVector<int64_t>> shape = broadcastShape(evaluation.all());
  if (!shape) {
    std::string shapes;
    for (const Tensor &operand : evaluation.all()) {
      shapes += (shapes.empty() ? "" : ", ") + toString(operand.shape());
    }
    return Results(evaluation.fail("the shapes " + shapes + " do not broadcast"));
  }
  auto cast = dyn_cast<graph::CastOp>(op);
  return single(
      mapElements(evaluation.all(), *shape, kind, function, /*saturate=*/!cast || cast.getSaturate()));
}
