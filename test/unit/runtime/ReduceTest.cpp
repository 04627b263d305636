// Combining numbers in order: every type and kind, rounding, special values.
#include "runtime/Collectives/Reduce.h"
#include "heddle/runtime.h"
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

using namespace heddle::rt;

template <typename T>
static std::vector<T> reduce(heddle_dtype_t dtype, heddle_reduce_t kind, std::vector<std::vector<T>> inputs) {
  std::vector<const void *> pointers;
  for (const std::vector<T> &input : inputs) {
    pointers.push_back(input.data());
  }
  std::vector<T> result(inputs[0].size());
  EXPECT_TRUE(canReduce(dtype, kind));
  reduceInOrder(dtype, kind, pointers.data(), uint32_t(pointers.size()), result.data(), result.size());
  return result;
}

TEST(Reduce, AddsFromTheLeft) {
  // In another order the small numbers would survive.
  EXPECT_EQ(reduce<float>(HEDDLE_F32, HEDDLE_REDUCE_ADD, {{1}, {1e8f}, {-1e8f}}), std::vector<float>{0});
  EXPECT_EQ(reduce<float>(HEDDLE_F32, HEDDLE_REDUCE_ADD, {{1e8f}, {-1e8f}, {1}}), std::vector<float>{1});
  EXPECT_EQ(reduce<double>(HEDDLE_F64, HEDDLE_REDUCE_ADD, {{1}, {1e17}, {-1e17}}), std::vector<double>{0});
}

TEST(Reduce, TakesManyElements) {
  std::vector<float> x(5000), y(5000), sum(5000);
  for (size_t i = 0; i < x.size(); ++i) {
    x[i] = float(i);
    y[i] = float(3 * i) + 0.5f;
    sum[i] = x[i] + y[i];
  }
  EXPECT_EQ(reduce<float>(HEDDLE_F32, HEDDLE_REDUCE_ADD, {x, y}), sum);
  EXPECT_EQ(reduce<float>(HEDDLE_F32, HEDDLE_REDUCE_ADD, {{}, {}}), std::vector<float>{});
}

TEST(Reduce, WritesOverAnInput) {
  std::vector<int32_t> x = {1, 2}, y = {10, 20};
  const void *inputs[] = {x.data(), y.data()};
  reduceInOrder(HEDDLE_I32, HEDDLE_REDUCE_ADD, inputs, 2, y.data(), 2);
  EXPECT_EQ(y, (std::vector<int32_t>{11, 22}));
}

TEST(Reduce, KeepsTheSignOfIntegers) {
  EXPECT_EQ(reduce<int8_t>(HEDDLE_I8, HEDDLE_REDUCE_MAX, {{-3}, {2}}), std::vector<int8_t>{2});
  EXPECT_EQ(reduce<int8_t>(HEDDLE_I8, HEDDLE_REDUCE_ADD, {{127}, {1}}), std::vector<int8_t>{-128});
  EXPECT_EQ(reduce<uint8_t>(HEDDLE_U8, HEDDLE_REDUCE_MAX, {{253}, {2}}), std::vector<uint8_t>{253});
  EXPECT_EQ(reduce<int16_t>(HEDDLE_I16, HEDDLE_REDUCE_MIN, {{-3}, {2}}), std::vector<int16_t>{-3});
  EXPECT_EQ(reduce<uint16_t>(HEDDLE_U16, HEDDLE_REDUCE_MIN, {{65533}, {2}}), std::vector<uint16_t>{2});
  EXPECT_EQ(reduce<int32_t>(HEDDLE_I32, HEDDLE_REDUCE_MIN, {{-3}, {2}}), std::vector<int32_t>{-3});
  EXPECT_EQ(reduce<uint32_t>(HEDDLE_U32, HEDDLE_REDUCE_ADD, {{~0u}, {2}}), std::vector<uint32_t>{1});
  EXPECT_EQ(reduce<int64_t>(HEDDLE_I64, HEDDLE_REDUCE_ADD, {{INT64_MAX}, {1}}),
            std::vector<int64_t>{INT64_MIN});
  EXPECT_EQ(reduce<uint64_t>(HEDDLE_U64, HEDDLE_REDUCE_MAX, {{~0ull}, {2}}), std::vector<uint64_t>{~0ull});
}

