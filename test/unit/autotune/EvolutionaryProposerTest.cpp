//===- EvolutionaryProposerTest.cpp - what the model likes ----------------===//

#include "autotune/EvolutionaryProposer.h"
#include "autotune/BoostedTrees.h"
#include "autotune/RandomProposer.h"
#include "test/unit/autotune/TableSpace.h"
#include <gtest/gtest.h>
#include <set>

using namespace heddle::tune;

static std::vector<size_t> propose(Proposer &proposer, const Space &space, const SearchHistory &history,
                                   size_t count, unsigned seed) {
  BoostedTrees model;
  std::mt19937 random(seed);
  auto points = proposer.propose(space, history, model, count, random);
  EXPECT_TRUE(static_cast<bool>(points));
  return std::move(*points);
}

template <typename T> class ProposerTest : public testing::Test {};
using Proposers = testing::Types<EvolutionaryProposer, RandomProposer>;
TYPED_TEST_SUITE(ProposerTest, Proposers);

TYPED_TEST(ProposerTest, givesDifferentUntriedPoints) {
  TypeParam proposer;
  TableSpace space(6);
  SearchHistory history;
  for (size_t point = 0; point < 30; ++point) {
    history.tried.insert(point);
    history.ranking.emplace_back(space.nanos(point) / space.nanos(0), point);
  }
  llvm::sort(history.ranking);
  std::vector<size_t> points = propose(proposer, space, history, 8, 1);
  EXPECT_EQ(points.size(), 6U); // no more are left
  EXPECT_EQ(std::set<size_t>(points.begin(), points.end()).size(), points.size());
  for (size_t point : points) {
    EXPECT_GE(point, 30U);
    EXPECT_LT(point, space.size());
  }
}

TYPED_TEST(ProposerTest, dependsOnTheSeedAlone) {
  TypeParam proposer;
  TableSpace space(32);
  EXPECT_EQ(propose(proposer, space, {}, 8, 7), propose(proposer, space, {}, 8, 7));
}

TYPED_TEST(ProposerTest, worksOnASpaceOfOnePoint) {
  TypeParam proposer;
  TableSpace space(1);
  EXPECT_EQ(propose(proposer, space, {}, 8, 1), std::vector<size_t>{0});
}

TEST(RandomProposerTest, seedsDiffer) {
  RandomProposer proposer;
  TableSpace space(32);
  EXPECT_NE(propose(proposer, space, {}, 8, 7), propose(proposer, space, {}, 8, 8));
}
