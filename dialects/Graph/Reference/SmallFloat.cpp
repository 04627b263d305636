//===- SmallFloat.cpp - the bits of 4-, 8- and 16-bit floats --------------===//

#include "dialects/Graph/Reference/SmallFloat.h"
#include <cmath>
#include <cstring>
#include <limits>

using namespace heddle;
using namespace heddle::reference;

/// The largest finite pattern without its sign.
static uint32_t largestFinite(SmallFloat format) {
  uint32_t allOnes = (1u << (format.exponentBits + format.mantissaBits)) - 1;
  switch (format.nonFinite) {
  case NonFinite::Ieee:
    return allOnes - (1u << format.mantissaBits);
  case NonFinite::NanOnly:
    return allOnes - 1;
  case NonFinite::NegativeZero:
  case NonFinite::None:
    return allOnes;
  }
  return allOnes;
}

static uint32_t nanPattern(SmallFloat format) {
  if (format.nonFinite == NonFinite::NegativeZero || format.nonFinite == NonFinite::None) {
    return 1u << (format.exponentBits + format.mantissaBits);
  }
  // All ones without the sign is a NaN in both other kinds; IEEE's canonical one has the first mantissa bit
  // alone.
  uint32_t magnitude = largestFinite(format) + 1;
  return format.nonFinite == NonFinite::Ieee ? magnitude | (1u << (format.mantissaBits - 1)) : magnitude;
}

double reference::decode(SmallFloat format, uint32_t bits) {
  const uint32_t signBit = 1u << (format.exponentBits + format.mantissaBits);
  const uint32_t magnitude = bits & (signBit - 1);
  if (format.nonFinite == NonFinite::NegativeZero && bits == signBit) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  if (magnitude > largestFinite(format)) {
    bool infinite = format.nonFinite == NonFinite::Ieee && magnitude == largestFinite(format) + 1;
    double special =
        infinite ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
    return bits & signBit ? -special : special;
  }
  const int exponent = magnitude >> format.mantissaBits;
  const uint32_t mantissa = magnitude & ((1u << format.mantissaBits) - 1);
  double value = exponent == 0
                     ? std::ldexp(static_cast<double>(mantissa), 1 - format.bias - format.mantissaBits)
                     : std::ldexp(static_cast<double>(mantissa | (1u << format.mantissaBits)),
                                  exponent - format.bias - format.mantissaBits);
  return bits & signBit ? -value : value;
}

uint32_t reference::encode(SmallFloat format, double value, bool saturate) {
  const uint32_t signBit = 1u << (format.exponentBits + format.mantissaBits);
  if (std::isnan(value)) {
    return nanPattern(format);
  }
  const uint32_t sign = std::signbit(value) ? signBit : 0;
  uint64_t doubleBits;
  std::memcpy(&doubleBits, &value, sizeof(value));
  const int exponent = static_cast<int>((doubleBits >> 52) & 0x7ff) - 1023;
  uint64_t significand = (doubleBits & ((1ull << 52) - 1)) | (1ull << 52);

  uint32_t magnitude = 0;
  if (exponent == 1024) {
    magnitude = largestFinite(format) + 1;
  } else if (exponent != -1023) { // zeros and subnormal doubles are far below every format's smallest value
    const int smallest = 1 - format.bias;
    const int belowNormal = exponent < smallest ? smallest - exponent : 0;
    const int shift = 52 - format.mantissaBits + belowNormal;
    if (shift < 63) {
      uint64_t kept = significand >> shift, rest = significand & ((1ull << shift) - 1),
               half = 1ull << (shift - 1);
      kept += rest > half || (rest == half && (kept & 1));
      // A carry out of the mantissa runs into the exponent field, which is the right pattern.
      magnitude = belowNormal ? kept
                  : exponent > format.bias + 1
                      ? largestFinite(format) + 1
                      : (static_cast<uint32_t>(exponent + format.bias - 1) << format.mantissaBits) + kept;
    }
  }
  if (magnitude > largestFinite(format)) {
    if (saturate || format.nonFinite == NonFinite::None) {
      return sign | largestFinite(format);
    }
    return format.nonFinite == NonFinite::Ieee ? sign | (largestFinite(format) + 1) : nanPattern(format);
  }
  return magnitude == 0 && format.nonFinite == NonFinite::NegativeZero ? 0 : sign | magnitude;
}
