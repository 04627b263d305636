//===- SmallFloat.h - the bits of 4-, 8- and 16-bit floats ------*- C++ -*-===//
//
// Every format narrower than f32 is described by four numbers; one pair of functions converts all of them to
// and from double. A double holds each of their values exactly, so only encoding rounds, once, to nearest,
// ties to even.
//
//===----------------------------------------------------------------------===//

#ifndef DIALECTS_GRAPH_REFERENCE_SMALLFLOAT_H
#define DIALECTS_GRAPH_REFERENCE_SMALLFLOAT_H

#include <cstdint>

namespace heddle::reference {

/// Which bit patterns are not numbers.
enum class NonFinite {
  Ieee,         ///< the largest exponent holds infinity (mantissa 0) and NaN
  NanOnly,      ///< "fn": all ones is NaN, there is no infinity
  NegativeZero, ///< "fnuz": the pattern of -0 is NaN; there is neither infinity nor -0
  None,         ///< all patterns are numbers; NaN becomes -0
};

/// A binary float of 1 + exponentBits + mantissaBits bits.
struct SmallFloat {
  int exponentBits, mantissaBits, bias;
  NonFinite nonFinite;
};

inline constexpr SmallFloat kF16{5, 10, 15, NonFinite::Ieee};
inline constexpr SmallFloat kBF16{8, 7, 127, NonFinite::Ieee};
inline constexpr SmallFloat kF8E4M3FN{4, 3, 7, NonFinite::NanOnly};
inline constexpr SmallFloat kF8E4M3FNUZ{4, 3, 8, NonFinite::NegativeZero};
inline constexpr SmallFloat kF8E5M2{5, 2, 15, NonFinite::Ieee};
inline constexpr SmallFloat kF8E5M2FNUZ{5, 2, 16, NonFinite::NegativeZero};
inline constexpr SmallFloat kF4E2M1FN{2, 1, 1, NonFinite::None};

/// The value of a bit pattern.
double decode(SmallFloat format, uint32_t bits);

/// The nearest bit pattern. Beyond the largest finite value (infinity included): that value if `saturate`,
/// else infinity, or NaN in a format without one. A format with neither always saturates.
uint32_t encode(SmallFloat format, double value, bool saturate);

} // namespace heddle::reference

#endif // DIALECTS_GRAPH_REFERENCE_SMALLFLOAT_H
