//===- ElementKey.h - elements in order -------------------------*- C++ -*-===//
//
// Sorting needs one total order for every element type. An element becomes a signed 64-bit key, and keys are
// compared: integers are their value; a floating-point number is its magnitude as an integer, negated where
// the sign is set, so that -0 and +0 are one; every NaN is the largest key. No number is ever converted, so
// the order is exact.
//
//   f16: 1.0 = 0x3c00 -> 15360   -1.0 = 0xbc00 -> -15360   inf = 0x7c00 -> 31744   0x7e00 (NaN) -> INT64_MAX
//
//===----------------------------------------------------------------------===//

#ifndef RUNTIME_KERNELS_ELEMENTKEY_H
#define RUNTIME_KERNELS_ELEMENTKEY_H

#include "heddle/abi.h"

namespace heddle::rt {

/// Integers whose values fit in 64 signed bits.
template <typename T> struct IntegerKey {
  using Element = T;
  int64_t operator()(T element) const { return int64_t(element); }
};

struct Unsigned64Key {
  using Element = uint64_t;
  int64_t operator()(uint64_t element) const { return int64_t(element ^ (uint64_t(1) << 63)); }
};

/// Sign and magnitude; `Bits` is the unsigned integer of the same width.
template <typename Bits> struct FloatKey {
  using Element = Bits;
  Bits largest;                   ///< magnitude of the largest number, infinity included; above it are NaNs
  bool negativeZeroIsNan = false; ///< the formats called fnuz
  Bits sign = Bits(Bits(1) << (sizeof(Bits) * 8 - 1));
  int64_t operator()(Bits element) const {
    auto magnitude = int64_t(element & Bits(~sign));
    if (magnitude > int64_t(largest) || (negativeZeroIsNan && element == sign)) {
      return INT64_MAX;
    }
    return element & sign ? -magnitude : magnitude;
  }
};

/// Calls `function` with the key of `dtype`.
template <typename Function> void withKey(uint32_t dtype, Function function) {
  switch (dtype) {
  case HEDDLE_F32:
    return function(FloatKey<uint32_t>{0x7f800000});
  case HEDDLE_F64:
    return function(FloatKey<uint64_t>{0x7ff0000000000000});
  case HEDDLE_F16:
    return function(FloatKey<uint16_t>{0x7c00});
  case HEDDLE_BF16:
    return function(FloatKey<uint16_t>{0x7f80});
  case HEDDLE_F8E4M3FN:
    return function(FloatKey<uint8_t>{0x7e});
  case HEDDLE_F8E5M2:
    return function(FloatKey<uint8_t>{0x7c});
  case HEDDLE_F8E4M3FNUZ:
  case HEDDLE_F8E5M2FNUZ:
    return function(FloatKey<uint8_t>{0x7f, true});
  case HEDDLE_F4E2M1FN:
    return function(FloatKey<uint8_t>{0x7, false, 0x8});
  case HEDDLE_I8:
  case HEDDLE_I4:
  case HEDDLE_I2:
    return function(IntegerKey<int8_t>{});
  case HEDDLE_I16:
    return function(IntegerKey<int16_t>{});
  case HEDDLE_I32:
    return function(IntegerKey<int32_t>{});
  case HEDDLE_I64:
    return function(IntegerKey<int64_t>{});
  case HEDDLE_U8:
  case HEDDLE_U4:
  case HEDDLE_U2:
  case HEDDLE_BOOL:
    return function(IntegerKey<uint8_t>{});
  case HEDDLE_U16:
    return function(IntegerKey<uint16_t>{});
  case HEDDLE_U32:
    return function(IntegerKey<uint32_t>{});
  case HEDDLE_U64:
    return function(Unsigned64Key{});
  default:
    return; // the compiler writes no other number
  }
}

} // namespace heddle::rt

#endif // RUNTIME_KERNELS_ELEMENTKEY_H
