// Distinct elements and rows, sorted and by first occurrence.
#include "heddle/abi.h"
#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <vector>

using List = std::vector<int64_t>;

namespace {

struct Distinct {
  List first, inverse, counts;
};

} // namespace

static Distinct unique(uint32_t dtype, const void *input, int64_t rows, int64_t width, bool sorted) {
  Distinct result{List(size_t(rows), -7), List(size_t(rows), -7), List(size_t(rows), -7)};
  int64_t count = -1;
  heddle_unique(dtype, input, rows, width, sorted, result.first.data(), result.inverse.data(),
                result.counts.data(), &count);
  result.first.resize(size_t(count));
  result.counts.resize(size_t(count));
  return result;
}

TEST(Unique, Sorted) {
  float input[] = {2, 1, 1, 3, 4, 3};
  Distinct result = unique(HEDDLE_F32, input, 6, 1, true);
  EXPECT_EQ(result.first, (List{1, 0, 3, 4}));
  EXPECT_EQ(result.inverse, (List{1, 0, 0, 2, 3, 2}));
  EXPECT_EQ(result.counts, (List{2, 1, 2, 1}));
}

TEST(Unique, ByFirstOccurrence) {
  float input[] = {2, 1, 1, 3, 4, 3};
  Distinct result = unique(HEDDLE_F32, input, 6, 1, false);
  EXPECT_EQ(result.first, (List{0, 1, 3, 4}));
  EXPECT_EQ(result.inverse, (List{0, 1, 1, 2, 3, 2}));
  EXPECT_EQ(result.counts, (List{1, 2, 2, 1}));
}

TEST(Unique, OfRows) {
  int8_t input[] = {1, 0, 0, /**/ 1, 0, -1, /**/ 1, 0, 0, /**/ 0, 9, 9};
  Distinct result = unique(HEDDLE_I8, input, 4, 3, true);
  EXPECT_EQ(result.first, (List{3, 1, 0}));
  EXPECT_EQ(result.inverse, (List{2, 1, 2, 0}));
  EXPECT_EQ(result.counts, (List{1, 1, 2}));
}

TEST(Unique, OfNothing) {
  EXPECT_EQ(unique(HEDDLE_F32, nullptr, 0, 1, true).first, List{});
  EXPECT_EQ(unique(HEDDLE_F32, nullptr, 3, 0, false).inverse, (List{0, 0, 0})); // rows of nothing are equal
}

TEST(Unique, NanIsOneValueAndTheLargest) {
  double input[] = {NAN, 0.0, INFINITY, -0.0, -NAN};
  Distinct result = unique(HEDDLE_F64, input, 5, 1, true);
  EXPECT_EQ(result.first, (List{1, 2, 0}));
  EXPECT_EQ(result.counts, (List{2, 1, 2}));
}

TEST(Unique, AgreesWithAMap) {
  std::mt19937 random(3);
  for (int64_t n : {1, 2, 3, 64, 1000}) {
    std::vector<uint16_t> input(static_cast<size_t>(n));
    std::map<uint16_t, List> places;
    for (int64_t i = 0; i < n; ++i) {
      input[size_t(i)] = uint16_t(random() % 50);
      places[input[size_t(i)]].push_back(i);
    }
    Distinct result = unique(HEDDLE_U16, input.data(), n, 1, true);
    ASSERT_EQ(result.first.size(), places.size());
    size_t group = 0;
    for (auto &[value, rows] : places) {
      EXPECT_EQ(result.first[group], rows[0]);
      EXPECT_EQ(result.counts[group], int64_t(rows.size()));
      for (int64_t row : rows) {
        EXPECT_EQ(result.inverse[size_t(row)], int64_t(group));
      }
      ++group;
    }
    Distinct byPlace = unique(HEDDLE_U16, input.data(), n, 1, false);
    for (size_t g = 1; g < byPlace.first.size(); ++g) {
      EXPECT_LT(byPlace.first[g - 1], byPlace.first[g]);
    }
    for (int64_t i = 0; i < n; ++i) {
      EXPECT_EQ(input[size_t(byPlace.first[size_t(byPlace.inverse[size_t(i)])])], input[size_t(i)]);
    }
  }
}
