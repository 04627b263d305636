//===- BoostedTreesTest.cpp - the draft, then what was measured -----------===//

#include "autotune/BoostedTrees.h"
#include "test/unit/autotune/TableSpace.h"
#include <gtest/gtest.h>

using namespace heddle::tune;

static std::vector<float> predict(const BoostedTrees &model, const TableSpace &space) {
  std::vector<const std::vector<float> *> rows;
  for (size_t point = 0; point < space.size(); ++point) {
    rows.push_back(&space.features(point));
  }
  auto scores = model.predict(rows);
  EXPECT_TRUE(static_cast<bool>(scores));
  return std::move(*scores);
}

static std::vector<Sample> samplesOf(const TableSpace &space, size_t step) {
  std::vector<Sample> samples;
  for (size_t point = 0; point < space.size(); point += step) {
    double ratio = space.nanos(point) / space.nanos(space.draft());
    samples.push_back({space.features(point), static_cast<float>(std::log(ratio))});
  }
  return samples;
}

TEST(BoostedTreesTest, isTheDraftUntilItHasLearned) {
  std::vector<float> features(kNumFeatures, 0);
  features[kDraftFeature] = 0.25F;
  BoostedTrees model;
  auto scores = model.predict({&features});
  ASSERT_TRUE(static_cast<bool>(scores));
  EXPECT_EQ(*scores, std::vector<float>{0.25F});
  TableSpace space(4);
  ASSERT_FALSE(static_cast<bool>(model.train(llvm::ArrayRef(samplesOf(space, 1)).take_front(3))));
  EXPECT_EQ(*model.predict({&features}), std::vector<float>{0.25F}); // too few
}

TEST(BoostedTreesTest, ordersMostPairsRight) {
  TableSpace space(16);
  BoostedTrees model;
  ASSERT_FALSE(static_cast<bool>(model.train(samplesOf(space, 5))));
  std::vector<float> scores = predict(model, space);
  unsigned right = 0, pairs = 0;
  for (size_t a = 0; a < space.size(); ++a) {
    for (size_t b = a + 1; b < space.size(); b += 7) {
      ++pairs;
      right += (scores[a] < scores[b]) == (space.nanos(a) < space.nanos(b));
    }
  }
  EXPECT_GT(right, 0.85 * pairs);
}

TEST(BoostedTreesTest, learnsTheSameFromTheSame) {
  TableSpace space(16);
  BoostedTrees one, two;
  ASSERT_FALSE(static_cast<bool>(one.train(samplesOf(space, 3))));
  ASSERT_FALSE(static_cast<bool>(two.train(samplesOf(space, 3))));
  EXPECT_EQ(predict(one, space), predict(two, space));
}
