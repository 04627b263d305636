// PTX scalar types and exact conversions between the small float formats.
#ifndef TEST_PTX_EMU_TYPES_H
#define TEST_PTX_EMU_TYPES_H

#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>

namespace ptxemu {

enum class Type : uint8_t {
  None,
  Pred,
  B8,
  B16,
  B32,
  B64,
  B128,
  U8,
  U16,
  U32,
  U64,
  S8,
  S16,
  S32,
  S64,
  U16x2,
  S16x2,
  F16,
  F16x2,
  BF16,
  BF16x2,
  F32,
  F64,
  F32x2,
  TF32,
  E4M3,
  E5M2,
  E4M3x2,
  E5M2x2,
  S4,
  U4,
  B1,
  F64x2_,
  Unknown
};

Type parseType(std::string_view s); // Type::Unknown when `s` names no type
const char *typeName(Type t);

constexpr int typeBits(Type t) {
  switch (t) {
  case Type::Pred:
  case Type::B1:
    return 1;
  case Type::S4:
  case Type::U4:
    return 4;
  case Type::B8:
  case Type::U8:
  case Type::S8:
  case Type::E4M3:
  case Type::E5M2:
    return 8;
  case Type::B16:
  case Type::U16:
  case Type::S16:
  case Type::F16:
  case Type::BF16:
  case Type::E4M3x2:
  case Type::E5M2x2:
    return 16;
  case Type::B32:
  case Type::U32:
  case Type::S32:
  case Type::F32:
  case Type::TF32:
  case Type::F16x2:
  case Type::BF16x2:
  case Type::U16x2:
  case Type::S16x2:
    return 32;
  case Type::B64:
  case Type::U64:
  case Type::S64:
  case Type::F64:
  case Type::F32x2:
    return 64;
  case Type::B128:
    return 128;
  default:
    return 0;
  }
}
constexpr int typeBytes(Type t) { return (typeBits(t) + 7) / 8; }
constexpr bool isSigned(Type t) {
  return t == Type::S8 || t == Type::S16 || t == Type::S32 || t == Type::S64 || t == Type::S4;
}
constexpr bool isUnsigned(Type t) {
  return t == Type::U8 || t == Type::U16 || t == Type::U32 || t == Type::U64;
}
constexpr bool isBits(Type t) { return t >= Type::B8 && t <= Type::B128; }
constexpr bool isInt(Type t) { return isSigned(t) || isUnsigned(t); }
constexpr bool isFloat(Type t) {
  return t == Type::F16 || t == Type::BF16 || t == Type::F32 || t == Type::F64 || t == Type::TF32 ||
         t == Type::F16x2 || t == Type::BF16x2 || t == Type::F32x2;
}

enum class Round : uint8_t { None, Nearest, NearestAway, Zero, Down, Up };

// A small binary float format: 1 sign bit, `exp` exponent bits, `man` mantissa bits.
struct FloatFormat {
  int exp, man;
  bool hasInf; // false: e4m3, where exponent all ones holds ordinary values and one NaN
  int bias() const { return (1 << (exp - 1)) - 1; }
};
inline constexpr FloatFormat kF16{5, 10, true}, kBF16{8, 7, true}, kE5M2{5, 2, true}, kE4M3{4, 3, false},
    kTF32{8, 10, true};

// Rounds a double to a small format. `saturate`: overflow (and infinity) gives the largest finite
// value, as the satfinite conversions do. NaN gives the format's canonical NaN.
inline uint32_t roundToFormat(double v, const FloatFormat &f, Round mode, bool saturate) {
  uint64_t bits = std::bit_cast<uint64_t>(v);
  uint32_t sign = uint32_t(bits >> 63) << (f.exp + f.man);
  uint32_t expMask = (1u << f.exp) - 1, manMask = (1u << f.man) - 1;
  if (std::isnan(v)) {
    return f.hasInf ? (expMask << f.man) | manMask : (expMask << f.man) | manMask;
  }
  uint32_t maxFinite = f.hasInf ? ((expMask - 1) << f.man) | manMask : (expMask << f.man) | (manMask - 1);
  uint32_t infinity = f.hasInf ? expMask << f.man : (expMask << f.man) | manMask; // e4m3: NaN
  bool negative = bits >> 63;
  if (std::isinf(v)) {
    return sign | (saturate ? maxFinite : infinity);
  }
  int64_t e = int64_t((bits >> 52) & 0x7ff);
  if (e == 0) {
    return sign; // zero, or a double subnormal: below every format's half ulp
  }
  uint64_t m = (bits & ((1ull << 52) - 1)) | (1ull << 52);
  int64_t ue = e - 1023; // value = m * 2^(ue-52)
  int64_t minExp = 1 - f.bias();
  int shift = 52 - f.man;
  if (ue < minExp) {
    shift += int(std::min<int64_t>(minExp - ue, 62));
  }
  uint64_t kept, rest, half;
  if (shift >= 64) {
    kept = 0;
    rest = 1;
    half = 2;
  } else {
    kept = m >> shift;
    rest = m & ((1ull << shift) - 1);
    half = 1ull << (shift - 1);
  }
  bool up = false;
  switch (mode) {
  case Round::None:
  case Round::Nearest:
    up = rest > half || (rest == half && (kept & 1));
    break;
  case Round::NearestAway:
    up = rest >= half;
    break;
  case Round::Zero:
    break;
  case Round::Up:
    up = rest && !negative;
    break;
  case Round::Down:
    up = rest && negative;
    break;
  }
  kept += up;
  uint64_t magnitude = ue < minExp ? kept : kept + (uint64_t(ue - minExp) << f.man);
  if (magnitude > maxFinite) {
    bool toInf = mode == Round::None || mode == Round::Nearest || mode == Round::NearestAway ||
                 (mode == Round::Up && !negative) || (mode == Round::Down && negative);
    return sign | (saturate || !toInf ? maxFinite : infinity);
  }
  return sign | uint32_t(magnitude);
}

inline double formatToDouble(uint32_t bits, const FloatFormat &f) {
  uint32_t expMask = (1u << f.exp) - 1, manMask = (1u << f.man) - 1;
  uint32_t e = (bits >> f.man) & expMask, m = bits & manMask;
  double s = (bits >> (f.exp + f.man)) & 1 ? -1.0 : 1.0;
  if (e == expMask && (f.hasInf || m == manMask)) {
    return m ? std::numeric_limits<double>::quiet_NaN() : s * std::numeric_limits<double>::infinity();
  }
  if (e == 0) {
    return s * std::ldexp(double(m), 1 - f.bias() - f.man);
  }
  return s * std::ldexp(double(m | (1u << f.man)), int(e) - f.bias() - f.man);
}

struct Half {
  uint16_t bits;
};
struct BFloat {
  uint16_t bits;
};

inline float toFloat(Half h) {
#ifdef __F16C__
  return (float)std::bit_cast<_Float16>(h.bits);
#else
  return float(formatToDouble(h.bits, kF16));
#endif
}
inline float toFloat(BFloat h) { return std::bit_cast<float>(uint32_t(h.bits) << 16); }
inline Half halfFromFloat(float v) {
#ifdef __F16C__
  uint16_t b = std::bit_cast<uint16_t>((_Float16)v);
  return {(b & 0x7fff) > 0x7c00 ? uint16_t(0x7fff) : b};
#else
  return {uint16_t(roundToFormat(v, kF16, Round::Nearest, false))};
#endif
}
inline BFloat bfloatFromFloat(float v) {
  uint32_t b = std::bit_cast<uint32_t>(v);
  if ((b & 0x7fffffff) > 0x7f800000) {
    return {0x7fff};
  }
  return {uint16_t((b + 0x7fff + ((b >> 16) & 1)) >> 16)};
}

// p + c rounded to odd in double, so a later rounding to a narrower format is the exact one.
inline double addRoundToOdd(double p, double c) {
  double s = p + c;
  if (!std::isfinite(s)) {
    return s;
  }
  double t = s - p, err = (p - (s - t)) + (c - t);
  if (err != 0 && !(std::bit_cast<uint64_t>(s) & 1)) {
    bool away = (err > 0) == (s > 0);
    s = std::bit_cast<double>(std::bit_cast<uint64_t>(s) + (away ? 1 : -1));
  }
  return s;
}

} // namespace ptxemu

#endif // TEST_PTX_EMU_TYPES_H