TEST(Reduce, PassesNaNOn) {
  float nan = std::numeric_limits<float>::quiet_NaN();
  for (heddle_reduce_t kind : {HEDDLE_REDUCE_ADD, HEDDLE_REDUCE_MAX, HEDDLE_REDUCE_MIN}) {
    EXPECT_TRUE(std::isnan(reduce<float>(HEDDLE_F32, kind, {{nan}, {1}, {2}})[0]));
    EXPECT_TRUE(std::isnan(reduce<float>(HEDDLE_F32, kind, {{1}, {nan}, {2}})[0]));
  }
  EXPECT_EQ(reduce<float>(HEDDLE_F32, HEDDLE_REDUCE_MAX, {{1}, {-INFINITY}, {2}}), std::vector<float>{2});
}

/// Adds zero to every 16-bit pattern, which must come back: loading and storing lose nothing.
static void expectExact(heddle_dtype_t dtype, uint16_t exponentMask, uint16_t quietBit) {
  std::vector<uint16_t> all(65536);
  for (size_t i = 0; i < all.size(); ++i) {
    all[i] = uint16_t(i);
  }
  std::vector<uint16_t> result = reduce<uint16_t>(dtype, HEDDLE_REDUCE_MAX, {all, all});
  for (uint32_t i = 0; i < all.size(); ++i) {
    bool isNaN = (i & 0x7fff) > exponentMask;
    if (isNaN) {
      EXPECT_GT(result[i] & 0x7fff, exponentMask) << i;
      EXPECT_TRUE(result[i] & quietBit) << i;
    } else {
      ASSERT_EQ(result[i], i);
    }
  }
}

TEST(Reduce, HalvesAreExactAsFloats) {
  expectExact(HEDDLE_F16, 0x7c00, 0x0200);
  expectExact(HEDDLE_BF16, 0x7f80, 0x0040);
}

TEST(Reduce, HalvesAreRoundedOnceToEven) {
  auto add16 = [](heddle_dtype_t dtype, std::vector<uint16_t> bits) {
    std::vector<std::vector<uint16_t>> inputs;
    for (uint16_t value : bits) {
      inputs.push_back({value});
    }
    return reduce<uint16_t>(dtype, HEDDLE_REDUCE_ADD, inputs)[0];
  };
  // f16: 2048 + 1 is a tie and goes to 2048; with another 1 it is 2050, which two roundings would miss.
  EXPECT_EQ(add16(HEDDLE_F16, {0x6800, 0x3c00}), 0x6800);
  EXPECT_EQ(add16(HEDDLE_F16, {0x6800, 0x3c00, 0x3c00}), 0x6801);
  EXPECT_EQ(add16(HEDDLE_F16, {0x7bff, 0x4c00}), 0x7c00); // 65504 + 16 is 65520: infinity
  EXPECT_EQ(add16(HEDDLE_F16, {0x7bff, 0x4b80}), 0x7bff); // + 15 is not
  EXPECT_EQ(add16(HEDDLE_F16, {0x0001, 0x8003}), 0x8002); // subnormal
  // bf16: 256 + 1 goes to 256, with another 1 it is 258.
  EXPECT_EQ(add16(HEDDLE_BF16, {0x4380, 0x3f80}), 0x4380);
  EXPECT_EQ(add16(HEDDLE_BF16, {0x4380, 0x3f80, 0x3f80}), 0x4381);
}

TEST(Reduce, SaysWhatItCannot) {
  EXPECT_FALSE(canReduce(HEDDLE_BOOL, HEDDLE_REDUCE_ADD));
  EXPECT_FALSE(canReduce(HEDDLE_F8E5M2, HEDDLE_REDUCE_MAX));
  EXPECT_FALSE(canReduce(HEDDLE_F32, 3));
  EXPECT_FALSE(canReduce(0, HEDDLE_REDUCE_ADD));
}
