// Groups of ranks on meshes, and how they are named.
#include "runtime/Collectives/RankGroup.h"
#include "test/unit/runtime/TestRanks.h"
#include <gtest/gtest.h>

using namespace heddle::rt;
using heddle::test::TestMesh;

static const heddle_allocator_t kAllocator = defaultAllocator();

TEST(RankGroup, FindsTheMembersInOrder) {
  TestMesh mesh({2, 3}, {{1}, {0}, {0, 1}, {1, 0}});
  auto members = [&](uint32_t rank, uint32_t group) {
    RankGroup found;
    EXPECT_TRUE(found.find(mesh.info, &mesh.info.groups[group], rank, kAllocator));
    EXPECT_EQ(found.ranks[found.self], int32_t(rank));
    return std::vector<int32_t>(found.ranks.begin(), found.ranks.end());
  };
  EXPECT_EQ(members(4, 0), (std::vector<int32_t>{3, 4, 5}));
  EXPECT_EQ(members(4, 1), (std::vector<int32_t>{1, 4}));
  EXPECT_EQ(members(4, 2), (std::vector<int32_t>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(members(4, 3), (std::vector<int32_t>{0, 3, 1, 4, 2, 5}));
}

TEST(RankGroup, AgreesWithTryingEveryRank) {
  TestMesh mesh({2, 3, 2}, {{0}, {1}, {2}, {2, 0}, {0, 2}, {1, 2}, {2, 1, 0}, {}});
  for (uint32_t rank = 0; rank < mesh.size; ++rank) {
    for (uint32_t i = 0; i < mesh.info.num_groups; ++i) {
      RankGroup group;
      ASSERT_TRUE(group.find(mesh.info, &mesh.info.groups[i], rank, kAllocator));
      EXPECT_EQ(std::vector<int32_t>(group.ranks.begin(), group.ranks.end()),
                mesh.members(rank, mesh.groups[i]))
          << "rank " << rank << ", group " << i;
    }
  }
}

TEST(RankGroup, SaysWhatGoesOn) {
  TestMesh mesh({2, 2}, {{0, 1}, {1}});
  auto text = [](RankGroup &group, size_t bytes = 256) {
    std::string result(bytes, 'x');
    RankGroup::describe(&group, result.data(), bytes);
    return std::string(result.c_str());
  };
  RankGroup all, pair, everybody;
  ASSERT_TRUE(all.find(mesh.info, &mesh.info.groups[0], 0, kAllocator));
  ASSERT_TRUE(pair.find(mesh.info, &mesh.info.groups[1], 3, kAllocator));
  ASSERT_TRUE(everybody.find(mesh.info, nullptr, 3, kAllocator));
  EXPECT_EQ(text(all), "making the group over a0, a1 (ranks 0, 1, 2, 3)");
  pair.current = HEDDLE_ALL_REDUCE;
  EXPECT_EQ(text(pair), "all_reduce over a1 (ranks 2, 3)");
  EXPECT_EQ(text(pair, 8), "all_red");
  everybody.current = HEDDLE_ALL_GATHER;
  EXPECT_EQ(text(everybody), "all_gather (ranks 0, 1, 2, 3)");
}

TEST(RankGroup, CountsTheMesh) {
  EXPECT_EQ(meshSize(TestMesh({}, {}).info), 1u);
  EXPECT_EQ(meshSize(TestMesh({2, 3, 2}, {}).info), 12u);
  EXPECT_EQ(meshSize(TestMesh({1 << 20, 1 << 20}, {}).info), 0u);
  EXPECT_STREQ(heddle_collective_name(HEDDLE_PERMUTE), "permute");
  EXPECT_STREQ(heddle_collective_name(HEDDLE_NUM_COLLECTIVES), "unknown");
}
