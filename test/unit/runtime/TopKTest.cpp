// Against a stable sort, and the order of the special values.
#include "heddle/abi.h"
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numeric>
#include <random>

namespace {

template <typename T> struct Best {
  std::vector<T> values;
  std::vector<int64_t> indices;
};

template <typename T>
Best<T> topK(uint32_t dtype, const std::vector<T> &input, int64_t outer, int64_t size, int64_t inner,
             int64_t k, bool largest) {
  Best<T> best{std::vector<T>(size_t(outer * k * inner)), std::vector<int64_t>(size_t(outer * k * inner))};
  heddle_top_k(dtype, input.data(), best.values.data(), best.indices.data(), outer, size, inner, k, largest);
  return best;
}

/// The places of one line in order.
template <typename T> std::vector<int64_t> order(uint32_t dtype, const std::vector<T> &line, bool largest) {
  auto size = int64_t(line.size());
  return topK(dtype, line, 1, size, 1, size, largest).indices;
}

} // namespace

TEST(TopK, AgreesWithAStableSort) {
  std::mt19937 random(1);
  for (int64_t size : {1, 2, 7, 100}) {
    for (int64_t k : {int64_t(1), (size + 1) / 2, size}) {
      for (bool largest : {true, false}) {
        constexpr int64_t outer = 2, inner = 3;
        std::vector<int32_t> input(size_t(outer * size * inner));
        for (int32_t &value : input) {
          value = int32_t(random() % 20) - 10; // many equal ones
        }
        Best<int32_t> best = topK(HEDDLE_I32, input, outer, size, inner, k, largest);
        for (int64_t line = 0; line < outer * inner; ++line) {
          int64_t o = line / inner, i = line % inner;
          auto at = [&](int64_t j) { return input[size_t((o * size + j) * inner + i)]; };
          std::vector<int64_t> places(static_cast<size_t>(size));
          std::iota(places.begin(), places.end(), 0);
          std::stable_sort(places.begin(), places.end(),
                           [&](int64_t a, int64_t b) { return largest ? at(a) > at(b) : at(a) < at(b); });
          for (int64_t j = 0; j < k; ++j) {
            auto result = size_t((o * k + j) * inner + i);
            ASSERT_EQ(best.indices[result], places[size_t(j)]);
            ASSERT_EQ(best.values[result], at(places[size_t(j)]));
          }
        }
      }
    }
  }
}

TEST(TopK, NanIsTheLargestAndZerosAreEqual) {
  float nan = NAN, inf = INFINITY;
  std::vector<float> line = {0.0f, -inf, nan, -0.0f, 2.5f, inf, -nan, 1e-45f};
  EXPECT_EQ(order(HEDDLE_F32, line, true), (std::vector<int64_t>{2, 6, 5, 4, 7, 0, 3, 1}));
  EXPECT_EQ(order(HEDDLE_F32, line, false), (std::vector<int64_t>{1, 0, 3, 7, 4, 5, 2, 6}));
  std::vector<double> wide(line.begin(), line.end());
  EXPECT_EQ(order(HEDDLE_F64, wide, true), (std::vector<int64_t>{2, 6, 5, 4, 7, 0, 3, 1}));
}

TEST(TopK, OrdersSmallFloats) {
  // 1, -1, NaN, infinity or the largest number, 0.
  using Bits16 = std::vector<uint16_t>;
  using Bits8 = std::vector<uint8_t>;
  std::vector<int64_t> wanted = {2, 3, 0, 4, 1};
  EXPECT_EQ(order(HEDDLE_F16, Bits16{0x3c00, 0xbc00, 0x7e00, 0x7c00, 0x8000}, true), wanted);
  EXPECT_EQ(order(HEDDLE_BF16, Bits16{0x3f80, 0xbf80, 0xffc0, 0x7f80, 0x8000}, true), wanted);
  EXPECT_EQ(order(HEDDLE_F8E4M3FN, Bits8{0x38, 0xb8, 0xff, 0x7e, 0x80}, true), wanted);
  EXPECT_EQ(order(HEDDLE_F8E5M2, Bits8{0x3c, 0xbc, 0x7e, 0x7c, 0x80}, true), wanted);
  EXPECT_EQ(order(HEDDLE_F8E4M3FNUZ, Bits8{0x40, 0xc0, 0x80, 0x7f, 0x00}, true), wanted);
  EXPECT_EQ(order(HEDDLE_F8E5M2FNUZ, Bits8{0x40, 0xc0, 0x80, 0x7f, 0x00}, true), wanted);
  EXPECT_EQ(order(HEDDLE_F4E2M1FN, Bits8{0x2, 0xa, 0x7, 0x1, 0x0}, true),
            (std::vector<int64_t>{2, 0, 3, 4, 1}));
}

TEST(TopK, OrdersIntegersAtTheirEnds) {
  EXPECT_EQ(order(HEDDLE_U64, std::vector<uint64_t>{1, UINT64_MAX, 0, uint64_t(1) << 63}, true),
            (std::vector<int64_t>{1, 3, 0, 2}));
  EXPECT_EQ(order(HEDDLE_I64, std::vector<int64_t>{1, INT64_MIN, INT64_MAX, 0}, false),
            (std::vector<int64_t>{1, 3, 0, 2}));
  EXPECT_EQ(order(HEDDLE_U8, std::vector<uint8_t>{1, 200, 0}, true), (std::vector<int64_t>{1, 0, 2}));
  EXPECT_EQ(order(HEDDLE_I8, std::vector<int8_t>{1, -56, 0}, true), (std::vector<int64_t>{0, 2, 1}));
  EXPECT_EQ(order(HEDDLE_U16, std::vector<uint16_t>{1, 65535}, true), (std::vector<int64_t>{1, 0}));
  EXPECT_EQ(order(HEDDLE_I16, std::vector<int16_t>{1, -1}, false), (std::vector<int64_t>{1, 0}));
  EXPECT_EQ(order(HEDDLE_U32, std::vector<uint32_t>{1, UINT32_MAX}, true), (std::vector<int64_t>{1, 0}));
  EXPECT_EQ(order(HEDDLE_BOOL, std::vector<uint8_t>{0, 1, 1}, true), (std::vector<int64_t>{1, 2, 0}));
}

TEST(TopK, NothingIsWrittenForNothing) {
  int64_t index = 77;
  float value = 1;
  heddle_top_k(HEDDLE_F32, &value, &value, &index, 1, 1, 1, 0, 1);
  heddle_top_k(HEDDLE_F32, &value, &value, &index, 0, 1, 1, 1, 1);
  EXPECT_EQ(index, 77);
}
