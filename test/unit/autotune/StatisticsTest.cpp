//===- StatisticsTest.cpp - times on a noisy machine ----------------------===//

#include "autotune/Statistics.h"
#include <gtest/gtest.h>

using namespace heddle::tune;

TEST(StatisticsTest, signTest) {
  EXPECT_DOUBLE_EQ(chanceOfWins(0, 5), 1);
  EXPECT_DOUBLE_EQ(chanceOfWins(5, 5), 1.0 / 32);
  EXPECT_DOUBLE_EQ(chanceOfWins(4, 5), 6.0 / 32);
  EXPECT_LT(chanceOfWins(12, 15), 0.05); // 0.0176
  EXPECT_GT(chanceOfWins(11, 15), 0.05); // 0.0592
  EXPECT_DOUBLE_EQ(chanceOfWins(0, 0), 1);
}

TEST(StatisticsTest, theCalibrationLoopTakesTime) {
  double nanos = calibrationNanos();
  EXPECT_GT(nanos, 1000);
  EXPECT_LT(nanos, 1e9);
}
