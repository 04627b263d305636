// Coordinates in row-major order, for every width and for what counts as zero.
#include "heddle/abi.h"
#include <gtest/gtest.h>
#include <vector>

static std::vector<int64_t> places(uint32_t dtype, const void *input, int64_t size) {
  std::vector<int64_t> indices(size_t(size), -1);
  int64_t count = -1;
  heddle_non_zero(dtype, input, &size, 1, indices.data(), &count);
  indices.resize(size_t(count));
  return indices;
}

TEST(NonZero, WritesCoordinatesByRows) {
  int32_t input[2][3] = {{0, 5, 0}, {-1, 0, 7}};
  int64_t shape[] = {2, 3}, indices[2 * 6], count = 0;
  heddle_non_zero(HEDDLE_I32, input, shape, 2, indices, &count);
  ASSERT_EQ(count, 3);
  EXPECT_EQ(std::vector<int64_t>(indices, indices + 3), (std::vector<int64_t>{0, 1, 1}));
  EXPECT_EQ(std::vector<int64_t>(indices + 6, indices + 9), (std::vector<int64_t>{1, 0, 2}));
}

TEST(NonZero, WritesEveryCoordinate) {
  bool input[2][3][2] = {{{false, true}, {false, false}, {true, true}},
                         {{false, false}, {true, false}, {false, false}}};
  int64_t shape[] = {2, 3, 2}, indices[3][12], count = 0;
  heddle_non_zero(HEDDLE_BOOL, input, shape, 3, indices[0], &count);
  ASSERT_EQ(count, 4);
  EXPECT_EQ(std::vector<int64_t>(indices[0], indices[0] + 4), (std::vector<int64_t>{0, 0, 0, 1}));
  EXPECT_EQ(std::vector<int64_t>(indices[1], indices[1] + 4), (std::vector<int64_t>{0, 2, 2, 1}));
  EXPECT_EQ(std::vector<int64_t>(indices[2], indices[2] + 4), (std::vector<int64_t>{1, 0, 1, 0}));
}

TEST(NonZero, OfAScalarOrOfNothing) {
  float one = 1, zero = 0;
  int64_t count = -1, empty[] = {3, 0}, index = -1;
  heddle_non_zero(HEDDLE_F32, &one, nullptr, 0, &index, &count);
  EXPECT_EQ(count, 1);
  heddle_non_zero(HEDDLE_F32, &zero, nullptr, 0, &index, &count);
  EXPECT_EQ(count, 0);
  heddle_non_zero(HEDDLE_F32, nullptr, empty, 2, nullptr, &count);
  EXPECT_EQ(count, 0);
}

TEST(NonZero, SignedZerosAreZeroAndNanIsNot) {
  using List = std::vector<int64_t>;
  float f32[] = {0.0f, -0.0f, 1e-45f, __builtin_nanf("")};
  double f64[] = {-0.0, 1, 0.0, -5e-324};
  uint16_t half[] = {0x8000, 0x0001, 0x7e00, 0};
  uint8_t byte[] = {0x80, 0x01, 0, 0xff};
  EXPECT_EQ(places(HEDDLE_F32, f32, 4), (List{2, 3}));
  EXPECT_EQ(places(HEDDLE_F64, f64, 4), (List{1, 3}));
  EXPECT_EQ(places(HEDDLE_F16, half, 4), (List{1, 2}));
  EXPECT_EQ(places(HEDDLE_BF16, half, 4), (List{1, 2}));
  EXPECT_EQ(places(HEDDLE_F8E4M3FN, byte, 4), (List{1, 3}));
  EXPECT_EQ(places(HEDDLE_F8E5M2, byte, 4), (List{1, 3}));
  EXPECT_EQ(places(HEDDLE_F8E4M3FNUZ, byte, 4), (List{0, 1, 3})); // 0x80 is a NaN
  EXPECT_EQ(places(HEDDLE_F8E5M2FNUZ, byte, 4), (List{0, 1, 3}));
  uint8_t nibble[] = {0x0, 0x8, 0x1, 0xf};
  EXPECT_EQ(places(HEDDLE_F4E2M1FN, nibble, 4), (List{2, 3}));
}

TEST(NonZero, TakesIntegersOfEveryWidth) {
  using List = std::vector<int64_t>;
  int64_t wide[] = {0, INT64_MIN, 1, 0};
  int16_t narrow[] = {0, INT16_MIN, 1, 0};
  int8_t byte[] = {0, INT8_MIN, 1, 0};
  EXPECT_EQ(places(HEDDLE_I64, wide, 4), (List{1, 2}));
  EXPECT_EQ(places(HEDDLE_U64, wide, 4), (List{1, 2}));
  EXPECT_EQ(places(HEDDLE_I16, narrow, 4), (List{1, 2}));
  for (uint32_t dtype : {HEDDLE_I8, HEDDLE_U8, HEDDLE_BOOL, HEDDLE_I4, HEDDLE_U4, HEDDLE_I2, HEDDLE_U2}) {
    EXPECT_EQ(places(dtype, byte, 4), (List{1, 2}));
  }
}
