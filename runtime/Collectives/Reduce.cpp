//===- Reduce.cpp - numbers of several ranks become one -------------------===//

#include "runtime/Collectives/Reduce.h"
#include <cstring>

using namespace heddle::rt;

/// Elements that are combined at a time: their accumulators stay in the nearest cache.
static constexpr uint64_t kBlock = 1024;

namespace {

/// How an element lies in memory, and as what it is combined.
template <typename T> struct Plain {
  using Stored = T;
  using Value = T;
  static Value load(Stored stored) { return stored; }
  static Stored store(Value value) { return value; }
};

struct BFloat16 {
  using Stored = uint16_t;
  using Value = float;
  static Value load(Stored stored) {
    uint32_t bits = uint32_t(stored) << 16;
    Value value;
    memcpy(&value, &bits, sizeof(value));
    return value;
  }
  /// Rounds to nearest, ties to even.
  static Stored store(Value value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof(bits));
    uint32_t rounded = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
    bool isNaN = (bits & 0x7fffffff) > 0x7f800000;
    return Stored(isNaN ? bits >> 16 | 0x40 : rounded);
  }
};

/// Compilers call a library for _Float16 on processors without its instructions, and the runtime has none.
struct Float16 {
  using Stored = uint16_t;
  using Value = float;
  static Value load(Stored stored) {
    uint32_t exponent = stored & 0x7c00, bits = (uint32_t(stored & 0x7fff) << 13) + ((127 - 15) << 23);
    bits |= exponent == 0x7c00 ? 0x7f800000 : 0; // infinity and NaN
    Value value;
    memcpy(&value, &bits, sizeof(value));
    value = exponent == 0 ? Value(stored & 0x3ff) * 0x1p-24f : value; // zero and subnormal
    return stored & 0x8000 ? -value : value;
  }
  static Stored store(Value value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof(bits));
    uint32_t sign = bits >> 16 & 0x8000, magnitude = bits & 0x7fffffff;
    if (magnitude > 0x7f800000) {
      return Stored(sign | 0x7e00);
    }
    if (magnitude >= 0x477ff000) { // 65520 and more round to infinity
      return Stored(sign | 0x7c00);
    }
    if (magnitude < 0x38800000) { // below 2^-14: a multiple of 2^-24
      Value scaled = (value < 0 ? -value : value) * 0x1p24f;
      auto whole = uint32_t(scaled);
      Value rest = scaled - Value(whole);
      whole += rest > 0.5f || (rest == 0.5f && (whole & 1));
      return Stored(sign | whole);
    }
    uint32_t rounded = magnitude + 0xfff + (magnitude >> 13 & 1);
    return Stored(sign | ((rounded - 0x38000000) >> 13));
  }
};

struct Add {
  template <typename T> static T apply(T x, T y) { return T(x + y); }
};
struct Max {
  template <typename T> static T apply(T x, T y) { return x != x || x > y ? x : y; }
};
struct Min {
  template <typename T> static T apply(T x, T y) { return x != x || x < y ? x : y; }
};

template <typename Element, typename Operation>
void reduceAll(const void *const *inputs, uint32_t numInputs, void *result, uint64_t count) {
  using Stored = typename Element::Stored;
  typename Element::Value values[kBlock];
  for (uint64_t start = 0; start < count; start += kBlock) {
    uint64_t size = count - start < kBlock ? count - start : kBlock;
    auto *first = static_cast<const Stored *>(inputs[0]) + start;
    for (uint64_t i = 0; i < size; ++i) {
      values[i] = Element::load(first[i]);
    }
    for (uint32_t rank = 1; rank < numInputs; ++rank) {
      auto *input = static_cast<const Stored *>(inputs[rank]) + start;
      for (uint64_t i = 0; i < size; ++i) {
        values[i] = Operation::apply(values[i], Element::load(input[i]));
      }
    }
    auto *target = static_cast<Stored *>(result) + start;
    for (uint64_t i = 0; i < size; ++i) {
      target[i] = Element::store(values[i]);
    }
  }
}

using Reducer = void (*)(const void *const *, uint32_t, void *, uint64_t);

/// `Sum` is how the type is added: integers as unsigned numbers, which wrap.
template <typename Element, typename Sum = Element> Reducer reducerOf(int64_t kind) {
  switch (kind) {
  case HEDDLE_REDUCE_ADD:
    return reduceAll<Sum, Add>;
  case HEDDLE_REDUCE_MAX:
    return reduceAll<Element, Max>;
  case HEDDLE_REDUCE_MIN:
    return reduceAll<Element, Min>;
  default:
    return nullptr;
  }
}

} // namespace

/// Null where there is none.
static Reducer findReducer(int64_t dtype, int64_t kind) {
  switch (dtype) {
  case HEDDLE_F32:
    return reducerOf<Plain<float>>(kind);
  case HEDDLE_F64:
    return reducerOf<Plain<double>>(kind);
  case HEDDLE_F16:
    return reducerOf<Float16>(kind);
  case HEDDLE_BF16:
    return reducerOf<BFloat16>(kind);
  case HEDDLE_I8:
    return reducerOf<Plain<int8_t>, Plain<uint8_t>>(kind);
  case HEDDLE_I16:
    return reducerOf<Plain<int16_t>, Plain<uint16_t>>(kind);
  case HEDDLE_I32:
    return reducerOf<Plain<int32_t>, Plain<uint32_t>>(kind);
  case HEDDLE_I64:
    return reducerOf<Plain<int64_t>, Plain<uint64_t>>(kind);
  case HEDDLE_U8:
    return reducerOf<Plain<uint8_t>>(kind);
  case HEDDLE_U16:
    return reducerOf<Plain<uint16_t>>(kind);
  case HEDDLE_U32:
    return reducerOf<Plain<uint32_t>>(kind);
  case HEDDLE_U64:
    return reducerOf<Plain<uint64_t>>(kind);
  default:
    return nullptr;
  }
}

bool heddle::rt::canReduce(int64_t dtype, int64_t kind) { return findReducer(dtype, kind) != nullptr; }

void heddle::rt::reduceInOrder(int64_t dtype, int64_t kind, const void *const *inputs, uint32_t numInputs,
                               void *result, uint64_t count) {
  findReducer(dtype, kind)(inputs, numInputs, result, count);
}
