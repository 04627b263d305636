//===- ReferenceTest.cpp - distances and first differences ----------------===//

#include "tools/Driver/Reference.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace heddle;
using namespace heddle::driver;
using reference::ElementKind;
using reference::Tensor;

namespace {
Tensor floats(std::vector<double> values) {
  return Tensor::fromDoubles(ElementKind::F32, static_cast<int64_t>(values.size()), values);
}

TEST(Distance, CountsUnitsInTheLastPlace) {
  double next = std::nextafterf(1.0f, 2.0f);
  Distance distance = distanceOf(floats({1, next}), floats({1, 1}), 1e-4);
  EXPECT_EQ(distance.ulps, 1);
  EXPECT_EQ(distance.worst, 1);
  EXPECT_DOUBLE_EQ(distance.absolute, 0x1p-23);
  EXPECT_DOUBLE_EQ(distance.relative, 0x1p-23);
  EXPECT_TRUE(distance.isWithin);
}

TEST(Distance, AllowsWhatSumsThatCancelRound) {
  // 0.001 is small beside the root mean square of 7.07, not beside itself.
  EXPECT_TRUE(distanceOf(floats({10, 0.0011}), floats({10, 0.001}), 1e-4).isWithin);
  EXPECT_FALSE(distanceOf(floats({0.0011}), floats({0.001}), 1e-4).isWithin);
}

TEST(Distance, TellsTheElementFurthestBeyond) {
  Distance distance = distanceOf(floats({1.1, 200, 0}), floats({1, 100, 0}), 1e-4);
  EXPECT_FALSE(distance.isWithin);
  EXPECT_EQ(distance.worst, 1);
}

TEST(Distance, WantsEqualIntegersInfinitiesAndNans) {
  Tensor one = Tensor::indices({1, 2}), two = Tensor::indices({1, 3});
  EXPECT_TRUE(distanceOf(one, one, 0.5).isWithin);
  EXPECT_FALSE(distanceOf(one, two, 0.5).isWithin);
  EXPECT_TRUE(distanceOf(floats({HUGE_VAL, NAN}), floats({HUGE_VAL, NAN}), 1e-4).isWithin);
  EXPECT_FALSE(distanceOf(floats({1}), floats({NAN}), 1e-4).isWithin);
  EXPECT_FALSE(distanceOf(floats({-HUGE_VAL}), floats({HUGE_VAL}), 1e-4).isWithin);
}

TEST(FirstDifference, ComparesNodesOfOneName) {
  auto tolerance = [](ElementKind) { return 1e-4; };
  Trace before, after;
  before.values = {{"a", floats({1})}, {"b", floats({2})}, {"c", floats({3})}};
  after.values = {{"new", floats({7})}, {"a", floats({1})}, {"b", floats({2.5})}, {"c", floats({3.5})}};
  EXPECT_EQ(firstDifference(before, after, tolerance), "b");
  EXPECT_EQ(firstDifference(before, before, tolerance), "");
  // Another shape says nothing.
  after.values = {{"b", floats({2.5, 2.5})}};
  EXPECT_EQ(firstDifference(before, after, tolerance), "");
}
} // namespace
